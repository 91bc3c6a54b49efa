"""Decision trees that people can read, trust and defend."""
