# Everything a newcomer runs. Each target sets up what it needs: a virtual environment in .venv,
# the package, compiled, and its tools, then the job.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
TOOLS := $(VENV)/.tools
BUILT := $(VENV)/.built
READY := $(VENV)/.ready
PEERS := $(VENV)/.peers
# The core again, with the sanitizers and all warnings as errors, and its C++ tests.
CHECKS := build/checks
CORE := CMakeLists.txt $(shell find core bindings cmake -type f ! -path 'core/tests/*')

.PHONY: help demo test lint tidy cpp-tests sanitize soak docs linkcheck picture fuzz test-floor test-pythons sbom wheel fidelity bench bench-scale clean

help:
	@echo "make demo      learn a tree from the table that ships with Cutpoint"
	@echo "make test      lint, types, import layers, C++ tests, doctests and tests"
	@echo "make lint      its first part: how Python and C++ are written"
	@echo "make tidy      clang-tidy on the C++ files that changed since it last passed"
	@echo "make sanitize  a part of the tests with the address and undefined-behaviour sanitizers"
	@echo "make soak      thousands of fits in one process: nothing may grow"
	@echo "make fuzz      the readers, coverage-guided, for as long as FUZZ says (FUZZ=60 seconds each)"
	@echo "make test-floor    some of the tests with the oldest versions of the dependencies"
	@echo "make test-pythons  some of the tests with every Python from 3.11 to 3.14 that is here"
	@echo "make docs      build the documentation; every warning is an error"
	@echo "make linkcheck every link from page to page, and to a heading, leads somewhere"
	@echo "make picture   take the picture in the README anew"
	@echo "make wheel     build the wheel and the sdist, and try the wheel in an empty environment"
	@echo "make sbom      list what the wheel in dist/ contains and needs, with licences"
	@echo "make fidelity  compare with the results of C4.5 Release 8, set by set"
	@echo "make bench     time it beside its peers, or beside another version of itself"
	@echo "make bench-scale  tables beyond memory, beside LightGBM and Spark MLlib"
	@echo "make spark-demo  learn on a cluster of Spark that loses workers: the same tree"
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

$(BUILT): $(TOOLS) $(CORE)
	$(PIP) install --no-build-isolation --editable .
	@touch $@

# The package is there already: this adds what tests and documentation need. Most of it is never
# imported: Python compiles what is, which takes less time than all.
$(READY): $(BUILT)
	$(PIP) install --no-compile 'cutpoint[dev]'
	@touch $@

demo: $(BUILT)
	@$(BIN)/cutpoint demo

# What takes minutes comes with the slow tests: clang-tidy, and Python under the sanitizers.
test: lint cpp-tests $(if $(filter 1,$(CUTPOINT_SLOW)),tidy sanitize)
	@tests/setup_browser.sh $(BIN)/python
	@tests/setup_mariadb.sh
	@tests/setup_java.sh
	@$(if $(filter 1,$(CUTPOINT_SLOW)),tests/setup_latex.sh)
	$(BIN)/python -m pytest -q --numprocesses auto --dist loadfile --no-loadscope-reorder

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

fuzz: $(READY)
	$(BIN)/python tests/fuzz/run.py --seconds $(or $(FUZZ),60)

# The package as a wheel, in an environment that has the oldest versions of all it needs.
FLOOR := build/floor
test-floor: $(READY)
	rm -rf $(FLOOR) && $(BIN)/python -m venv $(FLOOR)
	$(BIN)/python -m build --wheel --no-isolation --outdir $(FLOOR)/wheel .
	$(FLOOR)/bin/python -m pip --disable-pip-version-check --quiet install --constraint tests/floor.txt \
	  $(FLOOR)/wheel/*.whl pytest hypothesis cloudpickle pandas polars matplotlib openpyxl click pyparsing
	$(FLOOR)/bin/python tests/smoke.py
	$(FLOOR)/bin/python -m pytest -q -W default -p no:cacheprovider \
	  tests/data tests/tree tests/discretize tests/test_classifiers.py tests/test_invariants.py

test-pythons: $(READY)
	$(BIN)/python tests/pythons.py --requires $(VENV)/build-requires.txt $(PYTHONS)

docs: $(READY)
	$(BIN)/python -m sphinx -W --keep-going -q -j auto docs docs/_build/html
	@echo "docs/_build/html/index.html"

linkcheck: $(READY)
	$(BIN)/python -m sphinx -W --keep-going -q -b linkcheck docs docs/_build/linkcheck

picture: $(READY)
	@tests/setup_browser.sh $(BIN)/python
	$(BIN)/python tools/picture.py

# From the sdist, so that it is complete; then in an environment that has nothing else.
wheel: $(READY)
	rm -rf dist
	CUTPOINT_LEVELS=all $(BIN)/python -m build --no-isolation .
	$(BIN)/python -m twine check --strict dist/*.whl dist/*.tar.gz
	rm -rf build/empty && $(BIN)/python -m venv build/empty
	build/empty/bin/python -m pip --disable-pip-version-check --quiet install dist/*.whl
	cd build/empty && bin/python ../../tests/smoke.py
	$(BIN)/python tools/licences.py

# What the wheel contains and needs, with licences; make wheel does it, too.
sbom: $(READY)
	$(BIN)/python tools/licences.py

# The peers are optional: one that cannot be installed is shown as such.
$(PEERS): $(READY)
	-$(PIP) install --no-build-isolation --editable '.[bench]'
	@touch $@

# A look in a few minutes: make bench BENCH=--quick
# Beside the version that another environment has: make bench BASELINE=/other/.venv/bin/python
bench: $(PEERS)
	@$(BIN)/python benchmarks/run.py $(if $(BASELINE),--baseline $(BASELINE)) $(BENCH)

# A master and two workers on this machine; a smaller table: make spark-demo SPARK_DEMO='--rows 50000'
.PHONY: spark-demo
spark-demo: $(READY)
	@tests/setup_java.sh
	@$(BIN)/python examples/spark_demo.py $(SPARK_DEMO)

# 10,000,000 rows; a smaller table: make bench-scale SCALE='--rows 1e6'
bench-scale: $(PEERS)
	@$(BIN)/python benchmarks/scale.py $(SCALE)

fidelity: $(READY)
	@cd tests && $(abspath $(BIN))/python -m support.fidelity

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
