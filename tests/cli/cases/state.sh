# SPDX-License-Identifier: MIT
# The state file of gen scru64: its place, its rules, and that no ID is ever given out twice.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

id='[0-9a-z]{12}'
file=$HOME/.local/state/sortid/scru64-8-2a

# mode FILE: its permission bits as ls shows them.
mode() {
    # shellcheck disable=SC2012
    ls -ld "$1" | cut -c1-10
}

# Root may write everywhere: it gives that up for the cases of what it may not, and stays itself, since
# another user may not even come to this folder. Without setpriv, or where it may not: "skip".
plainly=
if [ "$(id -u)" = 0 ]; then
    plainly="setpriv --bounding-set=-dac_override,-dac_read_search"
    plainly="$plainly --inh-caps=-dac_override,-dac_read_search"
    $plainly true 2> /dev/null || plainly=skip
fi

# await FILE: until something is in it; a minute is a failure, whatever the machine.
await() {
    tries=0
    until [ -s "$1" ] || [ "$tries" -ge 600 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
    ok "something in $1 within a minute" [ -s "$1" ]
}

it 'its place below HOME, made with its folders'
rm -rf "$HOME"
mkdir -p "$HOME"
run gen scru64 --node 42/8
expect 0 "~$id" ""
same "the file" "$(cat "$file")" "$(cat out)/8"
same "mode of the file" "$(mode "$file")" -rw-------
same "mode of the folder" "$(mode "$HOME/.local/state/sortid")" drwx------
same "what is in the folder" "$(ls -A "$HOME/.local/state/sortid")" scru64-8-2a

it 'the next run goes on after it'
first=$(cat out)
run gen scru64 --node 0x2a/8 -n 3
same "exit status" "$status" 0
{ echo "$first"; cat out; } > all
ok "the IDs increase" increasing all
same "the file" "$(cat "$file")" "$(tail -n 1 out)/8"

it 'its place below XDG_STATE_HOME'
run_sh 'XDG_STATE_HOME=$PWD/xdg SCRU64_NODE_SPEC=0xb00/16 "$sortid" gen scru64'
expect 0 "~$id" ""
same "the file" "$(cat xdg/sortid/scru64-16-b00)" "$(cat out)/16"

it 'a relative XDG_STATE_HOME is none'
run_sh 'XDG_STATE_HOME=relative "$sortid" gen scru64 --node 42/8'
same "exit status" "$status" 0
same "the folder" "$(ls -d relative 2> /dev/null)" ""

it 'no place for it'
for place in 'unset HOME' 'HOME=' 'HOME=relative'; do
    run_sh "$place; \"\$sortid\" gen scru64 --node 42/8"
    expect 3 "" '~sortid: gen: no place for the state file: .*--state none.*'
done
run_sh 'unset HOME; "$sortid" gen scru64 --node 42/8 --state none'
expect 0 "~$id" ""

it '--state FILE'
run gen scru64 --node 42/8 --state here
expect 0 "~$id" ""
same "the file" "$(cat here)" "$(cat out)/8"

it 'a file before the first ID'
printf '42/8\n' > before
run gen scru64 --node 42/8 --state before
expect 0 "~$id" ""
same "the file" "$(cat before)" "$(cat out)/8"

it 'a file that people wrote'
for written in 0x2a/8 00000042/008 "$(tr '[:lower:]' '[:upper:]' < here | cut -d/ -f1)/008"; do
    printf '%s\n' "$written" > written
    run gen scru64 --node 42/8 --state written
    expect 0 "~$id" ""
    same "the file" "$(cat written)" "$(cat out)/8"
    same "its bytes" "$(wc -c < written | tr -d ' ')" 15
done

it 'the greater of file and --node counts'
ahead=$("$sortid" gen scru64 --node 42/8 --state none --at "@$(($(date +%s) + 1))")
printf '%s/8\n' "$ahead" > greater
run gen scru64 --node 0u2r85hn9c00/8 --state greater
expect 3 "" '~sortid: gen: state file greater is of another node.*'
run gen scru64 --node 42/8 --state greater
same "exit status" "$status" 0
{ echo "$ahead"; cat out; } > all
ok "it goes on after the file" increasing all
old=$("$sortid" gen scru64 --node 42/8 --state none --at 2024-01-01)
run gen scru64 --node "$old/8" --state greater
same "exit status" "$status" 0
cat out >> all
ok "it goes on after the file, whatever --node says" increasing all
printf '%s/8\n' "$old" > lesser
ahead=$("$sortid" gen scru64 --node 42/8 --state none --at "@$(($(date +%s) + 1))")
run gen scru64 --node "$ahead/8" --state lesser
same "exit status" "$status" 0
{ echo "$ahead"; cat out; } > all
ok "it goes on after --node" increasing all

it 'a missing folder of --state FILE is not made'
run gen scru64 --node 42/8 --state missing/file
expect 3 "" '~sortid: gen: state file missing/file: .*: No such file or directory'

it 'a damaged file that is long is shown in part'
printf 'xxxxxxxxxxxxxxxxxxxxxxxxx\n' > long
run gen scru64 --node 42/8 --state long
expect 3 "" '~sortid: gen: state file long is damaged: "x{24}"\.\.\. where 42/8 or ID/8 .*'

it 'a path that is too long for a file'
run gen scru64 --node 42/8 --state "$(printf '%05000d' 0)"
expect 3 "" '~sortid: gen: state file 0*: its path: File ?name too long'
run_sh 'XDG_STATE_HOME="/$(printf %05000d 0)" "$sortid" gen scru64 --node 42/8'
expect 3 "" '~sortid: gen: state file /0*: its path: File ?name too long'

it 'a file that was written after 2038, which 32 bits must be asked to examine'
if touch -d 2040-01-01T00:00:00 "$file" 2> /dev/null; then
    run gen scru64 --node 42/8 --state "$file"
    expect 0 "~$id" ""
else
    skip "no such times here"
fi

it 'folders that cannot be made'
: > plain
run_sh 'XDG_STATE_HOME=$PWD/plain "$sortid" gen scru64 --node 42/8'
expect 3 "" '~sortid: gen: folder .*/plain/sortid of the state file: Not a directory'
ln -s loop loop
run_sh 'XDG_STATE_HOME=$PWD/loop "$sortid" gen scru64 --node 42/8'
expect 3 "" '~sortid: gen: folder .*/loop/sortid of the state file: .*link.*'
mkdir shut
chmod 0555 shut
if [ "$plainly" != skip ]; then
    run_sh "HOME=\$PWD/shut $plainly \"\$sortid\" gen scru64 --node 42/8"
    expect 3 "" '~sortid: gen: folder .*/shut/.local of the state file: Permission denied'
else
    skip "root may write everywhere, and setpriv cannot change that"
fi

# refused CONTENT MESSAGE: a file with this content is refused and left as it is.
refused() {
    it "a state file with '$1' is refused"
    # shellcheck disable=SC2059
    printf "$1" > bad
    cp bad copy
    run gen scru64 --node 42/8 --state bad
    expect 3 "" "~sortid: gen: state file bad $2"
    ok "it is left alone" cmp -s bad copy
}
refused '' 'is empty; .*'
refused '\n' 'is damaged: .*'
refused '42/8' 'is damaged: "42/8" where 42/8 or ID/8 and an end of line are needed; .*'
refused '42/8\n\n' 'is damaged: .*'
refused '42/8\r\n' 'is damaged: "42/8\\x0d\\x0a" .*'
refused ' 42/8\n' 'is damaged: .*'
refused '42\n' 'is damaged: .*'
refused '0u2r85hm2pt3\n' 'is damaged: .*'
refused '0u2r85hm2p' 'is damaged: .*'
refused '0u2r85hm2pt3/' 'is damaged: .*'
refused '42/8\n42/8\n' 'is damaged: .*'
refused '\000\000\000\000\000' 'is damaged: .*'
refused '000000000042/8\n' 'is damaged: .*'
refused '43/8\n' 'is of another node, .*'
refused '42/9\n' 'is of another node, .*'
refused '0u2r85hm2pt3/16\n' 'is of another node, .*'

it 'what is no file of ours is refused'
mkdir folder
run gen scru64 --node 42/8 --state folder
expect 3 "" '~sortid: gen: state file folder: cannot be opened: .*'
ln -s here link
run gen scru64 --node 42/8 --state link
expect 3 "" 'sortid: gen: state file link is a symbolic link, which is not followed'
ln -s nowhere dangling
run gen scru64 --node 42/8 --state dangling
expect 3 "" 'sortid: gen: state file dangling is a symbolic link, which is not followed'
same "what the link names" "$(ls nowhere 2> /dev/null)" ""
mkfifo pipe
run gen scru64 --node 42/8 --state pipe
expect 3 "" 'sortid: gen: state file pipe is not a regular file'
run gen scru64 --node 42/8 --state /dev/null
expect 3 "" 'sortid: gen: state file /dev/null is not a regular file'

it 'a file of another user is refused'
if [ "$(id -u)" = 0 ]; then
    printf '42/8\n' > foreign
    chown 65534 foreign
    run gen scru64 --node 42/8 --state foreign
    expect 3 "" 'sortid: gen: state file foreign belongs to another user'
else
    skip "only root can give a file away"
fi

it 'a file that cannot be written is an error'
printf '42/8\n' > locked
chmod 0400 locked
if [ "$plainly" != skip ]; then
    run_sh "$plainly \"\$sortid\" gen scru64 --node 42/8 --state locked"
    expect 3 "" 'sortid: gen: state file locked: cannot be opened: Permission denied'
else
    skip "root may write everywhere, and setpriv cannot change that"
fi

it 'no room on the disk: nothing is given away, the file stays'
run_sh '{ ulimit -f 0; "$sortid" --version > /dev/null; echo $?; } 2>&1 | cat'
if [ "$(cat out)" = 0 ]; then
    printf '42/8\n' > full
    for name in full new; do
        run_sh "{ ulimit -f 0; \"\$sortid\" gen scru64 --node 42/8 --state $name; echo \$?; } 2>&1 | cat"
        expect 0 "~sortid: gen: state file $name: cannot be written: File too large
3" ""
    done
    same "the file" "$(cat full)" "42/8"
    same "what is left of a new file" "$(ls -d new* 2> /dev/null)" ""
else
    skip "this build ends at its start where no file may grow, under a sanitizer"
fi

it 'IDs that the output did not take are not made again'
: > all
run_sh '"$sortid" gen scru64 --node 42/8 --state kept -n 5 > /dev/full'
expect 3 "" 'sortid: standard output: No space left on device'
cut -d/ -f1 kept > all
run gen scru64 --node 42/8 --state kept
cat out >> all
ok "the next is after what was lost" increasing all

it 'a closed standard output does not become the state file'
run_sh '"$sortid" gen scru64 --node 42/8 --state closed >&-'
expect 3 "" 'sortid: standard output: Bad file descriptor'
ok "the file is a node spec" grep -Eqx "$id/8" closed
run_sh '"$sortid" gen scru64 --node 42/8 --state closed <&- 2>&-'
expect 0 "~$id" ""

it 'twenty runs side by side, no ID twice'
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    "$sortid" gen scru64 --node 7/8 --state side -n 50 > "side.$i" 2>&1 &
done
wait
cat side.? side.?? | sort > all
same "number of IDs" "$(grep -Ecx "$id" all)" 1000
ok "each is there once" increasing all
for i in 1 10 20; do
    ok "the IDs of a run increase" increasing "side.$i"
done
same "the file holds the last" "$(cat side)" "$(tail -n 1 all)/8"

it 'twenty first runs side by side, in one tick, no ID twice'
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    "$sortid" gen scru64 --node 7/12 --state first > "first.$i" 2>&1 &
done
wait
cat first.? first.?? | sort > all
same "number of IDs" "$(grep -Ecx "$id" all)" 20
ok "each is there once" increasing all
same "files left" "$(ls -d first first.XX* first.?????? 2> /dev/null)" first

it 'a file that is removed during a run ends it'
# One bit of counter: two IDs a tick, so that this run takes seconds.
"$sortid" gen scru64 --node 7/23 --state gone -n 100 > slow 2> err &
slow=$!
await slow
rm gone
wait "$slow"
status=$?
cp slow out
same "exit status" "$status" 3
stream err 'sortid: gen: state file gone was removed or replaced during the run'

it 'a run that is killed does not repeat'
"$sortid" gen scru64 --node 7/8 --state killed -n 100000000 > before.killed &
killed=$!
await before.killed
sleep 0.2
kill -9 "$killed"
wait "$killed" 2> /dev/null
run gen scru64 --node 7/8 --state killed
same "exit status" "$status" 0
{ grep -Ex "$id" before.killed; cat out; } > all
ok "the next run goes on after it" increasing all
