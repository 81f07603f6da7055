# SPDX-License-Identifier: MIT
# Every row of the codec vectors through convert, in both directions and in any case.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

# column FORMAT NUMBER: a column of its vector file.
column() {
    grep -v '^[#~!+]' "$tests/../vectors/$1.tsv" | cut -f"$2"
}

# in_case lower|upper|both: a filter.
in_case() {
    case $1 in
    lower) tr '[:upper:]' '[:lower:]' ;;
    upper) tr '[:lower:]' '[:upper:]' ;;
    both) cat ;;
    esac
}

# both_ways FORMAT ENCODING COLUMN ENCODING COLUMN; texts of ksuid have their case alone.
both_ways() {
    letter_cases="lower upper"
    [ "$1" != ksuid ] || letter_cases=both
    column "$1" "$3" > left
    column "$1" "$5" > right
    ok "there are rows" [ -s left ]
    for letter_case in $letter_cases; do
        it "$1 $2 to $4, $letter_case case"
        in_case $letter_case < left > in
        run_quietly convert -f "$1" -i "$2" -e "$4"
        ok "every row" cmp -s out right
        it "$1 $4 to $2, $letter_case case"
        in_case $letter_case < right > in
        run_quietly convert -f "$1" -i "$4" -e "$2"
        ok "every row" cmp -s out left
    done
}
for format in $all_formats; do
    case $format in scru64) text=3 ;; *) text=2 ;; esac
    both_ways $format hex 1 text $text
done
both_ways scru64 int 2 text 3

it 'texts that are no uuidv7'
grep '^!' "$tests/../vectors/uuidv7.tsv" | grep 'BAD_V' | cut -f2 > in
grep '^!' "$tests/../vectors/uuidv7.tsv" | grep 'BAD_V' |
    awk -F '\t' '{ printf "-:%d:%d\n", NR, $4 + 1 }' > right
run_to 1 convert -f uuidv7
same "standard output" "$(cat out)" ""
ok "there are some" [ "$(wc -l < right | tr -d ' ')" = 76 ]
same "places" "$(sed 's/^sortid: \(-:[0-9]*:[0-9]*\): .* of another v.*/\1/' err)" "$(cat right)"
