# SPDX-License-Identifier: MIT
# etcd.sh: one etcd at $url on loopback with its own data, started and killed by the cases of etcd/,
# which source it. $SORTID_TEST_ETCD is its program; "etcd" otherwise.
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
