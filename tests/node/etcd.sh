# SPDX-License-Identifier: MIT
# etcd.sh: one etcd at $url on loopback with its own data, or one PostgreSQL, started and killed by the
# cases of etcd/, which source it. $SORTID_TEST_ETCD is etcd's program; "etcd" otherwise.
# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # the cases have $url, $peer and $sortid

etcd=${SORTID_TEST_ETCD:-etcd}

# In loops that wait: a pause, and the end of this shell after so many that what it waits for will
# not come.
export nap='sleep 0.05; naps=$((${naps:-0} + 1)); [ "$naps" -lt 2400 ] || { echo "waited too long" >&2; exit 99; }'

# free_ports: two ports at which no program listens, below those that the system gives to outgoing
# connections, so that a restarted store finds its port free.
free_ports() {
    python3 -c 'import random, socket
sockets = []
while len(sockets) < 2:
    one = socket.socket()
    try: one.bind(("127.0.0.1", random.randrange(20000, 32000)))
    except OSError: continue
    sockets.append(one)
print(*[one.getsockname()[1] for one in sockets])'
}

# store_is_up: waits until the store answers.
store_is_up() {
    tries=600
    until "$sortid" list --store "$url" --timeout 1 > out 2> err ||
        grep -q "the database has no realm" err || [ "$tries" = 0 ]; do
        sleep 0.05
        tries=$((tries - 1))
    done
}

# etcd_begin [OPTION...]: starts etcd at $url with the data of before; it ends by itself if this
# script is killed.
etcd_begin() {
    timeout -s KILL 1000 "$etcd" --data-dir "$PWD/data" --name one \
        --listen-client-urls "$url" --advertise-client-urls "$url" \
        --listen-peer-urls "$peer" --initial-advertise-peer-urls "$peer" \
        --initial-cluster "one=$peer" "$@" >> etcd.log 2>&1 &
    etcd_id=$!
}

# etcd_start: the same, and waits until it answers.
etcd_start() {
    etcd_begin
    store_is_up
}

# timeout passes all signals on except KILL, which its child must get itself.
etcd_kill() {
    for file in /proc/[0-9]*/stat; do # some end meanwhile
        line=$(cat "$file" 2> /dev/null) || continue
        parent=${line##*) ? } id=${line%% *}
        if [ "${parent%% *}" = "$etcd_id" ]; then kill -KILL "$id"; fi
    done
    wait "$etcd_id" 2> /dev/null
}

# as_user COMMAND...: PostgreSQL does not run as root.
as_user() {
    if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

# postgresql_start: starts PostgreSQL at $url, the first time with a new data folder below $data.
postgresql_start() {
    [ -d "$data/pg" ] || as_user "$programs/initdb" -D "$data/pg" -U sortid -A trust --no-sync > initdb.log 2>&1
    as_user timeout -s INT 1000 "$programs/postgres" -D "$data/pg" -p "${ports% *}" \
        -c listen_addresses=127.0.0.1 -c unix_socket_directories= > postgresql.log 2>&1 &
    postgresql_id=$!
    store_is_up
}

# A stop without a checkpoint, after which the server recovers as from a crash.
postgresql_kill() {
    as_user "$programs/pg_ctl" -D "$data/pg" -m immediate -w stop > /dev/null
    wait "$postgresql_id" 2> /dev/null
}

# with_store FUNCTION: calls it with etcd, or with SORTID_TEST_STORE=postgresql with PostgreSQL, at $url,
# whose name is $store and whose data is in the folder $data/$kept. Skips the test without a server.
with_store() {
    store=${SORTID_TEST_STORE:-etcd} data=$PWD kept=data
    ports=$(free_ports) peer=http://127.0.0.1:${ports#* } url=http://127.0.0.1:${ports% *}
    if [ "$store" = postgresql ]; then
        kept=pg url=postgresql://sortid@127.0.0.1:${ports% *}/postgres
        programs=${SORTID_TEST_POSTGRES:-$(find /usr/lib/postgresql -path '*/bin/initdb' 2> /dev/null | sort -V | tail -n 1)}
        programs=${programs%/initdb}
        [ -n "$programs" ] || skip "no PostgreSQL server (Debian: postgresql)"
        [ -n "$programs" ] || return 0
        data=$(mktemp -d)
        [ "$(id -u)" != 0 ] || chown postgres "$data"
    elif ! command -v "$etcd" > /dev/null; then
        skip "no $etcd (Debian: etcd-server)"
        return 0
    fi
    export SORTID_STORE="$url"
    "${store}_start"
    ok "$store answers" test "$tries" -gt 0
    "$1"
    "${store}_kill"
    [ "$store" = etcd ] || rm -rf "$data"
}
