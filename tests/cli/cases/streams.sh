# SPDX-License-Identifier: MIT
# What can happen on the way in and out: ends of lines, strange bytes, endless lines, files that are
# none, readers that go away, disks that are full.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

ulid=01ARYZ6S41TSV4RRFFQ69G5FAV
scru=036zg552n91mt9s0gyhdwif95

it 'a last line without end'
given '%s' $ulid
prints $ulid convert -f ulid

it 'a bad last line without end'
given '%s\nX' $ulid
run convert -f ulid
expect 1 $ulid 'sortid: -:2:2: "X" has 1 byte, a ulid has 26'
says 1 'sortid: -:2:2: "X" has 1 byte, a ulid has 26' check ulid --json
ok "both lines count" grep -q '"lines":2,"valid":1,"invalid":1,' out
says 1 'sortid: -:2:2: "X" has 1 byte, a ulid has 26, 32, 36, 38 or 45' inspect -f ulid --json

it 'one return before the end of a line is dropped'
given '%s\r\n%s\r\n' $ulid $ulid
table << END
convert -f ulid => $ulid
| $ulid

# other returns are not dropped: a second one, one without newline, one inside
given '%s\r\r\n%s\r' $ulid $ulid
convert -f ulid =1> -:1:27: unexpected "\x0d" at column 27, after the ulid $ulid
| -:2:27: unexpected "\x0d" at column 27, after the ulid $ulid

# empty lines are ignored but counted
given '\n\r\n%s\n\n!\n' $ulid
convert -f ulid =1> $ulid
! -:5:2: "!" has 1 byte, a ulid has 26

# empty input
convert -f ulid =>
inspect =>
END
run_to 1 check ulid --json
ok "no line counts" grep -q '"lines":0,"valid":0,.*"firstTimestamp":null,"lastTimestamp":null' out

it 'white space is not ignored'
given ' %s\n%s \n\t\n%s\n' $ulid $ulid $ulid
run convert -f ulid
expect 1 $ulid "sortid: -:1:1: unexpected \" \" at column 1, before the ulid $ulid
sortid: -:2:27: unexpected \" \" at column 27, after the ulid $ulid
sortid: -:3:2: \"\\x09\" has 1 byte, a ulid has 26"

it '25 digits and a newline, as an argument, are 26 bytes'
run convert -f scru128 "$scru
"
expect 1 "" "sortid: arg:1:26: unexpected \"\\x0a\" at column 26, after the scru128 $scru"
run inspect "$scru
"
expect 1 "" "~sortid: arg:1:26: \"$scru.x0a\" \(26 bytes\) is not a known ID: unexpected .* after the scru128 $scru"

it 'two arguments, the second bad'
run convert -f scru128 $scru x
expect 1 $scru 'sortid: arg:2:2: "x" has 1 byte, a scru128 has 25'

it 'an empty argument'
fails 1 'sortid: arg:1:1: "" has 0 bytes, a scru128 has 25' convert -f scru128 ''

it 'NUL and bytes from 0x80 up at every position'
for position in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24; do
    before=$(printf '%.*s' $position $scru)
    after=$(printf '%s' $scru | cut -c$((position + 2))-)
    for byte in 000 200 377 040 100; do
        given "%s\\$byte%s\n" "$before" "$after"
        run convert -f scru128
        case $byte in
        000) shown='\x00' ;; 200) shown='\x80' ;; 377) shown='\xff' ;; 040) shown=' ' ;;
        100) shown=@ ;;
        esac
        where="-:1:$((position + 1)): unexpected \"$shown\" in \"$before$shown$after\""
        [ $position = 0 ] && last=f || last=z
        expect 1 "" "sortid: $where: a scru128 has one of 0-9 a-$last here"
    done
done

it 'a NUL does not end a line'
given '%s\000\n%s\n' $ulid $ulid
run convert -f ulid
expect 1 $ulid "sortid: -:1:27: unexpected \"\\x00\" at column 27, after the ulid $ulid"

it 'a very long line is one error, cut in the message, and the next line is read'
a64=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
for length in 64 65 1023 1024 1025 131071 131072 131073 200000 1000000; do
    { head -c $length /dev/zero | tr '\000' a; printf '\n%s\n' $ulid; } > in
    mark=...
    [ $length != 64 ] || mark=""
    run convert -f ulid
    expect 1 $ulid "sortid: -:1:27: \"$a64\"$mark has $length bytes, a ulid has 26"
    { head -c $length /dev/zero | tr '\000' a; printf '\r\n%s' $ulid; } > in
    run convert -f ulid
    expect 1 $ulid "sortid: -:1:27: \"$a64\"$mark has $length bytes, a ulid has 26"
    head -c $length /dev/zero | tr '\000' a > in
    fails 1 "sortid: -:1:27: \"$a64\"$mark has $length bytes, a ulid has 26" convert -f ulid
done

it 'a line across the end of the buffer'
"$sortid" gen scru128 -n 20000 --at @1795132800 > in
run_quietly convert -f scru128
ok "each line comes out as it came in" cmp -s in out
# Lines of 26 bytes and one of another length before them, so that each edge is met.
for shift in 1 2 3 13 24 25; do
    { head -c $shift /dev/zero | tr '\000' '\n'; "$sortid" gen scru128 -n 20000; } > in
    run_to 0 convert -f scru128
    ok "each line comes out as it came in" [ "$(sed '/^$/d' in | cksum)" = "$(cksum < out)" ]
done

# Good lines are read many at once: lines between them must be reported as if they were not.
it 'bad, empty and returned lines between many good ones'
"$sortid" gen ulid -n 20000 --at @1795132800 > ids
for every in 1 2 31 32 33 34 511 512 513 514 997; do
    awk -v every=$every 'NR % every == 0 { kind++; if (kind % 3 == 0) print "bad"
        else if (kind % 3 == 1) print ""; else printf "%s\r\n", $0; next } { print }' ids > in
    awk -v every=$every 'NR % every == 0 { kind++; if (kind % 3 != 2) next } { print }' ids > good
    awk -v every=$every 'NR % every == 0 { kind++; if (kind % 3 == 0)
        printf "sortid: -:%d:4: \"bad\" has 3 bytes, a ulid has 26\n", NR }' ids > bad
    run_to 1 convert -f ulid
    ok "every $every: the good ones come out" cmp -s out good
    ok "every $every: the bad ones are told" cmp -s err bad
    run_to 1 check ulid --json --max-errors all
    ok "every $every: the same is told by check" cmp -s err bad
    ok "every $every: all lines count" grep -q "\"lines\":20000,\"valid\":$(wc -l < good |
        tr -d ' '),\"invalid\":$(wc -l < bad | tr -d ' '),\"unordered\":0,\"duplicates\":0," out
done

it 'unordered and duplicate lines between many good ones'
for every in 1 2 3 511 512 513 997; do
    awk -v every=$every 'NR == 1 { first = $0 } NR % every == 0 && NR > 1 { kind++
        if (kind % 2 == 0) print first; else print before; next } { print; before = $0 }' ids > in
    awk 'NR > 1 && $0 <= before { printf "sortid: -:%d:1: \"%s\" is %s the ID before it%s %s\n",
        NR, $0, $0 == before ? "a duplicate of" : "unordered:", $0 == before ? "," : " is",
        before } { before = $0 }' in > bad
    run_to 1 check ulid --json --max-errors all
    ok "every $every: each is told" cmp -s err bad
    ok "every $every: each counts" grep -q "\"lines\":20000,\"valid\":20000,\"invalid\":0,\"unordered\":$(
        grep -c unordered bad),\"duplicates\":$(grep -c duplicate bad)," out
done

it 'bad records between many good ones, and a short one at the end'
"$sortid" gen scru64 --node 1/8 --state none --at @1795132800 -n 1500 -e bin > records
{ cat records; printf '\377\377\377\377\377\377\377\377'; cat records; printf 123; } > in
run_to 1 convert -f scru64 -i bin -e bin
cat records records > good
ok "the good ones come out" cmp -s out good
like_text err 'sortid: -:1501:1: .* is out of range: the last scru64 is .*
sortid: -:3002:4: "123" has 3 bytes, a scru64 has 8'

it 'a pipe that gives a byte at a time'
run_sh "for c in 0 1 A R Y Z 6 S 4 1 T S V 4 R R F F Q 6 9 G 5 F A V; do printf %s \$c; done |
    \"\$sortid\" convert -f ulid -e hex"
expect 0 01563df36481d6764c61efb99302bd5b ""

# The input ends only after the output was looked at.
it 'output does not wait for more input'
mkfifo input
"$sortid" convert -f ulid < input | cat > told &
exec 8> input
echo $ulid >&8
until_true [ -s told ]
same "the line while the input is open" "$(cat told)" $ulid
exec 8>&-
wait
same "all lines" "$(cat told)" $ulid

it 'check shows its progress on a terminal, and removes it'
if [ -z "$(no_terminal)" ]; then
    mkfifo slow
    return=$(printf '\r') escape=$(printf '\033')
    progress="${return}[0-9]* lines, [1-9][0-9]*\.[0-9] s$escape\[K"
    # send_line: one more for the command, which draws progress when it reads after a second.
    send_line() {
        "$sortid" gen ulid
        echo >> fed
        grep -q "$progress" told
    }
    : > fed
    { cat ids; until_true send_line; cat ids; } > slow &
    script -qefc "\"$sortid\" check ulid --order none slow" /dev/null < /dev/null > told
    wait
    ok "the line" grep -q "$progress" told
    ok "the line is gone before the figures" grep -q "^.*$return$escape\[K *format" told
    ok "the figures" grep -q "lines  *$((40000 + $(wc -l < fed)))" told

    it 'on a terminal what is written and what is told come in order'
    script -qec "\"$sortid\" convert -f ulid $ulid x $ulid" /dev/null < /dev/null > told
    tr -d '\r' < told > out
    like_text out "$ulid
sortid: arg:2:2: .*
$ulid"

    it 'what is told on a terminal does not hurry what goes to a file'
    script -qec "\"$sortid\" convert -f ulid $ulid x $ulid > got" /dev/null < /dev/null > told
    ok "what is told" grep -q '^sortid: arg:2:2: ' told
    same "what is written" "$(cat got)" "$ulid
$ulid"

    it 'gen draws no line among IDs that go to the same terminal'
    script -qec "\"$sortid\" gen ulid -n 3" /dev/null < /dev/null > told
    same "lines of 26 digits" "$(tr -d '\r' < told | grep -Ecx '[0-9A-Z]{26}')" 3
    same "lines" "$(wc -l < told | tr -d ' ')" 3

    # Two IDs in a tick of 256 ms, a second of ticks ahead of the clock: the rest is waited for.
    it 'gen draws how much is done of how many'
    script -qec "\"$sortid\" gen scru64 --node 1/23 --state none -n 24 > got" /dev/null \
        < /dev/null > told
    same "IDs" "$(wc -l < got | tr -d ' ')" 24
    ok "the line" grep -q "${return}[0-9]* of 24 IDs ([0-9]*%), [1-9][0-9]*\.[0-9] s$escape\[K" told
else
    skip "$(no_terminal)"
fi

it 'a closed pipe ends the command quietly'
# One line comes through, and the status of what writes goes to standard error.
for writer in 'gen -n 100000000' 'convert -f scru128 -e hex' 'inspect --json'; do
    run_sh "\"\$sortid\" gen -n 100000 | { \"\$sortid\" $writer; echo \$? >&2; } |
        head -n 1 | wc -l | tr -d ' '"
    expect 0 1 0
done

# The signals come at any moment; a run that leaves whole IDs each time is what it should be, and of
# 10 runs of a version without that care more than one left half an ID, for each of these.
it 'a signal that ends gen leaves whole IDs only'
if timeout --preserve-status 5 true 2> /dev/null; then
    # ended SIGNAL STATUS SIZE ARGUMENT...: gen, with these arguments and IDs of SIZE bytes.
    ended() {
        signal=$1 wanted=$2 size=$3
        shift 3
        for round in 1 2 3 4 5 6 7 8 9 10; do
            status=0
            timeout --preserve-status -s $signal 0.1 "$sortid" gen "$@" -n 100000000000 \
                < /dev/null > got 2> err || status=$?
            same "exit status after $signal, round $round" "$status" "$wanted"
            same "half of an ID of $*, round $round" "$(($(wc -c < got) % size))" 0
        done
        rm got
    }
    ended INT 130 27 ulid
    ended TERM 143 20 scru160 -e bin
    ended HUP 129 26 scru128 -0
    ended ALRM 142 41 scru160 -e hex
    rm -f state
    ended TERM 143 27 ulid --state "$PWD/state"
    run_to 0 gen ulid --state "$PWD/state"

    it 'so does one that ends convert'
    "$sortid" gen ulid -n 6000000 > ids
    for round in 1 2 3 4 5 6 7 8 9 10; do
        timeout -s INT 0.1 "$sortid" convert -f ulid -e hex < ids > got
        same "half of an ID, round $round" "$(($(wc -c < got) % 33))" 0
    done
    rm ids got

    it 'a reader that reads no more does not keep gen'
    rm -f has_read ended
    run_sh '{ "$sortid" gen ulid -n 100000000000 & gen=$!
            until [ -e has_read ]; do sleep 0.1; done
            kill -TERM $gen
            wait $gen 2> /dev/null
            echo $? >&2
            echo > ended
        } | { dd bs=5000 count=1 2> /dev/null | wc -c
            echo > has_read
            while [ ! -e ended ]; do sleep 0.1; done
        }'
    same "bytes read, status" "$(cat out err | tr -d ' ' | tr '\n' ' ')" "5000 143 "
else
    skip "timeout is not here, or cannot keep a status"
fi

# in_state PID STATE: T for stopped, S for waiting.
in_state() {
    grep -q "^State:[[:space:]]*$2" "/proc/$1/status"
}

# stop PID: and waits until it is stopped.
stop() {
    kill -STOP "$1"
    until_true in_state "$1" T
}

# The reader is stopped until gen waits for it, most often in the middle of an ID, because the
# reader takes odd pieces. Then it reads all that is in the pipe, so that the rest of the ID fits
# in. gen is stopped meanwhile: it waits 5 s at most for a reader.
it 'a signal that ends gen leaves whole IDs in a pipe too'
if [ -d /proc/self ]; then
    mkfifo pipe
    cut=0
    for round in 1 2 3 4 5 6 7 8 9 10; do
        : > got
        dd if=pipe of=got bs=5000 2> err &
        reader=$!
        "$sortid" gen ulid -n 100000000000 > pipe &
        gen=$!
        until_true [ -s got ]
        stop $reader
        until_true in_state $gen S
        stop $gen
        kill -TERM $gen
        kill -CONT $reader
        until_true in_state $reader S
        [ $(($(wc -c < got) % 27)) = 0 ] || cut=$((cut + 1))
        kill -CONT $gen
        wait $gen 2> /dev/null
        same "exit status, round $round" $? 143
        wait $reader
        same "half of an ID, round $round" "$(($(wc -c < got) % 27))" 0
    done
    ok "an ID was cut" [ $cut != 0 ]
    rm got
else
    skip "no /proc is mounted here, which shows whether a process waits"
fi

it 'a closed pipe as standard error ends the command too, with an endless stream'
run_sh "yes bad | timeout 600 \"\$sortid\" inspect 2>&1 > /dev/null | head -n 2 | wc -l | tr -d ' '"
expect 0 2 ""

it 'a full disk is reported'
given '%s\n' $ulid
for command in 'gen' 'gen -n 100000' "convert -f ulid $ulid" "inspect $ulid" \
    "inspect --json $ulid" 'check ulid' 'check ulid --json' 'range ulid now' 'formats' \
    'formats --json' '--help' 'gen --help' '--version'; do
    run_sh "\"\$sortid\" $command > /dev/full"
    expect 3 "" 'sortid: standard output: No space left on device'
done

it 'a file that may not grow is reported'
run_sh '{ ulimit -f 1; "$sortid" gen -n 100000 > grown; echo $?; } 2>&1 | cat'
expect 0 'sortid: standard output: File too large
3' ""
ok "it is as large as it may be" [ "$(wc -c < grown)" -ge 512 ]

table << 'END'
# a closed standard output, a closed standard input
run_sh '"$sortid" gen >&-' =3> standard output: Bad file descriptor
run_sh '"$sortid" convert -f ulid <&-' =3> -: Bad file descriptor
run_sh '"$sortid" check ulid <&-' =3> -: Bad file descriptor
run_sh '"$sortid" check ulid --json <&-' =3> ~.*"lines":0,"valid":0,.*
! -: Bad file descriptor
END

it 'a folder as FILE'
mkdir folder
says 3 'sortid: folder: Is a directory' check ulid folder --json
table << 'END'
check ulid folder =3> folder: Is a directory
run_sh '"$sortid" convert -f ulid < folder' =3> -: Is a directory

# no figures for a single missing FILE
check ulid missing =3> missing: No such file or directory
END

it 'a missing FILE is reported, and the others are read'
echo $ulid > one
says 3 'sortid: missing: No such file or directory' check ulid missing one --json
ok "the other is read" grep -q '"lines":1,"valid":1,' out

it 'names of files are escaped in messages'
name=$(printf 'a\033\377b')
echo bad > "$name"
says 1 'sortid: a\x1b\xffb:1:4: "bad" has 3 bytes, a ulid has 26
sortid: check: no valid ID' check ulid "$name"

it 'the highest status applies'
run_to 3 check ulid "$name" missing

it 'constant memory'
if sh -c 'ulimit -v 32768 && "$1" --version' sh "$sortid" > /dev/null 2>&1; then
    run_sh 'ulimit -v 32768; "$sortid" gen ulid -n 2000000 | "$sortid" check ulid --json'
    same "exit status" "$status" 0
    stream err ""
    ok "all are valid" grep -q '"valid":2000000,' out
    run_sh 'ulimit -v 32768; head -c 100000000 /dev/zero | "$sortid" convert -f ulid'
    expect 1 "" '~sortid: -:1:27: "(\\x00){64}"\.\.\. has 100000000 bytes, a ulid has 26'
else
    skip "32 MiB of addresses are too few for this build, or ulimit -v is not here"
fi

it 'the byte order mark of UTF-8 is skipped at the start of each file'
mark=$(printf '\357\273\277')
printf '%s%s\n' "$mark" $ulid > one
for from in one -; do
    given '%s%s\n' "$mark" $ulid
    prints "$from:1:1:$ulid
one:1:1:$ulid" find ulid --only "$from" one
    prints "$ulid
$ulid" sort ulid "$from" one
    prints "$ulid" filter --in 2016 --header "$from"
    run_quietly check ulid "$from"
done
for from in 'convert -f ulid' 'inspect --columns id' 'inspect -f ulid --columns id'; do
    given '%s%s\n' "$mark" $ulid
    prints $ulid $from
done
run_sh '(printf "\357"; sleep 0.1; printf "\273"; sleep 0.1; printf "\277'$ulid'\n") | $sortid convert -f ulid'
expect 0 $ulid ""
given "$mark"
run_quietly find
stream out ""

it 'that mark begins an argument, or a later line where files were joined'
printf '%s%s\n' "$mark" $ulid "" $ulid "$mark" $ulid "$mark" "" > in
for command in 'convert -f ulid' 'inspect --columns id'; do
    prints "$ulid
$ulid
$ulid" $command
    prints $ulid $command "$mark$ulid"
done
run check ulid
ok 'check' grep -q '^invalid IDs  *0  (0 expected)$' out
run compare "$mark$ulid" $ulid
ok 'compare' [ $status = 0 ]

it 'that mark elsewhere is text; in binary records it is a part of an ID'
given '%s\n%s%s\n' $ulid "$mark" $ulid
prints "-:1:1:$ulid
-:2:4:$ulid" find --only
given '%s2345678901234\377\376\000\000234567890123' "$mark"
prints "efbbbf32333435363738393031323334
fffe0000323334353637383930313233" convert -f ulid -i bin -e hex

# wide NAME MARK ZEROS_BEFORE ZEROS_AFTER: two IDs of ASCII digits, with zeros around each byte.
wide() {
    { printf '%b' "$2" && printf '%s\n%s\n' $ulid $ulid | fold -w 1 | awk -v before="$3" -v after="$4" '
        { printf "%s%s%s", before, $0 == "" ? "\n" : $0, after }'; } | tr '@' '\000' > in
    for from in 'check ulid' 'find ulid' find 'filter --in 2016' 'sort ulid --multiline' 'inspect -f ulid' \
        'convert -f ulid'; do
        fails 1 "sortid: -: the text is $1: convert it to UTF-8, with iconv -f $1 -t UTF-8" $from
    done
}

it 'UTF-16 and UTF-32 are named once, with a byte order mark and without one'
for mark in '' '\0377\0376'; do wide UTF-16LE "$mark" '' @; done
for mark in '' '\0376\0377'; do wide UTF-16BE "$mark" @ ''; done
for mark in '' '\0377\0376@@'; do wide UTF-32LE "$mark" '' @@@; done
for mark in '' '@@\0376\0377'; do wide UTF-32BE "$mark" @@@ ''; done
run_to 1 find in one
stream out "one:$(tail -c 27 one)"

it 'UTF-16 is named where few characters are of ASCII, and after lines of UTF-8'
# utf16 LITTLE: text as UTF-16, little-endian or not (""); _ is a character of Cyrillic, ~ a Chinese one.
utf16() {
    sed 's/$/@/' | fold -w 1 | awk -v little="$1" '{
        high = $0 == "_" ? "\\0004" : $0 == "~" ? "\\0116" : "\\0000"
        low = $0 == "_" ? "\\0037" : $0 == "~" ? "\\0055" : $0 == "@" ? "\\n" : $0
        printf "%s", little ? low high : high low }' > codes
    printf '%b' "$(cat codes)"
}
for little in 1 ""; do
    name=UTF-16$([ $little ] && echo L || echo B)E
    { printf '%s\n' "________________________________ $ulid __" "~~~~~ $ulid" | utf16 "$little"; } > in
    for from in 'check ulid' 'find ulid' find 'filter --in 2016' 'sort ulid --multiline' 'convert -f ulid'; do
        fails 1 "sortid: -: the text is $name: convert it to UTF-8, with iconv -f $name -t UTF-8" $from
    done
    { printf '%s\n' $ulid $ulid && printf '%s\n' "___ $ulid" | utf16 "$little"; } > in
    for from in 'find ulid' find 'filter --in 2016' sort 'convert -f ulid'; do
        run $from
        expect 1 "$ulid
$ulid" "sortid: -: the text after its first lines is $name: convert it to UTF-8, with iconv -f $name -t UTF-8"
    done
done
run_sh 'yes line of text | head -n 50000 > many; cat many in | $sortid find ulid | tail -n 1' # in a later read
ok 'after many lines' grep -q 'after its first lines is UTF-16BE' err

# exchanged: standard input with NUL for each newline, and newline for each NUL.
exchanged() { tr '\n\000' '\000\n'; }

it 'lines that end with NUL are read as those that end with newline'
second=01BX5ZZKBKACTAV9WEVGEMMVRZ
{
    printf 'one\n"x\000\n","%s"\n,%s\000%s \n\n"%s\n' $second $ulid $ulid $second
    awk 'BEGIN { for (i = 0; i < 150000; i++) printf "0123456789 " }'
    printf '%s\nlast,%s' $ulid $second
} > lines
exchanged < lines > nul_lines
for words in "find" "find --color always" "find - -" "find --field 2" "find ulid --csv --field 2" \
    "filter --in 2016" "filter --in 2017 --multiline --header" "filter --in 2016 --csv" \
    "sort" "sort --header --csv" "sort -r --multiline"; do
    for option in -0 --null-input; do
        sed '/^"[^"]*$/d' lines > in
        case $words in *csv*) ;; *) cp lines in ;; esac
        run $words
        mv out wanted
        wanted_status=$status
        mv err wanted_err
        exchanged < in > swapped
        mv swapped in
        run $words $option
        exchanged < out > back
        ok "$words $option" cmp -s back wanted
        ok "the messages of $words $option" cmp -s err wanted_err
        same "the status of $words $option" $status $wanted_status
    done
done

it 'IDs of lines that end with NUL end with newline'
given 'a\nb %s\000c %s\000' $ulid $second
prints "$ulid
$second" find -0 --ids
prints "-:1:5:$ulid
-:2:3:$second" find -0 -o
