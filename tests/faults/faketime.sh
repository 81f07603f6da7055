#!/bin/sh
# SPDX-License-Identifier: MIT
# The system's clock set for real, as a program sees it: under libfaketime, by a file that says how
# far off the clock is and is written while the program runs. First the library (faketime.c), with
# the monotonic clock left alone and with it set too; then the command: a clock that is set forth
# and back while `gen` runs, is decades ahead at first, is before 1970, and goes back between two
# runs that share a state file. No test waits for a time: each waits for the other's next word.
# Run by CTest; ends with status 77 where libfaketime is not installed.
#   tests/faults/faketime.sh SORTID PROGRAM
# shellcheck disable=SC1091,SC2154 # lib.sh, which sets $work
usage="usage: tests/faults/faketime.sh SORTID PROGRAM"
sortid=$(realpath "${1:?$usage}")
program=$(realpath "${2:?$usage}")
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1

# The library that faketime(1) preloads, where Debian and others put it.
find_library() {
    for folder in /usr/lib/*/faketime /usr/lib/faketime /usr/lib64/faketime /usr/local/lib/faketime; do
        [ ! -e "$folder/libfaketime.so.1" ] || { echo "$folder/libfaketime.so.1"; return; }
    done
}
library=$(find_library)
[ -n "$library" ] || skip "no libfaketime (Debian: faketime)"

# faked FILE COMMAND...: under a clock that is off by the seconds in FILE.
faked() {
    FAKETIME_TIMESTAMP_FILE=$work/$1
    shift
    LD_PRELOAD=$library FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1 DONT_FAKE_MONOTONIC=1 \
        FAKETIME_TIMESTAMP_FILE=$FAKETIME_TIMESTAMP_FILE "$@"
}

# ---- The library ----------------------------------------------------------------------------------
echo +0 > clock
status=0
faked clock "$program" > log 2>&1 || status=$?
cat log
[ "$status" != 77 ] || exit 77
[ "$status" = 0 ] || fail "the library, by the system's monotonic clock"
echo +0 > clock
LD_PRELOAD=$library FAKETIME_NO_CACHE=1 FAKETIME_TIMESTAMP_FILE=$work/clock "$program" > log 2>&1 ||
    { cat log; fail "the library, by a monotonic clock that is set too"; }

# ---- The command ----------------------------------------------------------------------------------

# Many more than fit into the buffers between it and a reader: it runs while the clock is set.
many=200000
behind='the clock is behind the last ID: waiting'

# gen FILE FORMAT [ARGUMENT...]: IDs under the clock of FILE; scru64 without a state file.
gen() {
    file=$1 format=$2
    shift 2
    if [ "$format" = scru64 ]; then set -- --node 42/8 --state none "$@"; fi
    faked "$file" "$sortid" gen "$format" "$@"
}

# expect_after FORMAT FILE SECONDS: its last ID is not before that time.
expect_after() {
    "$sortid" range "$1" "@$3" | head -n 1 > lowest
    tail -n 1 "$2" >> lowest
    sort -c lowest || fail "$2 ends before @$3"
}

# Set forth by two hours between the first ID and those that are made later.
set_forth() {
    format=$1
    now=$(date +%s)
    echo +0 > "clock-$format"
    gen "clock-$format" "$format" -n "$many" |
        {
            IFS= read -r first
            echo +7200 > "clock-$format"
            printf '%s\n' "$first"
            cat
        } > "forth-$format"
    expect_lines "forth-$format" "$many"
    expect_increasing "forth-$format"
    expect_after "$format" "forth-$format" $((now + 7200))
}

# Ten years ahead at first, then set right: it says that it waits; then ten years again.
set_back() {
    format=$1
    echo +315360000 > "clock-$format"
    : > "err-$format"
    gen "clock-$format" "$format" -n "$many" 2> "err-$format" |
        {
            IFS= read -r first
            echo +0 > "clock-$format"
            printf '%s\n' "$first"
            cat
        } > "back-$format" &
    child=$!
    children="$children $child"
    await "err-$format" "$behind"
    echo +315360001 > "clock-$format"
    wait "$child"
    expect_lines "back-$format" "$many"
    expect_increasing "back-$format"
    [ "$(grep -c "$behind" "err-$format")" = 1 ] || fail "$format: $(cat "err-$format")"
}

# Before 1970: no time, no ID, status 3.
set_before() {
    format=$1
    echo -2850000000 > "clock-$format"
    status=0
    gen "clock-$format" "$format" > out 2> err || status=$?
    [ "$status" = 3 ] || fail "$format before 1970: status $status"
    [ ! -s out ] || fail "$format before 1970: $(cat out)"
    [ -s err ] || fail "$format before 1970: no message"
}

for format in scru128 scru128v1 scru160 scru64 ulid; do
    set_forth "$format"
    set_back "$format"
    set_before "$format"
done

# ---- A state file across steps between runs -------------------------------------------------------
stateful() {
    faked clock "$sortid" gen scru64 --node 7/8 --state "$work/state" "$@"
}
echo +3600 > clock
stateful -n 1000 > first
echo +3599.7 > clock
stateful -n 1000 > second # back by less than a second: at once
echo +0 > clock
: > err
stateful -n 1000 > third 2> err & # back by an hour: it waits
child=$!
children="$children $child"
await err "$behind"
[ ! -s third ] || fail "IDs while it waits"
echo +3601 > clock
wait "$child"
cat first second third > all
expect_lines all 3000
expect_increasing all
echo "passed: faketime"
