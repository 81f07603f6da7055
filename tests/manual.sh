#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares the names in the help of a program, in its manual page and in its completions: docs/NAME.1 and all
# completions must have the subcommands and options of its --help and of each subcommand's --help, and the
# manual page no others. NAME is sortid or sortid-node; a subcommand that sortid passes to another program is
# described in that program's manual page. Run by CTest.
#   tests/manual.sh ROOT NAME PROGRAM
set -eu

usage="usage: tests/manual.sh ROOT NAME PROGRAM"
root=${1:?$usage} name=${2:?$usage} sortid=${3:?$usage}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C
handed_on=
case $name in
sortid)
    subcommands="gen inspect convert check range find filter sort compare formats" handed_on=node folder=cli/completion ;;
sortid-node) subcommands="init list status health release pool run serve" folder=node/completion ;;
*) echo "$usage"; exit 2 ;;
esac

# Prints the options in a text, one a line: one or two dashes at the beginning or after a separator, then a
# letter (or the digit of -0), up to the end of the word.
options() {
    grep -oE '(^|[][ (|,/])(-[a-zA-Z0]|--[a-z][a-z-]+)($|[^a-zA-Z0-9-])' |
        grep -oE -- '--?[a-zA-Z0][a-z-]*' | sort -u
}

# The approximate text of a roff page: \- is a dash, \fB and the like are fonts; quotes in request lines become
# blanks.
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
has_words "$name --help" "$scratch/help" $subcommands $handed_on
for subcommand in $subcommands; do
    "$sortid" "$subcommand" --help >> "$scratch/help"
done
plain_page "$root/docs/$name.1" > "$scratch/manual"

for kind in help manual; do
    # Twice, because adjacent options share their separator.
    { cat "$scratch/$kind"; sed 's/[][ (|,/]/\n/g' "$scratch/$kind"; } |
        options > "$scratch/$kind.options"
done
diff -u --label help "$scratch/help.options" --label "$name.1" "$scratch/manual.options" || status=1
# fish has options without dashes: "-l json -s n".
pages="$scratch/manual $root/$folder/$name.bash $root/$folder/_$name"
if [ -f "$root/$folder/$name.fish" ]; then
    sed -e 's/ -l \([a-z]\)/ --\1/g' -e 's/ -s \([a-zA-Z0]\) / -\1 /g' "$root/$folder/$name.fish" \
        > "$scratch/$name.fish"
    pages="$pages $scratch/$name.fish"
fi
for page in $pages; do
    # shellcheck disable=SC2046,SC2086
    has_words "${page##*/}" "$page" $subcommands $handed_on $(cat "$scratch/help.options")
done

echo "$(wc -l < "$scratch/help.options") options compared"
[ -s "$scratch/help.options" ] && [ "$status" = 0 ]
