# A thin front over CMake: `make help` says what there is. Everything is built in build/; the programs are left here.
#
#   CMAKE_ARGS   options for cmake, like CMAKE_ARGS=-DHOPPER_CUDA=OFF (then the folder is configured anew)
#   JOBS         how many compilers and tests run at once; unless set, the N of make -jN, else all cores
#   CTEST_ARGS   options for ctest, like CTEST_ARGS='-L gpu'
#   BENCH_ARGS   options for the bench program

BUILD := build
JOBS ?= $(or $(patsubst -j%,%,$(filter -j%,$(MAKEFLAGS))),$(shell nproc))
CMAKE_ARGS ?=
CTEST_ARGS ?=
BENCH_ARGS ?=

programs := v1 v2 v3 v4 lab bench_matmul
generator := $(if $(shell command -v ninja),-G Ninja)
cmake_build = MAKEFLAGS= cmake --build $(BUILD) --parallel $(JOBS)

.DEFAULT_GOAL := all
.NOTPARALLEL:
.PHONY: v1 v2 v3 v4 lab all test bench docs lint configure clean help

# Leaves a program in this folder: a hard link where possible, renewed only when the program was linked anew.
define place
if [ -f $(BUILD)/$(1) ] && ! [ $(BUILD)/$(1) -ef $(1) ]; then \
  ln -f $(BUILD)/$(1) $(1) 2>/dev/null || cp -pu $(BUILD)/$(1) $(1); fi
endef

define configure
[ -n "$(1)" ] || [ ! -f $(BUILD)/front_targets.txt ] || exit 0; \
if [ -f $(BUILD)/CMakeCache.txt ]; then cmake -S . -B $(BUILD) $(CMAKE_ARGS); \
else cmake -S . -B $(BUILD) $(generator) $(CMAKE_ARGS); fi
endef

# Stops with the reason when the build has no target $(1), not even after configuring anew.
define require
@$(call configure,$(CMAKE_ARGS))
@grep -qx $(1) $(BUILD)/front_targets.txt || ( $(call configure,anew) ) >/dev/null; \
grep -qx $(1) $(BUILD)/front_targets.txt || { \
  echo "make $(1): left out of this build, because $$(sed -n 's/^$(1): //p' $(BUILD)/left_out.txt | grep . || \
    echo "it has no target '$(1)'; 'make configure' prints what it holds")" >&2; exit 2; }
endef

define build_target
$(call require,$(1))
@$(cmake_build) --target $(1)
endef

define build_everything
@$(cmake_build)
@$(foreach program,$(programs),$(call place,$(program));)
endef

v1 v2 v3 v4: ## build one version and leave the program here
	$(call build_target,$@)
	@$(call place,$@)

lab: ## build the program that runs the broken pipelines of labs/
	$(call build_target,$@)
	@$(call place,$@)

all: ## build everything
	@$(call configure,$(CMAKE_ARGS))
	$(build_everything)

test: ## build everything and run the tests (CTEST_ARGS='-L cpu', '-R name')
	$(call require,$@)
	$(build_everything)
	@tools/run_tests.sh $(BUILD) --parallel $(JOBS) $(CTEST_ARGS)

bench: ## compare the versions with cuBLAS (BENCH_ARGS='--help' lists the options)
	$(call build_target,$@)
	@$(call place,bench_matmul)
	@./bench_matmul $(BENCH_ARGS)

docs: ## build the documentation
	$(call build_target,$@)

lint: ## check the format of the sources
	@tools/lint.sh

configure: ## run cmake again: after installing CUDA, or to read the summary
	@$(call configure,anew)

clean: ## remove the build folder and the programs left here
	@rm -rf $(BUILD)
	@rm -f $(programs)

help: ## list the targets
	@sed -n 's/^\([a-z0-9 ]*\):[^#]*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{ printf "  %-14s %s\n", $$1, $$2 }'
