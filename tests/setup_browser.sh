#!/usr/bin/env bash
# Sees that the tests of the page find a Chromium (the one in PATH, else the system's package, else
# Playwright's own), a Firefox (the one in PATH, else the system's package) and axe-core (by npm, in
# the user's cache). Where one cannot be had the tests say so: they are skipped, or fail with
# CUTPOINT_REQUIRE_ALL=1.
set -uo pipefail
python="${1:-python3}"
cache="${XDG_CACHE_HOME:-$HOME/.cache}/cutpoint-tests"

in_path() {
  local name
  for name in "$@"; do
    command -v "$name" > /dev/null && return 0
  done
  return 1
}

found_chromium() {
  in_path chromium chromium-browser google-chrome google-chrome-stable && return 0
  "$python" - > /dev/null 2>&1 <<'EOF'
import sys
from pathlib import Path
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    sys.exit(not Path(playwright.chromium.executable_path).exists())
EOF
}

found_firefox() {
  in_path firefox-esr firefox
}

found_axe() {
  [ -f "$cache/node_modules/axe-core/axe.min.js" ]
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

from_packages() {
  command -v apt-get > /dev/null || return 1
  export DEBIAN_FRONTEND=noninteractive
  local install=(apt-get -o DPkg::Lock::Timeout=120 install --yes --no-install-recommends "$1")
  as_root timeout 400 "${install[@]}" ||
    { as_root timeout 120 apt-get update && as_root timeout 400 "${install[@]}"; }
}

get_chromium() {
  from_packages chromium || timeout 300 "$python" -m playwright install chromium
}

get_firefox() {
  from_packages firefox-esr
}

get_axe() {
  command -v npm > /dev/null || return 1
  mkdir -p "$cache" && timeout 120 npm install --prefix "$cache" --no-audit --no-fund axe-core
}

# provide NAME WHAT: install it unless it is there, and say so if that fails.
provide() {
  "found_$1" && return 0
  echo "Installing $2 for the tests of the page ..." >&2
  local log
  log="$(mktemp)"
  "get_$1" > "$log" 2>&1
  if ! "found_$1"; then
    echo "$2 could not be installed, so the page is not tested with it. The last words:" >&2
    tail -n 5 "$log" >&2
  fi
  rm -f "$log"
}

provide chromium Chromium
provide firefox Firefox
provide axe axe-core
exit 0
