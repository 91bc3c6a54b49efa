import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # so that tests can import reference_pruning
sys.path.insert(0, str(HERE.parent / "tree"))  # and random_trees
