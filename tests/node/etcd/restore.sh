# SPDX-License-Identifier: MIT
# sortid-node and a store that is restored from a backup by the commands of docs/node-operation.md;
# etcd also with the same token, as nobody should. With SORTID_TEST_STORE=postgresql PostgreSQL.
# $SORTID is the command.
# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # run.sh reads it; $sortid is for run_sh

# shellcheck source=tests/node/etcd.sh
. "$cases/../etcd.sh"
export ETCDCTL_API=3

# ---- What the commands of the document find here -------------------------------------------------

# steps FIRST,LAST: runs lines of the block of the store.
steps() {
    awk -v fence='```text '"$store" '$0 == fence { on = 1; next } /^```/ { on = 0 } on' \
        "$cases/../../../docs/node-operation.md" > block
    same "steps of $store" "$(wc -l < block)" 5
    sed -n "$1p" block > steps
    # shellcheck source=/dev/null
    . ./steps > steps.out 2> steps.err || fail "step $1: $(tail -n 1 steps.err)"
}

systemctl() {
    case "$1 $2" in
    "stop $store") store_kill ;;
    "start $store")
        [ "$store $(id -u)" != "postgresql 0" ] || chown -R postgres "$DATA"
        order keep_data "$DATA"
        store_start
        ;;
    esac
}

etcdutl() {
    "$restorer" "$@"
}

sortid() {
    [ "$1" = node ] || fail "not a command of node: $*"
    shift
    "$sortid" "$@"
}

take_etcd_backup() {
    etcdctl --endpoints "$url" snapshot save "$1" > save.log 2>&1 || fail "no backup: $(tail -n 1 save.log)"
}

# Also prepares the folders of the restored server.
take_postgresql_backup() {
    BACKUP=$data/$1 WAL=$data/wal DATA=$data/restored/pg
    as_user mkdir -p "$WAL" "${DATA%/*}"
    as_user "$programs/pg_basebackup" -d "$url" -D "$BACKUP" > save.log 2>&1 ||
        fail "no backup: $(tail -n 1 save.log)"
}

# restore FILE [OPTION...]: replaces etcd's data by a backup, as nobody should.
restore() {
    store_kill
    rm -rf restored
    "$restorer" snapshot restore "$@" --data-dir restored --name m0 --initial-cluster "m0=$peer" \
        --initial-advertise-peer-urls "$peer" > restore.log 2>&1 || fail "not restored: $(tail -n 1 restore.log)"
    store_start
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

bound_of() {
    "$sortid" status "$1" --json | sed -n 's/.*"durableUntil":"\([^"]*\)".*/\1/p'
}

by_the_document() {
    it 'a backup, and what comes after it'
    NAME=m0 CLUSTER=m0=$peer PEER=$peer DATA=$PWD/restored TOKEN=new
    run init prod --external --pool p=1-8/8
    run run prod --pool p -- true
    expect 0 "" ""
    "take_${store}_backup" backup.db
    run init late --pool p=9/8
    expect 0 '~.+' ""
    agent_start prod

    it 'restored: refused until the bounds are raised'
    steps 1,3
    run list
    expect 0 '~prod: p=0x1-0x8/8; restored, not fenced: stop the old store for good, then run sortid node init prod --raise-bounds auto; no id is free for 71 min then' ""
    run health prod
    expect 1 '~prod: the store was restored: stop the old store for good, then run sortid node init prod --raise-bounds auto; .+' ""
    run run prod --pool p -- touch ran
    expect 1 "" '~sortid: node: realm prod is of store .+, and this is .+: after a restore stop the old one for good, .+ sortid node init prod --raise-bounds auto'
    ok "COMMAND did not run" test ! -e ran
    run init late --raise-bounds auto
    expect 1 "" '~sortid: node: realm late is not in this store: create it with raised bounds by .+'

    it 'a holder of before does not use the restored store'
    until ! "$SORTID" gen scru64 --socket socket > last 2> gen.err; do eval "$nap"; done
    ok "the agent says why" grep -q '^sortid: gen: agent "\?socket"\?: ' gen.err
    kill "$agent"
    wait "$agent"
    same "exit status" $? 3
    await agent.err 'check --store; after a restore'

    it 'the bounds are raised'
    steps 4,5
    ok "how long: $(cat steps.out)" grep -qE '^reservations of prod start no earlier than .+: no id is free for 7[12] min$' steps.out
    ok "the last step" grep -qE '^prod: p=0x1-0x8/8; reservations start no earlier than [^;]+$' steps.out
    run init late --pool p=9/8 --raise-bounds auto
    expect 0 '~late has .+
reservations of late start no earlier than .+: no id is free for 1[12] min' '~sortid: node: this is safe if .+'
    run run prod --pool p --wait 0 -- true
    expect 3 "" '~sortid: node: realm prod: its bounds were raised, so no id is free for 4[0-9]+ s: .+'
}

# with_same_token REALM [OPTION...]: the cluster keeps its id, and --bump-revision hides that it
# counts from the backup on. The holder notices that its record is older than it was, and acquires
# no other id.
with_same_token() {
    it "restored with the same token: a holder of before notices${2+, $2}"
    realm=$1
    shift
    run init "$realm" --share-ids --pool p=1-8/8
    agent_start "$realm"
    take_etcd_backup "backup-$realm"
    saved=$(bound_of "$realm")
    until [ "$(bound_of "$realm")" != "$saved" ]; do eval "$nap"; done
    restore "backup-$realm" --initial-cluster-token new "$@"
    run list
    ok "list cannot notice it" grep -q "^$realm: p=0x1-0x8/8\$" out
    await agent.err 'a node id is lost: acquiring another'
    await agent.err "no other node id yet: the store has lost writes of realm $realm: after a restore"
    kill "$agent"
    wait "$agent"
}

with_both_tokens() {
    by_the_document
    with_same_token same
    if "$restorer" snapshot restore --help 2>&1 | grep -q -e --bump-revision; then
        with_same_token bumped --bump-revision 1000000 --mark-compacted
    fi
}

if [ "${SORTID_TEST_STORE:-etcd}" = postgresql ]; then
    with_store by_the_document
elif ! command -v etcdctl > /dev/null; then
    skip "no etcdctl (Debian: etcd-client)"
else
    restorer=etcdutl
    case $(etcdctl version) in "etcdctl version: 3.4."*) restorer=etcdctl ;; esac
    with_store with_both_tokens
fi
