# SPDX-License-Identifier: MIT
# sortid sort: lines by the time of their first ID.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

a=01KDVDNA00S0DNQY80X997EJ93 b=$("$sortid" gen scru128 --at 2026-01-02)
c=$("$sortid" gen ksuid --at 2026-01-03) d=$("$sortid" gen uuidv7 --at 2026-01-04)
a2=$("$sortid" gen ulid --at 2026-01-02) a3=$("$sortid" gen ulid --at 2026-01-03)

# several COUNT FORMAT...: the note that the IDs are of several formats.
several() {
    echo "sortid: sort: the IDs are of several formats: $*; if some are other text, give FORMAT"
}

# shuffled FILE: its lines in another order, the same one each time.
shuffled() {
    awk 'BEGIN { srand(7) } { printf "%.9f\t%s\n", rand(), $0 }' "$1" | sort -k1,1 | cut -f2-
}

it 'across formats'
given 'x %s\n%s y\n(%s)\nz=%s' $d $b $c $a
run sort
expect 0 "z=$a
$b y
($c)
x $d" "$(several 1 scru128, 1 ulid, 1 uuidv7, 1 ksuid)"
run sort -r
expect 0 "x $d
($c)
$b y
z=$a" "$(several 1 scru128, 1 ulid, 1 uuidv7, 1 ksuid)"
run_to 1 sort scru128
stream out "$b y"

it 'by the bytes of equal times, equal IDs in the order of the input'
printf '01KDVDNA00S0DNQY80X997EJ9%s\n' 3 4 5 > ids
first=$(sed -n 1p ids) second=$(sed -n 2p ids) third=$(sed -n 3p ids)
given '%s\n' "$third 1" "$first 1" "$second 1" "$first 2" "$third 2"
prints "$first 1
$first 2
$second 1
$third 1
$third 2" sort
prints "$third 1
$third 2
$second 1
$first 1
$first 2" sort --reverse

it 'the same as sort(1), in memory and through temporary files'
{ "$sortid" gen ulid -n 30000; "$sortid" gen ulid -n 100 --at 2020; } | sort | awk '{ print $0, NR % 100 }' > wanted
mkdir scratch
export TMPDIR="$PWD/scratch"
for input in "shuffled wanted" "cat wanted" "tac wanted"; do
    $input > in
    for memory in 256 1; do
        run_to 0 sort ulid --memory $memory
        ok "$input, $memory MB" cmp -s out wanted
        run sort -r --memory $memory
        tac out > up
        ok "$input, $memory MB, reverse" cmp -s up wanted
    done
done

it 'many temporary files, merged in levels'
awk '{ for (i = 0; i < 14; i++) print $0 "-" i }' wanted > all
shuffled all | tr ' ' _ > in
LC_ALL=C sort -s -k1,1.26 in > wanted
run_to 0 sort --memory 1
ok "stable and complete" cmp -s out wanted
same "files that are left" "$(ls scratch)" ""

it 'lines that are longer than the memory'
{
    echo "$third"
    head -c 1500000 /dev/zero | tr '\000' x; echo " $second"
    echo "$first"; head -c 2500000 /dev/zero | tr '\000' y; echo
    echo "$second"
} > in
run_to 0 sort --memory 1 --multiline
{ sed -n 3,4p in; sed -n 2p in; sed -n 5p in; sed -n 1p in; } > wanted
ok "in order" cmp -s out wanted

# has_temporary PROCESS: whether it has a temporary file open.
has_temporary() {
    for link in /proc/"$1"/fd/*; do
        case $(readlink "$link") in */sortid-*deleted*) return 0 ;; esac
    done
    return 1
}

# signal_sort: gives `process` more than its memory, and with a temporary file a signal.
signal_sort() {
    exec 8> input
    cat all >&8
    until_true has_temporary "$(cat process)"
    { echo $?; ls scratch; } > seen
    kill -s "$1" "$(cat process)"
}

it 'a signal leaves no temporary file and no output'
if [ -d /proc/self/fd ]; then
    for signal in INT:2 TERM:15 KILL:9; do
        number=${signal#*:} signal=${signal%:*}
        # A shell cannot undo that its parent ignores a signal.
        # shellcheck disable=SC2016 # of the inner shell
        if sh -c 'trap "exit 9" "$1"; kill -s "$1" $$; exit 0' sh $signal 2> /dev/null && [ $signal != KILL ]; then
            skip "SIG$signal is ignored by the caller of this test"
            continue
        fi
        rm -f input out process && mkfifo input
        signal_sort $signal &
        status=0
        # In the foreground, since a command in the background ignores SIGINT.
        sh -c 'echo $$ > process; exec "$1" sort --memory 1 < input > out 2> err' sh "$sortid" 2> /dev/null || status=$?
        wait $!
        ok "a temporary file is open before SIG$signal" [ "$(sed -n 1p seen)" = 0 ]
        same "names of temporary files before SIG$signal" "$(sed 1d seen)" ""
        same "exit status of SIG$signal" "$status" $((128 + number))
        same "files that are left by SIG$signal" "$(ls scratch)" ""
        stream out ""
        stream err ""
    done
else
    skip "no /proc is mounted here, which shows the open files"
fi

it 'a full disk'
# Its own mounts, which end with the command; root needs no namespace of users.
isolated=
for how in "unshare -m" "unshare -rm"; do
    if [ -z "$isolated" ] && $how mount -t tmpfs -o size=1m none scratch 2> /dev/null; then isolated=$how; fi
done
if [ -n "$isolated" ]; then
    cat > full.sh <<'END'
mount -t tmpfs -o size=1m none scratch
"$1" sort --memory 1 < all > out 2> err
echo "$? $(ls scratch)"
TMPDIR=/tmp "$1" sort --memory 1 < all 2>> err > scratch/out
echo "$? $(ls scratch)"
END
    same "exit status and files" "$($isolated sh full.sh "$sortid")" "3 
3 out"
    stream out ""
    stream err "sortid: cannot write a temporary file in $PWD/scratch; TMPDIR names another folder: No space left on device
sortid: standard output: No space left on device"
else
    skip "no file system may be mounted here"
fi

it 'a folder for temporary files that is not there'
shuffled all > in
run_sh 'TMPDIR=$PWD/none "$sortid" sort --memory 1'
same "exit status" "$status" 3
like_text err 'sortid: cannot make a temporary file in .*/none; TMPDIR names another folder: No such file or directory'
stream out ""

it 'folders that no temporary file can be made in'
shuffled all > in
echo file > plain
long=$(printf '%300s' '' | tr ' ' d)
mkdir -m 500 closed
for folder in "$PWD/plain:Not a directory" "$PWD/closed:Permission denied"; do
    if [ "$plainly" = skip ]; then
        skip "root may write everywhere, and setpriv cannot change that"
        continue
    fi
    run_sh "TMPDIR=${folder%:*} $plainly \"\$sortid\" sort --memory 1"
    same "exit status" "$status" 3
    like_text err "sortid: cannot make a temporary file in ${folder%:*}; TMPDIR names another folder: ${folder#*:}"
    stream out ""
done
for times in 1 100; do # the second is longer than a message
    long=$long$(printf "%$((times * 100))s" '' | tr ' ' d)
    run_sh "TMPDIR=/$long \"\$sortid\" sort --memory 1"
    same "exit status" "$status" 3
    # Two C libraries differ: "File name" and "Filename".
    stream err "~sortid: cannot make a temporary file in $(printf '/%.199s' "$long")...; TMPDIR names another folder: File ?name too long"
    stream out ""
done
run_sh 'for folder in scratch ""; do TMPDIR=$folder "$sortid" sort --memory 1 - < in | cksum; done; "$sortid" sort in | cksum'
same "lines" "$(wc -l < out | tr -d ' ')" 3
same "a relative folder, and the default" "$(sort -u out | wc -l | tr -d ' ')" 1

it 'temporary files that cannot be written'
shuffled all > in
if sh -c 'ulimit -f 100' 2> /dev/null; then
    run_sh 'ulimit -f 100; "$sortid" sort --memory 1 | wc -c | tr -d " "'
    stream out 0
    like_text err "sortid: cannot write a temporary file in $PWD/scratch; TMPDIR names another folder: File too large"
    run_sh '{ (ulimit -f 100; "$sortid" sort --memory 1); echo $? >&2; } 2>&1 >&3 3>&- | tail -n 1' 3> /dev/null
    stream out 3
    same "files that are left" "$(ls scratch)" ""
else
    skip "ulimit -f is not here"
fi
unset TMPDIR

it 'a line without an ID is reported and left out'
given '%s\nno\n\n%s\nnor here\n' $b $a
run sort
expect 1 "$a
$b" "sortid: -:2:1: the line has no ID
sortid: -:5:1: the line has no ID
sortid: sort: lines without an ID are left out; --header keeps the first line, --multiline each after its line
$(several 1 scru128, 1 ulid)"
awk 'BEGIN { for (i = 0; i < 100; i++) print "no" }' > in
run_to 1 sort
same "reports" "$(grep -c 'the line has no ID' err)" 20
ok "the others are counted" grep -qx 'sortid: sort: 80 more lines have no ID' err

it 'lines that belong to the line before them'
printf 'start\n%s b\n  b1\n\n%s a\n  a1\n' $b $a > one
printf 'second\n%s c' $c > two
run sort --multiline one two
expect 0 "start
second
$a a
  a1
$b b
  b1

$c c" "$(several 1 scru128, 1 ulid, 1 ksuid)"

it 'CSV with a header'
printf 'n,id\n1,%s\n2,%s\n' $b $a > one
printf 'n,id\n3,%s\n' $c > two
run sort --header --csv --field 2 one two
expect 0 "n,id
2,$a
1,$b
3,$c" "$(several 1 scru128, 1 ulid, 1 ksuid)"

it 'the first ID of a line, or that of a field'
given '%s %s\n%s %s\n' $b $a $a $d
run sort
expect 0 "$a $d
$b $a" "$(several 1 scru128, 1 ulid)"
run sort --field 2
expect 0 "$b $a
$a $d" "$(several 1 ulid, 1 uuidv7)"

it 'IDs that several formats read are read as most of the others'
# A ulid without W, X, Y and Z may be a scru128v1, whose time is in 2022 or 2023.
for at in 2018 2021 2025; do
    "$sortid" gen ulid --at $at-03-04 --random -n 400
done | sort > sorted
{ grep -v '[W-Z]' sorted; grep '[W-Z]' sorted; } > in
ok "there are such IDs" [ "$(grep -vc '[W-Z]' sorted)" -gt 5 ]
prints "$(cat sorted)" sort
prints "$(cat sorted)" sort ulid
grep -v '[W-Z]' sorted > in
count=$(wc -l < in | tr -d ' ')
run_to 0 sort
stream err "sortid: sort: $count IDs can be read as several formats, and the others do not decide which; FORMAT chooses one"
prints "$(cat in)" sort ulid

it 'returns and NUL bytes are kept'
given '%s\000b\r\n%s a\r\n' $a2 $a
run sort
expect_hex 0 "$(printf '%s a\r\n%s\000b\r\n' $a $a2 | od -An -v -tx1 | tr -d ' \n')"

it 'an ID whose time is not plausible'
given '%s\n' 01ZZZZ0000ABCDEFGHJKMNPQRS 01ARYZ6S41TSV4RRFFQ69G5FAV
run_to 1 sort ulid
stream out 01ARYZ6S41TSV4RRFFQ69G5FAV
stream err "~sortid: -:1:1: the line has no ID of a plausible time: with --any-time it has one of 2039-09-07T15:30:06.976Z
.*"
prints "01ARYZ6S41TSV4RRFFQ69G5FAV
01ZZZZ0000ABCDEFGHJKMNPQRS" sort ulid --any-time

it 'fields that no line has'
given '%s\n%s x\n' $b $a
run sort --field 99
expect 1 "" "sortid: -:1:1: the line has no ID
sortid: -:2:1: the line has no ID
sortid: sort: lines without an ID are left out; --header keeps the first line, --multiline each after its line"
run_to 1 sort --field 2
stream out ""
run_to 1 sort --csv --field 2
prints "$b
$a x" sort --field 99 --multiline

it 'bytes that are no text'
given '\377\300%s\200\r\n\000\303%s\303\n\v\f%s\033[0m\n' $a3 $a $a2
run sort
expect_hex 0 "$(printf '\000\303%s\303\n\v\f%s\033[0m\n\377\300%s\200\r\n' $a $a2 $a3 | od -An -v -tx1 | tr -d ' \n')"

it 'empty input, missing files'
prints "" sort
run sort missing one
expect 3 "~2,$a
1,$b" "~sortid: missing: No such file or directory
sortid: one:1:1: the line has no ID
sortid: sort: lines without an ID are left out.*
$(several 1 scru128, 1 ulid)"

it 'a closed pipe and a full disk'
run_sh "\"\$sortid\" gen ulid -n 100000 | { \"\$sortid\" sort; echo \$? >&2; } | head -n 1 | wc -l | tr -d ' '"
expect 0 1 0
run_sh 'echo '$a' | "$sortid" sort > /dev/full'
expect 3 "" 'sortid: standard output: No space left on device'

it 'little memory'
if sh -c 'ulimit -v 32768 && "$1" --version' sh "$sortid" > /dev/null 2>&1; then
    run_sh "ulimit -v 32768; \"\$sortid\" gen ulid -n 300000 | \"\$sortid\" sort -r | \"\$sortid\" sort |
        \"\$sortid\" check ulid --json"
    same "exit status" "$status" 0
    stream err ""
    ok "all are there" grep -q '"valid":300000,' out
else
    skip "32 MiB of addresses are too few for this build, or ulimit -v is not here"
fi

it 'wrong usage of sort'
for wrong in 0 x '' 1048577; do
    wrong sort "--memory \"$wrong\": must be a whole number of megabytes from 1 to 1048576" --memory "$wrong"
done

it 'of a family the kinds with times are read'
given '%s\n' 019a9a3a-6b8f-7b2c-8f3e-0123456789ab c232ab00-9414-11ec-b3c8-9f6bdeced846 919108f7-52d1-4320-9bac-f847db4148a8
run sort uuid
expect 1 "c232ab00-9414-11ec-b3c8-9f6bdeced846
019a9a3a-6b8f-7b2c-8f3e-0123456789ab" 'sortid: -:3:1: the line has no ID
sortid: sort: lines without an ID are left out; --header keeps the first line, --multiline each after its line
sortid: sort: the IDs are of several formats: 1 uuidv7, 1 uuid-v1; if some are other text, give FORMAT'
prints c232ab00-9414-11ec-b3c8-9f6bdeced846 filter uuid --in 2022

it 'other kinds than formats are counted by name'
given 'c232ab00-9414-11ec-b3c8-9f6bdeced846\n9m4e2mr0ui3e8a215n4g\n507f1f77bcf86cd799439011\n'
run sort uuidv1,xid,objectid
expect 0 "9m4e2mr0ui3e8a215n4g
507f1f77bcf86cd799439011
c232ab00-9414-11ec-b3c8-9f6bdeced846" 'sortid: sort: the IDs are of several formats: 1 uuid-v1, 1 xid, 1 objectid; if some are other text, give FORMAT'
