"""What the learners make of seeded tables, frozen as digests: see ``compare.py``."""
