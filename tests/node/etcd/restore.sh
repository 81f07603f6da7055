# SPDX-License-Identifier: MIT
# sortid-node and an etcd that is restored from a backup by the tool of its version, as
# docs/node-ids.md says: with a new token, and with the same one, as nobody should. $SORTID is the
# command.
# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # run.sh reads it; $sortid is for run_sh

unset SORTID_STORE_PASSWORD SORTID_STORE
# shellcheck source=tests/node/etcd.sh
. "$cases/../etcd.sh"
export ETCDCTL_API=3

# take_backup FILE
take_backup() {
    etcdctl --endpoints "$url" snapshot save "$1" > save.log 2>&1 || fail "no backup: $(tail -n 1 save.log)"
}

# restore FILE [OPTION...]: replaces etcd's data by a backup.
restore() {
    etcd_kill
    rm -rf data
    "$restorer" snapshot restore "$@" --data-dir data --name one --initial-cluster "one=$peer" \
        --initial-advertise-peer-urls "$peer" > restore.log 2>&1 || fail "not restored: $(tail -n 1 restore.log)"
    etcd_start
}

# agent_start REALM: with bounds that it raises each second; it ends by itself if this script is
# killed.
agent_start() {
    rm -f socket
    timeout 1000 "$sortid" serve "$1" --pool p --socket socket --horizon 2 --timeout 1 \
        2> agent.err &
    agent=$!
    until "$SORTID" gen scru64 --socket socket > first 2> /dev/null; do eval "$nap"; done
}

# await FILE WORDS: waits until a file has them.
await() {
    until grep -qF "$2" "$1"; do eval "$nap"; done
    pass
}

bound_of() {
    "$sortid" status "$1" --json | sed -n 's/.*"durableUntil":"\([^"]*\)".*/\1/p'
}

with_new_token() {
    it 'a backup, and what comes after it'
    run init prod --external --pool p=1-8/8
    expect 0 '~.+' ""
    run run prod --pool p -- true
    expect 0 "" ""
    take_backup backup
    run init late --pool p=9/8
    expect 0 '~.+' ""
    agent_start prod

    it 'restored with a new token: refused until the bounds are raised'
    restore backup --initial-cluster-token new
    run list
    expect 0 'prod: p=0x1-0x8/8; restored, not fenced: run sortid node init prod --raise-bounds auto' ""
    run health prod
    expect 1 '~prod: the store was restored: run sortid node init prod --raise-bounds auto' ""
    run run prod --pool p -- touch ran
    expect 1 "" '~sortid: node: realm prod was kept in store etcd:[0-9a-f]+, and this is etcd:[0-9a-f]+: .+--raise-bounds auto'
    ok "COMMAND did not run" test ! -e ran
    run init late --raise-bounds auto
    expect 1 "" '~sortid: node: realm late does not exist: create it with raised bounds by .+'

    it 'a holder of before does not use the restored store'
    until ! "$SORTID" gen scru64 --socket socket > last 2> gen.err; do eval "$nap"; done
    ok "the agent says why" grep -q '^sortid: gen: agent "\?socket"\?: ' gen.err
    kill "$agent"
    wait "$agent"
    same "exit status" $? 3
    await agent.err 'the reply is from another cluster than replies before: restart this program'

    it 'the bounds are raised'
    run init prod --raise-bounds auto
    expect 0 '~reservations of prod start no earlier than .+' '~sortid: node: this is safe if .+'
    run init late --pool p=9/8 --raise-bounds auto
    expect 0 '~late has .+
reservations of late start no earlier than .+' '~sortid: node: this is safe if .+'
    run list
    expect 0 '~late: p=0x9-0x9/8; reservations start no earlier than [^;]+
prod: p=0x1-0x8/8; reservations start no earlier than [^;]+' ""
    run run prod --pool p --wait 0 -- true
    expect 3 "" '~sortid: node: realm prod: its bounds were raised, so no id is free for [0-9]+ s: .+'
}

# with_same_token REALM [OPTION...]: the cluster keeps its id, and --bump-revision hides that it
# counts from the backup on. The holder notices that its record is older than it was, and acquires
# no other id.
with_same_token() {
    it "restored with the same token: a holder of before notices${2+, $2}"
    realm=$1
    shift
    run init "$realm" --pool p=1-8/8
    agent_start "$realm"
    take_backup "backup-$realm"
    saved=$(bound_of "$realm")
    until [ "$(bound_of "$realm")" != "$saved" ]; do eval "$nap"; done
    restore "backup-$realm" --initial-cluster-token new "$@"
    run list
    ok "list cannot notice it" grep -q "^$realm: p=0x1-0x8/8\$" out
    await agent.err 'a node id is lost: acquiring another'
    await agent.err "no other node id yet: the store has lost writes of realm $realm: if it was restored"
    kill "$agent"
    wait "$agent"
}

if ! command -v "$etcd" > /dev/null; then
    skip "no $etcd (Debian: etcd-server)"
elif ! command -v etcdctl > /dev/null; then
    skip "no etcdctl (Debian: etcd-client)"
else
    restorer=etcdutl
    case $(etcdctl version) in "etcdctl version: 3.4."*) restorer=etcdctl ;; esac
    ports=$(free_ports) url=http://127.0.0.1:${ports% *} peer=http://127.0.0.1:${ports#* }
    export SORTID_STORE="$url"
    etcd_start
    ok "etcd answers" test "$tries" -gt 0
    with_new_token
    with_same_token same
    if "$restorer" snapshot restore --help 2>&1 | grep -q -e --bump-revision; then
        with_same_token bumped --bump-revision 1000000 --mark-compacted
    fi
    etcd_kill
fi
