#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs docs/postgresql-partman.md with the server that PG_CONFIG names, which has pg_partman 5.
# Called by tools/test/postgres.sh.
#   tests/postgres/partman.sh ROOT STATIC_LIBRARY
set -eu
usage="usage: tests/postgres/partman.sh ROOT STATIC_LIBRARY"
root=${1:?$usage} library=${2:?$usage}
# shellcheck source-path=SCRIPTDIR
. "$root/tests/postgres/lib.sh"
# shellcheck source=tests/postgres/pages.sh
. "$root/tests/postgres/pages.sh"

find_server
mirror "$root" "$library"
init document "fsync = off"
start document
run_page postgresql-partman postgres 6 4
stop document
echo "$checks checks with pg_partman, against $("$pg_config" --version)"
