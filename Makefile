# Placard. `make help` lists the targets. Settings (docs/settings.md) may be given on either side:
# `make run HTTP_PORT=4000` and `HTTP_PORT=4000 make run` are the same.

SHELL := /bin/sh
# Node 24 is one of the packages. The Node of the machine is used only to install them.
# Compiled code is kept between starts.
# Two malloc arenas that return memory early: libvips uses many threads, and an arena keeps the memory that it once used.
NODE := MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=65536 MALLOC_MMAP_THRESHOLD_=65536 NODE_COMPILE_CACHE="$$PWD/node_modules/.cache/node" exec node_modules/.bin/node
# Half of Node's young generation; a quarter for the worker, whose images lie outside of it; the least for the box, which
# only supervises. Each saves 10 to 30 MB, and a connection costs no more. A gateway with the smallest one needs a third
# more time per message. Also in box/main.ts.
GATEWAY_FLAGS := --max-semi-space-size=8
API_FLAGS := --max-semi-space-size=8
WORKER_FLAGS := --max-semi-space-size=4
BOX_FLAGS := --max-semi-space-size=1 --optimize-for-size
# A backup is short and reads much: code that is optimized for size needs half as much processor time again. Also in box/backup/daily-backups.ts.
BACKUP_FLAGS := --max-semi-space-size=1
# npm writes this file last: it shows which installation is complete.
INSTALLED := node_modules/.package-lock.json
# Only an installation with the packages for development has this one.
DEVELOPMENT := node_modules/ava
# The package that `GET /client.tgz` serves.
CLIENT := dist/client.tgz
# The page for people, which the api serves. The bundler writes the manifest last.
PORTAL := dist/portal/manifest.json
# The programs of the child process that reads untrusted files. Touched when all of them are written.
SANDBOX := dist/sandbox/built
# The n-grams of languages, in a form that a thread reads quickly.
LANGUAGES := dist/languages
# All that is built before processes start.
BUILT := $(CLIENT) $(PORTAL) $(SANDBOX) $(LANGUAGES)
# Made when every source file of the processes is compiled in the cache named above, where flags that change code have
# a part of their own.
COMPILED := node_modules/.cache/compiled
# Processes that start together after an update would install at the same time. With flock they take turns.
FLOCK := $(if $(shell command -v flock 2>/dev/null),flock .)
# For what is built: of two that are called at once, the second waits, looks again, and finds it built. `$(1)` is the folder
# that they lock, `$(2)` the command that builds.
build_once = $(if $(LOOKED_AGAIN),$(2),$(if $(FLOCK),flock $(1)) $(MAKE) --no-print-directory LOOKED_AGAIN=yes $@)

.DEFAULT_GOAL := help
.PHONY: client-types portal run claim demo api gateway worker migrate panel panels panel-log import-panels user-list user-invite user-reset user-token rotate-keys doctor backup verify-backup restore drill broker-files billing-recount test test-s3 test-mosquitto test-image test-update check bench gallery screenshots hardware-pictures llm-stand-in stripe-stand-in prepare update clean install development help

run: install $(BUILT) $(COMPILED) ## Start all processes on this machine; Ctrl-C stops them (HTTP_PORT, MQTT_PORT, DATA_DIR, PUBLIC_URL, ...)
	@$(NODE) $(BOX_FLAGS) box/main.ts

api: install $(BUILT) ## Start one API process (needs DATABASE_URL, PLACARD_SECRET, STORAGE_URL)
	@$(NODE) $(API_FLAGS) modules/main.ts

gateway: install ## Start one panel gateway (needs the same)
	@$(NODE) $(GATEWAY_FLAGS) gateway/main.ts

worker: install $(SANDBOX) $(LANGUAGES) ## Start one worker (needs the same)
	@$(NODE) $(WORKER_FLAGS) worker/main.ts

migrate: install ## Migrate the database to this version
	@$(NODE) box/with-database.ts --create box/migrate.ts

demo: install $(BUILT) ## Create an account and a simulated panel, push a photograph to it, print next steps
	@$(NODE) gateway/demo/main.ts

claim: install ## Claim the panel that shows CODE=... as DISPLAY_NAME=..., a simulated one without CODE; makes the first account
	@$(NODE) gateway/demo/claim.ts

# As it was given: a `$` in it is for the command of --exec, not for make.
panel: install ## Simulate panels; `make panel ARGS=--help` lists the options
	@$(NODE) gateway/simulator/main.ts $(value ARGS)

panels: install ## List panels: last seen, battery, wanted picture, shown picture, reason they differ
	@$(NODE) box/with-database.ts modules/display/commands/list-panels.ts

panel-log: install ## Print the history of PANEL=placard-...
	@$(NODE) box/with-database.ts modules/display/commands/show-panel-log.ts

import-panels: install ## Take over panels of Terminus or LaraPaper: FILE=devices.json [EMAIL=...]
	@$(NODE) box/with-database.ts modules/display/commands/import-panels.ts

user-list: install ## List the accounts
	@$(NODE) box/with-database.ts modules/identity/commands/list-users.ts

user-invite: install ## Print a code that lets one person register
	@$(NODE) box/with-database.ts modules/identity/commands/invite-user.ts

user-reset: install ## Print a code that sets a new password for EMAIL=...
	@$(NODE) box/with-database.ts modules/identity/commands/reset-user.ts

broker-files: install ## Write Mosquitto's password and ACL files into MQTT_BROKER_FILES
	@$(NODE) box/with-database.ts modules/display/commands/write-broker-files.ts

user-token: install ## Create a personal access token for EMAIL=... and print it
	@$(NODE) box/with-database.ts modules/identity/commands/make-token.ts

backup: install ## Take a backup while everything runs, into TO=folder (BACKUP_DIR, else DATA_DIR/backups)
	@$(NODE) $(BACKUP_FLAGS) box/with-database.ts box/backup/backup-command.ts

verify-backup: install ## Read a backup back, FROM=folder [AT=time], into a database that is thrown away
	@$(NODE) $(BOX_FLAGS) box/backup/verify-command.ts

restore: install ## Put a backup back, FROM=folder [AT=time], into an empty DATA_DIR
	@$(NODE) $(BOX_FLAGS) box/backup/restore-command.ts

drill: install $(BUILT) ## Fill a box, back it up, destroy it, restore it elsewhere and count; CONTENTS=1000
	@$(NODE) test/drill/main.ts $(CONTENTS)

doctor: install ## Say what is wrong with this installation, and what to do; ARGS=--json, ARGS=--all
	@$(NODE) box/doctor/main.ts $(ARGS)

rotate-keys: install ## Create a new key for access tokens; sessions stay valid
	@$(NODE) box/with-database.ts modules/identity/commands/rotate-keys.ts

billing-recount: install ## Recalculate quota counters from their recorded movements
	@$(NODE) box/with-database.ts modules/billing/commands/recount-units.ts

test: development $(BUILT) ## Run the tests; FILES="test/box/*.test.ts" picks some, AVA_FLAGS goes to ava
	@$(NODE) test/support/run.ts $(AVA_FLAGS) $(FILES)

test-s3: development ## Test the S3 store against a real server, which is installed if possible
	@.ci/test-s3

test-mosquitto: development ## Test external brokers against Mosquitto, which is installed if possible
	@.ci/install-mosquitto
	@$(NODE) test/support/run.ts "test/gateway/external/*.test.ts"

test-image: development ## Build the image of the Dockerfile and test it, where buildah is or can be installed (BASE, BUILD_BASE)
	@.ci/test-image

test-update: development ## Update from earlier states (FROM="tag commit") with `make update`, and go back by the backup; takes minutes
	@$(NODE) test/update/main.ts $(FROM)

check: development ## Check format, lint rules, types and module boundaries
	@.ci/check

bench: development $(BUILT) ## Measure speed; writes bench/results.md
	@$(NODE) bench/main.ts

gallery: install ## Draw every template with sample content; writes docs/gallery
	@$(NODE) worker/layout/gallery/main.ts

screenshots: development $(BUILT) ## Take pictures of every screen of the portal, SCREEN="walls claim" of some; writes docs/portal
	@$(NODE) test/portal/screenshots/main.ts $(SCREEN)

hardware-pictures: development $(BUILT) ## Take pictures of what each kind of panel shows; writes docs/hardware
	@$(NODE) test/docs/hardware/main.ts

llm-stand-in: install ## Serve a stand-in for a language model on PORT (4100)
	@$(NODE) test/support/llm-stand-in.ts $(PORT)

stripe-stand-in: install ## Serve a stand-in for Stripe on PORT (4200); its events go to WEBHOOK_URL
	@$(NODE) test/support/stripe-stand-in.ts $(or $(PORT),4200) $(WEBHOOK_URL)

prepare: install $(BUILT) $(COMPILED) ## Install packages and build what the api serves, without starting anything

update: ## Fetch and install the newest version beside the running one; says which migrations come
	@.ci/update

clean: ## Remove packages and caches; asks before it removes DATA_DIR
	@.ci/clean

install: $(INSTALLED)

# What tests, checks and measurements need beside the packages of a server.
development: $(if $(wildcard $(DEVELOPMENT)),$(INSTALLED))
	@[ -e $(DEVELOPMENT) ] || $(FLOCK) .ci/install $(INSTALLED) package-lock.json development

client-types: development ## Generate the client's types from the API description
	@$(NODE) .ci/client-types.ts

$(CLIENT): $(INSTALLED) $(shell find client -type f 2>/dev/null)
	@$(call build_once,client,$(NODE) client/build/main.ts $@)

portal: install $(PORTAL) ## Build the portal, as `make run` does

$(PORTAL): $(INSTALLED) $(shell find portal client -type f -not -path '*/generated/*' 2>/dev/null)
	@$(call build_once,portal,$(NODE) portal/build/main.ts dist/portal)

$(SANDBOX): $(INSTALLED) $(shell find shared worker -name '*.ts' 2>/dev/null)
	@$(call build_once,worker,$(NODE) worker/sandbox/build.ts dist/sandbox)
	@touch $@

$(LANGUAGES): $(INSTALLED) $(wildcard worker/extract/languages/*.ts)
	@$(call build_once,worker,$(NODE) worker/extract/languages/build.ts $@)
	@touch $@

$(COMPILED): $(INSTALLED) $(shell find box gateway modules shared worker -name '*.ts' 2>/dev/null)
	@$(NODE) .ci/compile.ts box gateway modules shared worker
	@$(NODE) $(BOX_FLAGS) .ci/compile.ts box shared
	@touch $@

$(INSTALLED): package-lock.json
	@command -v npm >/dev/null || { echo 'Placard needs Node 20 or newer with npm: https://nodejs.org' >&2; exit 1; }
	@$(FLOCK) .ci/install $@ $<

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile
