import pytest
from hypothesis import settings

from support.needs import require_all, run_slow

# The machine may be busy: no test has a deadline. A run that requires all draws the same examples
# each time.
settings.register_profile("cutpoint", deadline=None, derandomize=require_all())
settings.load_profile("cutpoint")


SLOW_FIXTURES = {"browser", "firefox", "session"}
"""Browsers and a session of Spark: what takes one is slow, unless it is marked quick."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also run the tests marked slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--slow") or run_slow():
        return
    skip = pytest.mark.skip(reason="slow: runs with --slow or CUTPOINT_SLOW=1")
    for item in items:
        if _is_slow(item):
            item.add_marker(skip)


def _is_slow(item: pytest.Item) -> bool:
    if "slow" in item.keywords:
        return True
    fixtures = getattr(item, "fixturenames", ())
    return "quick" not in item.keywords and not SLOW_FIXTURES.isdisjoint(fixtures)
