# SPDX-License-Identifier: MIT
# State files under faults: each system call of a run fails once, writes are cut short. Whatever
# fails, later runs never repeat a printed ID, and the file is complete or missing.
# shellcheck shell=sh disable=SC2086,SC2154 # run.sh and faulty.sh bring what is not set here
# shellcheck source=tests/faults/faulty.sh
. "$cases/../faulty.sh"

# shellcheck source=tests/faults/state_file.sh
. "$cases/../state_file.sh"

before=none
sweep_state 2
before=used
sweep_state 1
sweep_state 11000
before=copy
sweep_state 2

# begin_place: sets up a place whose folders do not exist yet.
place=$PWD/deep/home
begin_place() {
    rm -rf deep
}

it 'each call that makes the folders of its place fails'
for error in $EIO $EINVAL; do
    for call in mkdir open fsync; do
        at=1
        while begin_place && faulty XDG_STATE_HOME="$place" FAULT_CALL=$call FAULT_AT=$at \
            FAULT_ERROR=$error -- gen scru64 --node 42/8 && [ -e log ]; do
            what="$call $at, errno $error: status $status, $(cat err)"
            case $status in
            0) ok "$what: an ID" [ "$(whole out | wc -l)" = 1 ] ;;
            3) ok "$what: a message, no ID" [ ! -s out ] && ok "$what" grep -q '^sortid: gen: .*state file' err ;;
            *) fail "$what" ;;
            esac
            # The first folder that is created is `deep`.
            case "$error $call $at" in
            "$EIO fsync 1" | "$EIO open 1") ok "$what: the folder is named" grep -q ': folder .*/deep for' err ;;
            "$EINVAL fsync 1") same "$what: folders that cannot be synced" "$status" 0 ;;
            esac
            whole out > given
            faulty XDG_STATE_HOME="$place" -- gen scru64 --node 42/8
            same "$what: the next run" "$status" 0
            whole out >> given
            ok "$what: the next run continues" sort -cu given
            at=$((at + 1))
        done
        ok "$call, errno $error: there were calls" [ $at -gt 3 ]
    done
done

it 'a new file that the disk has no room for: none is left, no ID comes out'
before=none
for after in 0 1 4095 4096 12287; do
    set_before
    faulty FAULT_CALL=write FAULT_AFTER=$after FAULT_TIMES=1 FAULT_ERROR=$ENOSPC -- $arguments
    expect 3 "" 'sortid: gen: state file state: No space left on device'
    same "files left" "$(ls -d state* 2> /dev/null)" ""
done

it 'a state file written by short and interrupted calls'
for before in none used copy; do
    set_before
    plain $arguments -n 11000
    for run in 1 2 3 4 5 6 7 8; do
        set_before
        faulty FAULT_SHORT=$((SORTID_SEED + run)) -- $arguments -n 11000
        ok "seed $((SORTID_SEED + run)), the file before: $before: the IDs" is_plain
        ok "seed $((SORTID_SEED + run)), the file before: $before: the next run" continues
    done
done
