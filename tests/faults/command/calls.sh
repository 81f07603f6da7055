# SPDX-License-Identifier: MIT
# Each system call of the command fails once with several errors, for each subcommand: it ends with
# status 3, a message and a beginning of the right output, or it copes.
# shellcheck shell=sh disable=SC2086,SC2154 # run.sh and faulty.sh bring what is not set here
# shellcheck source=tests/faults/faulty.sh
. "$cases/../faulty.sh"

# sweep INPUT ARGUMENT...: each call of such a run fails once by each error.
sweep() {
    it "each call of '$*' fails"
    cp "$1" in
    shift
    plain "$@"
    for error in $EIO $EINTR $EPIPE; do
        at=1
        while faulty FAULT_AT=$at FAULT_ERROR=$error -- "$@" && [ -e log ]; do
            read -r call < log
            ok "call $at, $call, errno $error: status $status, $(cat err)" judge $error "$1"
            at=$((at + 1))
        done
        ok "the run without a fault is unchanged" is_plain
        ok "there were calls" [ $at -gt 3 ]
    done
}

sweep /dev/null gen scru128 -n 7000
sweep /dev/null gen scru64 --node 42/8 --state none --at @1795132800 -e bin
sweep /dev/null gen ulid --random -n 10 -0
sweep /dev/null range ulid 2026-11-20
sweep /dev/null formats
sweep /dev/null --help
sweep /dev/null gen -h
sweep /dev/null gen --none
sweep /dev/null inspect 036zg552n91mt9s0gyhdwif95
sweep lines inspect -f ulid
sweep lines inspect --json
sweep lines convert -f ulid -e int
sweep good convert -f ulid
sweep lines check ulid
sweep good check ulid --json
sweep /dev/null check ulid --order none good missing lines
sweep records convert -f ulid -i bin -e bin
sweep records check ulid -i bin

# Two megabytes, so that sort writes a temporary file for each and merges them.
seq 60000 | sort -R --random-source=good | sed 's/.*/& 01ARYZ6S41TSV4RRFFQ69G5FAV/' > unsorted
sweep unsorted sort ulid --memory 1
