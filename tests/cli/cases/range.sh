# SPDX-License-Identifier: MIT
# range and formats: spans of every format, ends included and excluded, ticks of 256 ms.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

it 'one ms'
run range ulid @0
expect 0 '00000000000000000000000000
0000000000ZZZZZZZZZZZZZZZZ' ""
run range scru128v1 2020-01-01
expect 0 '00000000000000000000000000
000000000FVVVVVVVVVVVVVVVV' ""

it 'SINCE is in, UNTIL is out'
run range ulid 2016-07-30T22:36:16.385Z 2016-07-30T22:36:16.386Z
expect 0 '01ARYZ6S410000000000000000
01ARYZ6S41ZZZZZZZZZZZZZZZZ' ""
run range ulid 2016-07-30T22:36:16.385+00:00 2016-07-31T00:36:16.387+02:00
expect 0 '01ARYZ6S410000000000000000
01ARYZ6S42ZZZZZZZZZZZZZZZZ' ""

# ticks SINCE UNTIL FIRST LAST: the ticks that a span of scru64 has.
ticks() {
    it "scru64 ticks from $1 to $2"
    run range scru64 "$1" "$2"
    same "exit status" "$status" 0
    mv out in
    run inspect -f scru64 --json
    same "ticks" "$(member timestamp)" "$3 $4 "
    same "node and counter" "$(member nodeCtr)" "0 16777215 "
}
ticks @0 @0.001 0 0
ticks @0 @0.256 0 0
ticks @0 @0.257 0 1
ticks @0.255 @0.256 0 0
ticks @0.255 @0.257 0 1
ticks @0.256 @0.512 1 1
ticks @0.300 @0.301 1 1

it 'scru64, the tick of SINCE'
run range scru64 @0.300
same "exit status" "$status" 0
same "the first" "$(sed -n 1p out)" "$("$sortid" convert -f scru64 -i int 16777216)"
same "the last" "$(sed -n 2p out)" "$("$sortid" convert -f scru64 -i int 33554431)"

it 'up to the end of the format'
run range ulid +010889-08-02T05:31:50.655Z +010889-08-02T05:31:50.656Z
expect 0 '7ZZZZZZZZZ0000000000000000
7ZZZZZZZZZZZZZZZZZZZZZZZZZ' ""

it 'what is made within a span is within its range'
for format in scru128 scru128v1 scru160 scru64 ulid; do
    node=""
    [ $format != scru64 ] || node="--node 42/8 --state none"
    # shellcheck disable=SC2086
    "$sortid" gen $format --at 2026-11-20T12:00:00Z $node > middle
    run range $format 2026-11-20T12:00:00Z
    same "exit status" "$status" 0
    { sed -n 1p out; cat middle; sed -n 2p out; } > all
    ok "$format" increasing all
done

it 'formats'
run formats
expect 0 =formats.txt ""
run formats --json
expect 0 =formats.json ""
