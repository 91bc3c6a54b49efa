import os
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # so that tests can import pages
sys.path.insert(0, str(Path(__file__).parents[1] / "tree"))  # and random_trees

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="module")
def browser():
    """A Chromium without a window; tests/setup_browser.sh installs it.

    Not for the whole session: Playwright keeps an event loop running as long as it is open.
    """
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _do_without("playwright is not installed")
    with sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, NAMES)), playwright.chromium.executable_path)
        if not Path(path).exists():
            _do_without("there is no Chromium: run tests/setup_browser.sh")
        chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield chromium
        chromium.close()


def _do_without(reason):
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
