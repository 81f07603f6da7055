#!/bin/sh
# SPDX-License-Identifier: MIT
# The system clock is set, as a program sees it: under libfaketime, which reads the clock's offset
# from a file that is written while the program runs. First the library (faketime.c), once with the
# true monotonic clock and once with a faked one. Then the command: a clock that is set forward and
# back while `gen` runs, is ten years ahead at first, is before 1970, and goes back between two runs
# that share a state file. No test waits for a fixed time, only for output. Run by CTest; exit
# status 77 if libfaketime is not installed.
#   tests/faults/faketime.sh SORTID PROGRAM
# shellcheck disable=SC1091,SC2154 # lib.sh, which sets $work and $library
usage="usage: tests/faults/faketime.sh SORTID PROGRAM"
sortid=$(realpath "${1:?$usage}")
program=$(realpath "${2:?$usage}")
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1

find_faketime

# ---- The library ---------------------------------------------------------------------------------
set_clock clock +0
status=0
faked clock "$program" > log 2>&1 || status=$?
cat log
[ "$status" != 77 ] || exit 77
[ "$status" = 0 ] || fail "the library, with the system's monotonic clock"
set_clock clock +0
LD_PRELOAD=$library FAKETIME_NO_CACHE=1 FAKETIME_TIMESTAMP_FILE=$work/clock "$program" > log 2>&1 ||
    { cat log; fail "the library, with a monotonic clock that is set too"; }

# ---- The command ---------------------------------------------------------------------------------

# Many more IDs than fit into the buffers between gen and a reader: gen runs while the clock is set.
many=200000
behind='the clock is behind the last ID: waiting'

# gen FILE FORMAT [ARGUMENT...]: makes IDs under the clock of FILE; scru64 without a state file.
gen() {
    file=$1 format=$2
    shift 2
    if [ "$format" = scru64 ]; then set -- --node 42/8 --state none "$@"; fi
    faked "$file" "$sortid" gen "$format" "$@"
}

# expect_after FORMAT FILE SECONDS: the file's last ID is not before that time.
expect_after() {
    "$sortid" range "$1" "@$3" | head -n 1 > lowest
    tail -n 1 "$2" >> lowest
    sort -c lowest || fail "$2 ends before @$3"
}

# The clock is set two hours forward between the first ID and the later ones.
set_forward() {
    format=$1
    now=$(date +%s)
    set_clock "clock-$format" +0
    { gen "clock-$format" "$format" -n "$many" || : > failed; } |
        {
            IFS= read -r first
            set_clock "clock-$format" +7200
            printf '%s\n' "$first"
            cat
        } > "forward-$format"
    expect_lines "forward-$format" "$many"
    expect_increasing "forward-$format"
    expect_after "$format" "forward-$format" $((now + 7200))
}

# The clock is ten years ahead at first, then right: gen says that it waits. Then it is ten years
# ahead again.
set_back() {
    format=$1
    set_clock "clock-$format" +315360000
    : > "err-$format"
    { gen "clock-$format" "$format" -n "$many" 2> "err-$format" || : > failed; } |
        {
            IFS= read -r first
            set_clock "clock-$format" +0
            printf '%s\n' "$first"
            cat
        } > "back-$format" &
    child=$!
    children="$children $child"
    await "err-$format" "$behind"
    set_clock "clock-$format" +315360001
    wait "$child"
    expect_lines "back-$format" "$many"
    expect_increasing "back-$format"
    [ "$(grep -c "$behind" "err-$format")" = 1 ] || fail "$format: $(cat "err-$format")"
}

# Before 1970 there is no valid time: no ID, status 3.
set_before() {
    format=$1
    set_clock "clock-$format" -2850000000
    status=0
    gen "clock-$format" "$format" > out 2> err || status=$?
    [ "$status" = 3 ] || fail "$format before 1970: status $status"
    [ ! -s out ] || fail "$format before 1970: $(cat out)"
    [ -s err ] || fail "$format before 1970: no message"
}

find_formats
for format in $formats; do
    set_forward "$format"
    set_back "$format"
    [ ! -e failed ] || fail "gen $format ended with a failure"
    set_before "$format"
done

# ---- A state file, with a clock that steps between runs ------------------------------------------
stateful() {
    faked clock "$sortid" gen scru64 --node 7/8 --state "$work/state" "$@"
}
set_clock clock +3600
stateful -n 1000 > first
set_clock clock +3599.7
stateful -n 1000 > second # back by less than a second: at once
set_clock clock +0
: > err
stateful -n 1000 > third 2> err & # back by an hour: it waits
child=$!
children="$children $child"
await err "$behind"
[ ! -s third ] || fail "IDs during the wait"
set_clock clock +3601
wait "$child"
cat first second third > all
expect_lines all 3000
expect_increasing all

# ---- A clock that does not move ------------------------------------------------------------------
# The node has two IDs for each tick, so gen must wait for the clock; it gives up after a few seconds.
set_clock clock '2030-01-01 00:00:00'
status=0
faked clock "$sortid" gen scru64 --node 0/23 --state none -n 100 > out 2> err || status=$?
[ "$status" = 3 ] || fail "a clock that does not move: status $status"
[ "$(cat err)" = "sortid: gen: the clock does not move" ] || fail "no cause: $(cat err)"
expect_increasing out
echo "passed: faketime"
