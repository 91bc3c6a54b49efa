"""Data sets: those that the papers generate, and public ones by name.

Examples
--------
>>> from cutpoint.datasets import make_gaussian
>>> X, y = make_gaussian(1000, random_state=0)
>>> X.shape
(1000, 2)
"""

from cutpoint.datasets.generators import make_gaussian, make_omib, make_waveform
from cutpoint.datasets.named import load, names

__all__ = ["load", "make_gaussian", "make_omib", "make_waveform", "names"]
