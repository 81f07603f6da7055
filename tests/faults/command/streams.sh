# SPDX-License-Identifier: MIT
# Streams as other programs leave them: non-blocking, slow, closed, full; and input that is not
# text, or without end. tests/cli/cases/streams.sh has what a shell can show without help.
# shellcheck shell=sh disable=SC2016,SC2086,SC2094,SC2154 # run.sh reads it; $sortid is for run_sh
export LAUNCH

ulid=01ARYZ6S41TSV4RRFFQ69G5FAV
"$sortid" gen ulid -n 60000 --at @1795132800 > ids
yes bad | head -n 20000 > bad

# A reader that starts late, and then reads a byte at a time for a while.
late='{ sleep 0.5; dd bs=1 count=2000; cat; } 2> /dev/null'

it 'standard output that does not block: all of it arrives'
for arguments in 'convert -f ulid -e hex' 'inspect -f ulid' 'inspect --json'; do
    "$sortid" $arguments < ids > wanted.out
    run_sh "{ \"\$LAUNCH\" nonblocking \"\$sortid\" $arguments < ids; echo \$? >&2; } | $late"
    ok "$arguments" cmp -s out wanted.out
    stream err 0
done
run_sh "{ \"\$LAUNCH\" nonblocking \"\$sortid\" gen -n 100000 < /dev/null; echo \$? >&2; } | $late"
stream err 0
ok "all of gen" [ "$(grep -Ecx '[0-9a-z]{25}' out)" = 100000 ]
ok "and in order" increasing out

it 'standard error that does not block: no message is lost'
run_sh "{ \"\$LAUNCH\" nonblocking \"\$sortid\" check ulid --max-errors all bad < /dev/null 2>&1 > /dev/null; echo \$?; } |
    $late"
same "messages and status" "$(grep -c '^sortid: bad:' out) $(tail -n 1 out)" "20000 1"

it 'standard input that does not block: it is waited for'
for arguments in 'convert -f ulid' 'check ulid --json' 'inspect -f ulid --json'; do
    "$sortid" $arguments < ids > wanted.out
    run_sh "{ sleep 0.3; head -n 1000 ids; sleep 0.3; sed 1,1000d ids; } |
        \"\$LAUNCH\" nonblocking \"\$sortid\" $arguments"
    same "exit status of $arguments" "$status" 0
    ok "$arguments" cmp -s out wanted.out
    stream err ""
done
run_sh 'sleep 0.3 | "$LAUNCH" nonblocking "$sortid" convert -f ulid'
expect 0 "" ""
run_sh "{ sleep 0.3; printf '%s' $ulid; } | \"\$LAUNCH\" nonblocking \"\$sortid\" convert -f ulid"
expect 0 $ulid ""

it 'a slow reader changes nothing'
"$sortid" convert -f ulid -e uuid < ids > wanted.out
run_sh "\"\$sortid\" convert -f ulid -e uuid < ids | $late"
ok "the output" cmp -s out wanted.out

it 'a reader that has gone, however the signal is set: a quiet end'
for arguments in 'gen -n 100000000' 'inspect' 'inspect --json' 'convert -f ulid -e int'; do
    for set in "trap '' PIPE;" '"$LAUNCH" blocked'; do
        run_sh "yes $ulid | { $set timeout 600 \"\$sortid\" $arguments; echo \$? >&2; } |
            head -n 1 | wc -l | tr -d ' '"
        expect 0 1 0
    done
done
for arguments in 'gen' 'range ulid now' 'formats' 'formats --json' '--help' 'check -h' '--version' \
    "inspect $ulid" "convert -f ulid $ulid" 'check ulid ids' 'check ulid --json ids'; do
    run_sh "{ sleep 0.1; \"\$sortid\" $arguments; echo \$? >&2; } | :"
    expect 0 "" 0
done

it 'a full disk at the end of a long output'
for arguments in 'convert -f ulid' 'inspect' 'inspect --json' 'gen scru160 -n 50000 -e bin'; do
    run_sh "\"\$sortid\" $arguments < ids > /dev/full"
    expect 3 "" 'sortid: standard output: No space left on device'
done

it 'standard error is full or closed: the rest is as ever'
printf '%s\nbad\n%s\n' $ulid $ulid > mixed
for closed in '2> /dev/full' '2>&-'; do
    run_sh "\"\$sortid\" convert -f ulid < mixed $closed"
    expect 1 "$ulid
$ulid" ""
    run_sh "\"\$sortid\" check ulid missing mixed --json $closed > out.json; echo \$?"
    expect 0 3 ""
    ok "the figures" grep -q '"lines":3,"valid":2,"invalid":1,.*"duplicates":1,' out.json
done

it 'all streams closed'
for arguments in 'gen' 'formats' '--help' 'check ulid' 'inspect' "convert -f ulid $ulid"; do
    run_sh "\"\$LAUNCH\" closed \"\$sortid\" $arguments"
    expect 3 "" ""
done
run_sh '"$LAUNCH" closed "$sortid" gen --none'
expect 2 "" ""
run_sh '"$LAUNCH" closed "$sortid" gen scru64 --node 42/8 --state closed'
expect 3 "" ""
run inspect --state closed # an ID in it would destroy its head
same "exit status" "$status" 0
ok "the state file was not opened as a stream" grep -qx '  node  42/8' out

it 'streams that are open the wrong way'
run_sh '"$sortid" convert -f ulid 0> written'
expect 3 "" 'sortid: -: Bad file descriptor'
run_sh '"$sortid" formats 1< mixed'
expect 3 "" 'sortid: standard output: Bad file descriptor'
run_sh '"$sortid" formats > folder/x; mkdir folder; "$sortid" check ulid folder mixed > /dev/null'
same "exit status with a folder" "$status" 3
ok "the folder, and the file after it" grep -qx 'sortid: folder: Is a directory' err
ok "the file's line" grep -q '^sortid: mixed:2:4: "bad"' err

it 'a FIFO as FILE'
mkfifo fifo
run_sh '{ cat ids > fifo & } ; "$sortid" check ulid --json fifo'
same "exit status" "$status" 0
ok "the lines of the pipe" grep -q '"lines":60000,"valid":60000,' out

it 'bytes that are no text'
"$sortid" gen scru160 -n 50000 -e bin > noise
tr '\n' '\000' < noise > dark
for format in $all_formats; do
    run_sh "\"\$sortid\" check $format --json --max-errors all < noise 2> all"
    same "exit status of $format" "$status" 1
    same "the last report" "$(tail -n 1 all)" "sortid: check: no valid ID"
    sed '$d' all > told
    lines=$(wc -l < noise | tr -d ' ')
    [ -z "$(tail -c 1 noise | tr -d '\n')" ] || lines=$((lines + 1))
    ok "$format: $lines lines" grep -q "\"lines\":$lines,\"valid\":0," out
    ok "each line is reported, except empty ones, in printable characters" [ "$(grep -acvE '^sortid: -:[0-9]+:[0-9]+: [ -~]+$' \
        told) $(wc -l < told | tr -d ' ')" = "0 $(grep -o '"invalid":[0-9]*' out | cut -d: -f2)" ]
    run_sh "\"\$sortid\" convert -f $format < dark"
    expect 1 "" '~sortid: -:1:[0-9]+: .* has 1000000 bytes, .*'
    run_sh "\"\$sortid\" check $format -i bin --order none --json < dark 2> /dev/null"
    ok "$format: the records are read" [ "$status" -le 1 ]
done

# The command's own memory in KiB: a buffer for each stream, and the C library.
limit=16384
it "10,000,000 IDs and a line of 200 MB, in $limit KiB"
run_sh '"$sortid" gen ulid -n 10000000 | "$LAUNCH" measured "$sortid" check ulid --json 3> memory'
same "exit status" "$status" 0
ok "all are valid" grep -q '"lines":10000000,"valid":10000000,"invalid":0,' out
ok "check: $(cat memory) KiB" [ "$(cat memory)" -lt $limit ]
run_sh '"$LAUNCH" measured "$sortid" gen ulid -n 10000000 3> memory |
    "$LAUNCH" measured "$sortid" convert -f ulid -e int 3> memory.convert | wc -l | tr -d " "'
expect 0 10000000 ""
ok "gen: $(cat memory) KiB" [ "$(cat memory)" -lt $limit ]
ok "convert: $(cat memory.convert) KiB" [ "$(cat memory.convert)" -lt $limit ]
run_sh 'head -c 200000000 /dev/zero | "$LAUNCH" measured "$sortid" check ulid --json 3> memory'
same "exit status" "$status" 1
like_text err 'sortid: -:1:27: .*\.\.\. has 200000000 bytes, a ulid has 26
sortid: check: no valid ID'
ok "a long line: $(cat memory) KiB" [ "$(cat memory)" -lt $limit ]
