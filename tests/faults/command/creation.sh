# SPDX-License-Identifier: MIT
# A state file is created, with and without files that have no name: each system call fails, or
# kills the process. No ID is repeated; no other file is left after the next creation.
# shellcheck shell=sh disable=SC2012,SC2034,SC2086,SC2154 # run.sh and faulty.sh bring what is not set here
# shellcheck source=tests/faults/faulty.sh
. "$cases/../faulty.sh"
# shellcheck source=tests/faults/state_file.sh
. "$cases/../state_file.sh"

before=none
export FAULT_NAMELESS=1
sweep_state 2

for nameless in 0 1; do
    it "a process is killed at each call of a run that makes the file; files without a name: $nameless"
    export FAULT_NAMELESS=1
    [ $nameless = 0 ] || unset FAULT_NAMELESS
    if [ $nameless = 1 ] && ! [ -d /proc/self/fd ]; then
        skip "no /proc is mounted here, which a file without a name needs to get one"
        continue
    fi
    at=1
    while set_before && faulty FAULT_AT=$at FAULT_KILL=1 -- $arguments -n 2 && [ -e log ]; do
        read -r call < log
        what="killed at call $at, $call"
        same "$what: status" "$status" 137
        ok "$what: the next run" continues
        [ $nameless = 1 ] || rm -f state # the next creation removes what is left
        [ -e state ] || faulty -- $arguments
        same "$what: files" "$(ls -d state*)" state
        at=$((at + 1))
    done
    ok "there were calls" [ $at -gt 15 ]
done
