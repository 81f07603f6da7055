#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that a search for "NAME(" in the sources finds the definition of each exported function:
# its name is complete in the first line of a definition, not in the arguments of a macro that
# pastes names. Run by CTest.
#   tests/definitions.sh ROOT
set -eu

root=${1:?usage: tests/definitions.sh ROOT}
. "$(dirname "$0")/lib.sh"
export LC_ALL=C
# The definitions of functions in C files: text that begins in the first column, reaches from
# "NAME(" to the closing bracket, and is followed by a body, which may be a macro (typed.h).
# Prototypes end with ";" and are no definitions.
# definitions FOLDER: prints the names, one a line.
definitions() {
    find "$1" -name '*.c' -exec cat {} + | awk '
        !held && /^[A-Za-z_].*[ *]sortid_[a-z0-9_]+\(/ { held = 1; text = "" }
        held { text = text " " $0 }
        held && /[;{]/ {
            held = 0
            if (text !~ /\{/ && text !~ /\)[ \t]+[A-Z_]+_BODY\(/)
                next
            sub(/\(.*/, "", text)
            sub(/.*[ *]/, "", text)
            print text
        }' | sort -u
}

# check FOLDER: all symbols of FOLDER/symbols.txt are defined in it.
check() {
    definitions "$root/$1" > "$scratch/defined"
    sed 's/ .*//' "$root/$1/symbols.txt" | sort -u > "$scratch/symbols"
    comm -23 "$scratch/symbols" "$scratch/defined" > "$scratch/missing"
    while read -r name; do
        fail "$1: no definition of $name is written out"
    done < "$scratch/missing"
    count=$(wc -l < "$scratch/symbols")
    [ "$count" -gt 0 ]
    echo "$1: $count functions"
}

check src
check node
[ "$failures" = 0 ]
