#!/bin/sh
# SPDX-License-Identifier: MIT
# Keeps the examples of a document true. Each ```c block is a whole program: compiled against the
# headers and the static library, warnings as errors, and run in an empty folder. A block that begins
# with ```c compile-only is only compiled: it needs something that a test does not have. Each ```sh
# block is run with the command on PATH, in a fresh home that holds nothing but the sources; one that
# calls make or cmake is not run, as the tests run these themselves, but the targets that it gives to
# make must exist. A document without a block is a failure. Run by CTest.
# A program of another machine is run by $SORTID_EMULATOR.
#   tests/readme.sh DOCUMENT SORTID STATIC_LIBRARY CC [CFLAG...]
set -eu

usage="usage: tests/readme.sh DOCUMENT SORTID STATIC_LIBRARY CC [CFLAG...]"
document=${1:?$usage} sortid=${2:?$usage} library=${3:?$usage} cc=${4:?$usage}
shift 4
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
PATH=$(dirname "$sortid"):$PATH
export PATH

# Writes each block as $scratch/<line of its fence>.c, .only.c (compile-only) or .sh.
awk -v folder="$scratch" '
    /^```/ && file { close(file); file = ""; next }
    /^```(c|sh|c compile-only)[[:space:]]*$/ { sub(/^```/, ""); sub(/[[:space:]]+$/, "")
        sub(/^c compile-only$/, "only.c")
        file = folder "/" NR "." $0; printf "" > file; next }
    file { print > file }
' "$document"

compile() {
    "$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$root/include" "$@"
}

# The emulator is a command with options, or nothing.
# shellcheck disable=SC2086
run_c() {
    mkdir "$block.home"
    compile "$@" -o "$block.program" "$library" -pthread &&
        (cd "$block.home" && ${SORTID_EMULATOR:-} "$block.program" < /dev/null)
}

calls_make() {
    grep -qE '^[[:space:]]*(sudo +)?c?make\b' "$1"
}

check_targets() {
    grep -oE '\bmake( +[A-Za-z_]+=[^ ]*)*( +[a-z]+)*' "$1" | while read -r _ targets; do
        # Word splitting is wanted: targets and variables.
        # shellcheck disable=SC2086
        make --no-print-directory -C "$root" -n $targets > /dev/null || return 1
    done
}

run_sh() {
    mkdir "$block.home"
    (
        cd "$block.home"
        ln -s "$root/include" "$root/src" "$root/common" "$root/cli" .
        unset XDG_STATE_HOME
        HOME=$PWD sh -eu "$block" < /dev/null
    )
}

failures=0
blocks=0
for block in "$scratch"/*.c "$scratch"/*.sh; do
    [ -e "$block" ] || continue
    blocks=$((blocks + 1))
    line=${block##*/}
    echo "---- ${document##*/}:${line%%.*}"
    case $block in
    *.only.c) compile "$block" "$@" -c -o "$block.o" ;;
    *.c) run_c "$block" "$@" ;;
    *.sh) if calls_make "$block"; then check_targets "$block"; else run_sh; fi ;;
    esac || {
        echo "${document##*/}:${line%%.*}: this ${block##*.} block fails"
        failures=$((failures + 1))
    }
done

echo "$blocks blocks, $failures failed"
[ "$blocks" -gt 0 ] && [ "$failures" = 0 ]
