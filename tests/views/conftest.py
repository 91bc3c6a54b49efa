import shutil
from pathlib import Path

import pytest

from support.needs import absent

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
        absent("playwright is not installed")
    with sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, NAMES)), playwright.chromium.executable_path)
        if not Path(path).exists():
            absent("there is no Chromium: run tests/setup_browser.sh")
        chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield chromium
        chromium.close()
