"""Where a numeric attribute is cut."""
