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

# The script ends with the server, which is a child.
stop_mariadb() {
    [ -z "${server:-}" ] || { kill "$server" && wait "$server"; } || :
    rm -rf "$scratch"
}

start_mariadb() {
    . "$root/tests/lib.sh"
    PATH=$PATH:/usr/sbin
    need mariadbd mariadb-server-core
    need mariadb mariadb-client-core
    trap stop_mariadb EXIT
    trap 'exit 1' HUP INT TERM
    user=$(id -un) folder=$scratch/data socket=$scratch/socket
    mkdir "$folder"
    mariadb-install-db --no-defaults --user="$user" --datadir="$folder" --skip-test-db \
        --auth-root-authentication-method=normal > "$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
    mariadbd --no-defaults --user="$user" --datadir="$folder" --socket="$socket" --skip-networking \
        --pid-file="$scratch/pid" > "$scratch/log" 2>&1 &
    server=$!
    until mariadb --no-defaults -u root -S "$socket" -e 'CREATE DATABASE mysql_; CREATE DATABASE mariadb_' 2> /dev/null; do
        kill -0 "$server" 2> /dev/null || { cat "$scratch/log"; exit 1; }
        sleep 0.1
    done
}

command -v python3 > /dev/null || { echo "SKIPPED: no python3 (Debian: python3)"; exit 77; }
case $database in
mariadb)
    start_mariadb
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
