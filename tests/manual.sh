#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares the manual page of a program with its help. docs/NAME.1 must have the commands and
# options of --help and of each command's --help, and no others; its synopsis is the usage of these
# helps, and sortid.1 has the table of `sortid help options`. NAME is sortid or sortid-node; a command that sortid passes to another program is described
# in that program's manual page. Run by CTest.
#   tests/manual.sh ROOT NAME PROGRAM
#   UPDATE=1 tests/manual.sh ROOT NAME PROGRAM      write the synopsis and the table again
set -eu

usage="usage: tests/manual.sh ROOT NAME PROGRAM"
root=${1:?$usage} name=${2:?$usage} sortid=${3:?$usage}
. "$(dirname "$0")/lib.sh"
export LC_ALL=C
handed_on=
case $name in
sortid)
    subcommands="gen inspect convert check range find filter sort annotate compare formats" handed_on=node
    others="sortid ID|sortid node COMMAND [ARGUMENT...]|sortid help [COMMAND]|sortid help options|sortid -h, --help|sortid -V, --version [-v]" ;;
sortid-node)
    subcommands="init list status health release pool run serve"
    others="sortid node -h, --help|sortid node --version" ;;
*) echo "$usage"; exit 2 ;;
esac

# Prints the options in a text, one a line: one or two dashes at the beginning or after a separator,
# then a letter (or the digit of -0), up to the end of the word.
options() {
    grep -oE '(^|[][ (|,/])(-[a-zA-Z0]|--[a-z][a-z-]+)($|[^a-zA-Z0-9-])' |
        grep -oE -- '--?[a-zA-Z0][a-z-]*' | sort -u
}

# The approximate text of a roff page: \- is a dash, \fB and the like are fonts; quotes in request
# lines become blanks.
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

# The forms of usage in the help of a command, one a line: "sortid gen [FORMAT] ...".
forms() {
    "$sortid" "$1" --help | awk '
        /^$/ { exit }
        { text = substr($0, 8) }
        text ~ /^ / { sub(/^ +/, " ", text); line = line text; next }
        { if (line != "") print line; line = text }
        END { print line }'
}

# Prints the options that the help of a command describes but its usage does not name, unless it
# says OPTION for them.
unnamed_options() {
    "$sortid" "$1" --help | awk '
        !described { usage = usage " " $0 }
        /^$/ { described = 1; gsub(/[][{}|]/, " ", usage); usage = usage " " }
        /^  -/ && usage !~ / OPTION\.\.\./ {
            sub(/,$/, "", $1)
            if ($1 != "-h" && index(usage, " " $1 " ") == 0)
                print "the usage does not name " $1
        }'
}

# Forms as roff: what is typed is bold, names of values are in italics.
roff() {
    awk '{
        if (NR > 1)
            print ".br"
        out = ""
        while (match($0, /[A-Z]+(-[A-Z]+)*|--?[a-zA-Z0-9][a-z0-9-]*|[a-z][a-z0-9]*|--/)) {
            word = substr($0, RSTART, RLENGTH)
            out = out substr($0, 1, RSTART - 1) (word ~ /^[A-Z]/ ? "\\fI" : "\\fB") word "\\fR"
            $0 = substr($0, RSTART + RLENGTH)
        }
        sub(/^\\fBsortid\\fR \\fB/, "\\fBsortid ", out)
        gsub(/-/, "\\-", out)
        print out $0
    }' | fold -s -w 110 | sed 's/ $//'
}

status=0
"$sortid" --help > "$scratch/help"
# shellcheck disable=SC2086
has_words "$name --help" "$scratch/help" $subcommands $handed_on
for subcommand in $subcommands; do
    "$sortid" "$subcommand" --help >> "$scratch/help"
    forms "$subcommand" >> "$scratch/forms"
    unnamed_options "$subcommand" >> "$scratch/unnamed"
done
[ ! -s "$scratch/unnamed" ] || { cat "$scratch/unnamed"; status=1; }

# The page with its synopsis and its table of options replaced.
[ "$name" != sortid ] || "$sortid" help options | sed 's/-/\\-/g' > "$scratch/table"
{
    sed '/^\.SH SYNOPSIS/q' "$root/docs/$name.1"
    { cat "$scratch/forms"; echo "$others" | tr '|' '\n'; } | roff
    sed -n '/^\.SH DESCRIPTION/,$p' "$root/docs/$name.1" | awk -v table="$scratch/table" '
        /^\.fi/ { in_table = 0 }
        !in_table
        /The table is that of/ { in_table = 1; while ((getline line < table) > 0) print line }'
} > "$scratch/page"
[ -z "${UPDATE:-}" ] || cat "$scratch/page" > "$root/docs/$name.1"
diff -u --label "$name.1" "$root/docs/$name.1" --label "the usage" "$scratch/page" || status=1

plain_page "$root/docs/$name.1" > "$scratch/manual"
for kind in help manual; do
    # Twice, because adjacent options share their separator.
    { cat "$scratch/$kind"; sed 's/[][ (|,/]/\n/g' "$scratch/$kind"; } |
        options > "$scratch/$kind.options"
done
diff -u --label help "$scratch/help.options" --label "$name.1" "$scratch/manual.options" || status=1

echo "$(wc -l < "$scratch/forms") forms and $(wc -l < "$scratch/help.options") options compared"
[ -s "$scratch/forms" ] && [ -s "$scratch/help.options" ] && [ "$status" = 0 ]
