"""How good a split is."""
