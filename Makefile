# Everything a newcomer runs. Each target sets up what it needs: a virtual environment in .venv,
# the package and its tools, then the job.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PEERS := $(VENV)/.peers

.PHONY: help demo test fidelity bench clean

help:
	@echo "make demo      learn a tree from the table that ships with Cutpoint"
	@echo "make test      lint, types, import layers, doctests and tests"
	@echo "make fidelity  compare with the results of C4.5 Release 8, set by set"
	@echo "make bench     time it beside its peers"
	@echo "make clean     remove the virtual environment and caches"

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Cutpoint needs Python 3.11 or newer; run: make PYTHON=python3.12 ..." >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(READY)
	@$(BIN)/cutpoint demo

test: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@tests/setup_browser.sh $(BIN)/python
	$(BIN)/python -m pytest -q --numprocesses auto --dist loadfile

# The peers are optional: one that cannot be installed is shown as such.
$(PEERS): $(READY)
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@

# A look in a few minutes: make bench BENCH=--quick
bench: $(PEERS)
	@$(BIN)/python benchmarks/run.py $(BENCH)

fidelity: $(READY)
	@$(BIN)/python tests/fidelity.py

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
