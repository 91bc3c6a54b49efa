"""How a tree is grown."""
