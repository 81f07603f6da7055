#!/bin/sh
# SPDX-License-Identifier: MIT
# The system's randomness fails under the command: the C library or the kernel refuses it, at once
# or when a second seed is due, or it is late, as on a machine that boots. `gen` ends with status 3
# and a message, and prints only IDs that were complete before; while it waits it prints nothing.
# Uses preload_random.c. Run by CTest.
#   tests/faults/random.sh SORTID PRELOAD
# shellcheck disable=SC1091,SC2154 # lib.sh, which sets $work
usage="usage: tests/faults/random.sh SORTID PRELOAD"
sortid=$(realpath "${1:?$usage}")
preload=$(realpath "${2:?$usage}")
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1
# LD_PRELOAD is a list separated by blanks, so the copy has a path without blanks.
cp "$preload" preload.so
preload=$work/preload.so

find_formats

# gen FAULT FORMAT [ARGUMENT...]: writes into out and err; sets status.
gen() {
    fault=$1 format=$2
    shift 2
    if [ "$format" = scru64 ]; then set -- --node 42/8 --state none "$@"; fi
    status=0
    SORTID_RANDOM_FAULT=$fault LD_PRELOAD=$preload "$sortid" gen "$format" "$@" > out 2> err ||
        status=$?
}

# refused FAULT FORMAT [ARGUMENT...]: expects status 3, the message, and no byte of an ID.
refused() {
    gen "$@"
    [ "$status" = 3 ] || fail "$*: status $status"
    [ ! -s out ] || fail "$*: printed $(od -c out | head -n 2)"
    grep -qi random err || fail "$*: said '$(cat err)'"
}

gen kernel:1 ulid
[ "$status" != 77 ] || skip "no seccomp filter here"

# ---- At once: EIO of the C library, EPERM, EAGAIN, EFAULT and ENOSYS of the kernel ---------------
for format in $formats; do
    for fault in fail:1 kernel:1 kernel:11 kernel:14 kernel:38; do
        refused "$fault" "$format"
        refused "$fault" "$format" -e bin -n 1000
        refused "$fault" "$format" --at 2026-11-20T12:00:00Z -e hex
    done
done
refused fail:1 ulid --random
refused fail:1 scru128 --random -n 5

# ---- A state file does not change ----------------------------------------------------------------
"$sortid" gen scru64 --node 7/8 --state state > /dev/null
cp state before
sleep 0.3 # into another tick, whose counter is drawn
SORTID_RANDOM_FAULT=fail:1 LD_PRELOAD=$preload "$sortid" gen scru64 --node 7/8 --state state \
    > out 2> err && fail "scru64 with a state file: status 0"
[ ! -s out ] || fail "scru64 with a state file: printed an ID"
cmp state before || fail "scru64: the state file changed"

# ---- When a second seed is due -------------------------------------------------------------------
# More IDs than a second has room for: the scripted clock moves on as far as they need.
many=3000000
gen fail:2 scru64 --at 2026-11-20T12:00:00Z -n "$many"
[ "$status" = 3 ] || fail "a second seed: status $status"
lines=$(wc -l < out)
[ "$lines" -gt 0 ] || fail "a second seed: nothing before it"
[ "$lines" -lt "$many" ] || fail "a second seed: all $lines IDs"
expect_increasing out
"$sortid" check scru64 out > checked || fail "a second seed: $(cat checked)"

# ---- A kernel that is not ready ------------------------------------------------------------------
# The command reports that it waits; only then the pipe is answered.
for format in $formats; do
    mkfifo "pipe-$format"
    gen "wait:$work/pipe-$format" "$format" -n 3 &
    child=$!
    children="$children $child"
    IFS= read -r word < "pipe-$format"
    [ "$word" = waiting ] || fail "$format said '$word'"
    [ ! -s out ] || fail "$format: IDs before there is randomness"
    echo go > "pipe-$format"
    wait "$child"
    expect_lines out 3
    expect_increasing out
done
echo "passed: random"
