"""Slow, obvious versions of what is fast in the product, to be compared with it.

They import nothing of the product: what they are given, a table, a spec or a tree, they only read.
"""
