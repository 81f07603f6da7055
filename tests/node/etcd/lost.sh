# SPDX-License-Identifier: MIT
# sortid-node and a store that goes back to an earlier state, and keeps its identity: programs that have
# seen more acquire no id there, though they have no reservation. etcd, or with
# SORTID_TEST_STORE=postgresql PostgreSQL. $SORTID is the command.
# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # run.sh reads it; $sortid is for run_sh

# shellcheck source=tests/node/etcd.sh
. "$cases/../etcd.sh"

# with_data COMMAND...: while the store is down, in the folder of its data.
with_data() {
    store_kill
    (cd "$data" && "$@") || fail "not done: $*"
    store_start
}

replace_data() {
    rm -rf m0
    cp -a backup m0
}

lost_writes() {
    it 'a backup; then an agent has the only id and loses it to another program, which dies'
    run init prod --external --pool p=5/8
    expect 0 '~.+' ""
    with_data cp -a m0 backup
    timeout 1000 sh -c 'echo $$ > agent.id; exec "$0" serve prod --pool p --socket socket --horizon 2 --timeout 1' \
        "$sortid" 2> agent.err &
    agent=$!
    until "$SORTID" gen scru64 --socket socket > first 2> /dev/null; do eval "$nap"; done
    kill -STOP "$(cat agent.id)"
    run release prod 5/8
    expect 0 '~.*' ""
    "$sortid" run prod --pool p -- sh -c ': > held; exec sleep 1000' &
    other=$!
    until [ -e held ]; do eval "$nap"; done
    kill -KILL "$other"
    kill -CONT "$(cat agent.id)"
    await agent.err 'no other node id yet: pool p of realm prod'

    # Once `run` handles SIGTSTP, it stops after a search that finds nothing.
    it 'and a program waits for that id'
    "$sortid" run prod --pool p --wait 10min -- touch ran 2> waiter.err &
    waiter=$!
    until grep -Eq '^Sig(Blk|Cgt):.*[89a-f]....$' "/proc/$waiter/status"; do eval "$nap"; done
    kill -TSTP "$waiter"
    until grep -q '^State:.*stopped' "/proc/$waiter/status"; do eval "$nap"; done
    pass

    it 'the store goes back to the backup, in which the id is free'
    with_data replace_data
    kill -CONT "$waiter"
    wait "$waiter"
    same "exit status" $? 1
    ok "it says why" grep -q '^sortid: node: the store has lost writes of realm prod: .*--raise-bounds auto$' waiter.err
    ok "COMMAND did not run" test ! -e ran
    await agent.err 'no other node id yet: the store has lost writes of realm prod: after a restore'
    kill "$agent"
    wait "$agent"
}

with_store lost_writes
