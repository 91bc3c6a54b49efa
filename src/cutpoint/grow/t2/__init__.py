"""T2: the two-level tree with the fewest training errors (Auer, Holte & Maass 1995)."""
