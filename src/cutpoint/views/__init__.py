"""How a tree is shown: as a page to explore, as a plot."""
