# SPDX-License-Identifier: MIT
# sortid filter: the lines whose ID lies in a span of time.
# shellcheck shell=sh disable=SC2016,SC2046,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

# lines FORMAT: a line for each time, with an ID of the format.
lines() {
    for at in 2026-10-31T23:59:59.999Z 2026-11-01 2026-11-15T12:00:00.500Z 2026-11-30T23:59:59.999Z 2026-12-01; do
        echo "at $at id=$("$sortid" gen $1 --at $at)"
    done
}

it 'a span is half-open, for every format'
for format in $(formats_but scru64 ksuid); do
    lines $format > in
    for span in "--since 2026-11 --until 2026-12" "--in 2026-11" \
        "--since @1793491200 --until 1796083200"; do
        prints "$(sed -n 2,4p in)" filter $format $span
        prints "$(sed -n 2,4p in)" filter $span
    done
    prints "$(sed -n 3,5p in)" filter $format --since 2026-11-15T12:00:00.500Z
    prints "$(sed -n 4,5p in)" filter $format --since 2026-11-15T12:00:00.501Z
    prints "$(sed -n 1,2p in)" filter $format --until 2026-11-15T12:00:00.500Z
    prints "" filter $format --until 2000-06
    run filter $format --until 1960
    expect_usage filter "the span ends at 1970-01-01T00:00:00.000Z, but times of IDs are plausible from 2000 to a year ahead: give --any-time too"
    prints "" filter $format --until 1960 --any-time
done

it 'filter keeps what range has'
for format in scru64 ksuid; do
    for at in 0 1 2 3 4 5 6 7 8 9; do
        "$sortid" gen $format --at @1795132800.$at --state none $([ $format = ksuid ] || echo --node 1/8)
    done > in
    "$sortid" range $format @1795132800.256 @1795132801 > bounds 2> err ||
        printf '1\n0\n' > bounds
    first=$(sed -n 1p bounds) last=$(sed -n 2p bounds)
    awk -v a="$first" -v b="$last" '$0 "" >= a "" && $0 "" <= b ""' in > wanted
    run_to 0 filter $format --since @1795132800.256 --until @1795132801
    ok "the IDs of the range of $format" cmp -s out wanted
done

it 'adjacent spans share no line and lose none'
"$sortid" gen ulid -n 200000 | awk '{ print "n=" NR, $0 }' > in
middle=@$("$sortid" inspect -f ulid --json $(sed -n 100000p in | cut -d' ' -f2) |
    sed 's/.*"timestamp":"\([0-9]*\)\([0-9][0-9][0-9]\)".*/\1.\2/')
"$sortid" filter ulid --until $middle in > before
"$sortid" filter ulid --since $middle in > after
cat before after > out
ok "both together are all" cmp -s in out
ok "the first is not all" [ -s before ]
ok "the second is not all" [ -s after ]

it 'any ID of a line, and the one of a field'
# The last of a ms: no digit Z is of scru128v1, which would have another time.
old=$("$sortid" range ulid 2020-05-05 | tail -n 1) new=$("$sortid" range ulid 2026-05-05 | tail -n 1)
given '%s %s\n%s %s\n%s\nnone\n' $old $new $new $old $old
table << END
filter --in 2026 => $old $new
| $new $old
filter --in 2026 --field 1 => $new $old
filter --in 2026 --field 3 =>
END

it 'CSV with a header'
printf 'id,name\n%s,"a, b"\n%s,c\n' $old $new > one
printf 'id,name\n%s,d' $new > two
table << END
filter --in 2026 --csv --field 1 --header one two => id,name
| $new,c
| $new,d
filter --in 2026 one two => $new,c
| $new,d

# prefixes
given 'user_%s\norder_%s\n%s\n' $new $new $new
filter --in 2026 --prefix user => user_$new

# lines that belong to the line before them
given 'head\n%s a\n  a1\n\n%s b\n  b1\n  b2\n%s c\n%s d\n d1' $new $old $old $new
filter --in 2026 --multiline => $new a
|   a1
|
| $new d
|  d1
filter --in 2020 --multiline => $old b
|   b1
|   b2
| $old c
END
cp in one
printf 'other file\n' > two
run filter --in 2026 --multiline one two
same "the last line" "$(tail -n 1 out)" " d1"

it 'many lines of a block of several'
awk -v old=$old -v new=$new 'BEGIN { for (i = 0; i < 40000; i++) { print i, i % 7 ? new : old
    if (i % 11 == 0) print "  more" } }' > in
run filter ulid --in 2026
grep $new in > wanted
ok "the same as grep" cmp -s out wanted
run filter ulid --in 2020 --multiline
awk -v old=$old '/^[0-9]/ { keeps = index($0, old) } keeps' in > wanted
ok "the same as awk" cmp -s out wanted

it 'no match is status 0, with -q 1'
given '%s\n' $old
prints "" filter --in 2026
fails 1 "" filter --in 2026 -q
prints "" filter --in 2020 -q
run filter --in 2020 missing -
expect 3 $old "sortid: missing: No such file or directory"

it 'an ID that several formats read has the time that most of the others decide'
both=01G0EV1TTM37C5T11SQTDNCTM1
given '%s\n' $both
run inspect --json < in
same "readings of the format texts" "$(grep -c '"format":"\(ulid\|scru128v1\)"' out)" 2
day_of() { sed -n 's/.*"format":"'$1'".*"timestampIso":"\([0-9-]*\)T.*/\1/p' out; }
ulid_day=$(day_of ulid) other_day=$(day_of scru128v1)
doubt='sortid: filter: 1 ID can be read as several formats, and the others do not decide which; FORMAT chooses one'
run filter --in $ulid_day
expect 0 $both "$doubt"
run filter --in $other_day
expect 0 "" "$doubt"
table << END
filter scru128v1 --in $other_day => $both
filter --in 2022-01 =>
given '%s\n' $both 01ARYZ6S41TSV4RRFFQ69G5FAV
filter --in $other_day =>
filter --in $ulid_day => $both
END

it 'relative and local times'
"$sortid" gen ulid > in
prints "$(cat in)" filter --since -1h
table << 'END'
filter --since now+1h =>
given '%s\n' $("$sortid" gen ulid --at 2026-11-20T23:30:00Z)
run_sh 'TZ=UTC-1 "$sortid" filter --in 2026-11-21 --local | wc -l | tr -d " "' => 1
run_sh 'TZ=UTC-1 "$sortid" filter --in 2026-11-21 --utc | wc -l | tr -d " "' => 0

# an ID is a time
given '%s\n' 01ARYZ6S41TSV4RRFFQ69G5FAV 01BX5ZZKBKACTAV9WEVGEMMVRZ 0ujtsYcgvSTl8PAuAdqWYSMnLOv
filter --since 01BX5ZZKBKACTAV9WEVGEMMVRZ => 01BX5ZZKBKACTAV9WEVGEMMVRZ
filter --until 01BX5ZZKBKACTAV9WEVGEMMVRZ --since 0ujtsYcgvSTl8PAuAdqWYSMnLOv => 0ujtsYcgvSTl8PAuAdqWYSMnLOv
filter --since user_01h455vb4pex5vsknk084sn02q =>
END
both=01ARAS6S41TSV4RRFFQ69G5FAV # a ulid of 2016 or a scru128v1 of 2022
run filter ulid --since $both
same "with FORMAT" "$(wc -l < out | tr -d ' ')" 2
for format in ulid scru128v1; do
    run range $format $both
    same "the first of $format" "$("$sortid" convert -f $format -e time < out | head -n 1)" \
        "$("$sortid" convert -f $format -e time $both)"
done

table << 'END'
# wrong usage of filter
filter --since 01ARAS6S41TSV4RRFFQ69G5FAV =2> --since "01ARAS6S41TSV4RRFFQ69G5FAV": the ID may be of several kinds with different times: .*
filter --since 919108f7-52d1-4320-9bac-f847db4148a8 =2> --since "919108f7-52d1-4320-9bac-f847db4148a8": IDs of the kind uuid-v4 have no time
filter --in 01ARYZ6S41TSV4RRFFQ69G5FAV =2> --in "01ARYZ6S41TSV4RRFFQ69G5FAV": not a period but a time: give --since and --until
filter --since 175928847299117063 =2> --since "175928847299117063": a number may be an ID of several kinds: 'sortid inspect' shows their times, so give a time
filter --since 01ARYZ =2> --since "01ARYZ": not a time, and not a whole ID, which would have one
filter --since 01aryz6s41 =2> --since "01aryz6s41": not a time, and not a whole ID, which would have one
filter --since 1parsec =2> --since "1parsec": a time span needs a unit: .*
filter --utc --since -1h --local =2> --utc and --local exclude each other: give one of them
filter --in 7d =2> --in "7d": not a period but a time: give --since and --until
filter ulid =2> the span is missing: give --since TIME, --until TIME or both, or --in PERIOD
filter --in 2026 --since 2025 =2> --in is a whole span: give no --since and no --until
filter --since 2026 --until 2025 =2> --until must be at least a millisecond after --since: give the earlier time first
filter --since 1h =2> --since "1h": .+
filter --in now =2> --in "now": .+
filter --since =2> option "--since" needs a value
END

it 'IDs in the span whose times are not plausible are counted, if FORMAT says what they are'
given '%s x\n' 01ARYZ6S41TSV4RRFFQ69G5FAV 7ZZZZZZZZZZZZZZZZZZZZZZZZY 6S41TSV4RRFFQ69G5FAV01ARYZ 0000000001ZZZZZZZZZZZZZZZZ -
run filter ulid --since 2016
expect 0 '01ARYZ6S41TSV4RRFFQ69G5FAV x' 'sortid: filter: 2 IDs in the span have times that are not plausible (+010889-08-02T05:31:50.655Z), and count only with --any-time'
run filter ulid --until 2016
expect 0 '' 'sortid: filter: 1 ID in the span has a time that is not plausible (1970-01-01T00:00:00.001Z), and counts only with --any-time'
for words in 'filter ulid --in 2016' 'filter --since 2016'; do
    prints '01ARYZ6S41TSV4RRFFQ69G5FAV x' $words
done
prints "$(sed -n 1,3p in)" filter ulid --since 2016 --any-time
given '%s x\n' - 01ARYZ6S41TSV4RRFFQ69G5FAV 7ZZZZZZZZZZZZZZZZZZZZZZZZY
run filter ulid --since 2016 --multiline
expect 0 "$(sed -n 2,3p in)" "$(cat err)"
run filter ulid --since 2017 --quiet
expect 1 '' "$(cat err)"
