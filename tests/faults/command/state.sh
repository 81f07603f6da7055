# SPDX-License-Identifier: MIT
# The state file of gen scru64 under faults: each system call fails once, writes are cut short. The
# file says what it said or a later ID, whole, and never one before an ID that was given away.
# shellcheck shell=sh disable=SC2086,SC2154 # run.sh and faulty.sh bring what is not set here
# shellcheck source=tests/faults/faulty.sh
. "$cases/../faulty.sh"

# The last whole line that came out.
last_out() {
    tail -n 2 out | grep -Ex "$id" | tail -n 1
}

# Whether the file, after a run that began with $before, is as it must be.
state_is_whole() {
    [ -e state ] || return "$(wc -l < out)" # no file: no ID
    read -r after < state
    printf '%s\n' "$after" | cmp -s - state || return 1
    if [ "$after" = "$before" ] || [ "$after" = 42/8 ]; then
        [ ! -s out ]
    else
        printf '%s\n' "$after" | grep -qEx "$id/8" || return 1
        [ ! -s out ] || { last_out; echo "${after%/8}"; } | sort -c 2> /dev/null
    fi
}

set_before() {
    rm -f state state.*
    [ -z "$before" ] || printf '%s\n' "$before" > state
}

# sweep_state COUNT: each call of a run that keeps a state file fails once by each error.
sweep_state() {
    it "each call of a run with a state file that says '$before' fails, -n $1"
    set_before
    plain gen scru64 --node 42/8 --state state -n $1
    same "exit status" "$wanted" 0
    for error in $EIO $EINTR; do
        at=1
        while set_before && faulty FAULT_AT=$at FAULT_ERROR=$error -- \
            gen scru64 --node 42/8 --state state -n $1 && [ -e log ]; do
            read -r call < log
            ok "call $at, $call, errno $error: status $status, $(cat err)" judge $error gen
            ok "call $at, $call, errno $error: the state '$(cat state 2>&1)'" state_is_whole
            [ "$call" = unlink ] ||
                same "files beside it after $call" "$(ls -d state.* 2> /dev/null)" ""
            at=$((at + 1))
        done
        ok "there were calls" [ $at -gt 15 ]
    done
}
before=""
sweep_state 2
before=42/8
sweep_state 1
before=0w6dyp26dido/008
sweep_state 11000

it 'a state file that takes a part of its text says again what it said'
for before in 42/8 0w6dyp26dido/8 0w6dyp26dido/008; do
    for after in 0 1 5 8 11 13 14; do
        set_before
        # Behind so many bytes one write fails; what is then written back is taken.
        faulty FAULT_CALL=pwrite FAULT_AFTER=$after FAULT_TIMES=1 FAULT_ERROR=$ENOSPC -- \
            gen scru64 --node 42/8 --state state
        expect 3 "" 'sortid: gen: state file state: cannot be written: No space left on device'
        same "the state" "$(cat state)" "$before"
    done
done

it 'a state file written and read by short and interrupted calls'
for before in "" 42/8 0w6dyp26dido/008; do
    set_before
    plain gen scru64 --node 42/8 --state state -n 11000
    cp state plain.state
    for run in 1 2 3 4 5 6 7 8; do
        set_before
        faulty FAULT_SHORT=$((SORTID_SEED + run)) -- gen scru64 --node 42/8 --state state -n 11000
        ok "seed $((SORTID_SEED + run)): the IDs" is_plain
        ok "seed $((SORTID_SEED + run)): the state" cmp -s state plain.state
    done
done
