# SPDX-License-Identifier: MIT
# Short targets for CMake, CTest and the scripts in tools/:
#   make            build into build/: sortid, libsortid.a, libsortid.so; installs no package
#   make run        install what the build needs, build, then run a demonstration of all formats
#   make test       install what these tests need, build, test the product on this machine;
#                   SORTID_CTEST=REGEX selects tests, and then only their packages are needed
#   make test-NAME  run tools/test/NAME: tests that need servers or other compilers (extended), or
#                   the tests with a sanitizer (asan, ...), for another machine (s390x, ...), ...
#   make test-full  run everything: make test and all scripts of tools/test/; takes hours
#   make fuzz       run each fuzz target with libFuzzer for FUZZ_SECONDS (60); see tools/fuzz
#   make web        build the npm package, build/npm, and the inspector page, build/inspector.html;
#                   make test-web runs its tests in Chromium and Firefox
#   make bench      measure sortid, in BENCH_PASSES passes (5; at most 12); write
#                   build/bench.json and build/benchmarks.md
#   make bench-peers   install other libraries, measure them and sortid in one run, and try what they
#                   guarantee; write build/benchmarks.md and build/guarantees.md. PEERS: languages,
#                   of c rust python javascript databases
#   make bench-cpp  measure the calls of the C++ headers and those in C; print the ratios
#   make bench-simd    measure each function by each instruction set; print where one is slower
#   make instructions  count the instructions of hot calls; compare with bench/instructions.txt
#   make install    install into PREFIX (/usr/local), below DESTDIR; make uninstall removes it
#   make wheels     write the sdists and wheels of the Python packages for Linux, build/wheels/
#   make amalgamation  write the library as two files, build/sortid.c and build/sortid.h
#   make dist       write the source archive of the last commit, build/sortid-VERSION.tar.gz
#   make deb        build the Debian packages of the last commit into build/deb/
#   make release    make the files of a release of the last commit in build/release/
#   make lint       check formatting, warnings, static analysis, shell scripts
# All targets except `make` and `make install` install missing packages by apt if run as root, and
# first say which and their size. SETUP=no only prints that and fails, SETUP=sudo uses sudo.
# PRESET=debug|asan|clang builds into build-<preset>/ instead; BUILD sets another folder.
PRESET ?= release
BUILD ?= $(if $(filter release,$(PRESET)),build,build-$(PRESET))
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
BENCH_PASSES ?= 5
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

# Without this, make would overwrite tools/test/NAME by tools/test/NAME.sh.
.SUFFIXES:

# Discards standard output; CMake prints errors and warnings on standard error.
configure = cmake > /dev/null --preset $(PRESET) -B $(BUILD)
# The empty variables keep the make that CMake starts independent of this make.
compile = MAKEFLAGS= MAKELEVEL= cmake --build $(BUILD) --parallel $(JOBS)

.PHONY: all built run test fuzz web bench-peers bench-cpp bench bench-simd instructions install \
    uninstall amalgamation wheels dist deb release lint clean

all:
	@SETUP=no tools/setup --build
	$(configure)
	$(compile)

# The targets that use the build install what it needs.
built:
	@tools/setup --build
	$(configure)
	$(compile)

run: built
	@tools/demo $(BUILD)/sortid

test:
	@PRESET=$(PRESET) JOBS=$(JOBS) tools/tests --test $(BUILD)

test-%: tools/test/%
	@$<

fuzz:
	tools/fuzz -t $(FUZZ_SECONDS)

web:
	tools/setup --web
	JOBS=$(JOBS) tools/web $(BUILD)

bench-peers: built
	tools/setup --peers
	PASSES=$(BENCH_PASSES) bench/peers/run $(BUILD) $(PEERS)

bench-cpp: built
	$(compile) --target sortid_static
	$(CXX) -std=c++17 -O2 -DSORTID_STATIC -Iinclude cpp/bench.cpp $(BUILD)/libsortid.a -pthread -o $(BUILD)/bench-cpp
	$(BUILD)/bench-cpp

bench: built
	$(compile) --target sortid-bench
	$(BUILD)/sortid-bench -o $(BUILD)/bench.json \
	    -n $(BENCH_PASSES) -c "$$(git rev-parse --short HEAD 2>/dev/null)" $(BUILD)/sortid
	@if command -v python3 > /dev/null; then bench/tables $(BUILD) $(BUILD); \
	else echo "make bench: python3 is not installed: no tables" >&2; fi

bench-simd: built
	$(compile) --target sortid-bench
	$(BUILD)/sortid-bench -s -o $(BUILD)/bench-simd.json

instructions: built
	$(compile) --target sortid-instructions
	tools/instructions $(BUILD)

install: all
	cmake --install "$(BUILD)" --prefix "$(PREFIX)"
	@cp $(BUILD)/install_manifest.txt $(BUILD)/installed.txt
	@folder=$$(sed -n 's|/libsortid\.so$$||p' $(BUILD)/installed.txt); \
	[ -n "$(DESTDIR)" ] || [ -z "$$folder" ] || tools/ldconfig "$$folder"

# Uses the list that `make install` wrote. Tests, which install elsewhere, do not change this list.
# Removes the empty folders of sortid itself, not those that others use too.
uninstall:
	@[ -e $(BUILD)/installed.txt ] || { echo "make uninstall: no \`make install\` wrote $(BUILD)/installed.txt" >&2; exit 1; }
	@status=0; \
	while IFS= read -r file || [ -n "$$file" ]; do \
	    rm -fv "$(DESTDIR)$$file" || status=1; \
	    folder=$${file%/*}; \
	    while case $$folder in \
	        */sortid | */sortid-node | */sortid-node/examples) rmdir "$(DESTDIR)$$folder" 2> /dev/null ;; \
	        *) false ;; \
	    esac; do \
	        folder=$${folder%/*}; \
	    done; \
	done < $(BUILD)/installed.txt; \
	exit $$status

amalgamation:
	tools/amalgamate $(BUILD)

wheels:
	@tools/setup --wheels
	JOBS=$(JOBS) python/tools/wheels $(BUILD)/wheels

dist:
	@tools/dist $(BUILD)

deb:
	tools/setup --deb
	@tools/deb $(BUILD)/deb

release:
	tools/setup --release
	@tools/release $(BUILD)/release

lint:
	@tools/setup --lint
	@tools/lint

clean:
	rm -rf $(BUILD)
