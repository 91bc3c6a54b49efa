"""Where the data is, and who scans it."""
