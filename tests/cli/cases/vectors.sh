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
    cases="lower upper"
    [ "$1" != ksuid ] || cases=both
    column "$1" "$3" > left
    column "$1" "$5" > right
    ok "there are rows" [ -s left ]
    for case in $cases; do
        it "$1 $2 to $4, $case case"
        in_case $case < left > in
        run convert -f "$1" -i "$2" -e "$4"
        same "exit status" "$status" 0
        stream err ""
        ok "every row" cmp -s out right
        it "$1 $4 to $2, $case case"
        in_case $case < right > in
        run convert -f "$1" -i "$4" -e "$2"
        same "exit status" "$status" 0
        stream err ""
        ok "every row" cmp -s out left
    done
}
both_ways scru128 hex 1 text 2
both_ways scru128v1 hex 1 text 2
both_ways scru160 hex 1 text 2
both_ways ulid hex 1 text 2
both_ways uuidv7 hex 1 text 2
both_ways ksuid hex 1 text 2
both_ways scru64 hex 1 text 3
both_ways scru64 int 2 text 3

# fields FORMAT NAME COLUMN: a field as inspect shows it; IDs are read from column $4.
fields() {
    it "$1 $2"
    column "$1" "$4" > in
    run inspect -f "$1" --json
    same "exit status" "$status" 0
    sed "s/.*\"$2\":\"\([0-9]*\)\".*/\1/" out > got
    column "$1" "$3" > right
    ok "every row" cmp -s got right
}
fields scru128 timestamp 3 2
fields scru128 counterHi 4 2
fields scru128 counterLo 5 2
fields scru128 entropy 6 2
fields scru128v1 timestamp 3 2
fields scru128v1 counter 4 2
fields scru128v1 perSecRandom 5 2
fields scru128v1 perGenRandom 6 2
fields scru160 timestamp 3 2
fields scru160 counter 4 2
fields scru160 random16 5 2
fields scru160 random80 6 2
fields scru64 timestamp 4 3
fields scru64 nodeCtr 5 3
fields ulid timestamp 3 2
fields uuidv7 timestamp 3 2
fields uuidv7 randA 4 2
fields uuidv7 randB 5 2
fields ksuid timestamp 3 2

it 'texts that are no uuidv7'
grep '^!' "$tests/../vectors/uuidv7.tsv" | grep 'BAD_V' | cut -f2 > in
grep '^!' "$tests/../vectors/uuidv7.tsv" | grep 'BAD_V' |
    awk -F '\t' '{ printf "-:%d:%d\n", NR, $4 + 1 }' > right
run convert -f uuidv7
same "exit status" "$status" 1
same "standard output" "$(cat out)" ""
ok "there are some" [ "$(wc -l < right | tr -d ' ')" = 76 ]
same "places" "$(sed 's/^sortid: \(-:[0-9]*:[0-9]*\): .* of another v.*/\1/' err)" "$(cat right)"
