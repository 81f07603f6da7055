# SPDX-License-Identifier: MIT
# The front door: each target is a line or two around CMake, CTest or a script in tools/.
#   make            build into build/: sortid, libsortid.a, libsortid.so
#   make run        build, then show IDs of all formats made, inspected, checked
#   make test       install what the tests need, build, run all of them
#   make test-aarch64   the tests of texts, kernels and machines under qemu-aarch64
#   make test-avx512    the tests of the AVX-512 kernel on an emulated CPU
#   make bench      measure, others beside ours; writes build/bench.json, build/benchmarks.md
#   make bench-docs    the same, and docs/benchmarks.md with its pictures
#   make instructions  count the instructions of the hot calls, against bench/instructions.txt
#   make install    into PREFIX (/usr/local), below DESTDIR if set; make uninstall takes it out
#   make lint       formatting, warnings, static analysis, shell scripts
# PRESET=debug|asan|clang builds into build-<preset>/ instead; BUILD names any other folder.
PRESET ?= release
BUILD ?= $(if $(filter release,$(PRESET)),build,build-$(PRESET))
PREFIX ?= /usr/local
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

# Errors and warnings of the configuration come on standard error; the rest is noise.
configure = cmake > /dev/null --preset $(PRESET) -B $(BUILD)
# Emptied, so that the make below does not take itself for a part of this one.
compile = MAKEFLAGS= MAKELEVEL= cmake --build $(BUILD) --parallel $(JOBS)

.PHONY: all run test test-aarch64 test-avx512 bench bench-docs instructions install uninstall lint clean

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
	    --output-junit test.xml; status=$$?; \
	"$(CURDIR)/tools/summary" . && exit $$status

# Under emulation: results, no speed.
test-aarch64:
	tools/setup --aarch64
	tools/test-aarch64 build-aarch64

test-avx512:
	tools/setup --test --avx512
	$(configure) -DSORTID_TESTS=ON
	$(compile)
	SORTID_ONLY_KERNELS=avx512 SORTID_REQUIRE_KERNELS=avx512 \
	    tools/emulate-avx512 -f "$(CURDIR)/tests/vectors" $(BUILD)/tests/test-kernel-*

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

install: all
	cmake --install "$(BUILD)" --prefix "$(PREFIX)"
	@cp $(BUILD)/install_manifest.txt $(BUILD)/installed.txt

# The list of `make install`; the tests install elsewhere and leave it alone.
uninstall:
	@while IFS= read -r file || [ -n "$$file" ]; do \
	    rm -fv "$(DESTDIR)$$file"; \
	done < $(BUILD)/installed.txt

lint:
	tools/setup --test --lint
	tools/lint

clean:
	rm -rf $(BUILD)
