#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares the names that the command, its manual page and its completions know: subcommands and
# options of `sortid --help` and of each subcommand's --help must stand in docs/sortid.1 and in
# both completions, and the manual may name no other. Run by CTest.
#   tests/manual.sh ROOT SORTID
set -eu

usage="usage: tests/manual.sh ROOT SORTID"
root=${1:?$usage} sortid=${2:?$usage}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C
subcommands="gen inspect convert check range formats"

# Prints the options in a text, one a line: a dash or two after nothing or a separator, then a
# letter (-0 is the one digit), up to the end of the word.
options() {
    grep -oE '(^|[][ (|,/])(-[a-zA-Z0]|--[a-z][a-z-]+)($|[^a-zA-Z0-9-])' |
        grep -oE -- '--?[a-zA-Z0][a-z-]*' | sort -u
}

# The text of a roff page, near enough: \- is a dash, \fB and the like are fonts; each word of a
# request line stands apart.
plain_page() {
    sed -e 's/\\-/-/g' -e 's/\\f[BIRP]//g' -e 's/"/ /g' -e "s/^[.']\\\\\".*//" "$1"
}

# has_words WHAT FILE WORD...: fails, and says so, for each word that the file lacks.
has_words() {
    what=$1 file=$2
    shift 2
    for word; do
        grep -qE -- "(^|[^a-zA-Z0-9-])$word(\$|[^a-zA-Z0-9-])" "$file" || {
            echo "$what does not name $word"
            status=1
        }
    done
}

status=0
"$sortid" --help > "$scratch/help"
# shellcheck disable=SC2086
has_words "sortid --help" "$scratch/help" $subcommands
for subcommand in $subcommands; do
    "$sortid" "$subcommand" --help >> "$scratch/help"
done
plain_page "$root/docs/sortid.1" > "$scratch/manual"

for kind in help manual; do
    # Twice over: options that stand side by side share their separator.
    { cat "$scratch/$kind"; sed 's/[][ (|,/]/\n/g' "$scratch/$kind"; } |
        options > "$scratch/$kind.options"
done
diff -u --label help "$scratch/help.options" --label sortid.1 "$scratch/manual.options" || status=1
for page in "$scratch/manual" "$root/cli/completion/sortid.bash" "$root/cli/completion/_sortid"; do
    # shellcheck disable=SC2046,SC2086
    has_words "${page##*/}" "$page" $subcommands $(cat "$scratch/help.options")
done

echo "$(wc -l < "$scratch/help.options") options compared"
[ -s "$scratch/help.options" ] && [ "$status" = 0 ]
