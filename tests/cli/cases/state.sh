# SPDX-License-Identifier: MIT
# State files: their paths, their rules, and that no ID is made twice, nor a smaller one.
# shellcheck shell=sh disable=SC2016,SC2034,SC2059,SC2086,SC2094,SC2154 # run.sh reads it; $sortid is for run_sh

id='[0-9a-z]{12}'
file=$HOME/.local/state/sortid/scru64-8-2a

# mode FILE: its permission bits as ls shows them.
mode() {
    # shellcheck disable=SC2012
    ls -ld "$1" | cut -c1-10
}

# last_in FILE: the last ID in the state file.
last_in() {
    "$sortid" inspect --state "$1" --json | sed -n 's/.*"last":"\([^"]*\)".*/\1/p'
}

# numbered COUNT: 1 to COUNT.
numbered() {
    awk -v count="$1" 'BEGIN { for (i = 1; i <= count; i++) print i }'
}

it 'the default path below HOME; folders are created'
rm -rf "$HOME"
mkdir -p "$HOME"
prints "~$id" gen scru64 --node 42/8
same "the last ID of the file" "$(last_in "$file")" "$(cat out)"
same "mode of the file" "$(mode "$file")" -rw-------
same "mode of the folder" "$(mode "$HOME/.local/state/sortid")" drwx------
same "what is in the folder" "$(ls -A "$HOME/.local/state/sortid")" scru64-8-2a

it 'the next run continues after the last ID'
first=$(cat out)
run_to 0 gen scru64 --node 0x2a/8 -n 3
{ echo "$first"; cat out; } > all
ok "the IDs increase" increasing all
same "the last ID of the file" "$(last_in "$file")" "$(tail -n 1 out)"

it 'the default path below XDG_STATE_HOME'
run_sh 'XDG_STATE_HOME=$PWD/xdg SCRU64_NODE_SPEC=0xb00/16 "$sortid" gen scru64'
expect 0 "~$id" ""
same "the last ID of the file" "$(last_in xdg/sortid/scru64-16-b00)" "$(cat out)"

it 'a relative XDG_STATE_HOME is ignored'
run_sh 'XDG_STATE_HOME=relative "$sortid" gen scru64 --node 42/8'
same "exit status" "$status" 0
same "the folder" "$(ls -d relative 2> /dev/null)" ""

it 'no folder for the state file'
for place in 'unset HOME' 'HOME=' 'HOME=relative'; do
    run_sh "$place; \"\$sortid\" gen scru64 --node 42/8"
    expect 3 "" '~sortid: gen: no folder for the state file: .*--state none.*'
done
run_sh 'unset HOME; "$sortid" gen scru64 --node 42/8 --state none'
expect 0 "~$id" ""

it 'no file for other formats, unless one is named'
rm -rf "$HOME/.local"
for format in $(formats_but scru64); do
    run_to 0 gen $format
    run_to 0 gen $format --state none
done
same "what is in the home folder" "$(ls -A "$HOME")" ""
same "the file" "$(ls none 2> /dev/null)" ""

it '--state FILE, for every format'
: > formats
for format in $all_formats; do
    node=
    [ $format != scru64 ] || node="--node 42/8"
    : > all
    for count in 1 5000 2; do
        run_quietly gen $format $node --state $format -n $count
        cat out >> all
    done
    same "IDs of $format" "$(wc -l < all | tr -d ' ')" 5003
    ok "all runs of $format are one increasing row" increasing all
    run gen $format $node --state $format -n 600 -e hex
    cat out > hex
    run gen $format $node --state $format -n 2 -e bin
    "$sortid" convert -f $format -i bin -e hex < out >> hex
    ok "in hex and raw too" increasing hex
    "$sortid" convert -f $format -i hex "$(tail -n 1 hex)" > last
    case $format in
    scru64 | ulid) same "the last ID of the file" "$(last_in $format)" "$(cat last)" ;;
    *) same "the last ID of the file" "$(last_in $format)" "" ;;
    esac
    time=$("$sortid" inspect -f $format --json "$(cat last)" | sed 's/.*Iso":"\([^"]*\).*/\1/')
    run inspect --state $format --json
    same "the time of the last ID" "$(member lastTimestampIso)" "$time "
    # What no two runs have in common.
    sed -E 's/[0-9]{4}-[0-9T:.-]+Z/TIME/g; s/"last":"[0-9A-Za-z]+"/"last":"ID"/' out >> formats
    run inspect --state $format
    sed -E 's/[0-9]{4}-[0-9T:.-]+Z/TIME/; s/last  [0-9A-Za-z]+/last  ID/' out >> formats
done
if grep -q '"locking":"mutex"' formats; then
    skip "this machine has no atomic steps of 16 bytes: golden/state.txt is of one that has"
else
    same_golden formats state.txt
fi

it 'state files of --fraction'
for format in scru160 uuidv7; do
    : > all
    for count in 1 5000 2; do
        run_quietly gen $format --fraction --state fraction-$format -n $count
        cat out >> all
    done
    ok "all runs of $format are one increasing row" increasing all
    run inspect --state fraction-$format --json
    ok "it is one with fractions" grep -q '"fraction":true' out
    run inspect --state fraction-$format
    ok "people are told" grep -q ', layout version 3, for gen --fraction$' out
    run gen $format --state fraction-$format
    expect 3 "" "~sortid: gen: state file .* belongs to $format with --fraction; give another file"
    run gen $format --fraction --state $format
    expect 3 "" "~sortid: gen: state file .* belongs to $format without --fraction; give another file"
done

it 'the JSON of a state file is JSON'
if command -v python3 > /dev/null; then
    run inspect --state scru64 --json
    ok "an object with these members" python3 -c '
import json
found = json.load(open("out"))
assert list(found) == ["format", "version", "locking", "fraction", "nodeId", "nodeSize", "current",
                       "lastTimestampIso", "last", "durableUntil"], found
assert (found["nodeId"], found["nodeSize"], found["version"]) == ("42", 8, 3), found
assert found["current"] is True and found["lastTimestampIso"] <= found["durableUntil"], found'
else
    skip "no python3 (Debian: python3)"
fi

it 'a copy, whose state is not current'
cp scru64 copied
run inspect --state copied --json
same "what is known of it" "$(sed 's/.*\("current.*\),"durable.*/\1/' out)" \
    '"current":false,"lastTimestampIso":null,"last":null'
run inspect --state copied
ok "the text says so" grep -q 'unknown' out
last_in scru64 > all
prints "~$id" gen scru64 --node 42/8 --state copied
cat out >> all
ok "it continues after the bound" increasing all
same "and is current then" "$(last_in copied)" "$(cat out)"

it 'inspect reads a file that it may not write'
cp scru64 readable
chmod 0400 readable
if [ "$plainly" != skip ]; then
    run_sh "$plainly \"\$sortid\" inspect --state readable --json"
    same "exit status" "$status" 0
    ok "what it is" grep -q '"format":"scru64"' out
else
    skip "root may write everywhere, and setpriv cannot change that"
fi
cp readable readable.before
run inspect --state readable
ok "it changes nothing" cmp -s readable readable.before

it 'gen continues after the greater of file and --node'
ahead=$("$sortid" gen scru64 --node 42/8 --state none --at "@$(($(date +%s) + 1))")
run_to 0 gen scru64 --node "$ahead/8" --state greater
{ echo "$ahead"; cat out; } > all
ok "it continues after --node" increasing all
old=$("$sortid" gen scru64 --node 42/8 --state none --at 2024-01-01)
run_to 0 gen scru64 --node "$old/8" --state greater
cat out >> all
ok "it continues after the file, whatever --node says" increasing all

table << 'END'
# a missing folder of --state FILE is not created
gen scru64 --node 42/8 --state missing/file =3> gen: state file missing/file: No such file or directory
inspect --state missing/file =3> inspect: state file missing/file: No such file or directory

# inspect creates no file
inspect --state nothing =3> inspect: state file nothing: No such file or directory
END
same "the file" "$(ls nothing 2> /dev/null)" ""

it 'a path that is too long for a file'
fails 3 '~sortid: gen: state file 0*: File ?name too long' gen scru64 --node 42/8 --state "$(printf '%05000d' 0)"
run_sh 'XDG_STATE_HOME="/$(printf %05000d 0)" "$sortid" gen scru64 --node 42/8'
expect 3 "" '~sortid: gen: state file /0*: File ?name too long'

it 'a file that was written after 2038, which 32 bits must be asked to examine'
if touch -d 2040-01-01T00:00:00 scru64 2> /dev/null; then
    prints "~$id" gen scru64 --node 42/8 --state scru64
else
    skip "no such times here"
fi

it 'folders that cannot be created'
: > plain
run_sh 'XDG_STATE_HOME=$PWD/plain "$sortid" gen scru64 --node 42/8'
expect 3 "" '~sortid: gen: folder .*/plain/sortid for the state file: Not a directory'
ln -s loop loop
run_sh 'XDG_STATE_HOME=$PWD/loop "$sortid" gen scru64 --node 42/8'
expect 3 "" '~sortid: gen: folder .*/loop/sortid for the state file: .*link.*'
mkdir shut
chmod 0555 shut
if [ "$plainly" != skip ]; then
    run_sh "HOME=\$PWD/shut $plainly \"\$sortid\" gen scru64 --node 42/8"
    expect 3 "" '~sortid: gen: folder .*/shut/.local for the state file: Permission denied'
else
    skip "root may write everywhere, and setpriv cannot change that"
fi

# refused MESSAGE [INSPECT_MESSAGE]: gen and inspect refuse the file `bad` and do not change it.
refused() {
    cp bad copy
    fails 3 "~sortid: gen: state file bad $1" gen scru64 --node 42/8 --state bad
    fails 3 "~sortid: inspect: state file bad ${2-$1}" inspect --state bad
    ok "it is left alone" cmp -s bad copy
}
other='is not a state file of sortid'
foreign="$other and is left unchanged; give another file"
damaged='is damaged or truncated and is not replaced; .*'
unusable='cannot be used here: it belongs to another version of sortid, .*'

it 'a file of text is refused'
for content in '42/8\n' '0u2r85hm2pt3/8\n' '42/8' '\n' '\000\000\000\000\000'; do
    printf "$content" > bad
    refused "$foreign" "$other"
    fails 3 "sortid: gen: state file bad $other and is left unchanged; give another file" gen ulid --state bad
done

it 'a new file continues after the ID in a node spec'
old=$("$sortid" gen scru64 --node 42/8 --state none --at "@$(($(date +%s) + 1))")
run_to 0 gen scru64 --node "$old/8" --state other
{ echo "$old"; cat out; } > all
ok "it continues after the ID" increasing all

# tests/shared/test_file_refused.c has damage of each kind.
it 'a damaged file is refused'
: > bad
refused "$damaged"
head -c 1 scru64 > bad
refused "$foreign" "$other"
head -c 4096 scru64 > bad
refused "$damaged"
version_1=1Sditros
[ "$(head -c 2 scru64 | tr -d '\000')" != sS ] || version_1=sortidS1 # a big-endian machine
{ printf $version_1; tail -c +9 scru64; } > bad
refused "$unusable"

it 'a file of another format or node is refused'
cp scru64 before
for node in 43/8 42/9 42/7; do
    run gen scru64 --node $node --state scru64
    expect 3 "" 'sortid: gen: state file scru64 belongs to scru64 of node 42/8; give another file'
done
fails 3 'sortid: gen: state file scru64 belongs to scru64 of node 42/8; give another file' gen ulid --state scru64
fails 3 'sortid: gen: state file ulid belongs to ulid; give another file' gen scru128 --state ulid
ok "it is left alone" cmp -s scru64 before

it 'other kinds of files are refused'
refusal='is a symbolic link, is not a regular file, or belongs to another user, and is not used; give another file'
mkdir folder
mkfifo pipe
ln -s scru64 link
ln -s nowhere dangling
for name in folder link dangling pipe /dev/null; do
    fails 3 "~sortid: gen: state file $name $refusal" gen scru64 --node 42/8 --state $name
    fails 3 "~sortid: inspect: state file $name $refusal" inspect --state $name
done
same "what the link names" "$(ls nowhere 2> /dev/null)" ""

it 'a file of another user is refused'
if [ "$(id -u)" = 0 ]; then
    cp scru64 another
    chown 65534 another
    fails 3 "~sortid: gen: state file another $refusal" gen scru64 --node 42/8 --state another
    run inspect --state another
    same "but may be looked into" "$status" 0
else
    skip "only root can give a file away"
fi

it 'a file that cannot be written is an error'
cp scru64 locked
chmod 0400 locked
if [ "$plainly" != skip ]; then
    run_sh "$plainly \"\$sortid\" gen scru64 --node 42/8 --state locked"
    expect 3 "" 'sortid: gen: state file locked: Permission denied'
else
    skip "root may write everywhere, and setpriv cannot change that"
fi

it 'a full disk: no file and no ID; an existing file needs no more space'
run_sh '{ ulimit -f 0; "$sortid" --version > /dev/null; echo $?; } 2>&1 | cat'
if [ "$(cat out)" = 0 ]; then
    run_sh '{ ulimit -f 0; "$sortid" gen scru64 --node 42/8 --state new; echo $?; } 2>&1 | cat'
    expect 0 "~sortid: gen: state file new: File too large
3" ""
    same "what is left of a new file" "$(ls -d new* 2> /dev/null)" ""
    last_in scru64 > all
    run_sh '{ ulimit -f 0; "$sortid" gen scru64 --node 42/8 --state scru64; } 2>&1 | cat'
    expect 0 "~$id" ""
    cat out >> all
    ok "it continues" increasing all
else
    skip "this build ends at its start where no file may grow, under a sanitizer"
fi

it 'IDs that could not be written are not made again'
run_sh '"$sortid" gen scru64 --node 42/8 --state kept -n 5 > /dev/full'
expect 3 "" 'sortid: standard output: No space left on device'
last_in kept > all
if [ -z "$(no_boot)" ]; then same "IDs of the state" "$(wc -l < all | tr -d ' ')" 1; else skip "$(no_boot)"; fi
run gen scru64 --node 42/8 --state kept
cat out >> all
ok "the next is after what was lost" increasing all

it 'a closed standard output does not become the state file'
run_sh '"$sortid" gen scru64 --node 42/8 --state closed >&-'
expect 3 "" 'sortid: standard output: Bad file descriptor'
run inspect --state closed
ok "an ID was made" grep -q '^  bound [0-9]' out
run_sh '"$sortid" gen scru64 --node 42/8 --state closed <&- 2>&-'
expect 0 "~$id" ""

it 'two hundred first runs at once make no ID twice'
for i in $(numbered 200); do
    "$sortid" gen scru64 --node 7/12 --state first > "first.$i" 2>&1 &
done
wait
cat first.? first.?? first.??? | sort > all
same "number of IDs" "$(grep -Ecx "$id" all)" 200
ok "each is there once" increasing all
same "other files" "$(ls -d first.*[!0-9]* 2> /dev/null)" ""
same "the file holds the last" "$(last_in first)" "$(tail -n 1 all)"

it 'two hundred runs one after another, with others at the same time, make no smaller ID'
: > row
for i in $(numbered 200); do
    [ $((i % 10)) != 0 ] || "$sortid" gen scru64 --node 7/12 --state first -n 20 > "other.$i" &
    "$sortid" gen scru64 --node 7/12 --state first >> row
done
wait
same "number of IDs" "$(grep -Ecx "$id" row)" 200
ok "the row increases" increasing row
cat row other.* >> all
sort all > sorted
same "number of all" "$(wc -l < sorted | tr -d ' ')" 800
ok "each is there once" increasing sorted

it 'runs at the same time, for every format'
for format in $(formats_but scru64); do
    for i in $(numbered 8); do
        "$sortid" gen $format --state "many-$format" -n 3000 > "$format.$i" 2>&1 &
    done
    wait
    sort "$format".? > all
    same "IDs of $format" "$(wc -l < all | tr -d ' ')" 24000
    ok "each is there once" increasing all
    ok "the IDs of a run increase" increasing "$format.8"
done

# made_by RUN: the complete IDs in the file RUN, which may be cut, each with the run's name.
made_by() {
    grep -Ex "$id" "$1" | sed "s/\$/ $1/"
}

# has_grown FILE SIZE: whether the file has more bytes.
has_grown() {
    [ "$(wc -c < "$1")" -gt "$2" ]
}

# Each run has a file of its own. The shell starts a run and empties its file at any later time, so
# a file of an earlier run would end the wait, and be read, before this run has started.
it 'killed runs repeat no ID, and other runs continue'
"$sortid" gen scru64 --node 7/8 --state killed -n 100000000 > bystander &
bystander=$!
: > in_turn
for i in $(numbered 10); do
    "$sortid" gen scru64 --node 7/8 --state killed -n 100000000 > "killed.$i" &
    killed=$!
    ok "IDs of run $i" until_true [ -s "killed.$i" ]
    sleep 0.0$i
    kill -9 "$killed"
    wait "$killed" 2> /dev/null
    run_to 0 gen scru64 --node 7/8 --state killed
    cp out "next.$i"
    { made_by "killed.$i"; made_by "next.$i"; } >> in_turn
done
size=$(wc -c < bystander)
ok "more of the other run" until_true has_grown bystander "$size"
kill -9 "$bystander"
wait "$bystander" 2> /dev/null
same "runs that made IDs" "$(cut -d ' ' -f 2 in_turn | uniq | wc -l | tr -d ' ')" 20
ok "these runs are one increasing row" increasing in_turn
made_by bystander > row
ok "the IDs of the other run increase" increasing row
sort in_turn row > all
ok "no ID twice" increasing all
