#!/bin/sh
# SPDX-License-Identifier: MIT
# Processes that share a state file, some of them with a clock that is ahead, behind or set while
# they run, under libfaketime. First the library (faketime_shared.c). Then runs of `gen --state
# FILE` for each format: several at once with clocks that differ by less than a second, which gen
# allows, and one that is an hour behind and waits until its clock is set. No test waits for a fixed
# time, only for output. Run by CTest; exit status 77 if libfaketime is not installed.
#   tests/faults/faketime_shared.sh SORTID PROGRAM
# shellcheck disable=SC1091,SC2154 # lib.sh, which sets $work and $library
usage="usage: tests/faults/faketime_shared.sh SORTID PROGRAM"
sortid=$(realpath "${1:?$usage}")
program=$(realpath "${2:?$usage}")
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1
find_faketime

# ---- The library ---------------------------------------------------------------------------------
status=0
mkdir library
"$program" "$work/library" "$library" > log 2>&1 || status=$?
cat log
[ "$status" != 77 ] || exit 77
[ "$status" = 0 ] || fail "the library"

# ---- The command ---------------------------------------------------------------------------------

each=5000
behind='the clock is behind the last ID: waiting'
set_clock true +0
set_clock late -0.4
set_clock early +0.3

# run FORMAT NAME CLOCK: makes IDs into NAME, with the format's state file.
run() {
    format=$1 name=$2 clock=$3
    set -- -n "$each" --state "$work/state-$format"
    if [ "$format" = scru64 ]; then set -- "$@" --node 42/8; fi
    faked "$clock" "$sortid" gen "$format" "$@" > "$name" 2> "$name.err" || : > failed
}

# Several runs at once; then one that is an hour behind, and meanwhile two with the true clock.
share() {
    format=$1
    names=
    for clock in true late early true late; do
        name=$format-$(echo "$names" | wc -w)-$clock
        names="$names $name"
        run "$format" "$name" "$clock" &
        members="$members $!"
    done
    for member in $members; do wait "$member"; done
    set_clock "far-$format" -3600
    : > "$format-far.err"
    run "$format" "$format-far" "far-$format" &
    far=$!
    await "$format-far.err" "$behind"
    run "$format" "$format-one" true
    run "$format" "$format-two" late
    [ ! -s "$format-far" ] || fail "$format: IDs during the wait"
    set_clock "far-$format" +1
    wait "$far"
    for name in $names "$format-far" "$format-one" "$format-two"; do
        expect_lines "$name" "$each"
        expect_increasing "$name"
    done
    cat "$format-one" "$format-two" "$format-far" > "$format-in-turn"
    expect_increasing "$format-in-turn"
    # shellcheck disable=SC2086 # a list of names
    sort $names "$format-in-turn" > all
    expect_lines all $((8 * each))
    expect_increasing all
}

find_formats
for format in $formats; do
    members=
    share "$format"
    [ ! -e failed ] || fail "gen $format ended with a failure: $(cat "$format"-*.err)"
done
echo "passed: faketime_shared"
