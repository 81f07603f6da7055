# SPDX-License-Identifier: MIT
# convert: every encoding of every format, arguments and streams, raw bytes, what is refused.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

# forms FORMAT TEXT HEX INT [UUID]: one ID in all its encodings, each read from each.
forms() {
    format=$1 text=$2 hex=$3 int=$4 uuid=${5:-}
    for input in text hex int ${uuid:+uuid}; do
        for output in text hex int ${uuid:+uuid}; do
            it "convert -f $format -i $input -e $output"
            eval "from=\$$input to=\$$output"
            # shellcheck disable=SC2154
            prints "$to" convert -f "$format" -i $input -e $output "$from"
            upper=$(printf '%s' "$from" | tr '[:lower:]' '[:upper:]')
            lower=$(printf '%s' "$from" | tr '[:upper:]' '[:lower:]')
            given '%s\n%s' "$upper" "$lower"
            prints "$to
$to" convert -f "$format" -i $input -e $output
        done
        it "convert -f $format -i $input -e bin, and back"
        run convert -f "$format" -i $input -e bin "$from" "$from"
        expect_hex 0 "$hex$hex"
        mv out in
        prints "$from
$from" convert -f "$format" -i bin -e $input
    done
}
forms scru128 036zg552n91mt9s0gyhdwif95 017fa6763e959acfbbc918ccf86021b9 \
    1992025945105153474701124391229465017 017fa676-3e95-9acf-bbc9-18ccf86021b9
forms scru128v1 00PP7OUAC22A7TO4VESB1R83L5 00ce4f8f2982128fdc13eee2c3b40ea5 \
    1071226805690235928805475128578412197 00ce4f8f-2982-128f-dc13-eee2c3b40ea5
forms ulid 01ARYZ6S41TSV4RRFFQ69G5FAV 01563df36481d6764c61efb99302bd5b \
    1777022036153689948599198395857550683 01563df3-6481-d676-4c61-efb99302bd5b
forms scru160 05U0GF0J0SP1ADJPT0U4VHIMCJJAIP51 017c083c130732153679e83c4fc65664e6a964a1 \
    8475000515963799931118861755026228973572547745
forms scru64 0u2r85hm2pt3 0186ac4bad2af927 109964681944955175
forms uuidv7 017f22e2-79b0-7cc3-98c4-dc0c0c07398f 017f22e279b07cc398c4dc0c0c07398f \
    1989357241971137676463954034883508623 017f22e2-79b0-7cc3-98c4-dc0c0c07398f

it 'hex digits as other programs write them'
for written in 0x0 0X0 '\x0' '\\x0' "X'0'" "x'0'"; do
    written=$(printf '%s' "$written" | sed 's/0\([^xX]*\)$/01563df36481d6764c61efb99302bd5b\1/')
    prints 01ARYZ6S41TSV4RRFFQ69G5FAV convert -f ulid -i hex "$written"
done
table << 'END'
convert -f ulid -i uuid '{01563df3-6481-d676-4c61-efb99302bd5b}' urn:uuid:01563df3-6481-d676-4c61-efb99302bd5b => 01ARYZ6S41TSV4RRFFQ69G5FAV
| 01ARYZ6S41TSV4RRFFQ69G5FAV
given '%s\n' 0x01563df36481d6764c61efb99302bd5b 01563df36481d6764c61efb99302bd5b
convert -f ulid -i hex => 01ARYZ6S41TSV4RRFFQ69G5FAV
| 01ARYZ6S41TSV4RRFFQ69G5FAV
convert -f ulid -i hex 0x01563df36481d6764c61efb99302bd5g =1> ~arg:1:34: unexpected "g" in .*: a ulid has one of 0-9 a-f here
END
for bad in 0x "X''" "X'01563df36481d6764c61efb99302bd5b" 0x0x01563df36481d6764c61efb99302bd5b; do
    run_to 1 convert -f ulid -i hex "$bad"
done

it '-0 reads what gen -0 writes'
"$sortid" gen -0 -n 1000 ulid > in
run_to 0 convert -f ulid -0
same_text out "$(tr '\0' '\n' < in)"
given '00\r\0001\0'
table << 'END'
convert -f scru64 -i int -0 =1> 000000000001
! ~-:1:[0-9]+: .*
given '%01100d\r\0001\0' 0
convert -f scru64 -i int -0 =1> 000000000001
! ~-:1:20: "0*"\.\.\. has 1101 bytes, .*
given '1\0002\0003\0'
convert -f scru64 -i int -0 => 000000000001
| 000000000002
| 000000000003

# uuidv7 has its version and variant in every encoding
convert -f uuidv7 017f22e2-79b0-4cc3-18c4-dc0c0c07398f =1> ~arg:1:15: .* is a UUID of version 4, not 7
convert -f uuidv7 017f22e2-79b0-7cc3-18c4-dc0c0c07398f =1> ~arg:1:20: .* a UUID of another variant than that of RFC 9562
convert -f uuidv7 -i hex 017f22e279b04cc398c4dc0c0c07398f 017f22e279b07cc3d8c4dc0c0c07398f =1> ~arg:1:13: .* is a UUID of version 4, not 7
| arg:2:17: .* a UUID of another variant than that of RFC 9562
convert -f uuidv7 -i int 1989357241970911002872776291913251215 =1> ~arg:1:1: .* is a UUID of version 4, not 7
given '\001\177\042\342\171\260\114\303\230\304\334\014\014\007\071\217'
convert -f uuidv7 -i bin =1> ~-:1:7: .* is a UUID of version 4, not 7
convert -f uuidv7 017f22e279b07cc398c4dc0c0c07398f =1> ~arg:1:33: .* is a uuidv7 in hex form: give -i hex
END
for other in '{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}' urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f; do
    fails 1 '~sortid: arg:1:37: .* is a uuidv7 in (braces|urn) form: give -i (braces|urn)' convert -f uuidv7 "$other"
done

table << 'END'
# text of scru160 has 32 or 40 digits; base32hex has 32 only
convert -f scru160 017c083c130732153679e83c4fc65664e6a964a1 => 05U0GF0J0SP1ADJPT0U4VHIMCJJAIP51
convert -f scru160 -i base32hex -e base32hex 05u0gf0j0sp1adjpt0u4vhimcjjaip51 => 05U0GF0J0SP1ADJPT0U4VHIMCJJAIP51
convert -f scru160 -i base32hex 017c083c130732153679e83c4fc65664e6a964a1 =1> ~arg:1:33: .* is a scru160 in hex form: give -i hex
convert -f scru160 017c083c130732153679e83c4fc65664e6a964a =1> ~arg:1:33: .* has 39 bytes, a scru160 has 32 or 40
convert -f scru160 017c083c130732153679e83c4fc65664e6a964ag =1> ~arg:1:40: unexpected "g" in .*: a scru160 has one of 0-9 a-f here

# letters of ksuid have a case in texts, none in hex
convert -f ksuid 0ujtsYcgvSTl8PAuAdqWYSMnL-v =1> arg:1:26: unexpected "-" in "0ujtsYcgvSTl8PAuAdqWYSMnL-v": a ksuid has one of 0-9 A-Z a-z here
convert -f ksuid -i hex 0669f7efb5a1cd34b5f99d1154fb6853345c973g =1> ~arg:1:40: unexpected "g" in .*: a ksuid has one of 0-9 a-f here

# names of encodings in any case
convert -f Scru128 -i HEX -e UuId 017FA6763E959ACFBBC918CCF86021B9 => 017fa676-3e95-9acf-bbc9-18ccf86021b9
convert -f SCRU128 -e Time 036ZG552N91MT9S0GYHDWIF95 => 2022-03-20T08:34:01.493Z
END

it 'lenient ulids'
run convert -f ulid --lenient OLARYZ6S41TSV4RRFFQ69G5FAV 01AR-YZ6S41TSV4-RRFFQ69G5FA-V \
    0iaryz6s4Itsv4rrffq69g5fav
expect 0 '01ARYZ6S41TSV4RRFFQ69G5FAV
01ARYZ6S41TSV4RRFFQ69G5FAV
01ARYZ6S41TSV4RRFFQ69G5FAV' ""
table << 'END'
convert -f ulid OLARYZ6S41TSV4RRFFQ69G5FAV =1> ~arg:1:1: unexpected "O" in "OLARYZ6S41TSV4RRFFQ69G5FAV": a ulid has one of .* here
convert -f ulid --lenient 01ARYZ6S41TSV4RRFFQ69G5FA =1> arg:1:26: "01ARYZ6S41TSV4RRFFQ69G5FA" has 25 digits, a ulid has 26
convert -f ulid --lenient 01ARYZ6S41TSV4RRFFQ69G5F-A =1> ~arg:1:27: .* has 25 digits, a ulid has 26
convert -f ulid --lenient 01ARYZ6S41TSV4RRFFQ69G5FAU =1> ~arg:1:26: unexpected "U" in .*: a ulid has one of 0-9 a-t v-z here
convert -f ulid --lenient 01ARYZ6S41--TSV4RRFFQ69G5FAV =1> ~arg:1:11: unexpected "-" in .*: a hyphen is allowed only between two digits
convert -f ulid --lenient -- -01ARYZ6S41TSV4RRFFQ69G5FAV =1> arg:1:1: unexpected "-" at column 1, before the ulid 01ARYZ6S41TSV4RRFFQ69G5FAV

# the ends of the formats
convert -f scru128 f5lxx1zz5pnorynqglhzmsp33 0000000000000000000000000 -e hex => ffffffffffffffffffffffffffffffff
| 00000000000000000000000000000000
END
for beyond in f5lxx1zz5pnorynqglhzmsp34 zzzzzzzzzzzzzzzzzzzzzzzzz; do
    run convert -f scru128 $beyond
    expect 1 "" "sortid: arg:1:1: \"$beyond\" is out of range: the last scru128 is f5lxx1zz5pnorynqglhzmsp33"
done
for beyond in 80000000000000000000000000 ZZZZZZZZZZZZZZZZZZZZZZZZZZ G0000000000000000000000001; do
    run convert -f ulid $beyond
    expect 1 "" "sortid: arg:1:1: \"$beyond\" is out of range: the last ulid is 7ZZZZZZZZZZZZZZZZZZZZZZZZZ"
done
table << 'END'
convert -f scru128v1 80000000000000000000000000 =1> ~arg:1:1: .* is out of range: the last scru128v1 is 7VVVVVVVVVVVVVVVVVVVVVVVVV
convert -f scru64 -i hex 41c21cb8e1000000 =1> ~arg:1:1: .* is out of range: the last scru64 is 41c21cb8e0ffffff
convert -f scru64 -i int 4738381338321616896 =1> ~arg:1:1: .* is out of range: the last scru64 is 4738381338321616895
given '\101\302\034\270\341\000\000\000'
convert -f scru64 -i bin =1> ~-:1:1: "A\\xc2\\x1c\\xb8\\xe1\\x00\\x00\\x00" is out of range: the last scru64 is .*
convert -f ulid -i int 340282366920938463463374607431768211456 =1> ~arg:1:1: .* is out of range: the last ulid is 340282366920938463463374607431768211455
END

it 'integers have no leading zeros, signs or points'
for wrong in 007 00 +1 -1 1.0 1e3 0x1f; do
    fails 1 "~sortid: arg:1:[1-3]: unexpected .*: a ulid has one of [01]-9( .*)? here" convert -f ulid -i int -- $wrong
done
table << 'END'
convert -f ulid -i int -- '' =1> arg:1:1: "" has 0 bytes, a ulid has 1 to 39
convert -f ulid -i int 0 => 00000000000000000000000000

# hex has all its digits after 0x, a uuid its hyphens
convert -f ulid -i hex 0x563df36481d6764c61efb99302bd5b =1> ~arg:1:2: unexpected "x" in .*: a ulid has one of 0-9 a-f here
convert -f ulid -i uuid 01563df36481d6764c61efb99302bd5b =1> ~arg:1:33: .* is a ulid in hex form: give -i hex
convert -f ulid 01563df3-6481-d676-4c61-efb99302bd5b =1> ~arg:1:27: .* is a ulid in uuid form: give -i uuid
convert -f ulid -i hex 01ARYZ6S41TSV4RRFFQ69G5FAV =1> ~arg:1:27: .* is a ulid in text form: give -i text
convert -f ulid -i uuid 01563df3-6481d-676-4c61-efb99302bd5b =1> ~arg:1:14: unexpected "d" in .*: a ulid has - here

# what an ID is instead: another encoding, another kind, a part of the text
convert -f ulid 1777022036153689948599198395857550683 =1> arg:1:27: "1777022036153689948599198395857550683" is a ulid in int form: give -i int
convert -f ulid 0ujtsYcgvSTl8PAuAdqWYSMnLOv =1> arg:1:27: "0ujtsYcgvSTl8PAuAdqWYSMnLOv" is a ksuid, not a ulid
convert -f ksuid -i hex 01ARYZ6S41TSV4RRFFQ69G5FAV =1> ~arg:1:27: .* is a ulid, not a ksuid
convert -f ulid 919108f7-52d1-4320-9bac-f847db4148a8 =1> ~arg:1:27: .* is a uuid-v4, or a ulid in uuid form: give -i uuid
convert -f ulid 123 =1> arg:1:4: "123" has 3 bytes, a ulid has 26
convert -f ulid x,01ARYZ6S41TSV4RRFFQ69G5FAV =1> arg:1:1: unexpected "x," at column 1, before the ulid 01ARYZ6S41TSV4RRFFQ69G5FAV
convert -f ulid -i hex ' 01563df36481d6764c61efb99302bd5b' =1> arg:1:1: unexpected " " at column 1, before the ulid 01563df36481d6764c61efb99302bd5b
convert -f ulid x01ARYZ6S41TSV4RRFFQ69G5FAV =1> ~arg:1:27: .* has 27 bytes, a ulid has 26
convert -f ulid "$(printf '\033[2J01ARYZ6S41TSV4RRFFQ69G5FAV')" =1> arg:1:1: unexpected "\x1b[2J" at column 1, before the ulid 01ARYZ6S41TSV4RRFFQ69G5FAV
# digits that an ID of the range can have
convert -f ulid ,,,,,,,,,,,,,,,,,,,,,,,,,, =1> ~arg:1:1: .* a ulid has one of 0-7 here
convert -f ulid 8,,,,,,,,,,,,,,,,,,,,,,,,, =1> ~arg:1:2: .* a ulid has one of 0-9 a-h j k m n p-t v-z here
convert -f scru128 f,,,,,,,,,,,,,,,,,,,,,,,, =1> ~arg:1:2: .* a scru128 has one of 0-5 here
convert -f uuidv7 017f22e2-79b0-xcc3-98c4-dc0c0c07398f =1> ~arg:1:15: .* a uuidv7 has 7 here
convert -f uuidv7 017f22e2-79b0-7cc3-x8c4-dc0c0c07398f =1> ~arg:1:20: .* a uuidv7 has one of 8 9 a b here
given '\001\177\042\342\171\260\114\303\230\304\334\014\014\007\071\217'
convert -f ulid =1> ~-:1:17: .* has 16 bytes, a ulid has 26: raw bytes of IDs need -i bin

# good IDs are converted and bad ones reported in one run
given '01ARYZ6S41TSV4RRFFQ69G5FAV\nbad\n\n01ARYZ6S41TSV4RRFFQ69G5FAU\n01arYZ6S41TSV4RRFFQ69G5FAV'
convert -f ulid =1> 01ARYZ6S41TSV4RRFFQ69G5FAV
| 01ARYZ6S41TSV4RRFFQ69G5FAV
! -:2:4: "bad" has 3 bytes, a ulid has 26
! -:4:26: unexpected "U" in "01ARYZ6S41TSV4RRFFQ69G5FAU": a ulid has one of 0-9 a-h j k m n p-t v-z here

# a short last record
given '0123456789abcdef01234'
convert -f ulid -i bin =1> 1G64S36D1N6RVKGEB1C9HP8SB6
! -:2:6: "01234" has 5 bytes, a ulid has 16

# raw bytes may be newlines and returns
given '\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n'
convert -f ulid -i bin -e hex => 0d0a0d0a0d0a0d0a0d0a0d0a0d0a0d0a
| 0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a

# TypeIDs
convert -f uuidv7 -e typeid --prefix prefix 01890a5d-ac96-774b-bcce-b302099a8057 => prefix_01h455vb4pex5vsknk084sn02q
convert -f uuidv7 -e typeid 01890a5d-ac96-774b-bcce-b302099a8057 => 01h455vb4pex5vsknk084sn02q
convert -f uuidv7 -i typeid prefix_01h455vb4pex5vsknk084sn02q 01h455vb4pex5vsknk084sn02q => 01890a5d-ac96-774b-bcce-b302099a8057
| 01890a5d-ac96-774b-bcce-b302099a8057
END
run_sh '"$sortid" gen uuidv7 -n 2000 > ids && "$sortid" convert -f uuidv7 -e typeid --prefix a_b < ids |
    "$sortid" convert -f uuidv7 -i typeid | cmp - ids'
expect 0 "" ""
table << 'END'
run_sh '"$sortid" gen uuidv7 -e typeid --prefix user -n 3000 | "$sortid" check uuidv7 -i typeid > /dev/null' =>

# TypeIDs that hold no UUIDv7
convert -f uuidv7 00000000-0000-0000-0000-000000000000 =1> arg:1:15: "00000000-0000-0000-0000-000000000000" is the Nil UUID (RFC 9562), not a uuidv7
convert -f uuidv7 ffffffff-ffff-ffff-ffff-ffffffffffff =1> arg:1:15: "ffffffff-ffff-ffff-ffff-ffffffffffff" is the Max UUID (RFC 9562), not a uuidv7
convert -f uuidv7 -i typeid user_3g77qbrnpz9qs84q1en9bsthkx =1> arg:1:16: "user_3g77qbrnpz9qs84q1en9bsthkx" is a UUID of version 4, not 7
convert -f uuidv7 -i base64url nxtcLj1ESmuMfQEjRWeJqw =1> arg:1:1: "nxtcLj1ESmuMfQEjRWeJqw" is a UUID of version 4, not 7
convert -f uuidv7 -i guid 2e5c1b9f443d6b4a8c7d0123456789ab =1> arg:1:1: "2e5c1b9f443d6b4a8c7d0123456789ab" is a UUID of version 4, not 7
convert -f uuidv7 -i 0x 0x9f1b5c2e3d444a6b8c7d0123456789ab =1> arg:1:15: "0x9f1b5c2e3d444a6b8c7d0123456789ab" is a UUID of version 4, not 7
convert -f uuidv7 -i typeid user_01h455vb4pex5vsknk084sn02U =1> arg:1:31: "user_01h455vb4pex5vsknk084sn02U" (31 bytes) is not a typeid: a typeid cannot have "U" at column 31
convert -f uuidv7 -i typeid user_01h =1> arg:1:9: "user_01h" (8 bytes) is not a typeid: a typeid has 31 bytes

# hex digits in marks are neither a number nor another text
convert -e hex 0x1234567890123456 => 1234567890123456
convert -e hex 0x12345678901234567890 =1> arg:1:23: "0x12345678901234567890" (22 bytes) is not a known ID: a scru128 has 25 bytes; an objectid, which has 24 bytes, cannot have "x" at column 2; a ulid has 26 bytes
convert -f uuid -i uuid user_01h455vb4pex5vsknk084sn02q =1> arg:1:1: "user_01h455vb4pex5vsknk084sn02q" (31 bytes) is not a uuid: it is a typeid
convert -f uuid -i typeid {9f1b5c2e-3d44-4a6b-8c7d-0123456789ab} =1> arg:1:1: "{9f1b5c2e-3d44-4a6b-8c7d-0123456789ab}" (38 bytes) is not a uuid: it is a uuid-v4 in another encoding: give -i braces
convert -f nanoid -e lower V1StGXR8_Z5jdHi6B-myT =2> nanoid has no encoding lower: its encodings are text hex int bin uuid 0x bytea blob braces urn guid base64url
convert -f cuid2 FFFFFFFFABCDEF0123456789 =1> arg:1:1: "FFFFFFFFABCDEF0123456789" (24 bytes) is not a cuid2: it is a cuid2 with letters in upper case: write ffffffffabcdef0123456789

# times
convert -f ulid -e time 01ARYZ6S41TSV4RRFFQ69G5FAV 7ZZZZZZZZZZZZZZZZZZZZZZZZZ => 2016-07-30T22:36:16.385Z
| +010889-08-02T05:31:50.655Z
convert -f ulid -e unix 01ARYZ6S41TSV4RRFFQ69G5FAV 00000000000000000000000000 => 1469918176.385
| 0.000
convert -f ulid -e ms 01ARYZ6S41TSV4RRFFQ69G5FAV 00000000000000000000000000 => 1469918176385
| 0
convert -f ksuid -e unix 0ujtsYcgvSTl8PAuAdqWYSMnLOv => 1507608047.000
convert -f uuidv7 -i typeid -e time prefix_01h455vb4pex5vsknk084sn02q => 2023-06-30T03:34:18.518Z
END
for form in time unix ms; do
    "$sortid" gen ulid -n 3000 > in
    { cat in; echo bad; cat in; } > mixed && mv mixed in
    says 1 'sortid: -:3001:4: "bad" has 3 bytes, a ulid has 26' convert -f ulid -e $form
    same "lines" "$(wc -l < out)" 6000
    run_sh '"$sortid" inspect -f ulid --columns '$form' < in 2> /dev/null'
    mv out wanted
    run convert -f ulid -e $form
    ok "$form as inspect has it" cmp -s out wanted
done

table << 'END'
# times in the local time zone
run_sh 'TZ=XST-05:30 "$sortid" convert -f ulid -e time --local 01ARYZ6S41TSV4RRFFQ69G5FAV' => 2016-07-31T04:06:16.385+05:30
run_sh 'TZ=XST-05:30 "$sortid" convert -f ulid -e time 01ARYZ6S41TSV4RRFFQ69G5FAV' => 2016-07-30T22:36:16.385Z
run_sh 'TZ=XST-05:30 "$sortid" convert -f ulid -e time --local 7ZZZZZZZZZZZZZZZZZZZZZZZZZ' => +010889-08-02T11:01:50.655+05:30
END

it 'every encoding that a format has is written and read by name'
ulid=01ARYZ6S41TSV4RRFFQ69G5FAV hex=01563df36481d6764c61efb99302bd5b uuid=01563df3-6481-d676-4c61-efb99302bd5b
while read -r name text; do
    prints "$text" convert -f ulid -e "$name" $ulid
    prints $ulid convert -f ulid -i "$name" "$text"
done << END
lower 01aryz6s41tsv4rrffq69g5fav
0x 0x$hex
bytea \\x$hex
blob X'$hex'
braces {$uuid}
urn urn:uuid:$uuid
guid f33d5601816476d64c61efb99302bd5b
base64url AVY982SB1nZMYe-5kwK9Ww
END
table << END
convert -f ulid -i guid f33d5601-8164-76d6-4c61-efb99302bd5b "X'f33d5601816476d64c61efb99302bd5b'" => $ulid
| $ulid
convert -f ulid -i base64url AVY982SB1nZMYe+5kwK9Ww== => $ulid
convert -f ulid -i base64url AVY982SB1nZMYe-5kwK9Wx 'AVY982SB1nZMYe-5kwK9W!' AVY982SB1nZMYe =1> ~arg:1:22: .*
| arg:2:22: .*
| arg:3:15: .* has 14 bytes, a ulid has 22
convert -f ulid AVY982SB1nZMYe-5kwK9Ww =1> ~arg:1:23: .* is a ulid in base64url form: give -i base64url
convert -f ksuid -e lower 0ujtsYcgvSTl8PAuAdqWYSMnLOv =2> ksuid has no encoding lower: .*

# without -f the first ID tells the kind of all, in any encoding
convert -e hex $ulid ord_$ulid '{01563df3-6481-d676-4c61-efb99302bd5b}' => $hex
| $hex
| $hex
convert -e uuid 0x$hex => $uuid
convert -e time 0x$hex =1> ~arg:1:1: .* may be a scru128 or of another kind, ulid: give -f FORMAT
convert -e text 0x$hex =1> ~arg:1:1: .* may be a scru128 or of another kind, ulid: give -f FORMAT
convert -e hex $ulid 0ujtsYcgvSTl8PAuAdqWYSMnLOv =1> $hex
! ~arg:2:27: .* is not a ulid: it is a ksuid
convert -e urn 919108f7-52d1-4320-9bac-f847db4148a8 017f22e2-79b0-7cc3-98c4-dc0c0c07398f => urn:uuid:919108f7-52d1-4320-9bac-f847db4148a8
| urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f
END
given '134717442157657269959369459955752749862941273624\n112345678901234567890123456\n112345678901234567890123456\n'
run convert -e hex # after a number, digits that are a text are no number in any block
expect 0 "1798f06488acc0bc58d922ea1c5014481d42ae18
0720119efb3cf9c04316499f6a53f15e23959fb4
0720119efb3cf9c04316499f6a53f15e23959fb4" ""
given '0u2r85hm2pt3\n0u2r85hm2pt3\n'
fails 1 '~sortid: -:1:1: .* is a scru64, which has no uuid
sortid: -:2:1: .* is a scru64, which has no uuid' convert -e uuid # each line is reported
fails 1 '~sortid: arg:1:1: "nothing" .* is not a known ID: .*' convert nothing

it 'other kinds, from each encoding that convert writes'
while read -r kind id; do
    for encoding in text hex int uuid lower 0x bytea blob base64url guid braces urn typeid; do
        given "$id"
        run convert -f "$kind" -e "$encoding"
        [ "$status" != 2 ] || continue # the kind lacks it
        mv out in
        prints "$id" convert -f "$kind" -i "$encoding"
    done
done << 'END'
xid 9m4e2mr0ui3e8a215n4g
objectid 507f1f77bcf86cd799439011
twitter 1541815603606036480
discord 175928847299117063
typeid 01h455vb4pex5vsknk084sn02q
uuidv1 c232ab00-9414-11ec-b3c8-9f6bdeced846
uuidv4 919108f7-52d1-4320-9bac-f847db4148a8
uuidv6 1ec9414c-232a-6b00-b3c8-9f6bdeced846
END

table << 'END'
# other kinds are converted too, and prefixes written and kept
convert -f twitter -e time 1541815603606036480 => 2022-06-28T16:07:40.105Z
convert -f objectid -e bytea 507f1f77bcf86cd799439011 0x507f1f77bcf86cd799439011 => \x507f1f77bcf86cd799439011
| \x507f1f77bcf86cd799439011
convert -f uuid -e time 919108f7-52d1-4320-9bac-f847db4148a8 =1> ~arg:1:1: .* is a uuid-v4, which has no time
convert -f typeid -e uuid user_01h455vb4pex5vsknk084sn02q => 01890a5d-ac96-774b-bcce-b302099a8057
convert -f typeid user_01h455vb4pex5vsknk084sn02q => user_01h455vb4pex5vsknk084sn02q
convert -f ulid --prefix Order.v2 -e lower $ulid => Order.v2_01aryz6s41tsv4rrffq69g5fav
convert -f ulid --prefix _x $ulid =2> --prefix "_x": must begin with a letter, .*
convert --bits 41/10/12 --epoch 2020-01-01 -e time 123456789012345678 => 2020-12-06T16:13:12.216Z
convert --bits 41/x -e time 123456789012345678 =2> --bits "41/x": must be 2 to 4 numbers of bits, .*
convert --bits 63/1 -e ms 18446744073709551615 =2> --bits "63/1": must be 2 to 4 numbers of bits, at most 53 of the time first, .*
convert --bits 41/10/12 -f ulid 1 =2> --bits applies to snowflakes, not to ulid

# without -f, an ID in another encoding must be one by itself
convert -e time 01M6AGHTV7313Q0TJZQ4YV0P5F 42 019a9a3a-6b8f-4b2c-8f3e-0123456789ab 0x01563df36481d6764c61efb99302bd5b =1> 2026-11-01T02:55:52.167Z
| 2016-07-30T22:36:16.385Z
! ~arg:2:1: "42" .* is not a ulid: .*
! arg:3:1: .* is not a ulid: it is a uuid-v4
convert snowflake -e time 1571319635338223622 =1> ~arg:1:1: .* may be a snowflake-twitter or of another kind, snowflake-discord: give -f FORMAT

# the same bits are written as another format by its name
convert uuidv7 -e ulid 01890a5d-ac96-774b-bcce-b302099a8057 => 01H455VB4PEX5VSKNK084SN02Q
convert ksuid -e ulid 0ujtsYcgvSTl8PAuAdqWYSMnLOv =2> ksuid has no encoding ulid: .*
END
