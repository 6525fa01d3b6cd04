# For tools that build engines with make, such as OpenBench; people use cargo.
#
#   make [EXE=NAME] [EVALFILE=PROFILE] [TUNE="PATTERN ..."] [FEATURES=syzygy] [RUSTFLAGS="-C target-cpu=..."]
#
# EXE       the program to write (default temper; .exe is added on Windows)
# EVALFILE  a profile to build in; it becomes the default one
# TUNE      parameters of the default profile to offer as UCI options (see docs/testing-at-scale.md)
#
# The build is for the processor at hand, unless RUSTFLAGS names another. CC and CXX are for the C code of
# FEATURES=syzygy; a profile with faults is told and no program is left.

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

.PHONY: all bench clean

all:
	$(CARGO) rustc --release --locked --bin temper $(if $(FEATURES),--features $(FEATURES)) -- --emit link="$(NAME)"
ifneq ($(EVALFILE),)
	"$(PROGRAM)" profile check evalfile || { rm -f "$(NAME)"; exit 1; }
endif

bench: all
	"$(PROGRAM)" bench

clean:
	$(CARGO) clean
	rm -f "$(NAME)"
