PYTHON ?= python3
BIN := .venv/bin
PURE := tests/domain tests/golden tests/bots
STORED := tests/anchors tests/api tests/events tests/games tests/mail_in tests/notifications tests/sharding tests/site tests/web
# Each process counts for itself: a Redis of this machine would count for all of them.
PYTEST := env -u REDIS_URL $(BIN)/python -m pytest --numprocesses $(shell $(PYTHON) -c 'import os; print(os.cpu_count())') --dist worksteal

.DEFAULT_GOAL := help
# What is run from a clone by make is no server's: it reads no server's settings.
export FRANCHISE_ENV :=
# A hundred programs are started: each would compile all that it imports.
export PYTHONDONTWRITEBYTECODE :=
RUN := env DEBUG=1 LOG_LEVEL=WARNING WEBHOOKS_TO_PRIVATE_ADDRESSES=1 SECRET_KEY_FILE=var/secret.key ANCHOR_KEY_FILE=var/anchor.key

MESSAGES := env SECRET_KEY=lint DEBUG=1 DJANGO_SETTINGS_MODULE=franchise_site.settings $(BIN)/python -m tools.messages

.PHONY: help run test lint chromium rules sqlite postgres client bench play messages pictures lock clean flames try-mail try-proxies try-without-redis try-doors try-kills try-players try-schema try-large test-citus clients audit load soak chaos planted try-available try-upgrade

help:
	@echo 'make run     the whole product on this machine, with a demo game; PORT=8100 chooses its port'
	@echo 'make test    lint, types, walls and all tests'
	@echo 'make play    a hotseat game in the terminal'
	@echo 'make client  the types of the Python client and docs/calls.md, from the answers of the server'
	@echo 'make clients clients that others make from the schema: each compiles and plays a turn'
	@echo 'make bench   speed, beside a floor measured in the same run; PARTS="store mail"; WRITE=1 into docs/benchmarks.md'
	@echo 'make load    turns and reads a second beside pgbench, into docs/load.md'
	@echo 'make soak    a town plays for MINUTES=30: does any process grow?'
	@echo 'make chaos   the same while one process after the other is killed: is anything lost?'
	@echo 'make flames  where the time of the five hottest paths goes, into docs/flames'
	@echo 'make try-upgrade  the version BEFORE=revision and this one on one database while a town plays; MINUTES=6'
	@echo 'make try-without-redis  the site under load while Redis is gone for SECONDS=60'
	@echo 'make try-doors  whole games by taps, keys, words, API and mail; DOORS="taps keys"'
	@echo 'make test-citus  all tests of what is stored, on the Citus that CITUS_URL names'
	@echo 'make try-large  turns on that Citus while shards move; SECONDS=20'
	@echo 'make try-players  whole games of computer players while workers are killed; GAMES=1000'
	@echo 'make try-kills  mails on time while what sends them is killed at random; TURNS=500'
	@echo 'make audit   known holes of the locked packages, secrets that were committed, var/audit/bom.json'
	@echo 'make messages  gather the texts to translate; says which are missing'
	@echo 'make pictures every page and every mail, as it looks, into var/album'
	@echo 'make try-proxies  slow bodies and readers before Caddy and nginx; LENGTH=300 seconds'
	@echo 'make try-available  the available size of deploy/ loses each part under load, as root'
	@echo 'make try-schema  calls to the API without end, made from its schema; MINUTES=20'
	@echo 'make try-mail  turns by Postfix, Dovecot and OpenDKIM, set up as docs/mail.md says; full, absent, greylisted and dead mailboxes'
	@echo 'make lock    resolve the dependencies again'

.venv/ready: requirements-dev.txt
	$(PYTHON) -m venv --clear --without-pip .venv
	@$(PYTHON) -m games.management.install $(BIN)/python requirements-dev.txt
	@touch $@

run: .venv/ready var/secret.key var/anchor.key
	@$(RUN) $(BIN)/python manage.py run $(if $(PORT),--port $(PORT))

var/secret.key:
	@mkdir -p var
	@$(BIN)/python -c "import secrets; print(secrets.token_urlsafe(48))" > $@

var/anchor.key: | .venv/ready var/secret.key
	@env DEBUG=1 SECRET_KEY_FILE=var/secret.key $(BIN)/python manage.py make_anchor_key -v 0 > $@.new
	@mv $@.new $@

# Side by side, as tests that start programs wait for a third of their time; each says all that
# it has to say when it ends. What needs no browser does not wait for one to be installed.
test:
	@$(MAKE) --no-print-directory --jobs 3 --keep-going --output-sync chromium postgres sqlite rules lint

lint: .venv/ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/djlint templates --lint --quiet
	@if [ -x $(BIN)/biome ] || [ -n "$$CI" ]; then $(BIN)/biome ci; \
	else echo 'no biome for this machine: CSS and JavaScript are not checked'; fi
	env SECRET_KEY=lint DEBUG=1 $(BIN)/python manage.py makemigrations --check --dry-run
	$(MESSAGES) --check

# One process, before the tests: those that collect side by side could disagree. It needs no
# package, so that both are installed at once.
chromium:
	@$(PYTHON) -m tests.browser.chromium

rules: .venv/ready
	$(PYTEST) --cov --cov-report= $(PURE)
	$(BIN)/coverage report --include='games/domain/*' --fail-under=100
	$(BIN)/coverage report --include='games/bots/*' --fail-under=95

sqlite: .venv/ready chromium
	env -u DATABASE_URL $(PYTEST) $(PURE:%=--ignore=%)

postgres: .venv/ready
	$(BIN)/python -m tests.postgres $(PYTEST) $(STORED)

# On the Citus whose coordinator CITUS_URL names, in databases of their own there.
test-citus: .venv/ready
	env DATABASE_URL=$(CITUS_URL) $(PYTEST) $(STORED) tests/sharding/try_citus.py

play: .venv/ready
	$(BIN)/python -m games.domain.play

client: .venv/ready
	$(BIN)/python -m tools.client_shapes
	env DJANGO_SETTINGS_MODULE=tests.settings $(BIN)/python -m tools.call_table

# What Node and Java make of the schema; what takes Python alone is among the tests.
clients: .venv/ready
	@$(BIN)/python -m tests.generators.install
	env -u DATABASE_URL $(PYTEST) tests/generators/try_*.py

var/audit/ready: tests/audit/requirements.txt
	@rm -rf var/audit
	$(PYTHON) -m venv --without-pip var/audit
	@$(PYTHON) -m games.management.install var/audit/bin/python tests/audit/requirements.txt
	@touch $@

audit: .venv/ready var/audit/ready
	@$(BIN)/python -m tests.audit var/audit/bin

bench: .venv/ready chromium
	$(BIN)/python -m tests.postgres --durable $(BIN)/python -m bench $(PARTS) $(if $(WRITE),--write)

flames: .venv/ready
	$(BIN)/python -m tests.postgres --durable $(BIN)/python -m bench.flames

try-without-redis: .venv/ready
	$(BIN)/python -m tests.postgres $(BIN)/python -m tests.site.without_redis $(SECONDS)

try-doors: .venv/ready chromium
	$(BIN)/python -m tests.postgres $(BIN)/python -m tests.trials.doors $(DOORS)

try-large: .venv/ready
	$(BIN)/python -m tests.trials.large $(SECONDS)

try-players: .venv/ready
	$(BIN)/python -m tests.postgres $(BIN)/python -m tests.trials.players $(GAMES)

try-kills: .venv/ready
	$(BIN)/python -m tests.postgres $(BIN)/python -m tests.notifications.kills $(TURNS)

load: .venv/ready
	env -u DATABASE_URL $(BIN)/python -m tests.trials.town.load

# First the checker has to find the fault of a store that lost its guards.
planted: .venv/ready
	env -u DATABASE_URL $(BIN)/python -m tests.trials.town planted

chaos: planted

try-upgrade: .venv/ready
	env -u DATABASE_URL $(BIN)/python -m tests.trials.town upgrade --before "$(BEFORE)" --minutes $(or $(MINUTES),6)

soak chaos: .venv/ready
	env -u DATABASE_URL $(BIN)/python -m tests.trials.town $@ --size $(or $(SIZE),one) --minutes $(or $(MINUTES),30) $(if $(PEOPLE),--people $(PEOPLE)) $(if $(THINK),--think $(THINK)) $(if $(SEED),--seed $(SEED))

messages: .venv/ready
	$(MESSAGES)

pictures: .venv/ready chromium
	env -u DATABASE_URL DJANGO_SETTINGS_MODULE=tests.settings $(BIN)/python -m tests.pictures $(PARTS)

try-schema: .venv/ready
	env -u DATABASE_URL $(BIN)/python -m tests.postgres $(BIN)/python -m pytest tests/api/try_schema.py -s -q -p no:randomly -n 0

try-mail: .venv/ready
	$(BIN)/python -m tests.trials.mail

lock: .venv/ready
	$(BIN)/uv pip compile pyproject.toml --quiet --universal --generate-hashes --no-annotate --no-header --no-emit-index-url --output-file requirements.txt
	$(BIN)/uv pip compile pyproject.toml --quiet --universal --generate-hashes --no-annotate --no-header --no-emit-index-url --extra dev --extra bench --output-file requirements-dev.txt
	$(BIN)/uv pip compile tests/generators/requirements.in --quiet --universal --generate-hashes --no-annotate --no-header --no-emit-index-url --output-file tests/generators/requirements.txt
	$(BIN)/uv pip compile tests/audit/requirements.in --quiet --universal --generate-hashes --no-annotate --no-header --no-emit-index-url --output-file tests/audit/requirements.txt
	$(BIN)/python -m tests.generators.lock

try-proxies: .venv/ready
	$(BIN)/python -m tests.postgres $(BIN)/python -m tests.trials.proxies --length $(or $(LENGTH),300)

try-available: .venv/ready
	$(BIN)/python -u -m tests.trials.cluster

clean:
	rm -rf .venv
