#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks the examples of a document. A ```c block is a whole program: it is compiled against the
# headers and the static library, warnings as errors, and run in an empty folder. A ```sh block
# is run with the command on PATH, in a new home folder that has only the amalgamation; one that calls
# make or cmake is not run, because the tests run these themselves, but the targets that it gives to
# make must exist. In a ```console block the lines that begin with "$ " are run in the same way, and
# the lines below each must be its output. A document without a block fails. $SORTID_EMULATOR runs
# foreign programs.
#   tests/readme.sh DOCUMENT SORTID STATIC_LIBRARY CC [CFLAG...]
set -eu

usage="usage: tests/readme.sh DOCUMENT SORTID STATIC_LIBRARY CC [CFLAG...]"
document=${1:?$usage} sortid=${2:?$usage} library=${3:?$usage} cc=${4:?$usage}
shift 4
root=$(cd "$(dirname "$0")/.." && pwd)
. "$(dirname "$0")/lib.sh"
PATH=$(dirname "$sortid"):$PATH
# The output must not depend on who runs the tests.
export PATH LC_ALL=C
unset NO_COLOR POSIXLY_CORRECT SCRU64_NODE_SPEC SORTID_SCRU64_STATE

"$root/tools/amalgamate" "$scratch/two"

# Writes each block as $scratch/<line of its fence>.c, .sh or .console.
awk -v folder="$scratch" '
    /^```/ && file { close(file); file = ""; next }
    /^```(c|sh|console)[[:space:]]*$/ { sub(/^```/, ""); sub(/[[:space:]]+$/, "")
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

# run_sh SCRIPT
run_sh() {
    mkdir -p "$block.home"
    (
        cd "$block.home"
        ln -sf "$scratch/two/"* .
        unset XDG_STATE_HOME
        HOME=$PWD sh -eu "$1" < /dev/null
    )
}

# Prints each command of a console block and what it prints.
transcript() {
    grep '^\$ ' "$block" | while IFS= read -r line; do
        printf '%s\n' "$line"
        printf '%s\n' "${line#??}" > "$block.command"
        run_sh "$block.command" || return 1
    done
}

run_console() {
    transcript > "$block.transcript" 2>&1 || { cat "$block.transcript"; return 1; }
    diff -u --label document "$block" --label today "$block.transcript"
}

blocks=0
for block in "$scratch"/*.c "$scratch"/*.sh "$scratch"/*.console; do
    [ -e "$block" ] || continue
    blocks=$((blocks + 1))
    line=${block##*/}
    echo "---- ${document##*/}:${line%%.*}"
    case $block in
    *.c) run_c "$block" "$@" ;;
    *.sh) if calls_make "$block"; then check_targets "$block"; else run_sh "$block"; fi ;;
    *.console) run_console ;;
    esac || fail "${document##*/}:${line%%.*}: this ${block##*.} block"
done

echo "$blocks blocks, $failures failed"
[ "$blocks" -gt 0 ] && [ "$failures" = 0 ]
