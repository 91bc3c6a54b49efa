"""Decision trees that people can read, trust and defend."""

from cutpoint.classifiers import C45Classifier, load
from cutpoint.data import read_table
from cutpoint.errors import InputError

__all__ = ["C45Classifier", "InputError", "load", "read_table"]
