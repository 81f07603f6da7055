# SPDX-License-Identifier: MIT
# sortid annotate, and convert in place: what is written at IDs, and that nothing else changes. Random
# texts are in long_lines.py (find) and csv_records.py (csv).
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

ulid=01ARYZ6S41TSV4RRFFQ69G5FAV ulid_uuid=01563df3-6481-d676-4c61-efb99302bd5b
ulid_time=2016-07-30T22:36:16.385Z
ksuid=36VfZtnQ9ZqGBMqLKqVcDbhtlq5 xid=9m4e2mr0ui3e8a215n4g

it 'the time comes after each ID'
given 'GET /%s 200\nno ID\r\n\n["%s",%%22%s%%22]\n' $ulid $ulid $ksuid
prints "GET /$ulid ($ulid_time) 200
no ID$(printf '\r')

[\"$ulid ($ulid_time)\",%22$ksuid (2025-12-07T08:38:37.000Z)%22]" annotate
given '%s %s\n' $xid $ulid
prints "$xid (2011-03-22T17:50:19.000Z) $ulid" annotate xid

it 'the time replaces the ID, in the form of -e'
given '<%s>\n' $ulid
for words in "time:$ulid_time" unix:1469918176.385 ms:1469918176385; do
    prints "<${words#*:}>" annotate --replace -e "${words%%:*}"
    prints "<${words#*:}>" convert --in-text -e "${words%%:*}"
    prints "<$ulid (${words#*:})>" annotate -e "${words%%:*}"
done
run_sh 'TZ=UTC-2 "$sortid" annotate --local'
expect 0 "<$ulid (2016-07-31T00:36:16.385+02:00)>" ""

it 'IDs are found as find finds them'
for words in "uuidv7" "--field 3" "--prefix ord" "ulid -i hex"; do
    given 'x %s 019a9a3a-6b8f-7b2c-8f3e-0123456789ab\nord_%s %s 01563df36481d6764c61efb99302bd5b\n' \
        $ulid $ulid $ulid
    run find --ids $words
    mv out ids
    run annotate $words
    ok "annotate $words" test "$(grep -oE '[^ _]+ \([^)]*\)' out | sed 's/ (.*//')" = "$(cat ids)"
    sed 's/ ([^)]*Z)//g' out > back
    ok "and nothing else" cmp -s back in
done

it 'colors show what was added'
given 'x %s y\n' $ulid
prints "x $ulid $(printf '\033[36m(%s)\033[0m' $ulid_time) y" annotate --color always

it 'every byte that is not an ID stays'
"$sortid" gen ulid -e bin -n 20000 > bytes
printf ' %s' $ulid >> bytes
for words in "annotate ulid" "annotate -0 ulid"; do
    cp bytes in
    run $words
    same "the status of $words" $status 0
    printf ' (%s)' $ulid_time > added
    cat bytes added > wanted
    ok "$words" cmp -s out wanted
done
given '\357\273\277%s' $ulid # a mark of UTF-8, and no newline
run convert --in-text -e uuid
printf '\357\273\277%s' $ulid_uuid > wanted
ok "mark and end" cmp -s out wanted
given 'a %s' $ulid
run annotate - ids
cat in ids > both
printf 'a %s (%s)\n' $ulid $ulid_time > wanted
sed 's/\([^ ]*\)$/&/' ids | "$sortid" annotate >> wanted
ok "a file without an end before another" cmp -s out wanted

it 'an ID that formats read with different times is reported'
both=01kqj6ss7jf0j4ep4v6vcq10an
given '%s\n' $both
run annotate ulid,scru128v1
expect 0 "$both (2026-05-01T16:43:54.994Z)" 'sortid: annotate: 1 ID can be read as several formats, and the others do not decide which; FORMAT chooses one'
prints "$both (2026-05-01T16:43:54.994Z)" annotate ulid

it 'a line is written before the next one comes'
mkfifo slow
run_sh '"$sortid" annotate < slow > lines & exec 3> slow
    echo "a '$ulid'" >&3
    tries=600
    until [ -s lines ] || [ $tries = 0 ]; do sleep 0.05; tries=$((tries - 1)); done
    cat lines
    exec 3>&-
    wait'
expect 0 "a $ulid ($ulid_time)" ""

it 'convert in a field: the rest stays, and records without an ID are reported'
given 'id;n\n"%s";"a;b\n%s"\n\nx;%s\n%s;2\n' $ulid $ulid $ulid $ulid
run convert -f ulid --field 1 --delimiter semicolon --header -e uuid
expect 1 "id;n
\"$ulid_uuid\";\"a;b
$ulid\"

x;$ulid
$ulid_uuid;2" 'sortid: -:5:1: field 1 has no ulid'
awk 'BEGIN { for (i = 0; i < 22; i++) print "x" }' > in
run convert --field 1 -e uuid
ok "status" test $status = 1
same "the lines that are reported" "$(grep -c '^sortid: -:[0-9]*:1: field 1 has no ID$' err)" 20
ok "the others" grep -qx 'sortid: convert: 2 more were copied unchanged' err
ok "they are copied" cmp -s in out
given '00000000010000000000000000\n'
prints 1 convert -f ulid --field 1 -e ms

it 'a text with the delimiter is quoted, or the ID is left'
given '%s-"%s"-x %s\n' $ulid $ulid $ulid
run convert --in-text --delimiter - -e uuid
expect 1 "\"$ulid_uuid\"-\"$ulid_uuid\"-x $ulid" 'sortid: -:1:59: its uuid has the delimiter of the fields: the ID is left'
given '%s x %s.\n' $ulid $ulid
run annotate --delimiter space ulid
expect 1 "\"$ulid ($ulid_time)\" x $ulid." 'sortid: -:1:30: its time has the delimiter of the fields: the ID is left'

it 'IDs without the encoding are left'
given '%s %s\n' $ulid $ksuid
run convert --in-text -e uuid
expect 1 "$ulid_uuid $ksuid" 'sortid: -:1:28: the ksuid has no uuid: it is left
sortid: convert: the IDs are of several formats: 1 ulid, 1 ksuid; if some are other text, give FORMAT'

it 'other kinds, marks and TypeIDs'
typeid=user_01h455vb4pex5vsknk084sn02q typeid_uuid=01890a5d-ac96-774b-bcce-b302099a8057
v4=919108f7-52d1-4320-9bac-f847db4148a8
given '(%s) %s 1541815603606036480 {%s}\n' $typeid $v4 $ulid_uuid
prints "($typeid) $v4 1541815603606036480 (2022-06-28T16:07:40.105Z) {$ulid_uuid}" annotate twitter
prints "($typeid) $v4 1541815603606036480 {$ulid_uuid}" annotate uuid # that version has no time
table << END
convert --in-text typeid,uuidv4 -e uuid => ($typeid_uuid) $v4 1541815603606036480 {$ulid_uuid}
convert --in-text -f uuidv4 -e guid => ($typeid) f7089191d15220439bacf847db4148a8 1541815603606036480 {$ulid_uuid}
convert --in-text -f ulid -i braces -e lower --prefix ord => ($typeid) $v4 1541815603606036480 ord_01aryz6s41tsv4rrffq69g5fav
END
given '0x%sx%s\n' 01563df36481d6764c61efb99302bd50 01563df36481d6764c61efb99302bd5b
run annotate ulid -i 0x --anywhere # marks begin after the ID before
expect 0 "0x01563df36481d6764c61efb99302bd50 (2016-07-30T22:36:16.385Z)x01563df36481d6764c61efb99302bd5b" ""
given '(%s) %s 1541815603606036480 {%s}\n' $typeid $v4 $ulid_uuid
table << END
annotate --replace typeid -e ms => (1688096058518) $v4 1541815603606036480 {$ulid_uuid}

# wrong usage of annotate, and of convert in place
annotate -e hex =2> -e hex: annotate writes times: time, unix or ms; 'sortid convert --in-text' writes IDs
annotate -e ms --local =2> --utc and --local apply to -e time
annotate uuidv4 =2> IDs of the kind uuid-v4 have no time: only find and convert read them
annotate --lenient =2> --lenient needs FORMAT
convert --in-text -e bin =2> -e bin: raw bytes are not text
convert -f ulid --csv =2> --csv, --delimiter, --header, --anywhere and --any-time need --in-text or --field N
convert -f ksuid --in-text -e uuid =2> ksuid has no encoding uuid: .*
END
