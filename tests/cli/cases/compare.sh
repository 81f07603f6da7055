# SPDX-License-Identifier: MIT
# sortid compare: which of two IDs is earlier, and by how much.
# shellcheck shell=sh disable=SC2016,SC2046,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

ulid=01ARZ3NDEKTSV4RRFFQ69G5FAV
scru=036zg552n91mt9s0gyhdwif95

it 'two formats'
prints "2016-07-30T23:54:10.259Z  $ulid  ulid
2022-03-20T08:34:01.493Z  $scru  scru128
the first is earlier by 2058 d 8 h 39 min 51.234 s" compare $ulid $scru
run compare $scru $ulid
same "the answer" "$(tail -n 1 out)" "the second is earlier by 2058 d 8 h 39 min 51.234 s"

it 'small differences'
for pair in ".001 0.001 s" ":01 1.000 s" ":59.999 59.999 s"; do
    at=${pair%% *}
    case $at in .*) at=00$at ;; :*) at=${at#:} ;; esac
    run compare $("$sortid" gen ulid --at 2026-01-01) $("$sortid" gen ulid --at 2026-01-01T00:00:${at}Z)
    same "the answer" "$(tail -n 1 out)" "the first is earlier by ${pair#* }"
done
run compare $("$sortid" gen ulid --at 2026-01-01T01:00:00Z) $("$sortid" gen ulid --at 2026-01-01)
same "an hour" "$(tail -n 1 out)" "the second is earlier by 1 h 0 min 0.000 s"

it 'equal times'
"$sortid" gen ulid -n 2 --at 2026-01-01 > ids
run compare $(cat ids)
same "the answer" "$(tail -n 1 out)" "the first is smaller: both have the same time, and the bytes decide"
run compare $(tac ids)
same "the answer" "$(tail -n 1 out)" "the second is smaller: both have the same time, and the bytes decide"
run compare $ulid 01arz3ndektsv4rrffq69g5fav
same "the answer" "$(tail -n 1 out)" "the IDs are equal"
run compare $("$sortid" gen ulid --at 2026-01-01) $("$sortid" gen uuidv7 --at 2026-01-01)
same "the answer" "$(tail -n 1 out)" "both have the same time"

it 'other kinds, and times before 1970'
prints "~2012-10-17T21:13:27\.000Z  507f1f77bcf86cd799439011  objectid.*
20.*  9bsv0s091sd002o20hk0  xid.*
the second is earlier by .*" compare 507f1f77bcf86cd799439011 9bsv0s091sd002o20hk0
prints "~2022-02-22T19:22:22\.000Z  .*  uuid-v1.*
1582-10-15T00:00:00\.000Z  .*  uuid-v1.*
the second is earlier by 160472 d .*" compare C232AB00-9414-11EC-B3C8-9F6BDECED846 00000000-0000-1000-8000-000000000000

it '-f reads both as one kind'
run_to 0 compare -f scru128v1 01G0EV1TTM37C5T11SQTDNCTM1 01G0EV1TTM37C5T11SQTDNCTM2
same "kinds" "$(grep -c '  scru128v1$' out)" 2

it 'IDs of several kinds are read as one that both can be'
run compare 01G0EV1TTM37C5T11SQTDNCTM1 $ulid
like_text out '2022-04-12T.*  ulid, one of [0-9]* kinds that it may be: -f KIND chooses one
2016-07-30T23:54:10.259Z .*  ulid.*
the second is earlier by .*'
run compare $ulid 01G0EV1TTM37C5T11SQTDNCTM1
same "the kinds" "$(sed -n 's/.*  \(ulid\).*/\1/p' out | tr '\n' ' ')" "ulid ulid "
it 'of several such kinds the one that inspect shows first'
run compare 01KDVDNA00S0DNQV80E997EJ93 01KDVDNA00S0DNQV80E997EJ94
ok "the ulid of 2026 is not a scru128v1 of 2023" grep -q '^2026.*  ulid, ' out
run compare 175928847299117063 1541815603606036480
like_text out '2012-03-03T.*  snowflake-twitter, one of [0-9]* kinds .*
2022-06-28T.*  snowflake-twitter, one of [0-9]* kinds .*
the first is earlier by 3769 d .*'

# kinds ID ID: the kinds that compare takes, and what it says of the smaller one and the difference.
kinds() {
    run_to 0 compare --json "$1" "$2"
    sed 's/.*"first":{"format":"\([^"]*\)".*"second":{"format":"\([^"]*\)".*"smaller":\(.*\)/\1 \2 \3/' out
}

it 'the order of the arguments does not matter'
ids="175928847299117063 1541815603606036480 80351110224678912 1234567890123456789 481842 5
    $ulid $(echo $ulid | tr '[:upper:]' '[:lower:]') 01ARAS6S41TSV4RRFFQ69G5FAV 01KDVDNA00S0DNQV80E997EJ93 $scru
    01h455vb4pex5vsknk084sn02q 01890a5d-ac96-774b-bcce-b302099a8057 01563df36481d6764c61efb99302bd5b
    f1563df36481d6764c61efb99302bd5b
    017c083c130732153679e83c4fc65664e6a964a1 507f1f77bcf86cd799439011"
for a in $ids; do
    for b in $ids; do
        one=$(kinds $a $b) other=$(kinds $b $a)
        same "$a and $b" "$one" "$(echo "$other" | awk '{
            if ($3 ~ /"first"/) sub("first", "second", $3)
            else sub("second", "first", $3)
            print $2, $1, $3 }')"
    done
done

table << END
# --json
compare --json $ulid $scru => {"first":{"format":"ulid","input":"$ulid","timestampIso":"2016-07-30T23:54:10.259Z"},"second":{"format":"scru128","input":"$scru","timestampIso":"2022-03-20T08:34:01.493Z"},"smaller":"first","differenceMs":"177842391234"}
END
run compare --json $ulid $ulid
ok "equal IDs" grep -q '"smaller":null,"differenceMs":"0"}$' out

it 'local times'
run_sh "TZ=XST-5:30 \"\$sortid\" compare --local $ulid $ulid"
expect 0 "2016-07-31T05:24:10.259+05:30  $ulid  ulid
2016-07-31T05:24:10.259+05:30  $ulid  ulid
the IDs are equal" ""

it 'TypeIDs of one UUID'
run compare --json user_01h455vb4pex5vsknk084sn02q acct_01h455vb4pex5vsknk084sn02q
ok "their prefixes" grep -q '"smaller":"second","differenceMs":"0"' out

table << END
# no ID, and IDs without time
compare x $ulid =1> ~arg:1:1: "x" \(1 byte\) is not a known ID: .*
compare $ulid 919108f7-52d1-4320-9bac-f847db4148a8 =1> arg:2:1: "919108f7-52d1-4320-9bac-f847db4148a8" is a uuid-v4, which has no time: -f KIND reads it as another kind
compare -f ulid $ulid $scru =1> ~arg:2:26: "$scru" .* is not a ulid: .*

# wrong usage of compare
compare =2> an ID is missing: give two
compare $ulid =2> an ID is missing: give two
compare $ulid $ulid x =2> unexpected argument "x"
END
