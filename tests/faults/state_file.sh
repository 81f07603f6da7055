# SPDX-License-Identifier: MIT
# What the cases of tests/faults/command/ share that let calls of a run with a state file fail; they
# source it after faulty.sh.
# shellcheck shell=sh disable=SC2086,SC2154 # run.sh and faulty.sh bring what is not set here

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
    open | "read"* | linkat | fstat* | lock* | unlink) [ "$status" = 0 ] && [ "$(whole out | wc -l)" = "$(wc -l < plain.out)" ] ;;
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
