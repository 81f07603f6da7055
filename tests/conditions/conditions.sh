#!/bin/sh
# SPDX-License-Identifier: MIT
# conditions.py for one database. For MariaDB (also with the conditions for MySQL) and PostgreSQL it
# starts a server with its own folder, which listens on a socket there and ends with the script.
# Run by CTest.
#   tests/conditions/conditions.sh ROOT SORTID sqlite|sqlserver|mariadb|postgresql
set -eu

usage="usage: tests/conditions/conditions.sh ROOT SORTID sqlite|sqlserver|mariadb|postgresql"
root=${1:?$usage} sortid=$(realpath "${2:?$usage}") database=${3:?$usage}

# conditions DIALECT [COMMAND...]
conditions() {
    python3 "$root/tests/conditions/conditions.py" "$sortid" "$@"
}

command -v python3 > /dev/null || { echo "SKIPPED: no python3 (Debian: python3)"; exit 77; }
case $database in
mariadb)
    . "$root/tests/lib.sh"
    . "$root/tests/mariadb.sh"
    trap 'stop_mariadb; rm -rf "$scratch"' EXIT
    trap 'exit 1' HUP INT TERM
    start_mariadb "$scratch" 'CREATE DATABASE mysql_; CREATE DATABASE mariadb_'
    for dialect in mysql mariadb; do
        conditions $dialect mariadb --no-defaults -u root -S "$socket" -N -B ${dialect}_
    done
    ;;
postgresql)
    . "$root/tests/postgres/lib.sh"
    find_server
    init main
    start main
    [ "$(sql main "SELECT count(*) > 0 FROM pg_collation WHERE collprovider = 'i'")" = t ] ||
        skip "the server was built without ICU"
    conditions postgresql "$bin/psql" -X -q -At -v ON_ERROR_STOP=1 -h "$tmp/main.socket" -U tester -d postgres
    ;;
*) conditions "$database" ;;
esac
