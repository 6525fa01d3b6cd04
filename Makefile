# For tools that build engines with make, such as OpenBench; people use cargo.
#
#   make [pgo] [EXE=NAME] [EVALFILE=PROFILE] [TUNE="PATTERN ..."] [RUSTFLAGS="-C target-cpu=..."]
#   make web [WEB=FOLDER]
#
# EXE       the program to write (default temper; .exe is added on Windows)
# EVALFILE  a profile to build in; it becomes the default one
# TUNE      parameters of the default profile to offer as UCI options (see docs/testing-at-scale.md)
#
# `make pgo` builds twice, the second time with what the first program counted while it searched (profile-guided
# optimisation): some 5 % faster, for twice the time. It needs `rustup component add llvm-tools`.
#
# `make web` writes the studio as static files into WEB (default dist/web): docs/build.md.
#
# The build is for the processor at hand, unless RUSTFLAGS names another. An EVALFILE is checked first, with an
# unoptimised build: its errors are reported, and nothing else is built.

EXE ?= temper
CARGO ?= cargo
FEATURES ?=
EVALFILE ?=
TUNE ?=

# Only what is set, so that cargo sees the same environment with make as without.
ifneq ($(EVALFILE),)
export EVALFILE
endif
ifneq ($(TUNE),)
export TEMPERAMENT_TUNE := $(TUNE)
endif

ifeq ($(OS),Windows_NT)
NAME := $(EXE:.exe=).exe
else
NAME := $(EXE)
endif

ifneq ($(findstring /,$(NAME)),)
PROGRAM := $(NAME)
else
PROGRAM := ./$(NAME)
endif

DOT_EXE := $(if $(filter Windows_NT,$(OS)),.exe)
TARGET := $(if $(filter /%,$(CARGO_TARGET_DIR))$(findstring :,$(CARGO_TARGET_DIR)),,$(CURDIR)/)$(or $(CARGO_TARGET_DIR),target)
# Whether EVALFILE is still to be checked.
CHECK ?= yes

# Everything of `make pgo`, apart from other builds: those with other flags would be done anew after it.
PGO := $(TARGET)/pgo
PGO_COUNTER := $(PGO)/counting/temper$(DOT_EXE)
# Flags in the form of CARGO_ENCODED_RUSTFLAGS, in which those that follow may contain blanks, as paths do.
PGO_RUSTFLAGS = "$$(printf '%s ' $(or $(RUSTFLAGS),-C target-cpu=native) | tr -s ' ' '\037')
PROFDATA ?= $(shell rustc --print target-libdir)/../bin/llvm-profdata
# What is searched to be counted, as options of `temper bench`; plies deep enough for all parts of the search.
PGO_BENCHES := "" "--profile fabchess" "--profile simplified"
PGO_DEPTH := 11
# Fat LTO, and full optimisation of everything: slower to build than the default.
PGO_PROFILE := CARGO_PROFILE_RELEASE_LTO=fat CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1 CARGO_PROFILE_RELEASE_OPT_LEVEL=3

.PHONY: all bench clean evalfile pgo web

all: evalfile
	$(CARGO) rustc --release --locked --bin temper $(if $(FEATURES),--features $(FEATURES)) -- --emit link="$(NAME)"

# In a folder of its own, like `make pgo`. The embedded file is checked, since it can extend less than a file on disk.
evalfile:
ifneq ($(and $(EVALFILE),$(filter yes,$(CHECK))),)
	CARGO_PROFILE_DEV_OPT_LEVEL=0 $(CARGO) build --locked --bin temper --target-dir "$(TARGET)/check"
	"$(TARGET)/check/debug/temper$(DOT_EXE)" profile check evalfile
endif

pgo: evalfile
	@"$(PROFDATA)" --version > /dev/null 2>&1 || { echo "make pgo needs llvm-profdata: rustup component add llvm-tools"; exit 1; }
	rm -rf "$(PGO)/counts"
	mkdir -p "$(PGO)/counting"
	$(MAKE) all CHECK=no EXE="$(PGO_COUNTER)" CARGO_TARGET_DIR="$(PGO)/counting" $(PGO_PROFILE) \
	    CARGO_ENCODED_RUSTFLAGS=$(PGO_RUSTFLAGS)-Cprofile-generate=$(PGO)/counts/of-build-scripts"
	for options in $(PGO_BENCHES); do \
	    LLVM_PROFILE_FILE="$(PGO)/counts/%p.profraw" "$(PGO_COUNTER)" bench --depth $(PGO_DEPTH) $$options || exit 1; \
	done
	"$(PROFDATA)" merge -o "$(PGO)/counts/all.profdata" "$(PGO)/counts"/*.profraw
	$(MAKE) all CHECK=no EXE="$(EXE)" CARGO_TARGET_DIR="$(PGO)/using" $(PGO_PROFILE) \
	    CARGO_ENCODED_RUSTFLAGS=$(PGO_RUSTFLAGS)-Cprofile-use=$(PGO)/counts/all.profdata"

# A browser that runs the page has SIMD.
WEB ?= dist/web
WEB_RUSTFLAGS := -C target-feature=+simd128 -C link-arg=-zstack-size=8388608
WEB_TARGET := wasm32-wasip1

web:
	RUSTFLAGS="$(WEB_RUSTFLAGS)" $(CARGO) build --profile web --locked -p temperament-web --lib --target $(WEB_TARGET)
	$(CARGO) run --locked -p temperament-web --bin pack-web -- \
	    "$(TARGET)/$(WEB_TARGET)/web/temperament_web.wasm" "$(WEB)"

bench: all
	"$(PROGRAM)" bench

clean:
	$(CARGO) clean
	rm -f "$(NAME)"
