"""The picture in the README: a page that ``cutpoint view`` writes, as a browser shows it.

``make picture`` learns a tree from the table that ships with Cutpoint, writes its page, opens it in
Chromium without a window, and saves what is seen as ``docs/images/tree-page.png``.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from cutpoint.cli import main as cutpoint
from cutpoint.data import demo_path

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PICTURE = Path(__file__).resolve().parents[1] / "docs" / "images" / "tree-page.png"
WINDOW = {"width": 1280, "height": 760}


def write_page(folder: Path) -> Path:
    """Learn the tree that the README prints, and write its page."""
    table, model, page = str(demo_path()), str(folder / "pumps.json"), folder / "pumps.html"
    for command in (
        ["fit", table, "--target", "outcome", "-m", "20", "--cv", "0", "--out", model],
        ["view", model, "--data", table, "--out", str(page)],
    ):
        if cutpoint(command) != 0:
            sys.exit(f"cutpoint {command[0]} failed")
    return page


def photograph(page: Path, picture: Path) -> None:
    """Save what a browser shows of a page."""
    with sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        tab = browser.new_page(viewport=WINDOW)
        tab.goto(page.as_uri())
        tab.wait_for_load_state("networkidle")
        tab.evaluate("document.fonts.ready")
        picture.parent.mkdir(exist_ok=True)
        tab.screenshot(path=str(picture), animations="disabled")
        browser.close()


def main() -> None:
    """Write the page and take its picture."""
    with tempfile.TemporaryDirectory() as folder:
        photograph(write_page(Path(folder)), PICTURE)
    print(PICTURE)


if __name__ == "__main__":
    main()
