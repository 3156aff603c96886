PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help test lint check bench play lock clean

help:
	@echo 'make test    lint, types, walls and all tests'
	@echo 'make play    a hotseat game in the terminal'
	@echo 'make bench   speed, beside a floor measured in the same run'
	@echo 'make lock    resolve the dependencies again'

.venv/ready: requirements-dev.txt
	$(PYTHON) -m venv --clear --without-pip .venv
	$(PYTHON) -m pip --python $(BIN)/python --quiet install --require-hashes -r requirements-dev.txt
	@touch $@

test: lint check

lint: .venv/ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

check: .venv/ready
	$(BIN)/python -m pytest --cov --cov-report=
	$(BIN)/coverage report --include='games/domain/*' --fail-under=100
	$(BIN)/coverage report --include='games/bots/*' --fail-under=95

play: .venv/ready
	$(BIN)/python -m games.domain.play

bench: .venv/ready
	$(BIN)/python -m bench

lock: .venv/ready
	$(BIN)/uv pip compile pyproject.toml --quiet --universal --generate-hashes --no-annotate --no-header --no-emit-index-url --output-file requirements.txt
	$(BIN)/uv pip compile pyproject.toml --quiet --universal --generate-hashes --no-annotate --no-header --no-emit-index-url --extra dev --extra bench --output-file requirements-dev.txt

clean:
	rm -rf .venv
