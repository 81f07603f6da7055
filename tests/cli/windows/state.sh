# SPDX-License-Identifier: MIT
# The state file of gen scru64 on Windows: its place, its lock between runs beside each other, what
# is left of a killed run. Its text and its rules are those of cases/state.sh.
# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # run.sh reads it; $sortid is for run_sh

id='[0-9a-z]{12}'

it 'its place below XDG_STATE_HOME, made with its folder'
mkdir xdg
run_sh 'XDG_STATE_HOME="Z:$PWD/xdg" "$sortid" gen scru64 --node 0xb00/16'
expect 0 "~$id" ""
same "the file" "$(cat xdg/sortid/scru64-16-b00)" "$(cat out)/16"
same "what is in the folder" "$(ls -A xdg/sortid)" scru64-16-b00
first=$(cat out)
run_sh 'XDG_STATE_HOME="Z:$PWD/xdg" "$sortid" gen scru64 --node 0xb00/16 -n 3'
same "exit status" "$status" 0
{ echo "$first"; cat out; } > all
ok "the next run goes on after it" increasing all
same "the file" "$(cat xdg/sortid/scru64-16-b00)" "$(tail -n 1 out)/16"

# Its place is told by wine's own drive C; without wine there is no such variable.
it 'its place below LOCALAPPDATA'
run_sh 'XDG_STATE_HOME=relative "$sortid" gen scru64 --node 0x7b/9'
expect 0 "~$id" ""
same "the file" "$(cat "$WINEPREFIX"/drive_c/users/*/AppData/Local/sortid/scru64-9-7b)" \
    "$(cat out)/9"
same "the folder" "$(ls -d relative 2> /dev/null)" ""

it '--state FILE'
run gen scru64 --node 42/8 --state here
expect 0 "~$id" ""
same "the file" "$(cat here)" "$(cat out)/8"
same "nothing beside it" "$(echo here*)" here
run gen scru64 --node 42/8 --state missing/file
expect 3 "" 'sortid: gen: state file missing/file: cannot be made: No such file or directory'
mkdir folder
run gen scru64 --node 42/8 --state folder
expect 3 "" '~sortid: gen: state file folder(:? .*)'
run gen scru64 --node 42/8 --state NUL
expect 3 "" '~sortid: gen: state file NUL(:? .*)'

it 'a file that people wrote is cut to its new text'
printf '%s/008\n' "$(cut -d/ -f1 here)" > written
run gen scru64 --node 42/8 --state written
expect 0 "~$id" ""
same "the file" "$(cat written)" "$(cat out)/8"
same "its bytes" "$(wc -c < written | tr -d ' ')" 15

it 'a damaged file is refused and left alone'
for content in '' '42/8' '42/8\r\n' '43/8\n'; do
    # shellcheck disable=SC2059
    printf "$content" > bad
    cp bad copy
    run gen scru64 --node 42/8 --state bad
    expect 3 "" "~sortid: gen: state file bad is .*"
    ok "it is left alone" cmp -s bad copy
done

it 'runs beside each other never repeat an ID'
run_sh 'for i in 1 2 3 4; do
    "$sortid" gen scru64 --node 42/8 --state shared -n 50000 > beside$i & pids="$pids $!"
done
for pid in $pids; do wait $pid || echo "a run failed"; done'
expect 0 "" ""
same "IDs" "$(cat beside? | sort -u | wc -l | tr -d ' ')" 200000
for i in 1 2 3 4; do
    ok "run $i increases" increasing beside$i
done
same "the file" "$(cat shared)" "$(sort beside? | tail -n 1)/8"

# has_bytes FILE: waits until something stands in it; gives up after 600 looks.
has_bytes() {
    looks=0
    until [ -s "$1" ] || [ $((looks += 1)) -gt 600 ]; do sleep 0.05; done
    [ -s "$1" ]
}

it 'a killed run gives way to the next, which repeats nothing'
"$sortid" gen scru64 --node 42/8 --state killed -n 9223372036854775807 > before 2> /dev/null &
pid=$!
ok "it makes IDs" has_bytes before
kill -9 "$pid"
wait "$pid" 2> /dev/null
run gen scru64 --node 42/8 --state killed
expect 0 "~$id" ""
{ head -c "$(($(wc -c < before) / 13 * 13))" before | tail -n 1; cat out; } > all
ok "the next run goes on after it" increasing all

it 'a file that is taken away during a run ends the run'
run_sh '"$sortid" gen scru64 --node 42/8 --state taken -n 9223372036854775807 > stream & pid=$!
looks=0
until [ -s stream ] || [ $((looks += 1)) -gt 600 ]; do sleep 0.05; done
rm taken
wait $pid'
expect 3 "" 'sortid: gen: state file taken was removed or replaced during the run'
ok "what it made" test -s stream
