#!/bin/sh
# SPDX-License-Identifier: MIT
# Lets spin visit every state of the model of node ids (reservation.pml), which must have no error:
# "correct". Then protocols that are broken on purpose ("broken"), and goals that must be reached
# ("goals"): each of them must have an error. Without an argument it does all three. Run by
# tools/test/model. With --all, also two and three processes with more ticks, copies and restores
# together, and late requests of a copied process and in a removal, which takes 12 minutes and 5 GB.
# Skipped (77) if spin is not installed.
#   tests/node/model.sh ROOT [correct|broken|goals|--all]
set -eu

usage="usage: tests/node/model.sh ROOT [correct|broken|goals|--all]"
root=$(cd "${1:?$usage}" && pwd)
all=
parts=${2:-correct broken goals}
case ${2:-} in
'' | correct | broken | goals) ;;
--all) all=--all parts='correct broken goals' ;;
*)
    echo "$usage" >&2
    exit 2
    ;;
esac
memory=3000 # MB
[ "$all" != --all ] || memory=8000
model=$root/tests/node/reservation.pml
compiler=${CC:-cc}
command -v spin > /dev/null || {
    echo "SKIPPED: no spin (Debian: spin)"
    exit 77
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
cd "$folder"
failures=0

# explore DEFINITION...: leaves spin's result in the file found.
explore() {
    rm -f pan* found log
    : > found
    # shellcheck disable=SC2046 # as many words as definitions
    if spin -a $(printf ' -D%s' "$@") "$model" > log 2>&1 &&
        "$compiler" -w -O1 -DSAFETY -DNOREDUCE -DMEMLIM=$memory -o pan pan.c >> log 2>&1; then
        ./pan -m1000000 -w24 > found 2>> log || echo "pan: status $?" >> log
    fi
}

states() {
    sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' found
}

refuse() {
    echo "FAILED: $*"
    cat log found
    failures=$((failures + 1))
}

# Expects that all states were visited, without an error.
expect_no_error() {
    explore "$@"
    if ! grep -q 'errors: 0$' found || grep -q 'not completed\|too small\|out of memory' found; then
        refuse "$*: there is an error, or it was not finished"
    else
        echo "no tick is used twice in $(states) states: $*"
    fi
}

# Expects that the assertion of the claim, or of a goal, fails.
expect_error() {
    explore "$@"
    if grep -q 'errors: 1$' found && grep -q 'assertion violated' found; then
        echo "found after $(states) states: $*"
    else
        refuse "$*: not found"
    fi
}

correct() {
    expect_no_error NODES=2 TICKS=2
    expect_no_error NODES=2 TICKS=3 PROMPT
    expect_no_error NODES=3 TICKS=2 PROMPT
    expect_no_error NODES=2 TICKS=2 PROMPT RESTORE
    expect_no_error NODES=2 TICKS=2 PROMPT RESTORE LOSE
    expect_no_error NODES=2 TICKS=2 PROMPT RESTORE POSITIONS
    expect_no_error NODES=2 TICKS=3 PROMPT COPY
    expect_no_error NODES=2 TICKS=3 PROMPT COPY NOTICED
    expect_no_error NODES=2 TICKS=2 PROMPT REMOVE
    expect_no_error NODES=2 TICKS=2 PROMPT BY_RECORD_ALONE
    expect_no_error NODES=2 TICKS=2 PROMPT SHARE
    expect_no_error NODES=2 TICKS=2 PROMPT OTHERS
    if [ "$all" = --all ]; then
        expect_no_error NODES=2 TICKS=2 COPY
        expect_no_error NODES=2 TICKS=2 REMOVE
        expect_no_error NODES=3 TICKS=2 PROMPT COPY
        expect_no_error NODES=2 TICKS=2 PROMPT RESTORE COPY
        expect_no_error NODES=2 TICKS=4 PROMPT
        expect_no_error NODES=2 TICKS=3 PROMPT SHARE
    fi
}

broken() {
    for broken in LEASED_BOUND USED_EARLY LEASE_ONLY TAKER_BEGIN RELEASE_LAST ACQUIRE_RECORD \
        RAISE_RECORD; do
        expect_error "BREAK_$broken" NODES=2 TICKS=3
    done
    expect_error BREAK_RESUME_RECORD NODES=2 TICKS=3 PROMPT
    for broken in RAISE_REALM RESTORE_OPEN FLOOR; do
        expect_error "BREAK_$broken" NODES=2 TICKS=3 PROMPT RESTORE
    done
    for broken in FORGET COMPARE; do
        expect_error "BREAK_$broken" NODES=2 TICKS=3 PROMPT RESTORE POSITIONS
    done
    expect_error BREAK_NONCE NODES=2 TICKS=3 PROMPT COPY
    expect_error BREAK_NOTICE NODES=2 TICKS=3 PROMPT COPY NOTICED
    expect_error BREAK_REPEATED NODES=2 TICKS=3 PROMPT
    for broken in CLOSING_ACQUIRE CLOSING_RESUME REMOVE_HELD REMOVE_FLOOR REMOVE_DELETE; do
        expect_error "BREAK_$broken" NODES=2 TICKS=2 PROMPT REMOVE
    done
    expect_error BREAK_CLOSED NODES=2 TICKS=2 PROMPT SHARE
    for broken in OTHERS REPLACE; do
        expect_error "BREAK_$broken" NODES=2 TICKS=3 PROMPT OTHERS
    done
    expect_error BREAK_TWIN NODES=2 TICKS=3 PROMPT RESTORE COPY
}

goals() {
    for goal in TAKEOVER RAISE RESUME LATE; do
        expect_error "REACH_$goal" NODES=2 TICKS=3
    done
    expect_error REACH_RESTORED NODES=2 TICKS=2 PROMPT RESTORE
    expect_error REACH_WINDOW NODES=2 TICKS=2 PROMPT RESTORE POSITIONS
    expect_error REACH_RESTORED NODES=2 TICKS=2 PROMPT RESTORE POSITIONS
    expect_error REACH_REMOVED NODES=2 TICKS=3 PROMPT REMOVE
    expect_error REACH_REPLACED NODES=2 TICKS=3 PROMPT OTHERS
    expect_error REACH_ORPHANED NODES=2 TICKS=2 PROMPT SHARE
}

for part in $parts; do
    "$part"
done

echo "$failures failures"
[ "$failures" = 0 ]
