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

it 'a good stream'
given '%s\n' $first $second $later
run check ulid --json
same "exit status" "$status" 0
stream err ""
figures '"lines":3,"valid":3,"invalid":0,"unordered":0,"duplicates":0,"firstTimestamp":"[^"]+",'
same "last time" "$(member lastTimestamp)" "1508808576371 "

it 'figures for people'
given '%s\n' $first $second $later
run check ulid
expect 0 =check.txt ""

it 'unordered'
given '%s\n' $later $first $second
run check ulid --json
same "exit status" "$status" 1
stream err "sortid: -:2:1: \"$first\" is unordered: the ID before it is $later"
figures '"lines":3,"valid":3,"invalid":0,"unordered":1,"duplicates":0,'

it 'a duplicate is not also unordered; case does not matter'
lower=01aryz6s41tsv4rrffq69g5fav
given '%s\n' $first $lower $second
run check ulid --json
same "exit status" "$status" 1
stream err "sortid: -:2:1: \"$lower\" is a duplicate of the ID before it, $first"
figures '"lines":3,"valid":3,"invalid":0,"unordered":0,"duplicates":1,'

it 'a bad line does not disturb the order'
given '%s\n' $first ZZZZZZZZZZZZZZZZZZZZZZZZZZ $second
run check ulid --json
same "exit status" "$status" 1
stream err '~sortid: -:2:1: "Z{26}" is beyond the last ulid, .*'
figures '"lines":3,"valid":2,"invalid":1,"unordered":0,"duplicates":0,'

it 'mixed case is in order'
given '%s\n' 036zg552n91mt9s0gyhdwif95 036ZG552N91MT9S0GYHDWIF96 036zg552n91mt9s0gyhdwif97
run check scru128
same "exit status" "$status" 0
stream err ""

it '--order time'
given '%s\n' $second $first $later
run check ulid --order time --json
same "exit status" "$status" 0
figures '"lines":3,"valid":3,"invalid":0,"unordered":0,"duplicates":0,'
given '%s\n' $later $first
run check ulid --order time --json
same "exit status" "$status" 1
figures '"lines":2,"valid":2,"invalid":0,"unordered":1,"duplicates":0,'

it '--order none'
given '%s\n' $later $first $second
run check ulid --order none --json
same "exit status" "$status" 0
stream err ""
figures '"lines":3,"valid":3,"invalid":0,"unordered":0,"duplicates":0,'

it '--order strict is the default'
given '%s\n' $second $first
run check ulid --order strict --json
same "exit status" "$status" 1
figures '"lines":2,"valid":2,"invalid":0,"unordered":1,'

it 'several files are one stream, and messages name the file'
printf '%s\n' $first > a
printf '\n%s\n' $second > b
printf '%s' $first > c
given '%s\n' $later
run check ulid a b - c --json
same "exit status" "$status" 1
stream err "sortid: c:1:1: \"$first\" is unordered: the ID before it is $later"
figures '"lines":5,"valid":4,"invalid":0,"unordered":1,'
printf 'x\n' > d
run check ulid a d
same "exit status" "$status" 1
stream err 'sortid: d:1:2: "x" has 1 byte, a ulid has 26'

it 'encodings'
given '01563df36481d6764c61efb99302bd5b\n01563df36481d6764c61efb99302bd5c\n'
run check ulid -i hex
same "exit status" "$status" 0
given '9\n10\n'
run check ulid -i int
same "exit status" "$status" 0
given '0123456789abcdef0123456789abcdeg0123'
run check ulid -i bin --json
same "exit status" "$status" 1
stream err 'sortid: -:3:5: "0123" has 4 bytes, a ulid has 16'
figures '"lines":3,"valid":2,"invalid":1,'

it 'lenient'
given '%s\n' OlARYZ6S41TSV4RRFFQ69G5FAV 01ARYZ-6S41TSV4RRFFQ69G5FAW
run check ulid
same "exit status" "$status" 1
run check ulid --lenient
same "exit status" "$status" 0
stream err ""

it 'figures as JSON are JSON'
if command -v python3 > /dev/null; then
    for format in scru128 scru128v1 scru160 ulid; do
        run_sh "\"\$sortid\" gen $format -n 2000 | \"\$sortid\" check $format --json"
        same "exit status" "$status" 0
        ok "an object" python3 -c '
import json
figures = json.load(open("out"))
assert figures["valid"] == 2000 and figures["lines"] == 2000
assert int(figures["firstTimestamp"]) <= int(figures["lastTimestamp"])'
    done
else
    skip "python3 is not here"
fi
