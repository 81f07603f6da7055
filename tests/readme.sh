#!/bin/sh
# SPDX-License-Identifier: MIT
# Keeps the examples of a document true. Each ```c block is a whole program: compiled against the
# headers and the static library, warnings as errors, and run. Each ```sh block is run with the
# command on PATH, in a fresh home that holds nothing but the sources; one that calls make or cmake
# is not run, as the tests run these themselves, but the targets that it gives to make must exist.
# No block at all is a failure. Run by CTest.
# A program of another machine is run by $SORTID_EMULATOR.
#   tests/readme.sh DOCUMENT SORTID STATIC_LIBRARY CC [CFLAG...]
set -eu

usage="usage: tests/readme.sh DOCUMENT SORTID STATIC_LIBRARY CC [CFLAG...]"
document=${1:?$usage} sortid=${2:?$usage} library=${3:?$usage} cc=${4:?$usage}
shift 4
root=$(cd "$(dirname "$document")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
PATH=$(dirname "$sortid"):$PATH
export PATH

# Writes each block as $scratch/<line of its fence>.c or .sh.
awk -v folder="$scratch" '
    /^```/ && file { close(file); file = ""; next }
    /^```(c|sh)[[:space:]]*$/ { sub(/^```/, ""); sub(/[[:space:]]+$/, "")
        file = folder "/" NR "." $0; printf "" > file; next }
    file { print > file }
' "$document"

# The emulator is a command with options, or nothing.
# shellcheck disable=SC2086
run_c() {
    "$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$root/include" "$@" \
        -o "$block.program" "$library" -pthread &&
        ${SORTID_EMULATOR:-} "$block.program" < /dev/null
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
        ln -s "$root/include" "$root/src" "$root/cli" .
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
    echo "---- ${document##*/}:${line%.*}"
    case $block in
    *.c) run_c "$block" "$@" ;;
    *.sh) if calls_make "$block"; then check_targets "$block"; else run_sh; fi ;;
    esac || {
        echo "${document##*/}:${line%.*}: this ${block##*.} block fails"
        failures=$((failures + 1))
    }
done

echo "$blocks blocks, $failures failed"
[ "$blocks" -gt 0 ] && [ "$failures" = 0 ]
