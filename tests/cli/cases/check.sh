# SPDX-License-Identifier: MIT
# check: verdicts on streams, order, duplicates, several files, figures.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

first=01ARYZ6S41TSV4RRFFQ69G5FAV
second=01ARYZ6S41TSV4RRFFQ69G5FAW
later=01BX5ZZKBKACTAV9WEVGEMMVRZ

# figures PATTERN: the JSON of the last run begins with these.
figures() {
    ok "figures $1" grep -Eq "^\{\"format\":\"[a-z0-9]+\",$1" out
}

# faults_are ORDER FORMAT FAULTS ID...: the faults of these IDs in hex: "LINE:FAULT ...", or none.
faults_are() {
    order=$1 format=$2 faults=$3
    shift 3
    given '%s\n' "$@"
    run check "$format" -i hex --order "$order" --json --max-errors all
    same "exit status with $order" "$status" "$([ -z "$faults" ]; echo $?)"
    same "faults with $order" "$(grep -o '"line":[0-9]*,"column":1,"fault":"[a-z]*"' out |
        sed 's/"line":\([0-9]*\).*:"\([a-z]*\)"/\1:\2/' | tr '\n' ' ')" "$faults"
}

it 'a good stream'
given '%s\n' $first $second $later
run_quietly check ulid --json
figures '"lines":3,"valid":3,"invalid":0,"unordered":0,"duplicates":0,"counterFaults":0,"reserved":0,"firstTimestamp":"[^"]+",'
same "last time" "$(member lastTimestamp)" "1508808576371 "

it '-0 reads what gen -0 writes'
"$sortid" gen -0 -n 3 ulid > in
run_quietly check ulid -0 --json
figures '"lines":3,"valid":3,"invalid":0,'
given '%s\000x\000%s' $first $second
run_to 1 check ulid -0
ok "the bad one" grep -q '^sortid: -:2:2: "x" has 1 byte, a ulid has 26$' err

it 'the table of figures'
given '%s\n' $first $second $later
prints '=check.txt' check ulid

it 'unordered'
given '%s\n' $later $first $second
says 1 "sortid: -:2:1: \"$first\" is unordered: the ID before it is $later" check ulid --json
figures '"lines":3,"valid":3,"invalid":0,"unordered":1,"duplicates":0,'

it 'a duplicate is not also unordered; case does not matter'
lower=01aryz6s41tsv4rrffq69g5fav
given '%s\n' $first $lower $second
says 1 "sortid: -:2:1: \"$lower\" is a duplicate of the ID before it, $first" check ulid --json
figures '"lines":3,"valid":3,"invalid":0,"unordered":0,"duplicates":1,'

it 'a bad line does not disturb the order'
given '%s\n' $first ZZZZZZZZZZZZZZZZZZZZZZZZZZ $second
run_to 1 check ulid --json
stream err '~sortid: -:2:1: "Z{26}" is out of range: the last ulid is .*'
figures '"lines":3,"valid":2,"invalid":1,"unordered":0,"duplicates":0,'

it 'mixed case is in order'
given '%s\n' 036zg552n91mt9s0gyhdwif95 036ZG552N91MT9S0GYJCXMH89 036zg552n91mt9s0gylbyqj7d
run_quietly check scru128

it 'each order in one stream; what is compared is the ID before, also one that is too large'
a1=01800000000100000000000000000001 a2=01800000000100000000000000000002
b1=01800000000200000000000000000001 z=7fffffffffffffffffffffffffffffff
for faults in 'strict 2:unordered 3:duplicate 4:duplicate 7:unordered 8:unordered ' \
    'time 3:duplicate 4:duplicate 7:unordered 8:unordered ' 'none 3:duplicate 4:duplicate '; do
    faults_are ${faults%% *} ulid "${faults#* }" $a2 $a1 $a1 $a1 $a2 $z $b1 $a2 $b1
    most=5
    [ "$order" != none ] || most=null
    ok "most in one timestamp" grep -q "\"idsPerTimestamp\":$most," out
done

it 'time that goes back has no rate'
for ahead in $b1 $z; do
    given '%s\n' $ahead $a1
    run check ulid -i hex --json
    ok "the rate" grep -q '"lastTimestamp":"1649267441665","idsPerMs":null,' out
done

it 'in any order the times are the smallest and the largest, and what is not known is not printed'
given '%s\n' $first $later $first
prints '=check-none.txt' check ulid --order none
run_quietly check ulid --order none --json
figures '"lines":3,"valid":3,"invalid":0,"unordered":null,"duplicates":null,"counterFaults":null,"reserved":0,"firstTimestamp":"1469918176385","lastTimestamp":"1508808576371","idsPerMs":0.000000,"idsPerTimestamp":null,'
printf '%s\n' $second $later $first $first > none
cp in some
run_to 1 check ulid --order none --json some none
figures '"lines":7,"valid":7,"invalid":0,"unordered":null,"duplicates":1,'
times='"firstTimestampIso":"2016-07-30T22:36:16.385Z","lastTimestampIso":"2017-10-24T01:29:36.371Z"'
ok "the files" grep -Fq '"duplicates":null,"counterFaults":null,'"$times"'},{"name":"none","lines":4,"valid":4,"invalid":0,"unordered":null,"duplicates":1,"counterFaults":null,'"$times"'}]' out
run_to 1 check ulid --order none none
ok "a duplicate" grep -Eq '^duplicates +1  \(0 expected\)$' out
given '%s\n' 036zg552n91mt9s0gyhdwif95 036zg4yf0o46fynlgjvf9w1no
run_quietly check scru128 --order none --json
figures '.*\{"name":"counterHi","renewals":null,"meanIntervalMs":null,"lowestShareOfOnes":null,"highestShareOfOnes":null\},'
run_quietly check scru128 --order none
ok "no renewals" sh -c '! grep -q "renewal\|counter.*ones" out'

# stuck PREFIX: 1,000 IDs in hex of which only the last 32 bits rise.
stuck() {
    awk -v prefix="$1" 'BEGIN { for (i = 1; i <= 1000; i++) printf "%s%08x\n", prefix, i }' > in
}

it 'a counter that does not rise is a fault of strict order'
stuck 019a0000000112345600000a
run_to 1 check scru128 -i hex
run_to 1 check scru128 -i hex --json --max-errors 1
stream err 'sortid: -:2:1: "019a0000000112345600000a00000002" has the same timestamp and counter as the ID before it, 03evr3oqx4iqegjpk4s3acp35
sortid: check: 998 more bad lines; --max-errors all reports each'
figures '"lines":1000,"valid":1000,"invalid":0,"unordered":0,"duplicates":0,"counterFaults":999,'
run check scru128 -i hex --max-errors 0
ok "the table has them" grep -Eq '^counter did not rise +999  \(0 expected\)$' out
stuck 0b000000000123456789abcd
says 1 'sortid: check: 999 bad lines' check scru128v1 -i hex --json --max-errors 0
figures '"lines":1000,"valid":1000,"invalid":0,"unordered":0,"duplicates":0,"counterFaults":999,'

it 'the counter rule applies to no other order'
stuck 019a0000000112345600000a
run_quietly check scru128 -i hex --json --order time
figures '"lines":1000,"valid":1000,"invalid":0,"unordered":0,"duplicates":0,"counterFaults":0,'
run_quietly check scru128 -i hex --json --order none
figures '"lines":1000,"valid":1000,"invalid":0,"unordered":null,"duplicates":null,"counterFaults":null,'
run check scru128 -i hex --order time
ok "the table says so" grep -Eq '^counter did not rise +not checked with --order time$' out

it 'the counter rule applies only to formats that tell generators apart'
stuck 019a00000001123456789abc
run_to 0 check ulid -i hex
ok "the table says so" grep -Eq '^counter did not rise +not checked in this format$' out
stuck 019a00000001123456789abc12345678
run_to 0 check scru160 -i hex

it 'the column of a fault in JSON is that of the message'
given '%s\n' '{"id":"01ARYZ6S41TSV4RRFFQ69G5FAV"}' ' 01ARYZ6S41TSV4RRFFQ69G5FAV' 01ARYZ6S41TSV4RRFFQ69G5FA! 01ARYZ6S41TSV4RRFFQ69G5FA
run check ulid --json
same 'columns' "$(grep -o '"line":[0-9]*,"column":[0-9]*' out | tr -cd '0-9,\n')" \
    "$(sed -n 's/^sortid: -:\([0-9]*\):\([0-9]*\): .*/\1,\2/p' err)"

it 'a counter carried into the layer above, and a renewed layer, are not faults'
given '%s\n' 019a00000001123456ffffff99999999 019a0000000112345700000000000000 \
    019a0000000112345700000100000000 019a00000002123457000001ffffffff \
    019a00000003923457000001ffffffff
run_to 0 check scru128 -i hex --json
figures '"lines":5,"valid":5,"invalid":0,"unordered":0,"duplicates":0,"counterFaults":0,'

it 'the counter rule looks at the ID before, whatever its verdict was'
set -- 01800000000100000100001000000001 01800000000100000100001000000002 018000000001000001000010ffffffff \
    018000000001000001000010ffffffff 018000000001000001000010fffffffe 01800000000100000100001100000000 \
    01800000000100000100000fffffffff 018000000001000001ffffff00000000 01800000000100000200000000000000 \
    0180000000010000f000000000000000 0180000000020000f000000000000001
faults_are strict scru128 '2:counter 3:counter 4:duplicate 5:unordered 7:unordered ' "$@"
faults_are time scru128 '4:duplicate ' "$@"
set -- 01800000000123456700000100000001 01800000000123456700000100000002 01800000000123456700000200000001 \
    01800000000123456800000200000001 01800000001123456800000200000002
faults_are strict scru128v1 '2:counter ' "$@"
faults_are time scru128v1 '' "$@"
faults_are strict scru64 '' 0180000000123456 0180000000123457

it 'two generators in one timestamp, sorted, pass'
given '%s\n' 0b000000000123456700000112345678 0b000000000123456700000212345678
run_to 0 check scru128v1 -i hex
for format in $(formats_but scru64); do
    for run in 1 2 3; do
        "$sortid" gen $format -n 3000 --at @1795132800
    done | sort > in
    run_to 0 check $format --json
done
for node in 1 2 3; do
    "$sortid" gen scru64 -n 3000 --node $node/8 --state none --at @1795132800
done | sort > in
run_to 0 check scru64 --json

it 'reserved timestamps are counted and are not faults'
given '%s\n' 00000000000000000000000000000000 00000000000000000000010000000000 \
    00000000000000000000020000000000 00000000000000000000030000000000 00000000000112345600000a00000001 \
    019a0000000112345600000a00000001 ffffffffffff12345600000a00000001
run_to 0 check scru128 -i hex --json
figures '"lines":7,"valid":7,.*"reserved":5,'
run check scru128 -i hex
ok "the table has them" grep -Eq '^IDs of a reserved timestamp +5  \(0 expected\)$' out
run check ulid -i hex --json
figures '"lines":7,"valid":7,.*"reserved":0,'

# counterHi holds over two ms, is carried into, is renewed; counterLo is renewed at each new ms
# unless it is carried or counts on.
it 'renewals'
given '%s\n' 018000000000000001000010ffffffff 01800000000000000112345600000000 \
    01800000000100000100000fffffffff 018000000004000002fffff000000000 018000000006000002fffff1ffffffff \
    018000000007000002ffffffffffffff 0180000000080000f0000000ffffffff 0180000003f2f000000000ffffff0000
run_to 0 check scru128 -i hex --json
figures '"lines":8,"valid":8,.*"firstTimestamp":"1649267441664","lastTimestamp":"1649267442674","idsPerMs":0\.007913,"idsPerTimestamp":2,'
same "fields" "$(sed 's/.*"fields":\(.*\),"faults.*/\1/' out)" '[{"name":"counterHi","renewals":2,"meanIntervalMs":1002.000000,"lowestShareOfOnes":0.000000,"highestShareOfOnes":0.500000},{"name":"counterLo","renewals":4,"meanIntervalMs":336.333333,"lowestShareOfOnes":0.500000,"highestShareOfOnes":0.750000},{"name":"entropy","lowestShareOfOnes":0.625000,"highestShareOfOnes":0.750000}]'
prints '=renewals.txt' check scru128 -i hex

it 'a tick of scru64 has 256 ms, and the last one counts whole'
awk 'BEGIN { for (i = 0; i < 512; i++) printf "0186ac4bad%06x\n", i }' > in
run check scru64 -i hex --json
figures '.*"idsPerMs":2\.000000,"idsPerTimestamp":512,"fields":\[\{"name":"nodeCtr","renewals":0,"meanIntervalMs":null,'
printf '%s\n' 0186ac4bae800000 0186ac4bb0000000 >> in
run check scru64 -i hex --json
figures '.*"idsPerMs":0\.501953,.*"renewals":2,"meanIntervalMs":512\.000000,.*"highestShareOfOnes":0\.500000\}'
run check scru64 -i hex
same "times" "$(sed -n 's/.* time  *//p' out | tr '\n' ' ')" '2023-03-04T11:04:46.080Z 2023-03-04T11:04:46.848Z '

it 'bits that are the same in each ID'
awk 'BEGIN { for (i = 0; i < 1000; i++) printf "01800000000%d00000000ffffffffffffffffffff\n", i % 2 }' > in
run check scru160 -i hex --order none --json
figures '.*\{"name":"random16","lowestShareOfOnes":0\.000000,"highestShareOfOnes":0\.000000\},\{"name":"random80","lowestShareOfOnes":1\.000000,"highestShareOfOnes":1\.000000\}'

it 'no valid ID'
given '\nbad\n'
run_to 1 check scru128 --json
figures '"lines":2,"valid":0,"invalid":1,"unordered":0,"duplicates":0,"counterFaults":0,"reserved":0,"firstTimestamp":null,"lastTimestamp":null,"idsPerMs":null,"idsPerTimestamp":0,"fields":\[\{"name":"counterHi","renewals":0,"meanIntervalMs":null,"lowestShareOfOnes":null,"highestShareOfOnes":null\},.*\{"name":"entropy","lowestShareOfOnes":null,"highestShareOfOnes":null\}\],'
: > in
fails 1 'sortid: check: no valid ID' check ulid
run check ulid --json
expect 1 '~\{"format":"ulid","lines":0,"valid":0,"invalid":0,.*\}' 'sortid: check: no valid ID'
given '\n\n'
run check ulid --json
expect 1 '~\{"format":"ulid","lines":2,"valid":0,"invalid":0,.*\}' 'sortid: check: no valid ID'
given 'x\ny\n'
says 1 'sortid: -:1:2: "x" has 1 byte, a ulid has 26
sortid: -:2:2: "y" has 1 byte, a ulid has 26
sortid: check: no valid ID' check ulid
stream out 'format                         ulid
lines                          2
valid IDs                      0
invalid IDs                    2  (0 expected)'
run_sh 'false | "$sortid" check scru128'
expect 1 "" 'sortid: check: no valid ID'

# bad_lines N: a good line, then N bad ones.
bad_lines() {
    echo $first
    awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) print "bad" }'
}

# bad_reports FROM TO: the reports of those lines.
bad_reports() {
    awk -v from="$1" -v to="$2" 'BEGIN { for (i = from; i <= to; i++)
        printf "sortid: -:%d:4: \"bad\" has 3 bytes, a ulid has 26\n", i + 1 }'
}

it 'the first 20 bad lines, then the number of the others'
for count in 20 21 22 3000; do
    bad_lines $count > in
    run_to 1 check ulid --json
    figures "\"lines\":$((count + 1)),\"valid\":1,\"invalid\":$count,"
    {
        bad_reports 1 20
        case $count in
        20) ;;
        21) echo 'sortid: check: 1 more bad line; --max-errors all reports each' ;;
        *) echo "sortid: check: $((count - 20)) more bad lines; --max-errors all reports each" ;;
        esac
    } > right
    ok "the reports of $count" cmp -s err right
done

it '--max-errors'
bad_lines 3000 > in
says 1 'sortid: check: 3000 bad lines' check ulid --json --max-errors 0
run check ulid --json --max-errors 2999
{ bad_reports 1 2999; echo 'sortid: check: 1 more bad line; --max-errors all reports each'; } > right
ok "2999" cmp -s err right
bad_reports 1 3000 > right
for all in 3000 9223372036854775807 all; do
    run_to 1 check ulid --json --max-errors $all
    ok "$all" cmp -s err right
done
given '%s\n' $second $first $first $first
says 1 "sortid: -:2:1: \"$first\" is unordered: the ID before it is $second
sortid: check: 2 more bad lines; --max-errors all reports each" check ulid --json --max-errors 1
given '%s\n' $first
run_quietly check ulid --max-errors 0

it 'lines with an ID among other text'
"$sortid" gen ulid -n 10 > ids
sed 's/.*/GET \/& 200/' ids > 'a log'
within() { head -n $1 ids | sed 's/.*/sortid: a log:@:1: unexpected "GET \/" at column 1, before the ulid &/' | awk '{ sub("@", NR); print }'; }
advised="sortid: check: the lines contain ulids among other text: 'sortid find ulid --ids \"a log\" | sortid check ulid'"
says 1 "$(within 3)
sortid: check: 7 more bad lines; --max-errors all reports each
$advised
sortid: check: no valid ID" check ulid 'a log' --json
same "kept faults" "$(grep -o '"fault":"invalid"' out | wc -l | tr -d ' ')" 10
says 1 "$(within 10)
$advised
sortid: check: no valid ID" check ulid 'a log' --json --max-errors all
run check ulid 'a log' --json --max-errors 2
same "the last reports" "$(sed 1,2d err)" "sortid: check: 8 more bad lines; --max-errors all reports each
$advised
sortid: check: no valid ID"
{ cat 'a log'; tail -n 1 ids; head -n 1 ids; } > in
run check ulid
ok "an unordered line after them is reported" grep -q '^sortid: -:12:1: .* is unordered: ' err

it 'bad lines that are IDs of another format'
"$sortid" gen ulid -n 3000 > ids
{ echo 036zg552n91mt9s0gyhdwif95; cat ids; } > in
says 1 'sortid: check: 3000 bad lines
sortid: check: all 3000 bad lines are valid ulid IDs' check scru128 --json --max-errors 0
run check scru128 --json --max-errors 2
same "last report" "$(tail -n 1 err)" 'sortid: check: all 3000 bad lines are valid ulid IDs'
{ cat ids; echo bad; } > in
says 1 'sortid: check: 3001 bad lines
sortid: check: no valid ID' check scru128 --max-errors 0
given '%s\n' 01ARV6S41TS64RRFFQ69G5FA06
says 1 'sortid: check: 1 bad line
sortid: check: the bad line is a valid scru128v1 or ulid ID
sortid: check: no valid ID' check scru128 --max-errors 0
given '%s\n' 01563df36481d6764c61efb99302bd5b 01563df36481d6764c61efb99302bd5c
says 1 'sortid: check: 2 bad lines
sortid: check: all 2 bad lines are valid scru128, scru128v1 or ulid IDs
sortid: check: no valid ID' check scru160 -i hex --max-errors 0
given '%s\n' OlARYZ6S41TSV4RRFFQ69G5FAV
says 1 'sortid: check: 1 bad line
sortid: check: no valid ID' check scru128 --max-errors 0
given '%s\n' 036zg552n91mt9s0gyhdwif95
says 1 'sortid: check: 1 bad line
sortid: check: the bad line is a valid scru128 ID
sortid: check: no valid ID' check ulid --lenient --max-errors 0
# Bytes are read in records of the format that is named: a bad one is no other format's.
given '\377\377\377\377\377\377\377\377'
says 1 'sortid: check: 1 bad line
sortid: check: no valid ID' check scru64 -i bin --max-errors 0

it 'several files are one stream, and messages name the file'
printf '%s\n' $first > a
printf '\n%s\n' $second > b
printf '%s' $first > c
given '%s\n' $later
says 1 "sortid: c:1:1: \"$first\" is unordered: the ID before it is $later" check ulid a b - c --json
figures '"lines":5,"valid":4,"invalid":0,"unordered":1,'
printf 'x\n' > d
says 1 'sortid: d:1:2: "x" has 1 byte, a ulid has 26' check ulid a d

it 'each of several files'
: > e
says 3 'sortid: missing: No such file or directory' check ulid a e b missing
same "the table" "$(sed -n '/^$/,$p' out)" "
lines  valid IDs  faults  last time                 file
    1          1       0  2016-07-30T22:36:16.385Z  a
    0          0       0  -                         e
    2          1       0  2016-07-30T22:36:16.385Z  b
    0          0       0  -                         missing"
"$sortid" gen ulid -n 2000000 --at 2026-11-20 > 'two million'
run_to 1 check ulid 'two million' a
same "wide numbers, a name with a blank" "$(sed '1,/^$/d' out)" "  lines  valid IDs  faults  last time                 file
2000000    2000000       0  2026-11-20T00:00:00.000Z  \"two million\"
      1          1       1  2016-07-30T22:36:16.385Z  a"
rm 'two million'
run_to 1 check ulid a a d --json
ok "files" grep -qF '"files":[{"name":"a","lines":1,"valid":1,"invalid":0,"unordered":0,"duplicates":0,"counterFaults":0,"firstTimestampIso":"2016-07-30T22:36:16.385Z","lastTimestampIso":"2016-07-30T22:36:16.385Z"},{"name":"a","lines":1,"valid":1,"invalid":0,"unordered":0,"duplicates":1,' out
ok "a file without an ID" grep -qF '{"name":"d","lines":1,"valid":0,"invalid":1,"unordered":0,"duplicates":0,"counterFaults":0,"firstTimestampIso":null,"lastTimestampIso":null}],"faults":[' out
ok "faults" grep -qF "\"faults\":[{\"file\":\"a\",\"line\":1,\"column\":1,\"fault\":\"duplicate\",\"text\":\"$first\",\"before\":\"$first\"},{\"file\":\"d\",\"line\":1,\"column\":2,\"fault\":\"invalid\",\"text\":\"x\"}]}" out
run check ulid a
ok "no table for one file" sh -c '! grep -q "^$" out'
run check ulid a --json
ok "nor a member" sh -c '! grep -q files out'
"$sortid" gen ulid -n 3000 --at 2026-11-20 > part3000
"$sortid" gen ulid --at 2026-11-21 > part1
run check ulid part3000 part1 part3000 --json
ok "blocks" grep -qE '"files":\[\{"name":"part3000","lines":3000,"valid":3000,"invalid":0,"unordered":0,.*"part1","lines":1,"valid":1,.*"part3000","lines":3000,"valid":3000,"invalid":0,"unordered":1,' out

it 'the first faults in the JSON'
{ echo "$second"; yes bad | head -n 30; printf '\377"\\\t\n'; } > in
run_to 1 check ulid --json --max-errors all
same "at most 20" "$(grep -o '"fault":' out | wc -l | tr -d ' ')" 20
run check ulid --json --max-errors 3
same "as many as were reported" "$(grep -o '"fault":' out | wc -l | tr -d ' ')" 3
run check ulid --json --max-errors 0
ok "none" grep -q ',"faults":\[\]}$' out
printf '\377"\\\t%0100d\n' 0 > in
run check ulid --json
if command -v python3 > /dev/null; then
    ok "any bytes are JSON" python3 -c '
import json
fault = json.load(open("out"))["faults"][0]
assert fault["text"] == "\u00ff\"\\\t" + 60 * "0", fault
assert fault["line"] == 1 and fault["fault"] == "invalid" and fault["file"] == "-"'
fi
stuck 019a0000000112345600000a
run check scru128 -i hex --json
ok "counters" grep -qF '"fault":"counter","text":"019a0000000112345600000a00000002","before":"03evr3oqx4iqegjpk4s3acp35"}' out
given '%s\n' $later $first
run check ulid --json
ok "order" grep -qF "\"line\":2,\"column\":1,\"fault\":\"unordered\",\"text\":\"$first\",\"before\":\"$later\"}]}" out

it '--watch says what was read, also while nothing comes'
# The input ends when the message is there; without it, after a minute.
run_sh '{ "$sortid" gen ulid -n 3000; echo bad
    tries=0
    until [ -n "${SORTID_NO_PEEK:-}" ] || grep -q "^3000 IDs, 1 fault, 0 a second, " err || [ $tries -ge 600 ]; do
        sleep 0.1; tries=$((tries + 1))
    done; } | "$sortid" check ulid --watch --json'
same "exit status" "$status" 1
if [ -n "${SORTID_NO_PEEK:-}" ]; then
    skip "SORTID_NO_PEEK is set"
else
    ok "it said so" grep -qE '^3000 IDs, 1 fault, [0-9]+ a second, last time 20[0-9-]+T[0-9:.]+Z$' err
    ok "nothing came" grep -qE '^3000 IDs, 1 fault, 0 a second, last time' err
fi
ok "the figures" grep -q '"lines":3001,"valid":3000,"invalid":1,' out
given '%s\n' $first
run_quietly check ulid --watch

it 'encodings'
given '01563df36481d6764c61efb99302bd5b\n01563df36481d6764c61efb99302bd5c\n'
run_to 0 check ulid -i hex
given '9\n10\n'
run_to 0 check ulid -i int
given '0123456789abcdef0123456789abcdeg0123'
says 1 'sortid: -:3:5: "0123" has 4 bytes, a ulid has 16' check ulid -i bin --json
figures '"lines":3,"valid":2,"invalid":1,'

it 'lenient'
given '%s\n' OlARYZ6S41TSV4RRFFQ69G5FAV 01ARYZ-6S41TSV4RRFFQ69G5FAW
run_to 1 check ulid
run_quietly check ulid --lenient

it 'local times'
printf '01ARYZ6S41TSV4RRFFQ69G5FAV\n' > one
printf '01BX5ZZKBKACTAV9WEVGEMMVRZ\n' > other
run_sh 'TZ=XST-5:30 "$sortid" check ulid --local one other'
ok "in the figures" grep -q '^first time  *2016-07-31T04:06:16\.385+05:30$' out
ok "in the table of files" grep -q '  2017-10-24T06:59:36\.371+05:30  other$' out
ok "below its heading" grep -q '  last time                      file$' out
