# SPDX-License-Identifier: MIT
# State files on Windows: the path of that of gen scru64, runs at the same time and in turn, what is
# left of a killed run. Their rules are those of cases/state.sh.
# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # run.sh reads it; $sortid is for run_sh

id='[0-9a-z]{12}'

it 'its place below XDG_STATE_HOME, made with its folder'
mkdir xdg
run_sh 'XDG_STATE_HOME="Z:$PWD/xdg" "$sortid" gen scru64 --node 0xb00/16'
expect 0 "~$id" ""
same "what is in the folder" "$(ls -A xdg/sortid)" scru64-16-b00
cat out > all
run_sh 'XDG_STATE_HOME="Z:$PWD/xdg" "$sortid" gen scru64 --node 0xb00/16 -n 3'
same "exit status" "$status" 0
cat out >> all
ok "the next run continues after it" increasing all

# Its place is told by wine's own drive C; without wine there is no such variable.
it 'its place below LOCALAPPDATA'
run_sh 'XDG_STATE_HOME=relative "$sortid" gen scru64 --node 0x7b/9'
expect 0 "~$id" ""
ok "the file" test -s "$WINEPREFIX"/drive_c/users/*/AppData/Local/sortid/scru64-9-7b
same "the folder" "$(ls -d relative 2> /dev/null)" ""

it '--state FILE, of each format'
for format in $all_formats; do
    node=
    [ "$format" != scru64 ] || node='--node 42/8'
    : > all
    for count in 1 200 1; do
        # shellcheck disable=SC2086
        run_to 0 gen "$format" $node --state "of-$format" -n "$count"
        cat out >> all
    done
    ok "$format: each run continues after the one before" increasing all
    same "no other file" "$(echo "of-$format"*)" "of-$format"
done
run gen scru64 --node 42/8 --state missing/file
expect 3 "" 'sortid: gen: state file missing/file: No such file or directory'
mkdir folder
run gen scru64 --node 42/8 --state folder
expect 3 "" '~sortid: gen: state file folder(:? .*)'
run gen scru64 --node 42/8 --state NUL
expect 3 "" '~sortid: gen: state file NUL(:? .*)'

it 'the content of a state file'
run inspect --state of-ulid --json
expect 0 "~.*\"format\":\"ulid\".*\"last\":\"[0-9A-Z]{26}\".*" ""

it 'a damaged file is refused and left alone'
head -c 5000 of-ulid > short
printf '42/8\n' > text
: > empty
# refused FILE MESSAGE: gen does not use the file and leaves it unchanged. MESSAGE is a pattern.
refused() {
    cp "$1" copy
    run gen scru64 --node 42/8 --state "$1"
    expect 3 "" "~sortid: gen: state file $1 $2"
    ok "it is left alone" cmp -s "$1" copy
}
refused short 'is damaged or truncated and is not replaced; .*'
refused empty 'is damaged or truncated and is not replaced; .*'
refused text 'is not a state file of sortid and is left unchanged; .*'
refused of-ulid 'belongs to ulid; give another file'

it 'runs at the same time repeat no ID'
run_sh 'for i in 1 2 3 4; do
    "$sortid" gen scru64 --node 42/8 --state shared -n 50000 > run$i & pids="$pids $!"
done
for pid in $pids; do wait $pid || echo "a run failed"; done'
expect 0 "" ""
same "IDs" "$(cat run? | sort -u | wc -l | tr -d ' ')" 200000
for i in 1 2 3 4; do
    ok "run $i increases" increasing run$i
done

it 'a killed run gives way to the next, which repeats nothing'
"$sortid" gen scru64 --node 42/8 --state killed -n 9223372036854775807 > before 2> /dev/null &
pid=$!
ok "it makes IDs" until_true [ -s before ]
kill -9 "$pid"
wait "$pid" 2> /dev/null
run gen scru64 --node 42/8 --state killed
expect 0 "~$id" ""
{ head -c "$(($(wc -c < before) / 13 * 13))" before | tail -n 1; cat out; } > all
ok "the next run continues after it" increasing all
