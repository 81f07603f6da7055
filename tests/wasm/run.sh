#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the npm package and runs its tests with Node. Run by CTest; status 77 without the packages.
#   tests/wasm/run.sh ROOT BUILD
set -eu

usage="usage: tests/wasm/run.sh ROOT BUILD"
root=${1:?$usage} build=${2:?$usage}
missing=$(SETUP=no "$root/tools/setup" --web 2>&1) || {
    packages=$(printf '%s\n' "$missing" | sed -n 's/.*--no-install-recommends //p')
    echo "SKIPPED: no npm package (Debian: ${packages:-nodejs})"
    exit 77
}
"$root/tools/web" "$build"
cd "$root"
SORTID_NPM=$build/npm node --test tests/wasm/*.test.mjs
