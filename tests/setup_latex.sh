#!/usr/bin/env bash
# Sees that the test of the LaTeX export finds pdflatex and the package forest: those that are
# installed, else the system's packages. Where none can be had, that test is skipped.
set -uo pipefail
source "$(dirname "$0")/setup_packages.sh"

found() {
  command -v pdflatex > /dev/null && kpsewhich forest.sty standalone.cls > /dev/null
}

see_to LaTeX "the LaTeX export is not compiled" texlive-latex-extra texlive-pictures lmodern
exit 0
