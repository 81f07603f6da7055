# SPDX-License-Identifier: MIT
# State files under faults: each system call of a run fails once, writes are cut short. Whatever fails,
# what came out is never repeated by a later run, and the file is whole or not there.
# shellcheck shell=sh disable=SC2086,SC2154 # run.sh and faulty.sh bring what is not set here
# shellcheck source=tests/faults/faulty.sh
. "$cases/../faulty.sh"

arguments="gen scru64 --node 42/8 --state state"

# Makes the file as the case wants it, and `given`: what came out of it so far.
set_before() {
    rm -f state state.* base
    : > given
    [ $before != none ] || return 0
    faulty -- $arguments -n 3
    cp out given
    [ $before != copy ] || { mv state base && cp base state; } # of another place: behind the bound
}

# The IDs that came out whole.
whole() {
    grep -Ex "$id" "$1"
}

# Whether the next run, without a fault, goes on after all that came out.
goes_on() {
    whole out >> given
    if [ ! -e state ]; then
        [ ! -s given ]
        return
    fi
    cp err err.faulty
    faulty -- $arguments
    [ "$status" = 0 ] && cat out >> given && sort -cu given
}

# What of a run with a state file may fail, beside what `judge` knows, and all IDs come out: what the
# system calls this boot, without which IDs go on behind the bound.
judge_state() {
    judge "$1" gen && return
    case $call in
    open | "read"*) [ "$status" = 0 ] && [ "$(whole out | wc -l)" = "$(wc -l < plain.out)" ] ;;
    *) false ;;
    esac
}

# sweep_state COUNT: each call of a run that makes so many IDs fails once by each error.
sweep_state() {
    it "each call of a run with a state file fails, -n $1, the file before: $before"
    set_before
    plain $arguments -n $1
    same "exit status" "$wanted" 0
    same "IDs" "$(whole out | wc -l | tr -d ' ')" $1
    cp given given.plain
    for error in $EIO $EINTR $ENOSPC; do
        at=1
        while set_before && faulty FAULT_AT=$at FAULT_ERROR=$error -- $arguments -n $1 && [ -e log ]; do
            read -r call < log
            told=$status
            ok "call $at, $call, errno $error: status $told, $(cat err)" judge_state $error
            [ "$call" = unlink ] ||
                same "files beside it after $call" "$(ls -d state.* 2> /dev/null)" ""
            ok "call $at, $call, errno $error, status $told: the next run" goes_on
            at=$((at + 1))
        done
        ok "there were calls" [ $at -gt 15 ]
    done
}
before=none
sweep_state 2
before=used
sweep_state 1
sweep_state 11000
before=copy
sweep_state 2

# begin_place: the place of the file, whose folders are not there yet.
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
            # The first to be made is `deep`.
            case "$error $call $at" in
            "$EIO fsync 1" | "$EIO open 1") ok "$what: the folder is named" grep -q ': folder .*/deep of' err ;;
            "$EINVAL fsync 1") same "$what: folders that cannot be synced" "$status" 0 ;;
            esac
            whole out > given
            faulty XDG_STATE_HOME="$place" -- gen scru64 --node 42/8
            same "$what: the next run" "$status" 0
            whole out >> given
            ok "$what: the next run goes on" sort -cu given
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
        ok "seed $((SORTID_SEED + run)), the file before: $before: the next run" goes_on
    done
done
