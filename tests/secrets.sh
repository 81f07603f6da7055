#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that no branch and no address of the random source depends on its key or its seed: builds
# tests/secrets/main.c with the library's sources, once for each level of optimization, and runs it
# under valgrind, which must complain only of the two misuses that the program makes on request.
# Run by CTest; without valgrind or its header it ends with status 77.
#   tests/secrets.sh ROOT CC [FLAG...]
set -eu

usage="usage: tests/secrets.sh ROOT CC [FLAG...]"
root=${1:?$usage} cc=${2:?$usage}
shift 2
. "$(dirname "$0")/lib.sh"
need valgrind valgrind
echo '#include <valgrind/memcheck.h>' | "$cc" "$@" -E - > /dev/null 2>&1 ||
    skip "no valgrind/memcheck.h (Debian: valgrind)"
cd "$scratch"

# expect STATUS [ARGUMENT]: the exit status of the program; 99 is a complaint of memcheck.
expect() {
    wanted=$1
    shift
    status=0
    valgrind --quiet --error-exitcode=99 ./secrets "$@" > output 2>&1 || status=$?
    [ "$status" = "$wanted" ] || {
        cat output
        fail "$level $*: status $status, not $wanted"
    }
}

for level in -O0 -O2; do
    "$cc" "$@" -std=c11 -gdwarf-4 "$level" -I"$root/include" -I"$root/src" "$root/tests/secrets/main.c" \
        "$root"/src/*/*.c -o secrets -pthread
    expect 0
    sed "s/^/$level: /" output
    expect 99 branch
    expect 99 address
done
[ "$failures" = 0 ]
