# Each target sets up what it needs in .venv. `make demo` and `make test` are all a fresh clone needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
WORKERS ?= 2
PYTEST := $(BIN)/python -m pytest

.PHONY: setup demo serve test examples browser screenshots coverage quick test-adapters lint types docs package libraries audit bench bench-peers compile clean

setup: $(STAMP)

$(STAMP): pyproject.toml setup.py constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt setuptools
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation -c constraints.txt -e '.[train,web,dev,docs]'
	@touch $(STAMP)

demo: $(STAMP)
	$(BIN)/astrarium demo

serve: $(STAMP)
	$(BIN)/astrarium serve

# tests/web drive a chromium: Debian's where we may install it, whatever is on the PATH elsewhere.
browser:
	@for name in chromium chromium-browser google-chrome google-chrome-stable; do \
		command -v $$name >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; \
	else echo "No chromium: the tests in a browser are skipped. Debian, Ubuntu: sudo apt-get install chromium;" \
		"elsewhere put chromium or google-chrome on the PATH."; fi

# The pictures of the page in the games' folders, anew.
screenshots: $(STAMP) browser
	$(BIN)/python -m astrarium.web.screenshots

# All that must hold: style, types, every test but the long sweeps, the suite with bounds checks, the rules uncompiled.
test: lint types docs browser compile
	$(PYTEST) -n $(WORKERS) --dist worksteal -m "not slow" tests
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -n $(WORKERS) --dist worksteal tests/contract/test_play.py tests/fuzz/test_states.py
	NUMBA_DISABLE_JIT=1 $(PYTEST) -n $(WORKERS) --dist worksteal -m "not slow" tests/envs

# Every example in small, with all the libraries that they need. Tianshou pins other versions than ours: it has an
# environment of its own, with our torch.
examples: $(STAMP)
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation -c constraints.txt -e '.[train,minari,torchrl,ray,rllib,loggers]'
	$(PYTEST) -q -rs tests/examples
	$(PYTHON) -m venv .venv-adapters/tianshou
	.venv-adapters/tianshou/bin/pip install --quiet --disable-pip-version-check . pytest 'tianshou>=2,<3' $$(grep '^torch==' constraints.txt)
	.venv-adapters/tianshou/bin/python -m pytest -q -rs tests/examples -k tianshou

# Lines of the rules that the rule tests reach; uncompiled, and twice as slow as without counting.
coverage: $(STAMP)
	NUMBA_DISABLE_JIT=1 $(PYTEST) -n $(WORKERS) --dist worksteal -m "not slow" tests/envs --cov --cov-report=term-missing:skip-covered

# The loop while working: one game's rules and the engine, on a warm cache.
quick: $(STAMP)
	$(PYTEST) -n $(WORKERS) --dist worksteal -q -m "not slow" tests/core tests/envs

# Adapters for packages that pin other versions than ours, each in an environment of its own.
test-adapters:
	for package in textarena 'verifiers>=0.4,<0.5' 'openenv-core>=0.3,<0.4'; do \
		home=.venv-adapters/$${package%%[><=]*}; \
		$(PYTHON) -m venv $$home && \
		$$home/bin/pip install --quiet --disable-pip-version-check . pytest anyio mcp httpx "$$package" && \
		ADAPTER=$${package%%[><=]*} $$home/bin/python -m pytest -q -rs tests/text/test_outside.py || exit 1; \
	done

lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

# Types are checked against a normal install: mypy does not follow the finder of an editable one.
types: $(STAMP)
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --upgrade --target $(VENV)/plain .
	cd $(VENV)/plain && MYPYPATH=. ../bin/mypy --config-file ../../pyproject.toml -p astrarium

compile: $(STAMP)
	$(BIN)/astrarium compile --all

# The site, in build/site; warnings are errors.
docs: $(STAMP)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

# Known vulnerabilities of the libraries in .venv, asked of a database on the internet.
audit: $(STAMP)
	$(BIN)/python tests/package/audit.py

# The sdist, the pure wheel, and for every Python that is there a wheel with compiled kernels; each installed with all
# its libraries into a fresh environment and tried from another folder with an empty cache. build/lib goes: setuptools
# keeps removed files there, and would pack them.
PYTHONS ?= python3.11 python3.12 python3.13
package: $(STAMP)
	rm -rf dist build/compiled build/lib
	$(BIN)/python -m build --no-isolation --outdir dist
	$(BIN)/python -m build --no-isolation --wheel --outdir dist/again
	cmp dist/*.whl dist/again/*.whl
	rm -r dist/again
	WORKERS=$(WORKERS) $(BIN)/python tests/package/wheels.py $(PYTHONS)

# The oldest and the newest libraries that pyproject.toml allows: smoke test and the contract suite of one game.
libraries: $(STAMP)
	test -f dist/*-none-any.whl || $(BIN)/python -m build --no-isolation --wheel --outdir dist
	$(BIN)/python tests/package/libraries.py oldest
	$(BIN)/python tests/package/libraries.py newest

bench: $(STAMP)
	$(BIN)/astrarium bench

# Astrarium beside its peers, each in its own environment under .venv-peers. Goes on where it was stopped.
bench-peers: $(STAMP)
	$(BIN)/python -m astrarium.benchmarks.peers --page benchmarks/README.md

clean:
	rm -rf $(VENV) .venv-peers .venv-package .venv-adapters build dist *.egg-info demo
