"""How a tree is cut back."""
