"""How Release 8 itself grows a tree: in its arithmetic, and in the order of its items."""
