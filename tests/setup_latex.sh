#!/usr/bin/env bash
# Sees that the test of the LaTeX export finds pdflatex and the package forest: those that are
# installed, else the system's packages. Where none can be had, that test is skipped.
set -uo pipefail

found() {
  command -v pdflatex > /dev/null && kpsewhich forest.sty standalone.cls > /dev/null
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

found && exit 0
command -v apt-get > /dev/null || exit 0
echo "Installing LaTeX for the test of the LaTeX export ..." >&2
log="$(mktemp)"
export DEBIAN_FRONTEND=noninteractive
install=(apt-get install --yes --no-install-recommends texlive-latex-extra texlive-pictures lmodern)
{
  as_root timeout 600 "${install[@]}" ||
    { as_root timeout 120 apt-get update && as_root timeout 600 "${install[@]}"; }
} > "$log" 2>&1
if ! found; then
  echo "LaTeX could not be installed, so the LaTeX export is not compiled. The last words:" >&2
  tail -n 5 "$log" >&2
fi
rm -f "$log"
exit 0
