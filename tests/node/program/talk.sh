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

# json EXPRESSION: of `rows`, the objects of standard output, as python says it.
json() {
    python3 -c 'import json, sys
rows = [json.loads(line) for line in open("out")]
print(eval(sys.argv[1]))' "$1"
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
    expect 3 "" '~sortid: node: password file "password"( is empty; its first line must be the password|: the first line must be the password, 1 to 1022 bytes)'
done
same "the log" "$(log)" ""

it 'init'
run init prod --pool hot=0x0-0x7/4 --pool cold=0x80-0xff/8
expect 0 'prod has hot=0x0-0x7/4
prod has cold=0x80-0xff/8' ""
same "the log" "$(log | grep -v open)" "init prod hot 0-7/4
init prod cold 128-255/8
close"
run init prod --pool hot=0x0-0x7/4 --json
expect 0 '{"realm":"prod","pools":[{"name":"hot","first":"0","last":"7","nodeSize":4}],"raisedToIso":null}' ""
run init prod --raise-bounds 3026-11-20T12:00:00.5Z
expect 0 'reservations of prod start no earlier than 3026-11-20T12:00:00.500Z' ""
log > seen
ok "raised" grep -qx 'raise prod 33352084800500' seen
ok "no init" test -z "$(sed -n '/^init prod *$/p' seen)"
run init prod --raise-bounds @33352084800 --json
same "raised" "$(json 'rows == [{"realm": "prod", "pools": [],
    "raisedToIso": "3026-11-20T12:00:00.000Z"}]')" True

# The records have a quarantine of an hour: 60 + 10 + 5 + 3600 s from now on.
it 'a time that is too early after a restore'
early='~sortid: node: warning: [0-9TZ:.-]+ is too early after a restore of the store: IDs may be repeated. Raise the bounds of prod to [0-9TZ:.-]+ or later; later still if a horizon was longer than 60 s or a max skew larger than 5 s'
before=$(date +%s)
run init prod --raise-bounds now
expect 0 '~reservations of prod start no earlier than .+' "$early"
least=$(date -d "$(sed -n 's/.* Raise the bounds of prod to \([^ ]*\) or later.*/\1/p' err)" +%s)
ok "3675 s from now" test "$least" -ge $((before + 3675)) -a "$least" -le $(($(date +%s) + 3675))
run init prod --raise-bounds "@$((before + 3600))" --json
expect 0 '~.*"raisedToIso":.*' "$early"
run init prod --raise-bounds "@$((before + 86400))"
expect 0 '~reservations of prod start no earlier than .+' ""
run init prod --raise-bounds 2026-11-20T12:00:00Z
expect 0 'reservations of prod start no earlier than 2026-11-20T12:00:00.000Z' "$early"
echo 'examine 9 0 0 http://a:1: no record of ours' > script
run init prod --raise-bounds now
expect 3 "" 'sortid: node: the bounds of prod are raised, but the records could not be read to check whether that is enough; repeat the command
sortid: node: http://a:1: no record of ours'
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

it 'status'
run status prod
expect 0 'prod at 2026-11-20T12:00:00.000Z
  hot=0x0-0x7/4: 8 ids, 1 reserved, 1 blocked, 6 free
  cold=0x80-0xff/8: 128 ids, 0 reserved, 1 blocked, 127 free
  0x0/4 reserved since 2026-11-20T11:59:59.000Z by "say "hi" \:1", lease ends in 12 s, makes IDs before 2026-11-20T12:00:59.904Z
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
    "{'name': 'hot', 'first': '0', 'last': '7', 'nodeSize': 4, 'ids': 8, 'used': 3, 'reserved': 1, 'blocked': 1}"
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

it 'release'
rm -f log
run release prod 0x5/4
expect 0 '0x5/4 of prod is no longer reserved' ""
ok "asked" grep -qx 'release_id prod 5/4' log
run release prod 200/8 --json
expect 0 '{"realm":"prod","nodeId":"200","nodeSize":8,"released":true}' ""

it 'failures'
# number of the status, exit status
for row in 2/1 3/1 12/1 4/3 5/3 6/3 7/3 8/3 9/3 10/3 11/3; do
    for call in init list examine release_id raise open; do
        echo "$call ${row%/*} 0 0 http://a:1: what went wrong" > script
        case $call in
        init) set -- init prod --pool hot=0-7/4 ;;
        raise) set -- init prod --raise-bounds now ;;
        list | open) set -- list ;;
        examine) set -- status prod ;;
        release_id) set -- release prod 5/4 ;;
        esac
        case ${row%/*} in
        7) advice='; check --store, and that the server runs there' ;;
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
expect 3 "" 'sortid: node: no server of the store answered in time; check --store, and that the server runs there'

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
