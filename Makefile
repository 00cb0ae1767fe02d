# Iacta: `make help` lists the verbs.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
SYSTEM ?= civil-war
SCENARIO ?=
ONCE ?=
ARGS ?=
# One more than the cores: tests wait for a browser or a server, and each worker begins with its own.
WORKERS ?= 3
# What is compiled once is kept, whatever the machine says: a test starts hundreds of processes.
export PYTHONDONTWRITEBYTECODE :=
TOOLS := $(BIN)/node tests/tools/node_modules
PRETTIER := $(TOOLS)/prettier/bin/prettier.cjs --config tests/tools/prettier.json --log-level warn
# Our own; the maps are written by viewer/geo/draw.py.
SCRIPTS := 'viewer/**/*.{js,css,d.ts}' 'tests/{contract/clients,tools,viewer}/**/*.{js,mjs,ts}' \
  '!viewer/vendor/**' '!viewer/systems/civil-war/map-data.js' '!viewer/systems/samnite-wars/italy.js'

# Independent of one another, the longest first.
CHECKS := check-types check-viewer check-contract check-imports check-format

.PHONY: help demo run test check $(CHECKS) format contract golden balance bench soak shots mutants lock clean

help: ## List the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

# The environment: pinned with hashes, then this project itself, linked under the name that it has
# when installed.
.venv/run: requirements/run.txt pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@mkdir -p .venv/src/iacta
	@for part in domain service viewer migrations CHANGELOG.md; do ln -sfn ../../../$$part .venv/src/iacta/$$part; done
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

.venv/dev: .venv/run requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

# A browser for the tests: $$CHROMIUM, else one on the path, else installed with apt.
.venv/browser: .venv/dev tests/support/browser.py
	$(BIN)/python -m tests.support.browser
	@touch $@

# What runs in Node, pinned by its lock file: the viewer's formatter and type checker, and the
# TypeScript client generator for a contract test.
.venv/node: .venv/dev tests/tools/package-lock.json
	cd tests/tools && ../../$(BIN)/npm ci --silent --no-audit --no-fund
	@touch $@

demo: .venv/run ## Play a campaign with bots, serve it, open the viewer (SYSTEM= SCENARIO= ONCE=1)
	$(BIN)/iacta demo --system $(SYSTEM) $(if $(SCENARIO),--scenario $(SCENARIO)) $(if $(ONCE),--once) $(ARGS)

run: .venv/run ## Serve on http://127.0.0.1:8000 with data in ./data
	$(BIN)/iacta serve $(ARGS)

test: check .venv/browser ## Check, then run every test
	$(BIN)/pytest -n $(WORKERS) --dist worksteal $(ARGS)

check: .venv/node ## Lint, format, types, import rules, contract
	@$(MAKE) --no-print-directory --jobs=2 --output-sync $(CHECKS)

check-types: .venv/node
	$(BIN)/mypy
check-viewer: .venv/node
	$(BIN)/python -m tests.tools.types && $(BIN)/node tests/tools/types.mjs
	$(TOOLS)/typescript/bin/tsc -p tests/tools/tsconfig.json
	$(TOOLS)/typescript/bin/tsc -p tests/tools/tsconfig.systems.json
check-contract: .venv/node
	$(BIN)/iacta openapi --check openapi/openapi.json
check-imports: .venv/node
	$(BIN)/lint-imports
check-format: .venv/node
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(PRETTIER) --check $(SCRIPTS)

format: .venv/node ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(PRETTIER) --write $(SCRIPTS)

contract: .venv/dev ## Regenerate openapi/openapi.json
	$(BIN)/iacta openapi --output openapi/openapi.json

golden: .venv/dev ## Regenerate the golden games (a new edition needs new ones)
	$(BIN)/python -m tests.conformance.golden

balance: .venv/dev ## Equal bots play 200 games of each scenario; writes service/docs/balance.md (ARGS=)
	$(BIN)/python -m tests.balance $(ARGS)

# What the bench compares with, in an environment of its own: the product never depends on it.
.venv/peer: .venv/dev tests/bench/requirements.txt
	@test -x .venv/peer/bin/python || $(PYTHON) -m venv .venv/peer
	.venv/peer/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r tests/bench/requirements.txt
	@touch $@

bench: .venv/peer .venv/browser ## Measure, as ratios within one run (ARGS="--only records --before FILE")
	$(BIN)/python -m tests.bench --peer .venv/peer/bin/python --json build/bench.json --before tests/bench/kept.json $(ARGS)

soak: .venv/browser ## The long runs: thousands of games, kills, fuzzing; and every case of every test
	IACTA_SOAK=1 $(BIN)/pytest -v --durations=0 $(ARGS)

shots: .venv/browser ## Photograph every page of real games into build/shots (ARGS="--game naval-battle --kind turn")
	$(BIN)/python -m tests.viewer.shots $(ARGS)

mutants: .venv/dev ## Plant small faults in the proof and a game's rules, each of which a test must find
	$(BIN)/python -m tests.mutants $(ARGS)

lock: ## Resolve the pinned requirements again
	@test -x .venv-lock/bin/uv || ($(PYTHON) -m venv .venv-lock && .venv-lock/bin/pip install --quiet uv)
	UV="pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --quiet pyproject.toml --extra build"; \
	.venv-lock/bin/uv $$UV --upgrade -o requirements/run.txt && \
	.venv-lock/bin/uv $$UV --extra dev -c requirements/run.txt -o requirements/dev.txt

clean: ## Remove the environment and caches
	rm -rf .venv .venv-lock build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
