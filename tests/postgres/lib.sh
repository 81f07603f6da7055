# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# PostgreSQL servers for the scripts in this folder, which source this file. The installed server is
# mirrored below $tmp together with the extension; nothing is installed into the system. Clusters
# are in $tmp/NAME. They listen on a socket in $tmp only, run as a user who is not root, and end
# with the script. tools/pg_config finds the server; PG_CONFIG names another one.

skip() {
    echo "SKIPPED: $1"
    exit 77
}

# skip_part REASON: the script continues, and ends as skipped if nothing fails.
skip_part() {
    echo "SKIPPED: $1"
    # shellcheck disable=SC2034 # the exit status of postgres.sh
    skipped=77
}

fail() {
    printf 'FAILED: %s\n' "$1" >&2
    exit 1
}

# logged WHAT COMMAND...: if the command fails, shows its output and fails with the message WHAT.
logged() {
    what=$1
    shift
    "$@" > "$tmp/log" 2>&1 || {
        cat "$tmp/log" >&2
        fail "$what"
    }
}

# await WHAT COMMAND...: waits for a minute until the command succeeds, then fails with the message
# WHAT.
await() {
    what=$1 tries=0
    shift
    until "$@"; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || fail "$what"
        sleep 0.1
    done
}

# prints TEXT COMMAND...: whether the command prints it.
prints() {
    text_wanted=$1
    shift
    [ "$("$@")" = "$text_wanted" ]
}

# as_user COMMAND...: a server does not run as root.
as_user() {
    if [ "$(id -u)" = 0 ]; then
        runuser -u "$server_user" -- "$@"
    else
        "$@"
    fi
}

find_server() {
    pg_config=$("$root/tools/pg_config") || skip "no PostgreSQL server (Debian: postgresql)"
    bin=$("$pg_config" --bindir)
    echo '#include <postgres.h>' | cc -E -I"$("$pg_config" --includedir-server)" - > /dev/null 2>&1 ||
        skip "no postgres.h for $("$pg_config" --version) (Debian: postgresql-server-dev-NN)"
    server_user=postgres
    if [ "$(id -u)" = 0 ]; then
        id "$server_user" > /dev/null 2>&1 || server_user=nobody
    fi
}

# mirror TREE LIBRARY: builds the extension of TREE with LIBRARY and installs it into a copy of the
# server below $tmp/root. A server finds its files relative to its program, so programs are copied;
# all other files are links.
mirror() {
    tree=$1 library=$2
    mkdir "$tmp/root" "$tmp/build"
    for folder in "$bin" "$("$pg_config" --pkglibdir)" "$("$pg_config" --sharedir)"; do
        mkdir -p "$tmp/root$folder"
        cp -rs "$folder/." "$tmp/root$folder/"
    done
    cp --remove-destination -L "$bin"/* "$tmp/root$bin/"
    logged "the extension does not build" build_in "$tmp/build" DESTDIR="$tmp/root"
    if grep -i 'warning' "$tmp/log" >&2; then
        fail "the extension builds with warnings"
    fi
    bin=$tmp/root$bin
    PATH=$bin:$PATH
}

extension_make() {
    MAKEFLAGS='' MAKELEVEL='' make -f "$tree/ext/postgres/Makefile" \
        PG_CONFIG="$pg_config" SORTID_LIB="$library" "$@"
}

# build_in FOLDER [VARIABLE=VALUE]: builds the extension there, and installs it.
build_in() (
    cd "$1" && shift && extension_make all && extension_make install "$@"
)

# init NAME [LINE...]: makes a cluster; the lines go into its settings.
init() {
    mkdir "$tmp/$1.socket"
    [ "$(id -u)" != 0 ] || chown "$server_user" "$tmp" "$tmp/$1.socket"
    logged initdb as_user "$bin/initdb" -D "$tmp/$1" -U tester -A trust --no-sync --locale=C -E UTF8 \
        ${initdb_options:+"$initdb_options"}
    settings "$@"
}

# settings NAME LINE...: adds lines to the settings.
settings() {
    cluster=$1
    shift
    printf '%s\n' "listen_addresses = ''" "unix_socket_directories = '$tmp/$cluster.socket'" \
        "shared_buffers = 16MB" "$@" >> "$tmp/$cluster/postgresql.conf"
}

# try_start NAME [VARIABLE=VALUE...]: starts a server with these variables.
try_start() {
    cluster=$1
    shift
    as_user env "$@" "$bin/pg_ctl" -D "$tmp/$cluster" -l "$tmp/$cluster/server.log" -w -t 600 start > /dev/null 2>&1
}

start() {
    try_start "$@" || {
        cat "$tmp/$1/server.log" >&2
        fail "server $1 does not start"
    }
}

# stop NAME [MODE]
stop() {
    as_user "$bin/pg_ctl" -D "$tmp/$1" -m "${2:-fast}" -w -t 600 stop > /dev/null
}

server_pid() {
    head -n 1 "$tmp/$1/postmaster.pid"
}

# stop_all: stops the clusters below $tmp that have a pid file.
stop_all() {
    for pid_file in "$tmp"/*/postmaster.pid; do
        [ ! -e "$pid_file" ] || stop "$(basename "$(dirname "$pid_file")")" immediate || true
    done
}

# sql_as NAME ROLE DATABASE TEXT...: prints the output of a session, one row a line. Fails if psql
# does.
sql_as() {
    cluster=$1 role=$2 database=$3
    shift 3
    for text; do
        set -- "$@" -c "$text"
        shift
    done
    "$bin/psql" -X -q -At -v ON_ERROR_STOP=1 -h "$tmp/$cluster.socket" -U "$role" -d "$database" "$@"
}

# sql NAME TEXT...: the same for a superuser, without notices.
sql() {
    cluster=$1
    shift
    PGOPTIONS='-c client_min_messages=warning' sql_as "$cluster" tester postgres "$@"
}

# ---- A simulated system --------------------------------------------------------------------------

# make_system: builds preload_system.c, and makes the folder that controls it: $tmp/system.
make_system() {
    [ ! -e "$tmp/system.so" ] || return 0
    # shellcheck disable=SC2046 # a compiler may have options
    logged "preload_system.c does not build" $("$pg_config" --cc) -std=c11 -D_GNU_SOURCE= -O2 -fPIC -shared \
        -o "$tmp/system.so" "$root/tests/postgres/preload_system.c" -ldl
    mkdir "$tmp/system"
    [ "$(id -u)" != 0 ] || chown "$server_user" "$tmp/system"
}

# start_in_system NAME: starts a server with it.
start_in_system() {
    start "$1" LD_PRELOAD="$tmp/system.so" SORTID_TEST_SYSTEM="$tmp/system"
}

# set_system FILE TEXT: replaces the file atomically.
set_system() {
    echo "$2" > "$tmp/system/$1.new"
    mv "$tmp/system/$1.new" "$tmp/system/$1"
}

# ---- Checks --------------------------------------------------------------------------------------

# matches WHAT PATTERN GOT: a pattern of `case`.
matches() {
    # shellcheck disable=SC2254 # a pattern
    case $3 in
    $2) checks=$((checks + 1)) ;;
    *) fail "$1: $3" ;;
    esac
}

# expect WHAT WANTED GOT
expect() {
    [ "$2" = "$3" ] || fail "$1: wanted '$2', got '$3'"
    checks=$((checks + 1))
}

# refuses NAME SQLSTATE TEXT
refuses() {
    if answer=$("$bin/psql" -X -q -At -v ON_ERROR_STOP=1 -v VERBOSITY=verbose \
        -h "$tmp/$1.socket" -U tester -d postgres -c "$3" 2>&1); then
        fail "$3: not refused"
    fi
    matches "$3: wanted SQLSTATE $2" "*ERROR:  $2:*" "$answer"
}

checks=0
umask 022 # the user of the server reads what root makes
tmp=$(mktemp -d)
chmod 755 "$tmp"
trap 'stop_all; rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
