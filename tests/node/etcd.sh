# SPDX-License-Identifier: MIT
# etcd.sh: one etcd, or with SORTID_TEST_STORE=postgresql one PostgreSQL, of servers.py, for the cases
# of etcd/, which source it.
# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # the cases have $url, $peer, $programs and $cases

unset SORTID_STORE_PASSWORD SORTID_STORE

# In loops that wait: a pause, and the end of this shell after so many that what it waits for will
# not come.
export nap='sleep 0.05; naps=$((${naps:-0} + 1)); [ "$naps" -lt 2400 ] || { echo "waited too long" >&2; exit 99; }'

# await FILE WORDS: waits until a file has them.
await() {
    until grep -qF "$2" "$1"; do eval "$nap"; done
    pass
}

# order WORD...: what servers.py shall do, such as kill 0; its result is $told.
order() {
    echo "$@" >&8
    read -r good told <&9
    [ "$good" = ok ] || fail "$*: $good $told"
}

store_kill() {
    order kill 0
}

# store_start: with the data of before; waits until it answers.
store_start() {
    order restart 0
}

# as_user COMMAND...: PostgreSQL does not run as root.
as_user() {
    if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

# with_store FUNCTION: calls it with the store at $url, whose name is $store and whose data is in the
# folder $data/m0. Skips the test without a server.
with_store() {
    store=${SORTID_TEST_STORE:-etcd}
    lack=$(python3 "$cases/../servers.py" "$store" 0)
    [ -z "$lack" ] || skip "$lack"
    [ -z "$lack" ] || return 0
    mkfifo orders answers
    python3 "$cases/../servers.py" "$store" 1 < orders > answers &
    servers=$!
    exec 8> orders 9< answers
    read -r good data url _ peer programs <&9
    same "$store answers" "$good" ok
    export SORTID_STORE="$url"
    "$1"
    echo end >&8
    exec 8>&- 9<&-
    wait "$servers"
}
