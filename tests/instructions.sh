#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the verdicts of tools/instructions: a program and a valgrind of the test's own give it rows
# and counts. Run by CTest. It counts no instruction and needs no valgrind.
#   tests/instructions.sh ROOT
set -eu

root=${1:?usage: tests/instructions.sh ROOT}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
list=$scratch/list
PATH=$scratch:$PATH

# Rows and their counts for 1000 and 2000 calls, which `have` sets.
cat > "$scratch/sortid-instructions" << 'SCRIPT'
#!/bin/sh
echo "# build: $(cat "$(dirname "$0")/compiler")"
cut -d , -f 3- "$(dirname "$0")/rows"
cat "$(dirname "$0")/uncounted"
SCRIPT

# What callgrind writes: a count before each row, of each run, and one at the end.
cat > "$scratch/valgrind" << 'SCRIPT'
#!/bin/sh
here=$(dirname "$0")
for option; do
    case $option in --callgrind-out-file=*) out=${option#*=} ;; esac
done
"$here/sortid-instructions"
cat "$here/stray" > "$out"
awk -F , '{ print "part: 1\nsummary: 9\ntotals: 777\ntotals: " $1 "\ntotals: " $2 }
    END { print "totals: 777" }' "$here/rows" >> "$out"
exit "$(cat "$here/status")"
SCRIPT
chmod +x "$scratch/sortid-instructions" "$scratch/valgrind"

# have COMPILER FEW,MANY,NAME...
have() {
    echo "$1" > "$scratch/compiler"
    shift
    printf '%s\n' "$@" > "$scratch/rows"
}

failures=0
complain() {
    echo "$*"
    cat "$scratch/output"
    failures=$((failures + 1))
}

# expect STATUS WORDS OPTION...: how the tool ends, and words that it prints.
expect() {
    wanted=$1 words=$2
    shift 2
    status=0
    "$root/tools/instructions" --list "$list" "$@" "$scratch" > "$scratch/output" 2>&1 || status=$?
    [ "$status" = "$wanted" ] || complain "status $status in place of $wanted: $*"
    grep -q -e "$words" "$scratch/output" || complain "not said: $words"
}

echo 0 > "$scratch/status"
: > "$scratch/uncounted"
: > "$scratch/stray"
have gcc 1500,101500,print 500,10500,'parse, of one'
expect 77 'there is no .*list'
expect 0 '2 rows recorded' --record
grep -qx '100.000 print' "$list" || complain "100 instructions are recorded otherwise"
grep -qx '10.000 parse, of one' "$list" || complain "10 instructions are recorded otherwise"

expect 0 '^print  *100.000  *100.000  *1.000$'
have gcc 0,103000,print 0,9000,'parse, of one'
expect 0 '^print  *100.000  *103.000  *1.030$'
expect 0 '^parse, of one  *10.000  *9.000  *0.900$'
expect 1 '^print .*grew' --limit 2.5
have gcc 0,103001,print 0,10000,'parse, of one'
expect 1 '^1 grew by more than 3 %, 0 came or went$'
expect 0 '^0 grew' --limit 4

have gcc 0,100000,print
expect 1 '^parse, of one .*gone$'
have gcc 0,100000,print 0,10000,'parse, of one' 0,1,fill
expect 1 '^fill .*not recorded$'

have clang 0,900000,print 0,10000,'parse, of one'
expect 77 '^print  *100.000  *900.000  *9.000'
expect 77 '^SKIPPED: .*no verdict$'

have gcc 0,100000,print 0,10000,'parse, of one'
cp "$list" "$scratch/before"
echo 1 > "$scratch/status"
expect 1 'failed' --record
cmp -s "$list" "$scratch/before" || complain "a failed run was recorded"
echo 0 > "$scratch/status"
echo 'a row without counts' > "$scratch/uncounted"
expect 1 'do not match' --record
: > "$scratch/uncounted"
echo 'totals: 1' > "$scratch/stray" # one count too many moves all the others
expect 1 'do not match' --record
expect 2 '^usage' --limit x
expect 2 '^usage' --unknown

echo "$failures failures"
[ "$failures" = 0 ]
