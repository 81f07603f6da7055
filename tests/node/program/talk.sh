# SPDX-License-Identifier: MIT
# init, list, status and release: their calls of the library, their output, their failures.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

export SORTID_STORE=http://a:1,http://b:2 FAKE_LOG="$PWD/log" FAKE_NODE="$PWD/script"
unset SORTID_STORE_PASSWORD

# log: what the library was asked, in one line for each.
log() {
    cat log 2> /dev/null
    rm -f log
}

it 'the client'
: > script
run list
same "the log" "$(log)" \
    "open http://a:1,http://b:2 user - password - ca - cert - key - timeout 0
list
list_free
close"
printf 'from the file\r\nmore\n' > password
chmod 600 password
run list --store https://c:3 --user me --password-file password --cacert ca --cert cert --key key \
    --timeout 2500ms
same "the log" "$(log | head -n 1)" \
    "open https://c:3 user me password from the file ca ca cert cert key key timeout 2500"
run_sh 'SORTID_STORE_PASSWORD=secret exec "$sortid" list --user me --timeout 2min'
same "the log" "$(log | head -n 1)" \
    "open http://a:1,http://b:2 user me password secret ca - cert - key - timeout 120000"
for wrong in /nowhere /; do
    run list --user me --password-file $wrong
    expect 3 "" "~sortid: node: password file \"$wrong\": .+"
done
for wrong in '' '\n' '\npassword\n' "$(printf '%01100d' 0)"; do
    printf '%b' "$wrong" > password
    run list --user me --password-file password
    expect 3 "" '~sortid: node: password file "password": the first line must be the password, 1 to 1022 bytes'
done
same "the log" "$(log)" ""

it 'a password file that others can read'
echo secret > readable
for mode in 640 604 620; do
    chmod $mode readable
    run_to 0 list --user me --password-file readable
    ok "warned at $mode" grep -qx 'sortid: node: warning: other users may read or write password file "readable": run chmod 600 on it' err
done
chmod 400 readable
run_quietly list --user me --password-file readable
rm -f log

it 'init'
run init prod --pool hot=0x0-0x7/4 --pool cold=0x80-0xff/8
expect 0 'prod has hot=0x0-0x7/4
prod has cold=0x80-0xff/8' ""
same "the log" "$(log | grep -v open)" "init prod hot 0-7/4
init prod cold 128-255/8
close"
run init prod --pool hot=0x0-0x7/4 --json
expect 0 '{"realm":"prod","pools":[{"name":"hot","first":"0","last":"7","nodeSize":4}],"raisedToIso":null}' ""
run init prod --pool hot=0x0-0x7/4 --external --max-ahead 20min
ok "limits" grep -qx 'limits 1200000 3600000' log
run init prod --pool hot=0x0-0x7/4 --external --quarantine 5min
ok "quarantine" grep -qx 'limits 0 300000' log
run init prod --pool hot=0x0-0x7/4 --share-ids
ok "shared" grep -qx 'init prod hot 0-7/4 share' log
run init prod --raise-bounds 3026-11-20T12:00:00.5Z
expect 0 '~reservations of prod start no earlier than 3026-11-20T12:00:00.500Z: no id is free for [0-9]+ min' ""
ok "raised" grep -qx 'raise 33352084800500 error 0 early 0 far 0' log
run init prod --raise-bounds @33352084800 --json
same "raised" "$(json 'rows == [{"realm": "prod", "pools": [],
    "raisedToIso": "3026-11-20T12:00:00.000Z"}]')" True
run init prod --raise-bounds auto
expect 0 'reservations of prod start no earlier than 2026-11-20T12:00:00.000Z' "sortid: node: this is safe if the old store was stopped for good before, and none of its clocks was ahead of this machine's by more than 60 s (--clock-error)"
ok "auto" grep -qx 'raise 0 error 0 early 0 far 0' log
run init prod --pool hot=0x0-0x7/4 --raise-bounds auto --clock-error 5min
expect 0 'prod has hot=0x0-0x7/4
reservations of prod start no earlier than 2026-11-20T12:00:00.000Z' '~.* by more than 300 s .*'
ok "in one step" grep -qx 'raise 0 error 300000 early 0 far 0' log
run init prod --raise-bounds now --force
ok "forced" grep -qx 'raise [0-9]* error 0 early 1 far 0' log
run init prod --raise-bounds 2027-01-01 --far
ok "far" grep -qx 'raise [0-9]* error 0 early 0 far 1' log

it 'a time that is refused'
echo 'init 14 0 0 http://a:1: out of time' > script
table << 'END'
init prod --raise-bounds 2020-01-01 =1> node: nothing is changed: before 2026-11-20T12:00:00.000Z holders of prod may have made IDs; give auto, or that time or a later one; --force accepts 2020-01-01T00:00:00.000Z, and IDs may be repeated
init prod --raise-bounds 2020-01-01 --force =1> node: nothing is changed: the bounds of prod were raised to a later time than 2020-01-01T00:00:00.000Z before, and are never lowered
init prod --raise-bounds 4026-11-20 =1> ~node: nothing is changed: until 4026-.* no id of prod would be free, .*the earliest time that is safe is 2026-11-20T12:00:00.000Z: .*--far accepts 4026-.*
init prod --raise-bounds auto =1> ~node: nothing is changed: until 2026-11-20T12:00:00.000Z no id of prod would be free, .*--clock-error.*; --far accepts 2026-11-20T12:00:00.000Z
END
: > script
rm -f log

it 'list'
run list
expect 0 'prod: hot=0x0-0x7/4 cold=0x80-0xff/8
test: cold=0x80-0xff/8; reservations start no earlier than 2026-11-20T12:00:00.000Z' ""
run list --json
same "realms" "$(json '[row["realm"] for row in rows]')" "['prod', 'test']"
same "floors" "$(json '[row["floorIso"] for row in rows]')" "[None, '2026-11-20T12:00:00.000Z']"
same "pools" "$(json 'rows[0]["pools"][1]')" \
    "{'name': 'cold', 'first': '128', 'last': '255', 'nodeSize': 8}"

it 'pool'
rm -f log
table << 'END'
pool grow prod hot=0x0-0xf/4 --share-ids => prod has hot=0x0-0xf/4
pool shrink prod hot=0x0-0x3/4 --json => {"realm":"prod","pool":{"name":"hot","first":"0","last":"3","nodeSize":4}}
pool remove prod hot => prod has no pool hot any more
pool reopen prod hot => all ids of hot of prod can be reserved
END
same "the log" "$(log | grep pool)" "pool_grow prod hot 0-15/4 share
pool_shrink prod hot 0-3/4
pool_shrink prod hot 1-0/0
pool_reopen prod hot"
rm -f log
table << 'END'
pool remove prod hot --dry-run => prod: pool hot would close 8 ids: 1 are reserved, 1 are blocked until 2026-11-20T12:55:44.000Z
pool shrink prod hot=0x0-0x3/4 --dry-run => prod: pool hot would close 4 ids: 0 are reserved, 0 are blocked
pool shrink prod cold=128-199/8 --dry-run --json => {"realm":"prod","pool":"cold","closes":56,"reserved":0,"blocked":1,"blockedUntilIso":"2026-11-20T12:00:15.360Z","dryRun":true}
pool shrink prod hot=0x0-0x8/4 --dry-run =1> node: pool hot has the ids 0x0-0x7/4: give a part of them
pool remove prod warm --dry-run =1> node: realm prod has no pool warm
END
ok "nothing is changed" test "$(grep -c pool_shrink log)" = 0
echo 'pool_shrink 15 0 0 2 are reserved' > script
run pool remove prod hot
expect 1 "" 'sortid: node: not removed yet: 2 are reserved; blocked until 2026-11-20T12:00:00.000Z, or longer while they are reserved: run this again then, or end it with sortid node pool reopen prod hot'
echo 'pool_shrink 0 0 0' >> script
run pool remove prod hot --wait 1d
expect 0 'prod has no pool hot any more' ""
echo 'pool_grow 3 0 0 differs' > script
run pool grow prod hot=0x0-0xf/4
expect 1 "" 'sortid: node: differs'
: > script
rm -f log

it 'status'
run status prod
expect 0 'prod at 2026-11-20T12:00:00.000Z
  hot=0x0-0x7/4: 8 ids, 1 reserved, 1 blocked, 6 free
  cold=0x80-0xff/8: 128 ids, 0 reserved, 1 blocked, 127 free
  0x0/4 reserved since 2026-11-20T11:59:59.000Z by "say \"hi\" \:1", lease ends in 12 s, makes IDs before 2026-11-20T12:00:59.904Z
  0x1/4 blocked until 2026-11-20T12:55:44.000Z, last reserved by "gone:2", made IDs before 2026-11-20T11:55:44.000Z
  0x2/4 free, last reserved by "done:3", made IDs before 2026-11-20T11:59:59.488Z
  0xc8/8 blocked until 2026-11-20T12:00:05.376Z, last reserved by "late:4", made IDs before 2026-11-20T12:00:15.360Z
  0x9/23 free, last reserved by "strange:5", made IDs before 2026-11-20T12:00:05.120Z' ""
run status prod --json
same "lines" "$(json 'len(rows)')" 6
same "free from" "$(json '[row["freeFromIso"][11:] for row in rows[3:]]')" \
    "['11:59:49.504Z', '12:00:05.376Z', '11:59:55.136Z']"
same "the realm" "$(json 'rows[0]["realm"], rows[0]["storeTimeIso"], rows[0]["floorIso"]')" \
    "('prod', '2026-11-20T12:00:00.000Z', None)"
same "its first pool" "$(json 'rows[0]["pools"][0]')" \
    "{'name': 'hot', 'first': '0', 'last': '7', 'nodeSize': 4, 'ids': 8, 'used': 3, 'reserved': 1, 'blocked': 1, 'shrinks': False}"
same "states" "$(json '[row["state"] for row in rows[1:]]')" \
    "['reserved', 'blocked', 'free', 'blocked', 'free']"
same "ids" "$(json '[(row["pool"], row["nodeId"], row["nodeSize"]) for row in rows[4:]]')" \
    "[('cold', '200', 8), (None, '9', 23)]"
same "a reserved one" "$(json '[rows[1][key] for key in ("label", "leaseRemainingSeconds", "reservedSinceIso",
    "durableUntil", "freeFromIso", "clean", "quarantineMs")]')" \
    "['say \"hi\" \\\\:1', 12, '2026-11-20T11:59:59.000Z', '2026-11-20T12:00:59.904Z', None, False, 0]"
same "another" "$(json '[rows[2][key] for key in ("label", "leaseRemainingSeconds", "reservedSinceIso",
    "freeFromIso", "clean", "quarantineMs")]')" \
    "['gone:2', None, None, '2026-11-20T12:55:44.000Z', False, 3600000]"

it 'what needs no list of all ids asks for a summary'
rm -f log
run status prod
run status prod --json
same "lists" "$(log | grep -c summarize)" 0
run status prod --metrics
run health prod
run pool remove prod hot --dry-run
same "counts" "$(log | grep -c summarize)" 3

it 'status for Prometheus'
run_to 0 status prod --metrics
same "free ids" "$(grep -x 'sortid_node_ids_free.*' out)" 'sortid_node_ids_free{realm="prod",pool="hot"} 6
sortid_node_ids_free{realm="prod",pool="cold"} 127'
same "the soonest bound" "$(grep -x 'sortid_node_soonest.*' out)" \
    'sortid_node_soonest_bound_timestamp_seconds{realm="prod",pool="hot"} 1795176059.904'
same "until when ids are blocked" "$(grep -x 'sortid_node_unclean_until.*' out)" \
    'sortid_node_unclean_until_timestamp_seconds{realm="prod",pool="hot"} 1795179344.000
sortid_node_unclean_until_timestamp_seconds{realm="prod",pool="cold"} 1795176005.376'

it 'health'
unclean='prod: pool hot: 1 of 8 ids were not released; the last one is blocked until 2026-11-20T12:55:44.000Z
prod: pool cold: 1 of 128 ids were not released; the last one is blocked until 2026-11-20T12:00:05.376Z'
not_released='"notReleased":[{"pool":"hot","ids":1,"untilIso":"2026-11-20T12:55:44.000Z"},{"pool":"cold","ids":1,"untilIso":"2026-11-20T12:00:05.376Z"}]'
run health prod
expect 0 "$unclean
prod: healthy" ""
run health prod --min-free 7
expect 1 "prod: pool hot has 6 free ids, fewer than 7
$unclean" ""
run health prod --min-free 200 --json
expect 1 '{"realm":"prod","problems":["pool hot has 6 free ids, fewer than 200","pool cold has 127 free ids, fewer than 200"],'"$not_released"',"healthy":false}' ""
run health prod --min-free 0 --json
expect 0 '{"realm":"prod","problems":[],'"$not_released"',"healthy":true}' ""

it 'health of pools of which ids are being removed'
export FAKE_REMOVAL=1
run health prod --json
expect 1 '{"realm":"prod","problems":["pool hot: 1 ids to remove are reserved: end their holders, or run sortid node pool reopen prod hot","pool cold: 1 of 128 ids were not released, more than are free; the last one is blocked until 2026-11-20T12:00:05.376Z"],'"$not_released"',"healthy":false}' ""
unset FAKE_REMOVAL
echo 'examine 7 0 0 no answer' > script
run health prod
expect 3 "" 'sortid: node: no answer; check --store, and that the server runs there; a slow one needs a longer --timeout'
: > script

it 'release'
rm -f log
run release prod 0x5/4
expect 0 '0x5/4 of prod is no longer reserved' ""
ok "asked" grep -qx 'release_id prod 5/4' log
run release prod 200/8 --json
expect 0 '{"realm":"prod","nodeId":"200","nodeSize":8,"released":true}' ""

it 'release of an id whose record cannot be read'
rm -f log
run release prod 6/4 --force
expect 0 "the record of 0x6/4 of prod was replaced; the id is blocked until 2026-11-20T12:00:00.000Z" ""
ok "asked" grep -qx 'replace_id prod 6/4' log
table << 'END'
release prod 6/4 --force --json => {"realm":"prod","nodeId":"6","nodeSize":4,"released":true,"blockedUntilIso":"2026-11-20T12:00:00.000Z"}
release prod 5/4 --force => 0x5/4 of prod is no longer reserved
release prod 5/4 --force --json => {"realm":"prod","nodeId":"5","nodeSize":4,"released":true,"blockedUntilIso":null}
END
echo 'replace_id 12 0 0 nobody has it' > script
run release prod 5/4 --force
expect 1 "" 'sortid: node: nobody has it'
: > script

it 'failures'
# number of the status, exit status
for row in 2/1 3/1 12/1 13/1 4/3 5/3 6/3 7/3 8/3 9/3 10/3 11/3; do
    for call in init list examine release_id open; do
        echo "$call ${row%/*} 0 0 http://a:1: what went wrong" > script
        case $call in
        init) set -- init prod --pool hot=0-7/4 ;;
        list | open) set -- list ;;
        examine) set -- status prod ;;
        release_id) set -- release prod 5/4 ;;
        esac
        case ${row%/*} in
        7) advice='; check --store, and that the server runs there; a slow one needs a longer --timeout' ;;
        8) advice='; check the user, the password and the certificates' ;;
        *) advice= ;;
        esac
        run "$@"
        expect "${row#*/}" "" "sortid: node: http://a:1: what went wrong$advice"
        run "$@" --json
        expect "${row#*/}" "" "sortid: node: http://a:1: what went wrong$advice"
    done
done

it 'a failure without a text'
echo 'list 7 0 0' > script
run list
expect 3 "" 'sortid: node: no server of the store answered in time; check --store, and that the server runs there; a slow one needs a longer --timeout'

it 'a full disk, a reader that went away'
: > script
if [ -c /dev/full ]; then
    run_sh 'exec "$sortid" list > /dev/full'
    expect 3 "" 'sortid: standard output: No space left on device'
else
    skip "no /dev/full"
fi
run_sh '{ "$sortid" list; echo $? >&2; } | :'
expect 0 "" 0
