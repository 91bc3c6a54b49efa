"""What several tests of commands share."""

import pytest

from cutpoint.data import demo_path
from support.running import succeeds


@pytest.fixture(scope="session")
def model(tmp_path_factory):
    """The model of the table that ships with Cutpoint: tests only read it."""
    path = tmp_path_factory.mktemp("model") / "model.json"
    succeeds("fit", demo_path(), "--target", "outcome", "--out", path)
    return path
