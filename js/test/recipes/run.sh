#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the libraries of the recipes in docs/javascript-migration.md and the npm package, and runs
# the recipes. Uses the npm registry, as it was on a day: a lock file would have 8,600 lines.
# better-sqlite3 is compiled with the headers of the installed Node (Debian: libnode-dev).
#   js/test/recipes/run.sh ROOT BUILD
set -eu

usage="usage: js/test/recipes/run.sh ROOT BUILD"
root=${1:?$usage} build=${2:?$usage}
node -e 'const [major, minor] = process.versions.node.split("."); process.exit(100 * major + +minor < 2019 ? 1 : 0)' ||
    { echo "the recipes need Node 20.19 or later, as Prisma 7 does; this is $(node --version)" >&2; exit 1; }
mkdir -p "$build/recipes"
cd "$build/recipes"
cp "$root"/js/test/recipes/*.json "$root"/js/test/recipes/runners.mjs .
tarball=$(cd "$build/npm" && npm pack --loglevel=error --pack-destination "$build/recipes")
set -- --ignore-scripts --no-save --no-package-lock --no-audit --no-fund --loglevel=error --before=2026-11-28
npm install "$@"
npm install "$@" "./$tarball"
headers=$(node -p 'require("path").resolve(process.execPath, "../..")')
gyp=$(npm root -g)/npm/node_modules/node-gyp/bin/node-gyp.js
cd node_modules/better-sqlite3
[ -e build/Release/better_sqlite3.node ] || node "$gyp" rebuild --release --nodedir="$headers" > gyp.log 2>&1 || { cat gyp.log >&2; exit 1; }
cd ../..
node --test "$root/js/test/recipes/recipes.test.mjs"
