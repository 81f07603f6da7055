#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles the programs of tests/programs and the three first tasks of docs/api.md as C99 and as
# C++17, every warning an error, links them with the static library and runs them. Each of them
# checks itself.
#   tests/programs.sh LIBRARY COMPILER...    each COMPILER as "CC CXX"
set -eu

usage="usage: tests/programs.sh LIBRARY COMPILER..."
library=${1:?$usage}
shift
root=$(cd "$(dirname "$0")/.." && pwd)
. "$(dirname "$0")/lib.sh"
unset SCRU64_NODE_SPEC SORTID_SCRU64_STATE
strict="-O2 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -D_GNU_SOURCE"

# check PROGRAM LANGUAGE COMPILER STANDARD
check() {
    # shellcheck disable=SC2086 # a list of flags
    "$3" -x "$2" -std="$4" $strict -I"$root/include" "$1" -x none "$library" -pthread \
        -o "$scratch/program" && "$scratch/program" > "$scratch/output" 2>&1 && return
    cat "$scratch/output"
    fail "${1##*/}, $4, $3"
}

awk -v folder="$scratch" '
    /^```/ { file = "" }
    /^```c$/ && ++tasks <= 3 { file = folder "/task" tasks ".c"; next }
    file { print > file }
' "$root/docs/api.md"

checks=0
for compilers; do
    cc=${compilers% *} cxx=${compilers#* }
    for compiler in "$cc" "$cxx"; do
        need "$compiler" "gcc, g++, clang"
    done
    for program in "$root"/tests/programs/*.c "$scratch"/task[123].c; do
        check "$program" c "$cc" c99
        check "$program" c++ "$cxx" c++17
        checks=$((checks + 2))
    done
done
echo "$checks programs"
[ "$checks" -gt 0 ] && [ "$failures" = 0 ]
