#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the npm package and runs its tests with Node: with `formats` the package without
# sortid/inspect, which needs no compiler for WebAssembly; with `package` all of it, and the programs
# of the documents. CASES is the compiled cases.c. Run by CTest; status 77 without the Debian packages.
#   js/test/run.sh formats|package ROOT BUILD CASES
set -eu

usage="usage: js/test/run.sh formats|package ROOT BUILD CASES"
part=${1:?$usage} root=${2:?$usage} build=${3:?$usage} SORTID_CASES_PROGRAM=${4:?$usage}
export SORTID_CASES_PROGRAM
needs=--js
[ "$part" = formats ] || needs=--web
missing=$(SETUP=no "$root/tools/setup" $needs 2>&1) || {
    packages=$(printf '%s\n' "$missing" | sed -n 's/.*--no-install-recommends //p')
    echo "SKIPPED: no npm package (Debian: ${packages:-nodejs})"
    exit 77
}
cd "$root/js/test"
if [ "$part" = formats ]; then
    SORTID_NPM=$build/npm-formats
    version=$(sed -n 's/^#define SORTID_VERSION *"\(.*\)"/\1/p' "$root/include/sortid/base.h")
    node "$root/js/build.mjs" "$SORTID_NPM" "$version"
    set -- api.test.mjs differential.test.mjs host.test.mjs properties.test.mjs traces.test.mjs vectors.test.mjs
else
    SORTID_NPM=$build/npm
    "$root/tools/web" "$build"
    set -- *.test.mjs
fi
export SORTID_NPM
node --test "$@"
