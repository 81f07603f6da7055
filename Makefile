# SPDX-License-Identifier: MIT
# The front door: each target is a line or two around CMake, CTest or a script in tools/.
#   make            build into build/: sortid, libsortid.a, libsortid.so
#   make run        build, then show IDs of all formats made, inspected, checked
#   make test       install what the tests need, build, run all of them; SORTID_CTEST=REGEX: some
#   make test-NAME  one more way to test, a script in tools/test/: a sanitizer (asan, ...), another
#                   machine (s390x, ...), another compiler; make test-all runs the test and all ways
#   make fuzz       each fuzz target by libFuzzer, FUZZ_SECONDS (60) each; tools/fuzz has more
#   make bench      measure, others beside ours; writes build/bench.json, build/benchmarks.md
#   make bench-docs    the same, and docs/benchmarks.md with its pictures
#   make instructions  count the instructions of the hot calls, against bench/instructions.txt
#   make collisions    simulate collisions; writes docs/collisions.md and its pictures
#   make install    into PREFIX (/usr/local), below DESTDIR if set; make uninstall takes it out
#   make dist       the source archive of the last commit, build/sortid-VERSION.tar.gz
#   make lint       formatting, warnings, static analysis, shell scripts
# What is missing is installed by apt, as root only, and the command is printed first; SETUP=no prints it
# and fails, SETUP=sudo uses sudo (tools/setup).
# PRESET=debug|asan|clang builds into build-<preset>/ instead; BUILD names any other folder.
PRESET ?= release
BUILD ?= $(if $(filter release,$(PRESET)),build,build-$(PRESET))
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

# Errors and warnings of the configuration come on standard error; the rest is noise.
configure = cmake > /dev/null --preset $(PRESET) -B $(BUILD)
# Emptied, so that the make below does not take itself for a part of this one.
compile = MAKEFLAGS= MAKELEVEL= cmake --build $(BUILD) --parallel $(JOBS)

.PHONY: all run test test-all fuzz bench bench-docs instructions collisions install uninstall dist \
    lint clean

all:
	tools/setup --build
	$(configure)
	$(compile)

run: all
	@tools/demo $(BUILD)/sortid

test:
	tools/setup --test
	$(configure) -DSORTID_TESTS=ON
	$(compile)
	@rm -f $(BUILD)/test.xml
	@cd $(BUILD) && ctest --output-on-failure --no-tests=error --parallel $(JOBS) \
	    --output-junit test.xml $${SORTID_CTEST:+-R "$$SORTID_CTEST"}; status=$$?; \
	"$(CURDIR)/tools/summary" . && exit $$status

test-all: test
	tools/test/all

# tools/test/all is for test-all alone, which runs the test too.
test-%: tools/test/%
	$<

fuzz:
	tools/fuzz -t $(FUZZ_SECONDS)

bench: all
	$(compile) --target sortid-bench
	@bench/peers/install $(BUILD)/peers
	$(BUILD)/sortid-bench -o $(BUILD)/bench.json -p $(BUILD)/peers -l $(BUILD)/linked \
	    $(BUILD)/sortid
	@if command -v python3 > /dev/null; then tools/plot $(BUILD)/bench.json $(BUILD); \
	else echo "make bench: no python3: no pictures" >&2; fi

bench-docs: bench
	tools/plot $(BUILD)/bench.json docs

instructions: all
	$(compile) --target sortid-instructions
	tools/instructions $(BUILD)

collisions:
	tools/setup --test
	$(configure) -DSORTID_TESTS=ON
	$(compile) --target sortid-collisions
	$(BUILD)/tests/sortid-collisions > $(BUILD)/collisions.json
	tools/collisions $(BUILD)/collisions.json docs

install: all
	cmake --install "$(BUILD)" --prefix "$(PREFIX)"
	@cp $(BUILD)/install_manifest.txt $(BUILD)/installed.txt

# The list of `make install`; the tests install elsewhere and leave it alone.
uninstall:
	@while IFS= read -r file || [ -n "$$file" ]; do \
	    rm -fv "$(DESTDIR)$$file"; \
	done < $(BUILD)/installed.txt

dist:
	@tools/dist $(BUILD)

lint:
	tools/setup --test --lint
	tools/lint

clean:
	rm -rf $(BUILD)
