# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# A MariaDB server for scripts, which source this file after a lib.sh.

# start_mariadb FOLDER STATEMENTS: makes a server in FOLDER, which listens on FOLDER/socket, and runs the statements. It
# is a child of the script, which calls stop_mariadb at the end.
start_mariadb() {
    PATH=$PATH:/usr/sbin
    command -v mariadbd mariadb > /dev/null || skip "no MariaDB (Debian: mariadb-server-core, mariadb-client-core)"
    user=$(id -un) folder=$1/data socket=$1/socket
    mkdir "$folder"
    mariadb-install-db --no-defaults --user="$user" --datadir="$folder" --skip-test-db \
        --auth-root-authentication-method=normal > "$1/log" 2>&1 || { cat "$1/log"; exit 1; }
    mariadbd --no-defaults --user="$user" --datadir="$folder" --socket="$socket" --skip-networking \
        --pid-file="$1/pid" > "$1/log" 2>&1 &
    server=$!
    until mariadb --no-defaults -u root -S "$socket" -e "$2" 2> /dev/null; do
        kill -0 "$server" 2> /dev/null || { cat "$1/log"; exit 1; }
        sleep 0.1
    done
}

stop_mariadb() {
    [ -z "${server:-}" ] || { kill "$server" && wait "$server"; } || :
}
