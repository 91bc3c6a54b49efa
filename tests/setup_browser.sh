#!/usr/bin/env bash
# Sees that the tests of the page find a Chromium: the one in PATH, else the system's package, else
# Playwright's own. Where none can be had the tests say so: they are skipped, or fail
# with CUTPOINT_REQUIRE_ALL=1.
set -uo pipefail
python="${1:-python3}"

found() {
  local name
  for name in chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" > /dev/null && return 0
  done
  "$python" - > /dev/null 2>&1 <<'EOF'
import sys
from pathlib import Path
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    sys.exit(not Path(playwright.chromium.executable_path).exists())
EOF
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

from_packages() {
  command -v apt-get > /dev/null || return 1
  export DEBIAN_FRONTEND=noninteractive
  local install=(apt-get install --yes --no-install-recommends chromium)
  as_root timeout 300 "${install[@]}" ||
    { as_root timeout 120 apt-get update && as_root timeout 300 "${install[@]}"; }
}

found && exit 0
echo "Installing Chromium for the tests of the page ..." >&2
log="$(mktemp)"
{ from_packages || timeout 300 "$python" -m playwright install chromium; } > "$log" 2>&1
if ! found; then
  echo "Chromium could not be installed, so the page is not tested in a browser. The last words:" >&2
  tail -n 5 "$log" >&2
fi
rm -f "$log"
exit 0
