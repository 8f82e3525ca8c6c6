# SPDX-License-Identifier: BSD-2-Clause
# SPDX-FileCopyrightText: the liken authors

# A front door to Meson, which does the work. `make help` lists what is here.

# Options for `meson setup`, used when the build directory is new: make MESON_ARGS="-Dcuda=disabled"
MESON_ARGS ?=

# For `make install`; Meson's prefix is /usr/local unless one is given here or was before.
prefix ?=
DESTDIR ?=

.DEFAULT_GOAL := all
.PHONY: all help demo test test-gpu install clean format check-format

all: build/build.ninja ## build with what this machine has
	@ninja -C build
	@# The libraries where the program is.
	@cd build && ln -sf src/libliken.so src/libliken.a .

build/build.ninja:
	@command -v meson >/dev/null || { echo "meson is missing: tools/install-deps.sh build installs it" >&2; exit 1; }
	@# Where both the loader and pkg-config look in /usr/local, which what Meson would choose need not be.
	@meson setup build -Dlibdir=lib $(MESON_ARGS)

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' Makefile

demo: ## install what is missing, build, make a clip and two encodes, and score them
	@tools/install-deps.sh demo
	@$(MAKE) --no-print-directory all
	@tools/demo.sh

test: ## install what is missing, build, and run every test
	@tools/install-deps.sh test
	@$(MAKE) --no-print-directory all
	@meson test -C build --no-rebuild --print-errorlogs; status=$$?; tools/test-report.py build; exit $$status

# `sudo make install` leaves what it builds to whom the build directory belongs.
as_owner = $(shell [ "$$(id -u)" != 0 ] || stat -c 'runuser -u %U --' build 2>/dev/null)

# What must be there: make test-gpu BACKENDS=opencl
BACKENDS ?= cuda opencl

test-gpu: all ## run every GPU test on every device; fails if one of BACKENDS has none
	@ninja -C build --quiet tests/pictures.stamp
	@tools/test-gpu.sh build $(BACKENDS)

install: ## install under prefix (/usr/local), below DESTDIR if that is given
	@$(as_owner) $(MAKE) --no-print-directory all
	@$(if $(prefix),$(as_owner) meson configure build -Dprefix=$(abspath $(prefix)) >/dev/null)
	@$(as_owner) ninja -C build --quiet
	@DESTDIR="$(DESTDIR)" meson install -C build --no-rebuild
	@# The loader looks for a new library in its cache.
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || ldconfig

clean: ## remove what was built
	rm -rf build build-ci

format: ## lay out the sources as .clang-format says
	@tools/format.sh

check-format: ## say which sources are not laid out so
	@tools/format.sh --check || [ $$? = 77 ]
