"""The measures by name and by the number that a kernel takes."""

from __future__ import annotations

GAIN = 0
"""The information gained (ID3)."""
GAIN_RATIO = 1
"""Gain by split information (C4.5)."""
MANTARAS = 2
"""One less the normalised distance of the split and the classes (López de Mántaras)."""
SYMMETRIC = 3
"""Gain by the mean of class and split entropy (Geurts & Wehenkel)."""
GINI = 4
"""The decrease of the Gini index (CART)."""
DISTANCE = 5
"""The distance of the split and the classes, negative (López de Mántaras)."""
MPI = 6
"""The mean posterior improvement, for two branches (Taylor & Silverman)."""
KOLMOGOROV = 7
"""The greatest distance of the class-conditional distributions (Friedman)."""
CHI2 = 8
"""How unlikely the table is if classes and branches are independent: -ln p."""
CONTRAST = 9
"""How far apart the branches are, by the entropy left in them (Van de Merckt); numeric only."""
OWN = 10
"""A function of the user's."""

CODES = {
    "gain": GAIN,
    "gain_ratio": GAIN_RATIO,
    "mantaras": MANTARAS,
    "symmetric": SYMMETRIC,
    "gini": GINI,
    "distance": DISTANCE,
    "mpi": MPI,
    "kolmogorov": KOLMOGOROV,
    "chi2": CHI2,
    "contrast": CONTRAST,
}
"""The names that people use."""

INFORMATION = ("gain", "gain_ratio", "mantaras", "symmetric", "distance")
"""The measures that are functions of class entropy, split entropy and gain."""

AT_BOUNDARIES = (
    "gain", "gain_ratio", "mantaras", "symmetric", "gini", "mpi", "kolmogorov", "chi2",
)  # fmt: skip
"""The measures whose best cut of a column is a boundary point: all but distance and contrast."""
