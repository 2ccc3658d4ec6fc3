# `make run` and `make test` need nothing but make and Python 3.11 or newer: they install the rest by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

# Wherever Python is told to keep nothing that it compiled: here the same files are read by dozens of processes.
unexport PYTHONDONTWRITEBYTECODE

# What the tests were last passed with, so that no release elsewhere turns them red overnight. A Pi brings packages of
# its own, which must fit each other.
PINNED := $(if $(wildcard /etc/rpi-issue),,-c tests/pinned.txt)

# One worker more than there are cores: whoever waits for a browser leaves its core to another.
WORKERS ?= $(shell echo $$(($$(nproc) + 1)))

.PHONY: install uninstall boot-test run test test-long only-tests lint rules docs fuzz pictures bench newest same-words hil net-test house-test clean

run: $(VENV)/.run
	$(BIN)/tableside run --pretend $(ARGS)

# The linters work beside the tests.
test: $(VENV)/.test
	@$(MAKE) --no-print-directory -j2 lint only-tests

# The same with larger numbers: more random games, more kills, more damaged journals.
test-long: export TABLESIDE_LONG = 1
test-long: test

only-tests: $(VENV)/.test
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -q $(ARGS)

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

rules: $(VENV)/.test
	$(BIN)/python tests/rule_cover.py

# The pages that are told from the code: the format of packs.
docs: $(VENV)/.test
	$(BIN)/python -m rules.pack_format docs/packs

# Changes by hand at random, fifty times as many as in the suite: 20,000, and none may leave a page that cannot be drawn.
fuzz: $(VENV)/.test
	RULINGS=4000 $(BIN)/pytest -n auto -q --timeout 7200 tests/device/test_rulings.py -k no_ruling $(ARGS)

# Every page at every size, by day and by night, to be looked at; ARGS=--docs takes those of the README anew.
pictures: $(VENV)/.test
	$(BIN)/python tests/pictures $(ARGS)

bench: $(VENV)/.test
	$(BIN)/python tests/bench $(ARGS)

# Games with the rules as they were at a commit and as they are here, every word compared: ARGS="HEAD --games 100".
same-words: $(VENV)/.test
	$(BIN)/python tests/same_words.py $(ARGS)

# Real GPIO without a Pi: a small virtual machine with the kernel's simulated GPIO chip. Needs root and Debian's
# packages; the first time it makes the machine (some minutes), after that it takes about three.
hil:
	@command -v mmdebstrap >/dev/null && command -v qemu-system-x86_64 >/dev/null || { \
	  echo "Installing mmdebstrap and qemu-system-x86: they make and run the virtual machine."; \
	  $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q --no-install-recommends mmdebstrap qemu-system-x86; }
	$(SUDO) tests/hil/camera/run.sh
	$(SUDO) tests/hil/machine.sh run tests/hil/guest.sh

# Debian splits venv from Python; a Pi brings its own OpenCV, camera and GPIO packages, which the venv may see.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "Installing python3-venv: Debian keeps it apart from Python, and Tableside lives in its own environment."; \
	  $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q python3-venv; }
	$(PYTHON) -m venv $(if $(wildcard /etc/rpi-issue),--system-site-packages) $(VENV)

$(VENV)/.run: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install -q --disable-pip-version-check -e .
	@touch $@

$(VENV)/.test: pyproject.toml tests/pinned.txt | $(VENV)/bin/python
	@command -v chromium-headless-shell >/dev/null || { \
	  echo "Installing Chromium's headless shell: the tests play whole games in a real browser."; \
	  $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q --no-install-recommends chromium-headless-shell; \
	} || command -v chromium >/dev/null || $(SUDO) apt-get install -y -q --no-install-recommends chromium
	@command -v espeak-ng >/dev/null || { \
	  echo "Installing espeak-ng: the tests listen to the box's voice."; \
	  $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q --no-install-recommends espeak-ng; }
	@command -v mosquitto >/dev/null || [ -x /usr/sbin/mosquitto ] || { \
	  echo "Installing mosquitto: the tests let boxes meet at a real broker."; \
	  $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q --no-install-recommends mosquitto; }
	$(BIN)/pip install -q --disable-pip-version-check -e '.[dev]' $(PINNED)
	@touch $@ $(VENV)/.run

# The newest of everything, to be kept if the tests pass with it.
newest: | $(VENV)/bin/python
	$(BIN)/pip install -q --disable-pip-version-check -U --upgrade-strategy eager -e '.[dev]'
	$(BIN)/pip freeze --exclude-editable >tests/pinned.txt

# Home Assistant itself, the newest that this Python runs, beside a box that plays: it finds the table, and the
# automations of docs/hall.md are tried. Installs some hundred packages into build/house; minutes the first time.
house-test: $(VENV)/.test build/house/.made
	build/house/bin/python tests/house

build/house/.made:
	$(PYTHON) -m venv build/house
	build/house/bin/pip install -q --disable-pip-version-check homeassistant
	@touch $@

clean:
	rm -rf $(VENV) build *.egg-info

# On the Pi itself: units, users, code under /opt/tableside. ARGS=--dry-run only says what it would do.
install:
	$(SUDO) python3 systemd/install.py $(ARGS)

uninstall:
	$(SUDO) python3 systemd/install.py --uninstall $(ARGS)

# A whole Debian 13 with systemd as process 1: install, boot, kill, hang, screen, uninstall. Needs root.
boot-test:
	$(SUDO) tests/boot/boot-test $(ARGS)

# Pull the plug of a virtual machine 50 times while answers stream in: nothing acknowledged may be lost. Needs root;
# about a quarter of an hour on a quiet computer. ARGS="--cuts 5" for fewer, ARGS="--careless OFF" to see it fail.
power-test:
	@command -v mmdebstrap >/dev/null && command -v qemu-system-x86_64 >/dev/null || { \
	  echo "Installing mmdebstrap and qemu-system-x86: they make and run the virtual machine."; \
	  $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q --no-install-recommends mmdebstrap qemu-system-x86; }
	$(SUDO) $(PYTHON) tests/power $(ARGS)

# A table without Wi-Fi: a Debian 13 with NetworkManager and three simulated radios, the box's, a phone's and another
# router's. Needs root; the first time it makes the machine (some minutes), after that it takes about ten.
net-test:
	@command -v mmdebstrap >/dev/null && command -v qemu-system-x86_64 >/dev/null || { \
	  echo "Installing mmdebstrap and qemu-system-x86: they make and run the virtual machine."; \
	  $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q --no-install-recommends mmdebstrap qemu-system-x86; }
	$(SUDO) $(PYTHON) tests/net

# Rules and vision in an arm64 Debian 13 under emulation, with the Pi's own packages. Needs root and about an hour.
arm-test:
	$(SUDO) tests/arm/arm-test $(ARGS)
