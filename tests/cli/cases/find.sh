# SPDX-License-Identifier: MIT
# sortid find: IDs inside other text: which are found, where, and how they are printed.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

ulid=01KAH2ZHF2RZC1TV9WEVGEMMVR
lower=01kah2zhf2rzc1tv9wevgemmvr
scru=03cpz0xm1s6s8qu2dhxqi2ek9
ksuid=36VfZtnQ9ZqGBMqLKqVcDbhtlq5
uuid=019a9a3a-6b8f-7b2c-8f3e-0123456789ab
scru160=$("$sortid" gen scru160 --at 2025-11-20)
scru64=$("$sortid" gen scru64 --at 2025-11-20 --node 1/8 --state none)

it 'the lines that have an ID'
given 'GET /orders/%s 200\nnothing here\n{"id":"%s","at":1}\n' $ulid $scru
table << END
find => GET /orders/$ulid 200
| {"id":"$scru","at":1}
find ulid => GET /orders/$ulid 200

# every format but scru64 is found without FORMAT
given '%s\n' $ulid $lower $scru $ksuid $uuid $scru160 $scru64
find --ids => $ulid
| $lower
| $scru
| $ksuid
| $uuid
| $scru160
given '%s\n' $ulid $scru160 $scru64
find scru64 --ids => $scru64
END

it 'IDs made by gen are found by their format'
for format in $(formats_but scru64); do
    "$sortid" gen $format -n 1000 > ids
    awk '{ print "x" NR ": <" $0 ">, " NR % 7 }' ids > in
    for words in "find $format --ids" "find --ids" "find $format --anywhere --ids"; do
        run_to 0 $words
        ok "$words finds all" cmp -s out ids
    done
done

it 'numbers of every format'
for format in $(formats_but scru64); do
    "$sortid" gen $format -n 100 -e int > ids
    run_sh "sed 's/.*/<&>/' ids | \"\$sortid\" find $format -i int --ids"
    ok "$format" cmp -s out ids
done

it 'IDs in other encodings'
"$sortid" gen ulid -n 100 > ids
for encoding in hex uuid; do
    "$sortid" convert -f ulid -e $encoding < ids | sed 's/.*/id=&;/' > in
    run find ulid -i $encoding --ids
    "$sortid" convert -f ulid -i $encoding < out > back
    ok "-i $encoding" cmp -s back ids
done
"$sortid" gen uuidv7 -n 100 -e typeid --prefix user > ids
sed 's/.*/(&)/' ids > in
run find uuidv7 -i typeid --ids --prefix user
sed 's/user_//' ids > wanted
ok "-i typeid" cmp -s out wanted
run find uuidv7 -i typeid --ids
ok "-i typeid without --prefix" cmp -s out wanted

it 'whole words only'
given 'xx%s\n%sxx\n00%s\n_%s_\n-%s-\n%s\n' $ulid $ulid $ulid $ulid $ulid $ulid
prints "-:4:2:$ulid
-:5:2:$ulid
-:6:1:$ulid" find --only
prints "-:4:2:$ulid
-:5:2:$ulid
-:6:1:$ulid" find ulid --only
run_to 0 find ulid --anywhere --ids
ok "with --anywhere also parts of words" [ "$(grep -cx $ulid out)" = 6 ]

# Each line has $ulid after an escape and before one; printf writes the first of them.
it 'words begin after escapes and end before them'
{
    printf '\033[32m%s \033[0m\n\033[1;38:5:196m%s\033[m\n\033(B%s\033(B\n' $ulid $ulid $ulid
    printf '\233%s\n\302\233%s\n' 32m$ulid '1;31m'$ulid # the byte 0x9b for "ESC ["
    printf '\033%s\n' "#8$ulid" "%G$ulid" " F$ulid" "[>0c$ulid" "[!p$ulid" "[0 q$ulid" "]0;$ulid"
    sed "s/@/$ulid/g" << 'END'
GET /x?id=%22@%22
a%2522@%2522
a%u0022@%u0022
"start\n@ done"
{"m":"\u0022@\u0022"}
{"m":"{\\"id\\":\\"@\\"}"}
{"m":"\\\\u0022@\\\\u0022"}
b'\x00@\x01'
"\7@\33[m"
"\012@\012"
"\U0001F600@\U0001F600"
\t@\r
#011@#012
^I@^M
a=3D@=3D =22@=22 =C2=A0@
%22@%22 =@= {@=>1}
&quot;@&quot; &#34;@&#34;
\u001b[32m@\u001b[0m
\x1b[1;31m@\x1b[0m
\033[0m@\033[0m
^[[4m@^[[0m
#033[31m@#033[0m
\0033[32m@\0033[0m
\u{1b}[32m@ \x{1b}[32m@ &#x1b;[32m@ <1b>[32m@ <ESC>[0m@
<1b>@ [31m@[0m [1;38;5;12m@ [0m@
%1B%5B32m@%1b%5b0m %1B%5B1%3B31m@%5B0m %251B%255B32m@
0x@
LIKE '%@%'
C:\@.txt
END
} > in
awk -v id=$ulid '{ for (at = 1; i = index(substr($0, at), id); at += i) print "-:" NR ":" at + i - 1 ":" id }' in > wanted
run find ulid --only
ok "find ulid" cmp -s out wanted
run find --only
ok "find" cmp -s out wanted
run find ulid --anywhere --only
ok "find --anywhere" cmp -s out wanted
run filter ulid --since 2016
ok "filter" cmp -s out in
run sort
ok "sort" cmp -s out in
given 'a%%22user_%s b\\nuser_%s cuser_%s\n' $ulid $ulid $ulid
prints "-:1:10:$ulid
-:1:45:$ulid" find --prefix user --only

it 'an escape and an ID after it are not an ID of another format, and a UUID is not an escape'
for before in a=3D =0A =2C '\x2C' '\x3A' '"\x0A' %3D; do
    printf '%s%s\n' "$before" 036z951mhjikzik2gsl81gr7l > in
    prints 036z951mhjikzik2gsl81gr7l find --ids
done
pasted=f47ac10b-58cc-4372-a567-0e02b2c3d479
given '%s\n' "C:\\logs\\$pasted.txt" "%$pasted%" "{\"p\":\"C:\\\\x\\\\$pasted\"}"
prints "$pasted
$pasted
$pasted" find uuid --ids
prints "" find ksuid --ids

it 'an ID of another kind begins with what looks like an escape, or follows one'
for id in b3npm4n3v5hi2qe9bmtg cg7e2mr0ui3e8a215n40 507f1f77bcf86cd799439011 65f1f77bcf86cd7994390112; do
    printf '%s\n' "%$id" "like %$id%" "\\$id" "C:\\ids\\$id.txt" "[$id]" "%50$id" "%5B$id%5D" "\\b$id" \
        "\\a$id" "\\e$id" "\\x5b$id" "%1B%5B0m$id" > in
    yes $id | head -n 12 > wanted
    for kinds in xid,objectid xid,objectid,ulid,ksuid,scru128,uuidv4; do
        run find $kinds --ids
        ok "$id as $kinds" cmp -s out wanted
    done
done
given '%%7b1234567890123456780%%7d \\b1234567890123456780\n'
prints "" find xid --ids

it 'hex digits are not an ID of another alphabet, and a unit is not a digit'
printf '%s\n' b026324c6904b2a9cb40 03b026324c6904b2a9cb4b88d 01507f1f77bcf86cd799439011 \
    01507F1F77BCF86CD799439011 01b026324c6904b2a9cb4b88d6 02b026324c6904b2a9cb4b88d63 \
    02b026324C6904B2A9CB4B88D63 02b026324c6904b2a9cb4b88d61a \
    01ARYZ6S41TSV4RRFFQ69G5FAVs s01ARYZ6S41TSV4RRFFQ69G5FAV 036z951mhjikzik2gsl81gr7lMB > in
for kinds in '' xid ulid ksuid scru128 scru160 xid,ulid,ksuid,scru128; do
    prints "" find $kinds --ids
done
run sort
ok 'no line has a key' [ "$(grep -c 'the line has no ID' err)" = 11 ]
run_to 0 range ulid 2016-07-30T22:36:16.385Z
head -n 1 out > in
run find ulid --ids
ok 'the first ID of a time' cmp -s in out

it 'an escape is not a part of an ID'
given '%%22%s\n\\n%s\n\033[1m%s\n' ${ksuid#??} ${ksuid#?} ${ksuid#??}
prints "" find ksuid --any-time
given "LIKE '%%2a%s%%'\n" ${ksuid#??}
prints 2a${ksuid#??} find ksuid --ids

it 'hashes, numbers and base64 are not IDs'
given '%s\n' 03f5163316f89bfbde7d9ab23ca2e256 03F5163316F89BFBDE7D9AB23CA2E256 01202611280501431234567890 \
    0320261128050143123456789 2otvgsrqLTiyFllt1cMxsXmj8wL= commit:e83c5163316f89bfbde7d9ab23ca2e25604af290
for words in find "find scru160" "find scru128" "find ulid" "find ksuid"; do
    prints "" $words
done
run find scru160 --anywhere --ids
same "with --anywhere" "$(head -n 2 out)" "03f5163316f89bfbde7d9ab23ca2e256
03F5163316F89BFBDE7D9AB23CA2E256"
for format in scru160 ulid; do
    "$sortid" range $format 2023 2024 > in
    run_to 0 find $format
    ok "the ends of a range of $format" cmp -s out in
done

it 'without FORMAT letters have one case, in ksuid both'
given '%s\n' 01KaH2ZHF2RZC1TV9WEVGEMMVR 36vfztnq9zqgbmqlkqvcdbhtlq5
prints "" find
prints 01KaH2ZHF2RZC1TV9WEVGEMMVR find ulid --ids

it 'of IDs that overlap, the one at the end of a word or of a plausible time'
given '%s\n' 22$ulid 0$ulid. $ulid$ulid ${ulid}0
prints "-:1:3:$ulid
-:2:2:$ulid
-:3:1:$ulid
-:3:27:$ulid
-:4:2:${ulid#?}0" find ulid --anywhere --any-time --only
table << END
find ulid --anywhere --ids => $ulid
| $ulid
| $ulid
| $ulid
| $ulid

# bytes of other alphabets end a word
given 'é%sé\377%s\200\000%s\000\n' $ulid $ulid $ulid
find --only => -:1:3:$ulid
| -:1:32:$ulid
| -:1:60:$ulid

# UUIDs in longer groups
given 'a-%s-b %s-%s\n0%s\n%s0\n' $uuid $uuid $uuid $uuid $uuid
find --only => -:1:3:$uuid
| -:1:42:$uuid
| -:1:79:$uuid
END

it 'times from 2000 to a year ahead'
for format in scru128 uuidv7; do
    for at in 1999-12-31T23:59:59.999Z 2000-01-01 now +360d +366d 2200; do
        "$sortid" gen $format --at $at
    done > in
    run find
    sed -n '2,4p' in > wanted
    ok "plausible times of $format" cmp -s out wanted
    run find $format
    ok "the same with FORMAT $format" cmp -s out wanted
    run find $format --any-time
    ok "with --any-time all of $format" cmp -s out in
done

it 'a prefix'
given 'user_%s order_%s xuser_%s _user_%s\nuser%s user-%s user_%s00\n(user_%s)\n' \
    $ulid $ulid $ulid $ulid $ulid $ulid $ulid $ulid
table << END
find --prefix user --only => -:1:6:$ulid
| -:3:7:$ulid
find ulid --prefix user --only => -:1:6:$ulid
| -:3:7:$ulid
find ulid --prefix order --ids => $ulid

# fields between blanks
given '%s b\n  a\t %s c\n%s' $ulid $ulid $ulid
find --field 1 --only => -:1:1:$ulid
| -:3:1:$ulid
find --field 2 --only => -:2:6:$ulid
find --field 4 --only =>

# fields of CSV
given 'a,%s,%s\n"x,y",%s\n"say ""%s"", a",b\n,,"%s"\n' $ulid $scru $ulid $scru $scru
find --csv --field 2 --only => -:1:3:$ulid
| -:2:7:$ulid
find --csv --field 1 --only => -:3:8:$scru
find --csv --field 3 --only => -:1:30:$scru
| -:4:4:$scru

# several IDs in a line, and places
given 'a %s %s\n\n\r\nb %s' $ulid $scru $ulid
find => a $ulid $scru
| b $ulid
find --only => -:1:3:$ulid
| -:1:30:$scru
| -:4:3:$ulid
END

it 'several files'
printf 'a %s\n' $ulid > one
printf 'b %s' $ulid > two
printf 'c\n' > three
prints "one:a $ulid
two:b $ulid" find one two three
run find ulid --only one two - three < in
expect 0 "one:1:3:$ulid
two:1:3:$ulid" ""
prints "a $ulid" find one
prints "$ulid
$ulid" find --ids one two
cp one ulid
prints "a $ulid" find -- ./ulid
run find one missing two
expect 3 "one:a $ulid
two:b $ulid" "sortid: missing: No such file or directory"

it 'no match is status 0, with -q 1'
given 'nothing\n'
prints "" find
fails 1 "" find -q
given 'nothing\n%s\n' $ulid
table << 'END'
find -q =>
find -q missing one =3> missing: No such file or directory

# empty input
find =>
END
fails 1 "" find -q

it 'IDs are marked'
on=$(printf '\033[1;31m') off=$(printf '\033[0m')
given 'a %s b %s\n' $ulid $scru
table << END
find --color always => a $on$ulid$off b $on$scru$off
find --color always --ids => $on$ulid$off
| $on$scru$off
find --color never => a $ulid b $scru
END
if [ -z "$(no_terminal)" ]; then
    cp in line
    script -qec "\"$sortid\" find line" /dev/null < /dev/null > told
    same "on a terminal" "$(tr -d '\r' < told)" \
        "a $on$ulid$off b $on$scru$off"
    NO_COLOR=1 script -qec "\"$sortid\" find line" /dev/null < /dev/null > told
    same "with NO_COLOR" "$(tr -d '\r' < told)" "a $ulid b $scru"
else
    skip "$(no_terminal)"
fi

it 'lines of any length'
for length in 1 131000 262100 262143 262144 262145 600000 1500000; do
    { head -c $length /dev/zero | tr '\000' ' '; echo $ulid; echo no; echo $ulid; } > in
    prints "-:1:$((length + 1)):$ulid
-:3:1:$ulid" find ulid --only
    { cat in; head -c $length /dev/zero | tr '\000' '-'; printf %s $ulid; } > longer
    cp longer in
    run_to 0 find
    grep -a $ulid longer > wanted
    ok "lines of $length bytes and more" cmp -s out wanted
    run find --color always
    sed "s/$ulid/$on&$off/" wanted > marked
    ok "marked lines of $length bytes and more" cmp -s out marked
done

if command -v python3 > /dev/null; then
    ok "lines in parts" python3 "$tests/long_lines.py" "$sortid"
else
    skip "no python3 (Debian: python3)"
fi

it 'many IDs in one line'
awk -v id=$ulid 'BEGIN { for (i = 0; i < 20000; i++) printf "%s%s", id, i % 3 ? "" : " " }' > in
run find ulid --anywhere --ids
same "with --anywhere" "$(sort -u out) $(wc -l < out | tr -d ' ')" "$ulid 20000"
run_to 0 find --only
same "whole words" "$(wc -l < out | tr -d ' ')" 2 # the first, and the last

it 'what grep finds'
"$sortid" gen ulid -n 3000 > ids
awk '{ printf "%s%s%s%s", NR % 5 ? "text of a few words, id=" : "", $0, NR % 3 ? " " : "xx.", NR % 4 ? "\n" : "" }
    NR % 7 == 0 { print "a line without one" }' ids > in
run find ulid --anywhere
grep -E '[0-7][0-9A-HJKMNP-TV-Z]{25}' in > wanted
ok "lines" cmp -s out wanted
run find ulid --anywhere --ids
ok "IDs" cmp -s out ids
run find --ids
tr -c '0-9A-Za-z' '\n' < in | grep -xE '[0-7][0-9A-HJKMNP-TV-Z]{25}' > wanted
ok "whole words" cmp -s out wanted

it 'output does not wait for more input'
rm -f input told && mkfifo input
"$sortid" find < input | cat > told &
exec 8> input
echo "a $ulid" >&8
until_true [ -s told ]
same "the line while the input is open" "$(cat told)" "a $ulid"
exec 8>&-
wait

it 'a closed pipe, a full disk, a closed input'
run_sh "\"\$sortid\" gen ulid -n 100000 | { \"\$sortid\" find; echo \$? >&2; } | head -n 1 | wc -l | tr -d ' '"
expect 0 1 0
run_sh 'echo '$ulid' | "$sortid" find > /dev/full'
expect 3 "" 'sortid: standard output: No space left on device'
{ head -c 300000 /dev/zero | tr '\000' ' '; echo $ulid; } > in
run_sh '"$sortid" find > /dev/full'
expect 3 "" 'sortid: standard output: No space left on device'
run_sh '"$sortid" find <&-'
expect 3 "" 'sortid: -: Bad file descriptor'
mkdir folder
fails 3 'sortid: folder: Is a directory' find folder

it 'a signal leaves whole lines, also long ones'
if timeout --preserve-status 5 true 2> /dev/null; then
    { head -c 200000 /dev/zero | tr '\000' .; echo $ulid; } > long
    for round in 1 2 3 4 5; do
        while :; do cat long || break; done 2> /dev/null |
            timeout -s TERM 0.2 "$sortid" find ulid > got
        same "half of a line, round $round" $(($(wc -c < got) % 200027)) 0
    done
else
    skip "timeout is not here, or cannot keep a status"
fi

it 'constant memory'
if sh -c 'ulimit -v 32768 && "$1" --version' sh "$sortid" > /dev/null 2>&1; then
    run_sh "ulimit -v 32768; \"\$sortid\" gen ulid -n 2000000 | \"\$sortid\" find --ids | wc -l | tr -d ' '"
    expect 0 2000000 ""
    for command in find 'find --color always' 'find --ids' 'find --only' 'filter --since 2016' \
        'filter --until 2016 --multiline'; do
        run_sh "ulimit -v 32768; { head -c 100000000 /dev/zero | tr '\\0' u; echo .$ulid; } |
            \"\$sortid\" $command | wc -c | tr -d ' '"
        case $command in
            find | *since*) expect 0 100000028 "" ;;
            *color*) expect 0 $((100000028 + ${#on} + ${#off})) "" ;;
            *ids) expect 0 27 "" ;;
            *only) expect 0 41 "" ;;
            *until*) expect 0 0 "" ;;
        esac
    done
    run_sh 'ulimit -v 32768; head -c 100000000 /dev/zero | "$sortid" sort'
    expect 3 "" '~sortid: -: a line is longer than [0-9]+ bytes, which do not fit into memory'
else
    skip "32 MiB of addresses are too few for this build, or ulimit -v is not here"
fi

it 'several formats, and other kinds'
v4=919108f7-52d1-4320-9bac-f847db4148a8 xid=c6e52g2mrqcjl44hf170 objectid=507f1f77bcf86cd799439011
given '%s\n' $ulid $v4 $xid $ksuid $uuid $objectid "${v4}0" "x$xid"
prints "$ulid
$ksuid" find ulid,KSUID --ids
for name in uuid-v4 uuidv4 UUIDv4 v4; do
    prints $v4 find $name
done
table << END
find uuid --only => -:2:1:$v4
| -:5:1:$uuid
find xid,objectid,ulid --ids => $ulid
| $xid
| $objectid
find ulid,scru128 -i uuid --ids => $uuid
filter xid,objectid --since 2012 --until 2013 => $objectid
END
run sort objectid,xid
stream out "$objectid
$xid"
wrong find 'unknown kind "ulidd": did you mean ulid\? The kinds are .*' ulid,ulidd
for command in 'filter --since 2016' sort; do
    run $command uuidv4
    expect_usage ${command%% *} 'IDs of the kind uuid-v4 have no time: only find and convert read them'
done
echo $v4 > v4
prints "" find v4 # a file of this name comes first

it 'a slip in the name of a format is not taken for a file'
formats='scru128 scru128v1 scru160 scru64 ulid uuidv7 ksuid'
given '%s\n' $ulid
for command in find 'filter --in 2026' sort; do
    for slip in ulidd:ulid ULD:ulid uuid7:uuidv7 scru-128:scru128 ksiud:ksuid; do
        run $command ${slip%:*}
        expect_usage ${command%% *} "there is no file \"${slip%:*}\": did you mean the format ${slip#*:}\? The formats are $formats"
        run_to 2 $command ${slip%:*} in
    done
done
wrong find 'there is no file "ULID": FORMAT is the first argument' in ULID
wrong find 'there is no file "ksuid": several formats are written ulid,ksuid' ulid in ksuid
cp in ksuid
prints "$ulid
$ulid" find --ids in ksuid
rm ksuid
for name in missing ulid.log ./ulidd; do
    fails 3 "sortid: $name: No such file or directory" find $name
done
for name in ulidd xid; do
    echo "a $ulid" > $name
    prints "a $ulid" find $name
    rm $name
    mkdir $name
    fails 3 "sortid: $name: Is a directory" find $name
    rmdir $name
    echo $ulid > far
    ln -s far $name
    prints $ulid find $name
    rm $name
done
mkfifo ulidd
echo "a $ulid" > ulidd &
prints "a $ulid" find ulidd
wait
rm ulidd

table << 'END'
# wrong usage of find
find --only --ids =2> --only prints the IDs with their places, --ids the IDs alone, --columns a table, --json objects: give one of them
find --json --columns id =2> --only prints .*: give one of them
find --json --header =2> --header applies to lines and to --columns
find --columns file,id,file =2> --columns: file can be a column once
inspect --header =2> --header applies to --columns
find -i hex =2> -i hex needs FORMAT
find ulid -i bin =2> -i bin: raw bytes cannot be told from other text: give text, hex or uuid
find scru64 -i uuid =2> scru64 has no encoding uuid: .*
find --prefix '' =2> --prefix: must not be empty; .*
find --prefix user_ =2> --prefix "user_": leave out the underscore at its end, which is implied
END
for wrong in 0 -1 x '' 1000001; do
    wrong find "--field \"$wrong\": must be a whole number from 1 to 1000000" --field "$wrong"
done

it 'columns: where each ID is, and what inspect says of it'
mkdir -p 'a	b'
printf 'x %s\n\n%s,%s %s\n' $ulid $uuid $ksuid $ulid > 'a	b/log'
run find --columns file,line,column,format,id,time,input 'a	b/log'
expect 0 "a\\x09b/log	1	3	ulid	$ulid	2025-11-20T16:53:51.202Z	$ulid
a\\x09b/log	3	1	uuidv7	$uuid	2025-11-19T03:48:31.247Z	$uuid
a\\x09b/log	3	38	ksuid	$ksuid	2025-12-07T08:38:37.000Z	$ksuid
a\\x09b/log	3	66	ulid	$ulid	2025-11-20T16:53:51.202Z	$ulid" ""
all=input,format,id,time,unix,ms,node,counter,hex,int,uuid,confidence
run find --columns $all 'a	b/log'
mv out found
run find --ids 'a	b/log'
mv out in
run inspect --columns $all
same "the rows that inspect has too" "$(grep -cxFf found out)" 4
: > in
prints "id	line" find --columns id,line --header
prints "file	line	column	id
arg	1	1	$ulid" inspect --columns file,line,column,id --header $ulid

it 'JSON: the place, then the members of inspect'
run find ulid --json 'a	b/log'
given '%s\n' $ulid $ulid
run inspect -f ulid --json
mv out wanted_objects
run find ulid --json 'a	b/log'
sed 's/^{"file":"a\\u0009b\/log","line":[13],"column":\(3\|66\),/{/' out > bare
ok "the members" cmp -s bare wanted_objects
given 'id,ID\n1,%s\n' $ulid
prints "id,ID
1,$ulid" find --csv --header --field 2

it 'many IDs in one line, or in parts of it, have their columns'
"$sortid" gen ulid -n 100000 > ids
tr '\n' ' ' < ids > in
run find --columns line,column,id
awk '{ print "1\t" 27 * (NR - 1) + 1 "\t" $0 }' ids > wanted
ok "a line of 2.7 MB" cmp -s out wanted

it 'of several readings the one of most other IDs is taken'
both=01kqj6ss7jf0j4ep4v6vcq10an
v1=$("$sortid" gen scru128v1 --at 2025-11-20) # not a ULID: U is not a digit of one
v1="${v1%?}U"
given '%s\n%s\n%s\n' $both $v1 $both
table << 'END'
find ulid,scru128v1 --columns format,line => scru128v1	1
| scru128v1	2
| scru128v1	3
given '%s\n%s\n' $both $both
find ulid,scru128v1 --columns format,line => ulid	1
| ulid	2
! find: 2 IDs can be read as several formats, and the others do not decide which; FORMAT chooses one

# the prefix of a TypeID has no byte of the ID before it
given '019a9a3a-6b8f-7b2c-8f3e-abcdefabcdef_user_01h455vb4pex5vsknk084sn02q\n'
find uuidv7,typeid --columns column,id => 1	019a9a3a-6b8f-7b2c-8f3e-abcdefabcdef
| 38	user_01h455vb4pex5vsknk084sn02q
annotate uuidv7,typeid --replace -e ms => 1763524111247_1688096058518

# kinds that words may look like are found by name only
given '%s\n' 'a cjld2cjxh0000qzrmn831i7rn, -NjEtLV-aUEoS6LeslyM' 'id=DWa0qV_ukCUjVnEdqBy39'
find --ids =>
find cuid --ids => cjld2cjxh0000qzrmn831i7rn
find pushid,nanoid --ids => -NjEtLV-aUEoS6LeslyM
| DWa0qV_ukCUjVnEdqBy39

# a number after = is whole, not what follows an escape of mail
given '%s\n' 'tweet=1991456789012345678 x' 'a%22541815603606036480%22' '=20' 'x=1541815603606036480'
find twitter --ids => 1991456789012345678
| 541815603606036480
| 1541815603606036480
given '%s\n' 'payment=45678901234567890 ts=1'
find --bits 42/8/13 --epoch 2020-01-01 snowflake --ids --any-time => 45678901234567890
given '%s\n' 1571319635338223622
find discord --bits 42/10/12 --columns time => 2026-11-15T00:23:14.771Z
END
