# Placard. `make help` lists what there is. Settings (docs/settings.md) may stand on either side:
# `make run HTTP_PORT=4000` and `HTTP_PORT=4000 make run` are the same.

SHELL := /bin/sh
# Node 24 comes with the packages; whichever Node the machine has serves for installing only.
# Compiled code is kept between starts.
# Two malloc arenas that give memory back early, because libvips works on many threads and an arena keeps what it once held.
NODE := MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=65536 MALLOC_MMAP_THRESHOLD_=65536 NODE_COMPILE_CACHE="$$PWD/node_modules/.cache/node" exec node_modules/.bin/node
# Half of Node's young generation, a quarter for the worker, whose pixels lie outside of it, and the least for the box, which
# only watches: 10 to 30 MB less each, and connections cost no more. With the smallest, every message costs a gateway a
# third more time. Also in box/main.ts.
GATEWAY_FLAGS := --max-semi-space-size=8
API_FLAGS := --max-semi-space-size=8
WORKER_FLAGS := --max-semi-space-size=4
BOX_FLAGS := --max-semi-space-size=1 --optimize-for-size
# npm writes this file last, so it says that an installation is complete, and which.
INSTALLED := node_modules/.package-lock.json
# The package that `GET /client.tgz` serves.
CLIENT := dist/client.tgz
# The page for people, which the api serves. The bundler writes the manifest last.
PORTAL := dist/portal/manifest.json
# Processes that start together after an update would install over one another: where there is flock, they take turns.
FLOCK := $(if $(shell command -v flock 2>/dev/null),flock .)

.DEFAULT_GOAL := help
.PHONY: client-types portal run demo api gateway worker migrate panel panels panel-log user-list user-invite user-reset user-token rotate-keys broker-files billing-recount test test-s3 test-mosquitto check bench gallery llm-stand-in stripe-stand-in clean install help

run: install $(CLIENT) $(PORTAL) ## Start everything; Ctrl-C stops it (HTTP_PORT, MQTT_PORT, DATA_DIR, PUBLIC_URL, ...)
	@$(NODE) $(BOX_FLAGS) box/main.ts

api: install $(CLIENT) $(PORTAL) ## Start the API alone (needs DATABASE_URL, PLACARD_SECRET, STORAGE_URL)
	@$(NODE) $(API_FLAGS) modules/main.ts

gateway: install ## Start the panel gateway alone (the same)
	@$(NODE) $(GATEWAY_FLAGS) gateway/main.ts

worker: install ## Start a worker alone (the same)
	@$(NODE) $(WORKER_FLAGS) worker/main.ts

migrate: install ## Bring the database to this version
	@$(NODE) box/with-database.ts --create box/migrate.ts

demo: install $(CLIENT) $(PORTAL) ## Make an account and a panel in software with a photograph on it, and say what to try next
	@$(NODE) gateway/demo/main.ts

panel: install ## Simulate panels; options in ARGS, `make panel ARGS=--help` lists them
	@$(NODE) gateway/simulator/main.ts $(ARGS)

panels: install ## List the panels: last seen, battery, wanted, shown, why not up to date
	@$(NODE) box/with-database.ts modules/display/commands/list-panels.ts

panel-log: install ## Tell what happened to PANEL=placard-...
	@$(NODE) box/with-database.ts modules/display/commands/show-panel-log.ts

user-list: install ## List the accounts
	@$(NODE) box/with-database.ts modules/identity/commands/list-users.ts

user-invite: install ## Print a code that lets one person register
	@$(NODE) box/with-database.ts modules/identity/commands/invite-user.ts

user-reset: install ## Print a code that sets a new password for EMAIL=...
	@$(NODE) box/with-database.ts modules/identity/commands/reset-user.ts

broker-files: install ## Write Mosquitto's configuration, password and ACL files into MQTT_BROKER_FILES
	@$(NODE) box/with-database.ts modules/display/commands/write-broker-files.ts

user-token: install ## Print a new personal access token for EMAIL=...
	@$(NODE) box/with-database.ts modules/identity/commands/make-token.ts

rotate-keys: install ## Make a new key for access tokens; nobody is signed out
	@$(NODE) box/with-database.ts modules/identity/commands/rotate-keys.ts

billing-recount: install ## Put right what counts the units of plans, from the record of their movements
	@$(NODE) box/with-database.ts modules/billing/commands/recount-units.ts

test: install $(CLIENT) $(PORTAL) ## Run the tests; FILES="test/box/*.test.ts" picks some, AVA_FLAGS goes to ava
	@$(NODE) test/support/run.ts $(AVA_FLAGS) $(FILES)

test-s3: install ## Test the S3 store against a real server, installing one where that can be done
	@.ci/test-s3

test-mosquitto: install ## Test an external broker against a real one, installing it where that can be done
	@.ci/install-mosquitto
	@$(NODE) test/support/run.ts "test/gateway/external-*.test.ts"

check: install ## Format, lint, types, module boundaries
	@.ci/check

bench: install $(CLIENT) $(PORTAL) ## Measure speed; writes bench/results.md
	@$(NODE) bench/main.ts

gallery: install ## Draw every template with sample content; writes docs/gallery
	@$(NODE) worker/layout/gallery/main.ts

llm-stand-in: install ## Serve a stand-in for a language model on PORT, 4100 by itself
	@$(NODE) test/support/llm-stand-in.ts $(PORT)

stripe-stand-in: install ## Serve a stand-in for Stripe on PORT, 4200 by itself; its events go to WEBHOOK_URL
	@$(NODE) test/support/stripe-stand-in.ts $(or $(PORT),4200) $(WEBHOOK_URL)

clean: ## Remove packages and caches; asks before it removes DATA_DIR
	@.ci/clean

install: $(INSTALLED)

client-types: install ## Write the client's types from the API description
	@$(NODE) .ci/client-types.ts

$(CLIENT): $(INSTALLED) $(shell find client -type f 2>/dev/null)
	@$(NODE) client/build/main.ts $@

portal: install $(PORTAL) ## Build the portal, which `make run` does by itself

$(PORTAL): $(INSTALLED) $(shell find portal client -type f -not -path '*/generated/*' 2>/dev/null)
	@$(NODE) portal/build/main.ts dist/portal

$(INSTALLED): package-lock.json
	@command -v npm >/dev/null || { echo 'Placard needs Node 20 or newer with npm: https://nodejs.org' >&2; exit 1; }
	@$(FLOCK) .ci/install $@ $<

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile
