# SPDX-License-Identifier: MIT
# For the cases of tests/faults/command/ in which calls of a run with a state file fail; they source
# this file after faulty.sh.
# shellcheck shell=sh disable=SC2086,SC2154 # run.sh and faulty.sh bring what is not set here

arguments="gen scru64 --node 42/8 --state state"

# Makes the file as the case needs it, and `given`: the IDs that were printed so far.
set_before() {
    rm -f state state.* base
    : > given
    [ $before != none ] || return 0
    faulty -- $arguments -n 3
    cp out given
    [ $before != copy ] || { mv state base && cp base state; } # a copy of it: IDs start after the bound
}

# The complete IDs of a file.
whole() {
    grep -Ex "$id" "$1"
}

# Whether the next run, without a fault, continues after all printed IDs.
continues() {
    whole out >> given
    if [ ! -e state ]; then
        [ ! -s given ]
        return
    fi
    cp err err.faulty
    faulty -- $arguments
    [ "$status" = 0 ] && cat out >> given && sort -cu given
}

# Calls of a run with a state file that may fail while all IDs are printed, in addition to those
# that `judge` knows: for example those that read the name of this boot, without which IDs continue
# after the bound.
judge_state() {
    judge "$1" gen && return
    case $call in
    open | "read"* | linkat | fstat* | lock* | unlink) [ "$status" = 0 ] && [ "$(whole out | wc -l)" = "$(wc -l < plain.out)" ] ;;
    *) false ;;
    esac
}

# sweep_state COUNT: in runs that make so many IDs, each call fails once with each error.
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
                same "other files after $call" "$(ls -d state.* 2> /dev/null)" ""
            ok "call $at, $call, errno $error, status $told: the next run" continues
            at=$((at + 1))
        done
        ok "there were calls" [ $at -gt 15 ]
    done
}
