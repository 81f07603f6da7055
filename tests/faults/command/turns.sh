# SPDX-License-Identifier: MIT
# Runs that wait for the clock share the IDs of a tick. Time moves by sleeps alone, so that a run
# sleeps after the same IDs on every machine.
# shellcheck shell=sh disable=SC2086,SC2154 # run.sh and faulty.sh bring what is not set here
# shellcheck source=tests/faults/faulty.sh
. "$cases/../faulty.sh"

# made_before SLEEP STATE NODE: how many IDs a run makes until this sleep, which fails.
made_before() {
    rm -f state
    faulty FAULT_CALL=nanosleep FAULT_AT=$1 FAULT_ERROR=$EINVAL -- \
        gen scru64 --node "$3" --state "$2" -n 1000000
    same "exit status at sleep $1" "$status" 3
    made=$(grep -Ecx "$id" out)
}

# expect_turns NODE MOST: the first sleep waits for the clock; at most so many IDs come before each
# next one. None come before one that waits for the clock after a turn that took the last of a tick.
expect_turns() {
    made_before 1 state "$1"
    first=$made
    for sleep in 2 3 4 5 6 7 8; do
        before=$made
        made_before $sleep state "$1"
        ok "$1: $((made - before)) before sleep $sleep, at most $2" [ $((made - before)) -le "$2" ]
    done
    ok "$1: IDs after the first sleep" [ "$made" -gt "$first" ]
}

it 'a run that has waited takes a sixteenth of a tick at once'
expect_turns 7/8 4096
expect_turns 7/12 256
expect_turns 7/20 1
expect_turns 7/23 1

it 'without a state file nobody waits for a turn'
made_before 1 none 7/8
first=$made
made_before 2 none 7/8
ok "more than a turn" [ $((made - first)) -gt 4096 ]

it 'a run that is alone makes the same IDs with turns, at the same times'
for node in 7/8 7/12; do
    rm -f state
    faulty -- gen scru64 --node $node --state state -n 200000
    same "exit status" "$status" 0
    cp out with
    faulty -- gen scru64 --node $node --state none -n 200000
    same "exit status" "$status" 0
    ok "the same IDs" cmp out with
done
