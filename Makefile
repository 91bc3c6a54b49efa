# Everything a newcomer runs. Each target sets up what it needs: a virtual environment in .venv,
# the package, compiled, and its tools, then the job.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
TOOLS := $(VENV)/.tools
READY := $(VENV)/.ready
PEERS := $(VENV)/.peers
# The core again, with the sanitizers and all warnings as errors, and its C++ tests.
CHECKS := build/checks
CORE := CMakeLists.txt $(shell find core bindings cmake -type f ! -path 'core/tests/*')

.PHONY: help demo test lint tidy cpp-tests sanitize soak docs wheel fidelity bench clean

help:
	@echo "make demo      learn a tree from the table that ships with Cutpoint"
	@echo "make test      lint, types, import layers, C++ tests, doctests and tests"
	@echo "make lint      its first part: how Python and C++ are written"
	@echo "make tidy      clang-tidy on the C++ files that changed since it last passed"
	@echo "make sanitize  a part of the tests with the address and undefined-behaviour sanitizers"
	@echo "make soak      thousands of fits in one process: nothing may grow"
	@echo "make docs      build the documentation; every warning is an error"
	@echo "make wheel     build the wheel and the sdist, and try the wheel in an empty environment"
	@echo "make fidelity  compare with the results of C4.5 Release 8, set by set"
	@echo "make bench     time it beside its peers, or beside another version of itself"
	@echo "make clean     remove the virtual environment, builds and caches"

# What builds the package is in the environment, not in one of pip's that is gone after the build:
# so what was compiled is not compiled again.
$(TOOLS): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Cutpoint needs Python 3.11 or newer; run: make PYTHON=python3.12 ..." >&2; exit 2; }
	@command -v "$${CXX:-c++}" > /dev/null || command -v g++ > /dev/null || \
	  command -v clang++ > /dev/null || { cat cmake/compiler-needed.txt >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' > $(VENV)/build-requires.txt
	$(PIP) install --requirement $(VENV)/build-requires.txt cmake ninja
	@touch $@

$(READY): $(TOOLS) $(CORE)
	$(PIP) install --no-build-isolation --editable '.[dev]'
	@touch $@

demo: $(READY)
	@$(BIN)/cutpoint demo

# What takes minutes comes with the slow tests: clang-tidy, and Python under the sanitizers.
test: lint cpp-tests $(if $(filter 1,$(CUTPOINT_SLOW)),tidy sanitize)
	@tests/setup_browser.sh $(BIN)/python
	$(BIN)/python -m pytest -q --numprocesses auto --dist loadfile

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@find core bindings -name '*.[ch]pp' -exec $(BIN)/clang-format --dry-run -Werror {} +

tidy: $(CHECKS)/build.ninja
	$(BIN)/python tools/tidy.py $(CHECKS)

$(CHECKS)/build.ninja: $(READY)
	@$(BIN)/cmake -S . -B $(CHECKS) -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) \
	  -DPython_EXECUTABLE=$(abspath $(BIN)/python) -DCUTPOINT_BINDINGS=ON -DCUTPOINT_TESTS=ON \
	  -DCUTPOINT_SANITIZE=ON -DCUTPOINT_WARNINGS_ARE_ERRORS=ON > build/checks.log || \
	  { cat build/checks.log; exit 2; }
	@touch $@

cpp-tests: $(CHECKS)/build.ninja
	@$(BIN)/cmake --build $(CHECKS) --target core_tests
	$(CHECKS)/core/tests/core_tests

sanitize: $(CHECKS)/build.ninja
	@$(BIN)/cmake --build $(CHECKS)
	tests/sanitize.sh $(BIN)/python $(CHECKS)

soak: $(READY)
	$(BIN)/python tests/soak.py $(SOAK)

docs: $(READY)
	$(BIN)/python -m sphinx -W --keep-going -q -j auto docs docs/_build/html
	@echo "docs/_build/html/index.html"

# From the sdist, so that it is complete; then in an environment that has nothing else.
wheel: $(READY)
	rm -rf dist
	CUTPOINT_LEVELS=all $(BIN)/python -m build --no-isolation .
	rm -rf build/empty && $(BIN)/python -m venv build/empty
	build/empty/bin/python -m pip --disable-pip-version-check --quiet install dist/*.whl
	cd build/empty && bin/python ../../tests/smoke.py

# The peers are optional: one that cannot be installed is shown as such.
$(PEERS): $(READY)
	-$(PIP) install --no-build-isolation --editable '.[bench]'
	@touch $@

# A look in a few minutes: make bench BENCH=--quick
# Beside the version that another environment has: make bench BASELINE=/other/.venv/bin/python
bench: $(PEERS)
	@$(BIN)/python benchmarks/run.py $(if $(BASELINE),--baseline $(BASELINE)) $(BENCH)

fidelity: $(READY)
	@cd tests && $(abspath $(BIN))/python -m support.fidelity

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
