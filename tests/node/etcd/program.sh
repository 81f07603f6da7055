# SPDX-License-Identifier: MIT
# sortid-node and a real store, etcd or with SORTID_TEST_STORE=postgresql PostgreSQL, which this
# script starts on free ports of loopback with its own data, and ends: the whole path from the
# command line to the server and back; the server is killed and restarted, a pool is exhausted.
# $SORTID is the command.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

export SORTID
# shellcheck source=tests/node/etcd.sh
. "$cases/../etcd.sh"

all_of_it() {
    it 'a realm'
    run init prod --external --pool hot=0x0-0x1/4 --pool cold=0x80-0xff/8 --pool two=4-5/4
    expect 0 '~prod has hot=0x0-0x1/4
prod has cold=0x80-0xff/8
prod has two=0x4-0x5/4' ""
    run list
    expect 0 'prod: hot=0x0-0x1/4 cold=0x80-0xff/8 two=0x4-0x5/4' ""
    run_to 0 status prod
    same "pools" "$(grep -c ' free$' out)" 3
    run status nowhere
    expect 1 "" '~sortid: node: .+'
    run init twice --pool p=0x80-0x8f/8
    expect 1 "" '~sortid: node: pool p shares ids with pool cold of realm prod, and both would repeat IDs: choose other ids, .+'
    run init twice --pool p=0x180/9
    expect 1 "" '~sortid: node: pool p shares ids with pool cold of realm prod, .+'

    it 'COMMAND makes IDs'
    run_sh 'exec "$sortid" run prod --pool hot -- \
        sh -c "\"$SORTID\" gen scru64 -n 3 --state none; \"$sortid\" status prod --json > during"'
    same "exit status" "$status" 0
    stream err ""
    same "IDs" "$("$SORTID" check scru64 --json < out | grep -o '"valid":3')" '"valid":3'
    same "reserved meanwhile" "$(python3 -c 'import json
print([json.loads(line).get("state") for line in open("during")])')" "[None, 'reserved']"
    run status prod --json
    same "released" "$(json '[(row["clean"], row["state"] != "reserved") for row in rows[1:]]')" "[(True, True)]"

    # The skew and up to two ticks after the end, also when the next one with the default allowance
    # asks. A busy machine may be so slow that the id is free before it is asked for: a longer skew.
    it 'after a clean end the id is free when status says so'
    for skew in 5 20 80 320; do
        run init brief$skew --external --share-ids --pool one=0x20/8
        run run brief$skew --pool one --max-skew ${skew}s -- true
        expect 0 "" ""
        ended=$(date +%s)
        run status brief$skew --json
        left=$(json '(lambda seconds: round(seconds(rows[1]["freeFromIso"]) - seconds(rows[0]["storeTimeIso"])))(
            lambda text: __import__("datetime").datetime.fromisoformat(text[:-1]).timestamp())')
        passed=$(($(date +%s) - ended))
        run run brief$skew --pool one --wait 0 -- true
        waited=$(($(date +%s) - ended))
        if [ "$status" != 0 ] || [ "$waited" -lt $((skew - 1)) ]; then break; fi
    done
    ok "$left s after $passed s" \
        test "$((left + passed))" -ge $((skew - 1)) -a "$left" -le $((skew + 2))
    same "exit status" "$status" 3
    told=$(sed -n 's/.*free in \([0-9]*\) s.*/\1/p' err)
    # The status above and this refusal are at most $waited s apart.
    ok "a refusal says $told s" test "$((told - left))" -le 1 -a "$((left - told))" -le "$((waited + 1))"
    run_to 0 run brief$skew --pool one --wait 10min -- true # says for what it waits

    it 'two runs have two ids, the third has none'
    run_sh 'for name in a b; do
        "$sortid" run prod --pool two -- sh -c "echo \$SCRU64_NODE_SPEC > $name; until [ -e go ]; do eval \"\$nap\"; done" &
    done
    until [ -s a ] && [ -s b ]; do eval "$nap"; done
    "$sortid" run prod --pool two --wait 0 -- touch third
    echo $?
    touch go
    wait'
    expect 0 3 '~sortid: node: .+'
    ok "the third did not run" test ! -e third
    cat a b | while read -r spec; do
        "$SORTID" inspect --node-size 4 --json "${spec%/4}" | sed 's/.*"nodeId":"\([^"]*\)".*/\1/'
    done | sort > ids
    same "ids" "$(tr '\n' ' ' < ids)" "4 5 "

    it 'released by another, COMMAND is ended'
    run_sh '"$sortid" run prod --pool cold -- sh -c "echo > there; exec sleep 1000" &
        until [ -s there ]; do eval "$nap"; done
        "$sortid" release prod 0x$(printf %x $("$sortid" status prod --json |
            sed -n "s/.*\"nodeId\":\"\([^\"]*\)\".*\"state\":\"reserved\".*/\1/p"))/8 > /dev/null
        wait $!'
    expect 3 "" '~sortid: node: the reservation of 0x[89a-f][0-9a-f]/8 is lost: killing "sh"; start it again for another id'
    run release prod 0/4
    expect 1 "" '~sortid: node: .+'

    # $SORTID_EXAMPLES has the programs of examples/node/, compiled.
    it 'servers of the examples'
    run init prod --pool web=0x70-0x7f/8
    for server in threads preforking; do
        status=0
        "$SORTID_EXAMPLES/server-$server" > out 2> err || status=$?
        same "exit status of $server" "$status" 0
        stream err ""
        same "IDs of $server" "$("$SORTID" check scru64 --json < out | grep -o '"valid":4000')" '"valid":4000'
        same "repeated by $server" "$(sort out | uniq -d)" ""
    done
    run status prod --json
    same "released" "$(json '{row["state"] == "reserved" for row in rows[1:]}')" "{False}"
    same "ids that both servers used" "$(json 'sum(0x70 <= int(row["nodeId"]) <= 0x7f for row in rows[1:])')" "2"

    it 'agents and clients are killed: no ID twice'
    run init prod --pool agents=0x60-0x6f/8
    for round in 1 2 3; do
        rm -f socket1 socket2
        agents="" clients=""
        for number in 1 2; do
            "$sortid" serve prod --pool agents --socket socket$number --reservations $number 2> agent.err &
            agents="$agents $!"
        done
        until [ -S socket1 ] && [ -S socket2 ]; do eval "$nap"; done
        for number in 1 2; do
            for client in 1 2 3; do
                "$SORTID" gen scru64 --socket socket$number -n 1000000000 > ids.$round.$number.$client 2> client.err &
                clients="$clients $!"
            done
        done
        "$SORTID" gen scru64 --socket socket1 -n 20000 > ids.$round.whole
        first=${clients# }
        kill -KILL "${first%% *}"
        "$SORTID" gen scru64 --socket socket2 -n 20000 >> ids.$round.whole
        kill -KILL $agents
        for agent in $agents; do wait "$agent"; done
        for client in $clients; do
            wait "$client"
            case $? in 3 | 137) ;; *) fail "a client of a killed agent ends with another status" ;; esac
        done
    done 2> killed # what the shell says of them
    grep -hxE '[0-9a-z]{12}' ids.* > all
    ok "$(wc -l < all) IDs" test "$(wc -l < all)" -ge 120000
    same "repeated" "$(sort all | uniq -d)" ""
    "$sortid" serve prod --pool agents --socket socket1 &
    agent=$!
    until "$SORTID" gen scru64 --socket socket1 > last 2> /dev/null; do eval "$nap"; done
    kill "$agent"
    wait "$agent"
    same "exit status of an agent" $? 0
    ok "no socket is left" test ! -e socket1

    it 'the store is killed and comes back: COMMAND continues'
    "$sortid" run prod --pool cold --timeout 1 --lease 3min -- \
        sh -c 'echo > here; until [ -e enough ]; do eval "$nap"; done' > out 2> err &
    runner=$!
    until [ -s here ]; do eval "$nap"; done
    store_kill
    "$sortid" list --timeout 1 > list.out 2> list.err
    same "status without the store" $? 3
    ok "its message" grep -q '^sortid: node: ' list.err
    mv err early
    store_start
    touch enough
    wait "$runner"
    same "status of run" $? 0

    it 'the store is killed and stays away: COMMAND is killed, and its id is released later'
    "$sortid" run prod --pool cold --timeout 1 --lease 20 --horizon 47 --label late -- \
        sh -c 'echo > once; trap "" TERM; while :; do sleep 1000; done' > ended.out 2> ended.err &
    runner=$!
    until [ -s once ]; do eval "$nap"; done
    store_kill
    until grep -q 'the node id is not released yet: ' ended.err; do eval "$nap"; done
    ok "asked" grep -q 'sending SIGTERM to "sh"$' ended.err
    ok "killed" grep -q 'could not be renewed in time: killing "sh"$' ended.err
    store_start
    wait "$runner"
    same "status of run" $? 3
    run status prod --json
    same "released" "$(json '[row["clean"] for row in rows[1:] if row["label"] == "late"]')" "[True]"

    it 'pools grow, shrink and are removed, while another one is used'
    run init pools --external --quarantine 1ms --share-ids --pool p=0-1/8 --pool keep=0x80/8
    run pool grow pools p=0-3/8
    expect 1 "" '~sortid: node: pool p shares ids with pool hot of realm prod, .+'
    run pool grow pools p=0-3/8 --share-ids
    expect 0 'pools has p=0x0-0x3/8' ""
    run_sh 'exec "$sortid" run pools --pool p,keep -- "$sortid" pool remove pools p'
    expect 1 "" '~sortid: node: not removed yet: of the ids to remove from pool p of realm pools 1 are reserved, .+'
    run status pools
    ok "being removed" grep -q 'p=0x0-0x3/8: 4 ids, 0 reserved, 4 blocked, 0 free; being removed' out
    run run pools --pool p -- true
    expect 1 "" '~sortid: node: pool p of realm pools is being removed: use another one'
    run run --pool p --pool keep pools --quarantine 1ms -- true
    expect 0 "" ""
    run pool reopen pools p
    expect 0 'all ids of p of pools can be reserved' ""
    run pool shrink pools p=1-2/8 --wait 120
    expect 0 'pools has p=0x1-0x2/8' ""
    run --store "$url" pool remove pools p --json --wait 120
    expect 0 '{"realm":"pools","pool":"p","removed":true}' ""
    run list
    ok "gone" grep -q '^pools: keep=0x80-0x80/8;' out
    run init pools --pool q=0-1/4 --share-ids
    expect 0 '~.+' ""
    run run pools --pool q --wait 0 -- true
    expect 0 "" ""
}

with_store all_of_it
