# SPDX-License-Identifier: MIT
# inspect: pretty output and JSON of known IDs, formats by length, every reading, colors.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

known='036zg552n91mt9s0gyhdwif95
00PP7OUAC22A7TO4VESB1R83L5
05U0GF0J0SP1ADJPT0U4VHIMCJJAIP51
0u2r85hm2pt3
01ARYZ6S41TSV4RRFFQ69G5FAV'
uuid=017f22e2-79b0-7cc3-98c4-dc0c0c07398f

it 'pretty output'
given '%s\n' "$known"
table << 'END'
inspect => =pretty.txt

# JSON
given '%s\n' "$known"
inspect --json => =inspect.json

# a uuidv7: its fixed bits are fields too
inspect -f uuidv7 $uuid => =uuidv7.txt
inspect -f uuidv7 --json $uuid => =uuidv7.json

# a UUID of another version or variant
inspect -f uuidv7 017f22e2-79b0-4cc3-98c4-dc0c0c07398f 017f22e279b07cc318c4dc0c0c07398f =1> arg:1:15: "017f22e2-79b0-4cc3-98c4-dc0c0c07398f" is a UUID of version 4, not 7
| arg:2:17: "017f22e279b07cc318c4dc0c0c07398f": a UUID of another variant than that of RFC 9562
inspect -f uuidv7 017f22e2079b0-7cc3-98c4-dc0c0c07398f 017f22e2-79b0-7cc3-98c4-dc0c0c07398g =1> arg:1:9: unexpected "0" in "017f22e2079b0-7cc3-98c4-dc0c0c07398f": a uuidv7 has - here
| arg:2:36: unexpected "g" in "017f22e2-79b0-7cc3-98c4-dc0c0c07398g": a uuidv7 has one of 0-9 a-f here
END

it 'arguments are read as lines are'
# shellcheck disable=SC2086
prints '=inspect.json' inspect --json $known

# random_ids FORMAT: IDs of random bits that every format has, some times twice side by side.
random_ids() {
    first=$("$sortid" range "$1" -- @-1 @999999999999 | "$sortid" convert -f "$1" -e hex | head -n 1)
    awk -v size="${#first}" -v uuid="$([ "$1" != uuidv7 ] || echo 1)" 'BEGIN {
        srand(20261120)
        for (i = 0; i < 300; i++) {
            if (i % 3 != 0) time = substr(hex, 1, 12)
            else for (time = "0"; length(time) < 12;) time = time sprintf("%x", rand() * 16)
            for (hex = time; length(hex) < size;) hex = hex sprintf("%x", rand() * 16)
            if (uuid) hex = substr(hex, 1, 12) "7" substr(hex, 14, 3) "9" substr(hex, 18)
            print hex
        }
    }' | "$sortid" convert -f "$1" -i hex
}

# same_as_arguments [OPTION...]: standard input and arguments give the same objects.
same_as_arguments() {
    run inspect --json "$@"
    mv out stream
    tr -d '\r' < in | xargs "$sortid" inspect --json "$@" > out 2> /dev/null
    same "lines that are not as those of arguments" "$(diff out stream | grep -c '^[<>]')" 0
}

it 'IDs read many at once give the same objects as alone'
for format in $all_formats; do
    random_ids "$format" > ids
    same "$format: IDs" "$(wc -l < ids | tr -d ' ')" 300
    cp ids in
    same_as_arguments
    same_as_arguments -f "$format"
    "$sortid" convert -f "$format" -e hex < ids > in
    same_as_arguments -f "$format"
done
cp ids in
same_as_arguments --lenient
random_ids scru64 > in
same_as_arguments --node-size 11

it 'so do IDs among other lines'
{
    for format in $all_formats; do
        random_ids "$format" > ids
        head -n 80 ids
        sed '1,5d; s/.$/!/; 10q' ids
        echo
        sed "s/\$/$(printf '\r')/; 40q" ids
        "$sortid" convert -f "$format" -e hex < ids | sed 5q
        "$sortid" convert -f "$format" < ids | tr '[:lower:]' '[:upper:]' | sed 30q
    done
    tail -n 1 ids | tr -d '\n'
} > in
same_as_arguments
ok "most lines are IDs" test "$(wc -l < stream)" -gt 750
same_as_arguments -f ulid

# formats_of TEXT: the formats that a text is read as, in their order.
formats_of() {
    "$sortid" inspect --json -- "$1" > out
    member format
}

it 'the length decides'
same "12 digits" "$(formats_of 0u2r85hm2pt3)" "scru64 "
same "16 digits" "$(formats_of 0186ac4bad2af927)" "scru64 "
same "25 digits" "$(formats_of 036zg552n91mt9s0gyhdwif95)" "scru128 "
same "26 digits, of 2016 or of 2022" "$(formats_of 01ARAS6S41TSV4RRFFQ69G5FAV)" "ulid scru128v1 "
same "26 digits, a ulid of 1983 or a scru128v1 of 2021" \
    "$(formats_of 00CPP7PNAC22A7TP4VESB1R83K)" "scru128v1 ulid "
same "26 digits, with I and O" "$(formats_of 00PP7OUAC22A7TO4VESB1R83L5)" "scru128v1 "
same "26 digits, with W to Z" "$(formats_of 01BX5ZZKBKACTAV9WEVGEMMVRZ)" "ulid "
same "32 digits of base 32" "$(formats_of 05U0GF0J0SP1ADJPT0U4VHIMCJJAIP51)" "scru160 "
same "40 digits" "$(formats_of 017c083c130732153679e83c4fc65664e6a964a1)" "scru160 ksuid "
same "27 digits" "$(formats_of 0ujtsYcgvSTl8PAuAdqWYSMnLOv)" "ksuid "
same "36 characters" "$(formats_of 017fa676-3e95-9acf-bbc9-18ccf86021b9)" \
    "scru128 ulid scru128v1 uuid-other "
same "36 characters, a UUIDv7" "$(formats_of 017fa676-3e95-7acf-bbc9-18ccf86021b9)" \
    "uuidv7 scru128 ulid scru128v1 "
same "36 characters, a UUIDv7 in upper case" "$(formats_of 017FA676-3E95-7ACF-BBC9-18CCF86021B9)" \
    "uuidv7 scru128 ulid scru128v1 "
same "32 digits of hex" "$(formats_of 017fa6763e959acfbbc918ccf86021b9)" \
    "scru128 ulid scru128v1 scru160 uuid-other "
same "32 digits of hex, of a UUIDv7" "$(formats_of 017fa6763e957acfbbc918ccf86021b9)" \
    "uuidv7 scru128 ulid scru128v1 scru160 "

it 'only ambiguous readings are marked as ambiguous'
run_to 0 inspect --json 01ARAS6S41TSV4RRFFQ69G5FAV
same "objects" "$(grep -c '"ambiguous":true' out) of $(wc -l < out | tr -d ' ')" "2 of 2"
run_to 0 inspect --json -f ulid 01ARAS6S41TSV4RRFFQ69G5FAV
same "objects" "$(wc -l < out | tr -d ' ')" 1
same "ambiguous ones" "$(grep -c '"ambiguous"' out)" 0
run inspect --json 036zg552n91mt9s0gyhdwif95
same "ambiguous ones" "$(grep -c '"ambiguous"' out)" 0

it 'a heading precedes the readings of an ambiguous text'
run_to 0 inspect 036zg552n91mt9s0gyhdwif95 01ARAS6S41TSV4RRFFQ69G5FAV
sed -n '/^[^ ]/p; /^  sure/p' out > headings
same_text headings "-- SCRU128 v2.1.1 ------------------------------------------- read from text --
01ARAS6S41TSV4RRFFQ69G5FAV can be read in 2 ways, the likeliest first; -f KIND chooses one:
-- ULID ----------------------------------------------------- read from text --
  sure  medium: the exact alphabet, a plausible time
-- SCRU128 v1 (the original) -------------------------------- read from text --
  sure  medium: the exact alphabet, a plausible time"

table << 'END'
# -f refuses other formats
inspect -f scru128 01ARYZ6S41TSV4RRFFQ69G5FAV =1> arg:1:26: "01ARYZ6S41TSV4RRFFQ69G5FAV" is a ulid, not a scru128

# a text that is nothing known: the nearest kinds, and where it departs from each
inspect 01ARYZUS41TSV4RRFFQ69G5FAV =1> arg:1:7: "01ARYZUS41TSV4RRFFQ69G5FAV" (26 bytes) is not a known ID: a ulid cannot have "U" at column 7; a scru128 has 25 bytes; a ksuid has 27 bytes
inspect 01ARYZ6S41TSV4RRFFQ69G5FA012 =1> arg:1:28: "01ARYZ6S41TSV4RRFFQ69G5FA012" (28 bytes) is not a known ID: a ksuid has 27 bytes; a ulid has 26 bytes
inspect 017fa676-3e95-9acf-bbc9_18ccf86021b9 =1> arg:1:24: "017fa676-3e95-9acf-bbc9_18ccf86021b9" (36 bytes) is not a known ID: a uuid or uuidv7 cannot have "_" at column 24
inspect 017fa676-3e95-9acf-bbcg-18ccf86021b9 =1> arg:1:23: "017fa676-3e95-9acf-bbcg-18ccf86021b9" (36 bytes) is not a known ID: a uuid or uuidv7 cannot have "g" at column 23
inspect user_01h455vb4pex5vsknk084sn02U =1> arg:1:31: "user_01h455vb4pex5vsknk084sn02U" (31 bytes) is not a known ID: a typeid cannot have "U" at column 31
inspect -f ulid 017fa676-3e95-9acf-bbcg-18ccf86021b9 =1> arg:1:23: unexpected "g" in "017fa676-3e95-9acf-bbcg-18ccf86021b9": a ulid has one of 0-9 a-f here
inspect -f ulid --lenient '01A!YZ-S41-TSV-4RR-FFQ-69G-5FAV0' =1> arg:1:4: unexpected "!" in "01A!YZ-S41-TSV-4RR-FFQ-69G-5FAV0": a ulid has one of 0-9 a-t v-z here
END

it 'a lenient line too long to be kept'
for count in 1024 1025 3000; do
    printf '%0*d\n' "$count" 0 | sed 's/../&-/g' > in
    run_to 1 inspect -f ulid --lenient
    mv err "err-$count"
done
ok "1024 bytes and their hyphens" grep -q ' has 1536 bytes, a ulid has 26, 32, 36, 38 or 45 digits$' err-1024
ok "1025 bytes and their hyphens" grep -q ' has 1537 bytes, a ulid has 26, 32, 36, 38 or 45 digits$' err-1025
ok "3000 bytes and their hyphens" grep -q ' has 4500 bytes, a ulid has 26, 32, 36, 38 or 45 digits$' err-3000
printf '%0*d\n' 600 0 | sed 's/../&-/g' > in
run inspect -f ulid --lenient
ok "digits of a line that is kept" grep -q ' has 600 digits, a ulid has 26, 32, 36, 38 or 45$' err

table << 'END'
# out of range
inspect f5lxx1zz5pnorynqglhzmsp34 =1> arg:1:1: "f5lxx1zz5pnorynqglhzmsp34" (25 bytes) is not a known ID: beyond the last scru128
inspect -f scru128 f5lxx1zz5pnorynqglhzmsp34 =1> ~arg:1:1: "f5l.*34" is out of range: the last scru128 is f5lxx1zz5pnorynqglhzmsp33
inspect 41c21cb8e1000000 =1> arg:1:1: "41c21cb8e1000000" (16 bytes) is not a known ID: beyond the last scru64 in hex
inspect -f scru64 41c21cb8e1000000 =1> arg:1:1: "41c21cb8e1000000" is out of range: the last scru64 is 41c21cb8e0ffffff
inspect ZZZZZZZZZZZZZZZZZZZZZZZZZZ =1> ~arg:1:1: "Z{26}" \(26 bytes\) is not a known ID: beyond the last ulid; .*

# kinds that are no format
inspect 919108f7-52d1-4320-9bac-f847db4148a8 user_01h455vb4pex5vsknk084sn02q 1541815603606036480 => =kinds.txt
END
run inspect --json 919108f7-52d1-4320-9bac-f847db4148a8 user_01h455vb4pex5vsknk084sn02q \
    C232AB00-9414-11EC-B3C8-9F6BDECED846 9m4e2mr0ui3e8a215n4g 507f1f77bcf86cd799439011
expect 0 =kinds.json ""
same "a UUIDv4" "$(formats_of 919108f7-52d1-4320-9bac-f847db4148a8)" "uuid-v4 scru128 ulid scru128v1 "
same "confidence" "$(member confidence)" "high low low low "
same "in braces" "$(formats_of '{919108f7-52d1-4320-9bac-f847db4148a8}')" \
    "uuid-v4 scru128 ulid scru128v1 "
same "a TypeID" "$(formats_of user_01h455vb4pex5vsknk084sn02q)" "typeid "
same "a CUID" "$(formats_of cjld2cjxh0000qzrmn831i7rn)" "cuid scru128 "
same "confidence" "$(member confidence)" "medium low "
same "time" "$(member timestampIso)" "2018-08-28T01:59:12.101Z 9352-08-13T23:13:19.819Z "
same "a number" "$(formats_of 1541815603606036480)" "snowflake-twitter snowflake-discord \
snowflake-instagram snowflake-mastodon snowflake-sonyflake scru128 scru160 scru64 ulid ksuid scru128v1 "

it '-f of a kind that is no format'
run_to 0 inspect --json -f snowflake-discord 1541815603606036480
same "times" "$(member timestampIso)" "2026-08-25T14:24:45.448Z "
table << 'END'
inspect -f uuid-v4 017f22e2-79b0-7cc3-98c4-dc0c0c07398f =1> arg:1:15: "017f22e2-79b0-7cc3-98c4-dc0c0c07398f" (36 bytes) is not a uuid-v4: it is a uuidv7
inspect -f xid 9m4e2mr0ui3e8a215n4h =1> arg:1:20: "9m4e2mr0ui3e8a215n4h" (20 bytes) is not an xid: the last digit of an xid must be 0 or g
inspect c6e52g2mrqcjl44hf179 =1> arg:1:20: "c6e52g2mrqcjl44hf179" (20 bytes) is not a known ID: the last digit of an xid must be 0 or g
inspect user_91h455vb4pex5vsknk084sn02q =1> ~arg:1:6: .* is not a known ID: the digit at column 6 of a typeid must be one of 0-7
inspect -f uuid 01ARYZ6S41TSV4RRFFQ69G5FAV =1> arg:1:1: "01ARYZ6S41TSV4RRFFQ69G5FAV" (26 bytes) is not a uuid: it is a ulid
inspect -f uuid 919108f7-52d1-4320-9bac-f847db4148ag =1> ~arg:1:36: .* is not a uuid: a uuid or uuidv7 cannot have "g" at column 36
inspect -f xid --lenient 9m4e2mr0ui3e8a215n4g =2> --lenient applies to ulid, not to xid
inspect -f xid --node-size 8 9m4e2mr0ui3e8a215n4g =2> --node-size applies to scru64, not to xid
# kinds without a sure shape: a word is not one of them
inspect antidisestablishmentaria =1> arg:1:25: "antidisestablishmentaria" (24 bytes) is not a known ID: a scru128 has 25 bytes
inspect my-package-name-12345 =1> ~arg:1:2: .* is not a known ID: an xid, which has 20 bytes, cannot have "y" at column 2
inspect -- -DCMOCKA_INCLUDE_DIR =1> ~arg:1:1: .* is not a known ID: .*
inspect UX6BR3NI3XS5KFHPUJ5VG0IJ =1> ~arg:1:1: .* is not a known ID: beyond the last scru128, .*
inspect -f cuid2 UX6BR3NI3XS5KFHPUJ5VG0IJ =1> ~arg:1:1: .*it is a cuid2 with letters in upper case: write ux6.*
inspect 1234567890123.000247 =1> ~arg:1:14: .* is not a known ID: .*
inspect -NjEtLV-aUEoS6LeslyM =2> unknown option "-NjEtLV-aUEoS6LeslyM": it is an ID; write -- before it
inspect -f cuid2 antidisestablishmentaria --columns format => cuid2
inspect -f slack 1503435956,000247 =1> ~arg:1:11: .* is not a slack-ts: a slack-ts cannot have "," at column 11
inspect -f cuid 'x cjld2cjxh0000qzrmn831i7rn' =1> ~arg:1:1: .*unexpected "x " at column 1, before the cuid cjld2cjxh0000qzrmn831i7rn
inspect 'x cjld2cjxh0000qzrmn831i7rn' =1> ~arg:1:2: .* is not a known ID: .*
# names and families of kinds
inspect -f twitter --columns format,time 1541815603606036480 => snowflake-twitter	2022-06-28T16:07:40.105Z
inspect -f uuidv4 --columns format 919108f7-52d1-4320-9bac-f847db4148a8 => uuid-v4
inspect -f uuid --columns format 919108f7-52d1-4320-9bac-f847db4148a8 => uuid-v4
inspect -f uuid --columns format 019a9a3a-6b8f-7b2c-8f3e-0123456789ab => uuidv7
END
same "snowflakes" "$("$sortid" inspect -f snowflake --columns format 1541815603606036480 | grep -c ^snowflake-)" 5
run compare -f Discord 1541815603606036480 175928847299117063
same "kinds" "$(grep -c snowflake-discord out)" 2

it '--epoch'
run_to 0 inspect --json -f snowflake-twitter --epoch 2015-01-01 175928847299117063
same "time" "$(member timestampIso)" "2016-04-30T11:18:25.796Z "
table << 'END'
inspect -f ulid --epoch 2015-01-01 01ARYZ6S41TSV4RRFFQ69G5FAV =2> --epoch applies to snowflakes, not to ulid
inspect --epoch 2015-01-01 01ARYZ6S41TSV4RRFFQ69G5FAV =1> arg:1:1: --epoch applies to snowflakes, not to a ulid

# --node-size without a scru64, --utc with --local, and other names of kinds
inspect --node-size 8 01ARYZ6S41TSV4RRFFQ69G5FAV =1> arg:1:1: --node-size applies to scru64, not to a ulid
END
given '%s\n' 01ARYZ6S41TSV4RRFFQ69G5FAV 01BX5ZZKBKACTAV9WEVGEMMVRZ
run inspect --json --node-size 8
ok 'each line' [ "$(grep -c -- '--node-size applies to scru64, not to a ulid' err)" = 2 ]
wrong inspect '--utc and --local exclude each other: give one of them' --utc --local 01ARYZ6S41TSV4RRFFQ69G5FAV
for name in mongo MongoDB oid bson; do
    prints objectid inspect -f $name --columns format 507f1f77bcf86cd799439011
done
table << 'END'
inspect -f firebase --columns format -- -NjEtLV-aUEoS6LeslyM => pushid
inspect -f v7 --columns format 017f22e2-79b0-7cc3-98c4-dc0c0c07398f => uuidv7
inspect -f guid --columns format 017f22e2-79b0-4cc3-98c4-dc0c0c07398f => uuid-v4
END
given '%s\n' 036zg552n91mt9s0gyhdwif95 036zg552n91mt9s0gyhdwif95 175928847299117063
run inspect --epoch 2015-01-01 --json
same "status" $status 1
stream err "sortid: -:1:1: --epoch applies to snowflakes, not to a scru128
sortid: -:2:1: --epoch applies to snowflakes, not to a scru128"
ok "the snowflake" grep -q '"format":"snowflake-discord".*"timestampIso":"2016-04-30T' out
wrong inspect '--epoch "soon": .+' --epoch soon 1

it 'an ID alone is inspected'
run_to 0 036zg552n91mt9s0gyhdwif95
mv out alone
run inspect 036zg552n91mt9s0gyhdwif95
ok "as by inspect" cmp -s out alone
run_to 0 507f1f77bcf86cd799439011 --json
same "format" "$(member format)" "objectid "

run_to 0 -- 036zg552n91mt9s0gyhdwif95
ok "after --" cmp -s out alone
run_to 0 -- 036zg552n91mt9s0gyhdwif95 507f1f77bcf86cd799439011
same "IDs after --" "$(grep -c '^-- ' out)" 2
run_to 1 -- -x

it 'a reading that only length and digits suggest is a guess'
run inspect djld2cjxh0000qzrmn831i7rn
ok "the only one" grep -qx '  sure  low, a guess: the exact alphabet' out
run inspect -f scru128 djld2cjxh0000qzrmn831i7rn
ok "not of -f" sh -c '! grep -q sure out'
run compare djld2cjxh0000qzrmn831i7rn djld2cjxh0001qzrmn831i7rn
ok "of compare" grep -q '  scru128, a guess$' out

it 'a time more than a year ahead is not plausible'
for ahead in 364 366; do
    at=$(($(date +%s) + ahead * 86400))
    for id in $("$sortid" gen ulid --at @$at) $("$sortid" gen uuidv7 --at @$at) 0x; do
        [ $id != 0x ] || id=$(printf '%08x0000000000000000' $at)
        run_to 0 inspect --json $id
        same "$id $ahead days ahead" "$(grep '"format":"[uo][lub]' out | sed -n '1s/.*"why":\[.*"time".*/yes/p')" "$(
            [ $ahead = 366 ] || echo yes)"
    done
done
same "a UUID of 6485" "$(run inspect --json 8196f946-5678-7ac0-a594-fe51da68ec69 && member confidence)" \
    "medium low low low "

it 'the year may be past 9999'
run_to 0 inspect --json f5lxx1zz5pnorynqglhzmsp33
ok "the last ms of the format" grep -q '"timestampIso":"+010889-08-02T05:31:50.655Z"' out
run_to 0 inspect f5lxx1zz5pnorynqglhzmsp33
ok "pretty output has it too" grep -q '+010889-08-02T05:31:50.655Z' out

it 'all-zero and all-one IDs are read'
run_quietly inspect --json 000000000000 zzzzzzzzzzzz 00000000000000000000000000000000

it '--node-size'
run_to 0 inspect --json --node-size 16 0u2r85hm2pt3
same "node id" "$(member nodeId)" "11001 "
same "counter" "$(member counter)" "39 "
run inspect --json 0u2r85hm2pt3
same "node ids" "$(grep -c nodeId out)" 0

it '--lenient'
run_to 0 inspect --json --lenient 01AR-YZ6S41-TSV4RRFFQ69G5FAV
ok "the canonical text" grep -q '"canonical":"01ARYZ6S41TSV4RRFFQ69G5FAV"' out
run_to 0 inspect --json -f ulid --lenient OLARYZ6S41TSV4RRFFQ69G5FAV
ok "the canonical text" grep -q '"canonical":"01ARYZ6S41TSV4RRFFQ69G5FAV"' out
run_to 1 inspect --json -f ulid OLARYZ6S41TSV4RRFFQ69G5FAV

escape=$(printf '\033')
# colored: whether the last output has colors.
colored() {
    grep -q "$escape\[" out && echo yes || echo no
}

it 'colors'
run inspect 036zg552n91mt9s0gyhdwif95
same "colors in a file" "$(colored)" no
run inspect --color never 036zg552n91mt9s0gyhdwif95
same "colors with never" "$(colored)" no
run inspect --color always 036zg552n91mt9s0gyhdwif95
same "colors with always" "$(colored)" yes
sed "s/$escape\[[0-9;]*m//g" out > plain
run inspect 036zg552n91mt9s0gyhdwif95
ok "colors change nothing else" cmp -s out plain
run_sh 'NO_COLOR=1 "$sortid" inspect --color always 036zg552n91mt9s0gyhdwif95'
same "colors with always and NO_COLOR" "$(colored)" yes
run inspect --json --color always 036zg552n91mt9s0gyhdwif95
same "colors in JSON" "$(colored)" no

# palette ARGUMENT...: the colors of the card.
palette() {
    run inspect 036zg552n91mt9s0gyhdwif95 "$@"
    if grep -q "$escape\[38;5;" out; then echo 256; elif grep -q "$escape\[0;3" out; then echo basic; else echo none; fi
}

it 'how many colors, by the environment'
export TERM COLORTERM
for colors in 'xterm basic' 'linux basic' 'screen basic' 'mach-color basic' 'vt100 basic' 'dumb basic' \
    'xterm-256color 256' 'tmux-256color 256' 'screen.xterm-256color 256' 'xterm-direct 256'; do
    TERM=${colors% *}
    same "always, TERM $TERM" "$(palette --color always)" "${colors##* }"
done
TERM=xterm
for COLORTERM in truecolor 24bit rxvt-256; do
    same "COLORTERM $COLORTERM" "$(palette --color always)" 256
done
COLORTERM=1
same "COLORTERM 1" "$(palette --color always)" basic
same "FORCE_COLOR" "$(FORCE_COLOR=1 CLICOLOR_FORCE=1 palette)" none
unset COLORTERM

it 'colors on a terminal'
if [ -z "$(no_terminal)" ]; then
    on_terminal="script -qec '\"\$sortid\" inspect 036zg552n91mt9s0gyhdwif95' /dev/null"
    run_sh "$on_terminal"
    same "colors" "$(colored)" yes
    run_sh "NO_COLOR=1 $on_terminal"
    same "colors with NO_COLOR" "$(colored)" no
    run_sh "NO_COLOR= $on_terminal"
    same "colors with an empty NO_COLOR" "$(colored)" yes
    for name in '' dumb unknown vt52 vt100 vt102 vt220 sun mach-gnu wsvt25m rxvt-m rxvt-basic xterm-mono xterm-r6; do
        run_sh "TERM=$name $on_terminal"
        same "colors of TERM '$name'" "$(colored)" no
    done
    run_sh "TERM=mach-gnu-color $on_terminal"
    same "colors of TERM mach-gnu-color" "$(colored)" yes
else
    skip "$(no_terminal)"
fi

it 'a ulid with hyphens that is too long: the message has the lengths of ulid'
run inspect --lenient 0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0
expect 1 "" '~sortid: arg:1:53: ".*" has 27 digits, a ulid has 26, 32, 36, 38 or 45'

it 'the local time, where it is asked for'
run_sh 'TZ=XST-05:30 "$sortid" inspect --local 036zg552n91mt9s0gyhdwif95'
same "exit status" "$status" 0
ok "the time" grep -qx '  local 2022-03-20T14:04:01.493+05:30' out
run_sh 'TZ=XST+11 "$sortid" inspect --local -f uuid-v1 00000000-0000-1000-9d14-03feeb099651'
ok "a time before 1970" grep -qx '  local 1582-10-14T13:00:00.000-11:00' out
for zone in --utc '--local --utc' ''; do
    run_sh 'TZ=XST-05:30 "$sortid" inspect '"$zone"' 036zg552n91mt9s0gyhdwif95'
    ok "no local time with '$zone'" sh -c '! grep -q local out'
done
run_sh 'TZ=UTC0 "$sortid" inspect --local 036zg552n91mt9s0gyhdwif95'
ok "not twice" sh -c '! grep -q local out'

tab=$(printf '\t')

table << END
# columns
inspect --columns id,format,time,unix,ms,node,counter,hex,int,uuid,confidence 036zg552n91mt9s0gyhdwif95 => 036zg552n91mt9s0gyhdwif95${tab}scru128${tab}2022-03-20T08:34:01.493Z${tab}1647765241.493${tab}1647765241493${tab}${tab}${tab}017fa6763e959acfbbc918ccf86021b9${tab}1992025945105153474701124391229465017${tab}017fa676-3e95-9acf-bbc9-18ccf86021b9${tab}medium
inspect --columns input,id,entropy,randomness 036ZG552N91MT9S0GYHDWIF95 => 036ZG552N91MT9S0GYHDWIF95${tab}036zg552n91mt9s0gyhdwif95${tab}4167049657${tab}
inspect -f scru64 --node-size 8 --columns node,counter,nodeCtr 0u2r85hm2pt3 => 42${tab}63783${tab}2816295
inspect -f scru64 --columns node,counter 0u2r85hm2pt3 => $tab
inspect -f snowflake-discord --columns node,worker,increment 1541815603606036480 => 11${tab}11${tab}0
inspect -f uuid-v1 --columns time,unix,ms,node,clock_seq 00000000-0000-1000-9d14-03feeb099651 => 1582-10-15T00:00:00.000Z${tab}-12219292800.000${tab}-12219292800000${tab}03feeb099651${tab}7444
inspect -f uuid-v4 --columns time,local,age,unix,ms,int,uuid 919108f7-52d1-4320-9bac-f847db4148a8 => $tab$tab$tab$tab${tab}193491124287564075115561252409011423400${tab}919108f7-52d1-4320-9bac-f847db4148a8
inspect --columns uuid,int,hex prefix_01h455vb4pex5vsknk084sn02q => 01890a5d-ac96-774b-bcce-b302099a8057${tab}2040782911132661522235942288014082135${tab}01890a5dac96774bbcceb302099a8057
inspect --columns int,uuid 507f1f77bcf86cd799439011 => $tab
END
run inspect --columns age 7ZZZZZZZZZZZZZZZZZZZZZZZZZ
expect 0 '~in [0-9]+ y( [0-9]+ d)?' "" # on one day of a year without days
table << END
run_sh 'TZ=XST-05:30 "$sortid" inspect --columns local 036zg552n91mt9s0gyhdwif95' => 2022-03-20T14:04:01.493+05:30

# names of columns and fields in any case, with blanks around them
inspect --columns " ID,Time$tab, NODE , entropY" 036zg552n91mt9s0gyhdwif95 => 036zg552n91mt9s0gyhdwif95${tab}2022-03-20T08:34:01.493Z${tab}${tab}4167049657
inspect --columns 'COUNTERHI,Clock_Seq, countERlo ' 036zg552n91mt9s0gyhdwif95 => 10145723${tab}${tab}13179084
END

it 'columns of all readings of a text, in their order'
"$sortid" inspect --json 01ARAS6S41TSV4RRFFQ69G5FAV > all
prints "ulid${tab}medium
scru128v1${tab}medium" inspect --columns format,confidence 01ARAS6S41TSV4RRFFQ69G5FAV

it 'columns of a stream with bad lines, and every name of a field'
given '036zg552n91mt9s0gyhdwif95\n\nbad\n036zg552n91mt9s0gyjcxmh89\n'
run inspect --columns id
expect 1 '036zg552n91mt9s0gyhdwif95
036zg552n91mt9s0gyjcxmh89' '~sortid: -:3:[0-9]+: "bad" .*'
for field in timestamp counterHi counterLo entropy perSecRandom nodeCtr randomness randA version variant payload \
    prefix worker sequence machine shard clock_seq; do
    run_to 0 inspect --columns $field 036zg552n91mt9s0gyhdwif95
done
table << 'END'
run_sh '"$sortid" gen ulid -n 5000 | "$sortid" inspect -f ulid --columns id,time > /dev/full' =3> standard output: No space left on device
run_sh '"$sortid" gen ulid -n 50000 | "$sortid" inspect -f ulid --columns id | head -n 1 | wc -l | tr -d " "' => 1

# texts that no kind is like
inspect '' =1> arg:1:1: "" (0 bytes) is not a known ID: it is empty
inspect hello - -- --zz =1> arg:1:1: "hello" (5 bytes) is not a known ID: it resembles no known kind of ID
| arg:2:1: "-" (1 byte) is not a known ID: it resembles no known kind of ID
| arg:3:1: "--zz" (4 bytes) is not a known ID: it resembles no known kind of ID
| inspect: without arguments, standard input is read: leave out -
inspect user-01h455vb4pex5vsknk084sn02q =1> arg:1:5: "user-01h455vb4pex5vsknk084sn02q" (31 bytes) is not a known ID: a TypeID has an underscore after its prefix, not a hyphen: write user_01h455vb4pex5vsknk084sn02q
END
run inspect user-01h455vb4pex5vsknk084sn02u
ok "not for other slips" sh -c '! grep -q underscore err'

several=01890a5dac96774bbcceb302099a8057 # a uuidv7, or four other kinds

it '--best shows the likeliest reading only'
run inspect -f uuidv7 $several
cp out alone
run inspect --best $several
same "the card, and how sure it is" "$(grep -v '^  sure  high: ' out)" "$(cat alone)"
prints "uuidv7${tab}2023-06-30T03:34:18.518Z
ulid${tab}2016-07-23T02:26:36.289Z" inspect --best --columns format,time $several 01ARAS6S41TSV4RRFFQ69G5FAV
{ for i in 1 2 3 4; do "$sortid" gen ulid -e hex; done; echo $several; } > in
run inspect --best --json
same "objects" "$(sed 's/^{"format":"\([a-z0-9]*\)".*"ambiguous":true}$/\1/' out | tail -n 1)" uuidv7
same "one for each line" "$(wc -l < out | tr -d ' ')" 5
: > in
run inspect --best 1541815603606036480
same "one of equals" "$(grep -c '^-- ' out)" 1

it '-q prints nothing, and the exit status tells'
prints "" inspect -q $several 01ARAS6S41TSV4RRFFQ69G5FAV
for option in --json '--columns id' --best ''; do
    fails 1 "" inspect --quiet $option 01ARAS6S41TSV4RRFFQ69G5FAV word
done
fails 1 "" inspect -q ''
fails 1 "" inspect -q -f ulid $several 036zg552n91mt9s0gyhdwif95
fails 1 "" inspect -q --node-size 8 01ARAS6S41TSV4RRFFQ69G5FAV
{ "$sortid" gen ulid -n 3000; } > in
prints "" inspect -q --json
run_sh '{ echo 01ARAS6S41TSV4RRFFQ69G5FAV; yes word; } | "$sortid" inspect -q'
expect 1 "" ""

it 'prefixes, and the encoding that was read'
U=01ARYZ6S41TSV4RRFFQ69G5FAV
run inspect ord_$U
ok "the prefix" grep -q "^-- ULID -* read from text after ord_ --$" out
run inspect user_01H455VB4PEX5VSKNK084SN02Q
ok "the note" grep -q "note  it may be a TypeID in upper case" out
ok "its text" grep -q user_01h455vb4pex5vsknk084sn02q out
run inspect 0x01563df36481d6764c61efb99302bd5b
ok "the encoding" grep -q "^-- ULID -* read from 0x --$" out
prints "ulid	$U
scru128	02uko23tv2fq8bxcqa7fjedzv
ulid	$U
scru128v1	01AOUV6P41QPR4OOFFN69G5FAR" inspect --columns format,id ord_$U AVY982SB1nZMYe-5kwK9Ww

it '-q with FORMAT asks for its text, or for the encoding of -i'
for no in 42 ord_$U 01563df3-6481-d676-4c61-efb99302bd5b; do
    fails 1 "" inspect -q ulid $no
done
table << 'END'
inspect -q ulid $U =>
inspect -q ulid -i uuid 01563df3-6481-d676-4c61-efb99302bd5b =>
inspect -q twitter 1541815603606036480 =>
END
fails 1 "" inspect -q 42
