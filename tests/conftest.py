import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))  # so that tests can import golden


# A first call may compile a kernel: no test has a deadline. CI draws the same examples each time.
settings.register_profile("cutpoint", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("cutpoint")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also run the tests marked slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--slow") or os.environ.get("CI") == "true":
        return
    skip = pytest.mark.skip(reason="slow: runs with --slow or CI=true")
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(skip)
