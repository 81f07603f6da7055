# SPDX-License-Identifier: MIT
# range and formats: time ranges of every format, ends included and excluded, ticks of 256 ms.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

table << 'END'
# one ms
range ulid @0 => 00000000000000000000000000
| 0000000000ZZZZZZZZZZZZZZZZ
range scru128v1 2020-01-01 => 00000000000000000000000000
| 000000000FVVVVVVVVVVVVVVVV

# SINCE is included, UNTIL is excluded
range ulid 2016-07-30T22:36:16.385Z 2016-07-30T22:36:16.386Z => 01ARYZ6S410000000000000000
| 01ARYZ6S41ZZZZZZZZZZZZZZZZ
range ulid 2016-07-30T22:36:16.385+00:00 2016-07-31T00:36:16.387+02:00 => 01ARYZ6S410000000000000000
| 01ARYZ6S42ZZZZZZZZZZZZZZZZ
END

# ticks SINCE UNTIL FIRST LAST: the ticks that a range of scru64 has.
ticks() {
    end_of_options=""
    [ "$1" != -- ] || { end_of_options=-- && shift; }
    it "scru64 ticks from $1 to $2"
    run_to 0 range scru64 $end_of_options "$1" "$2"
    mv out in
    run inspect -f scru64 --json
    same "ticks" "$(member timestamp)" "$3 $4 "
    same "node and counter" "$(member nodeCtr)" "0 16777215 "
}
ticks @0 @0.001 0 0
ticks @0 @0.256 0 0
ticks @0 @0.257 0 1
ticks @0.0001 @0.257 1 1
ticks @0 @0.2561 0 1
ticks @0.255 @0.257 1 1
ticks @0.256 @0.512 1 1
ticks @0.001 @0.513 1 2
ticks -- @-1 @0.3 0 1
ticks 4261-02-27T06:08:58.5Z +010000-01-01 282429536479 282429536480

it 'scru64, the tick of SINCE'
run_to 0 range scru64 @0.300
same "the first" "$(sed -n 1p out)" "$("$sortid" convert -f scru64 -i int 16777216)"
same "the last" "$(sed -n 2p out)" "$("$sortid" convert -f scru64 -i int 33554431)"

it 'bounds finer than a ms are rounded up'
prints '01ARYZ6S410000000000000000
01ARYZ6S41ZZZZZZZZZZZZZZZZ' range ulid 2016-07-30T22:36:16.3841Z 2016-07-30T22:36:16.3851Z

it 'times that begin with a minus are operands'
run_to 0 range ulid -1h now
same "two IDs" "$(wc -l < out)" 2
table << 'END'
range ulid -0044-03-15 @0.001 => 00000000000000000000000000
| 0000000000ZZZZZZZZZZZZZZZZ
range ulid -1x =2> SINCE "-1x": .+
range ulid -x =2> unknown option "-x"

# a period
range ulid --in 2026-11 => 01M6A6FT000000000000000000
| 01M8QEDBZZZZZZZZZZZZZZZZZZ
END
mv out november
run range ulid 2026-11 2026-12
ok "the IDs of its first and its last day" cmp -s out november
run range ulid --in 2026
same "the first" "$(sed -n 1p out)" "$("$sortid" range ulid 2026-01-01 | sed -n 1p)"
same "the last" "$(sed -n 2p out)" "$("$sortid" range ulid 2026-12-31T23:59:59.999Z | sed -n 2p)"
wrong range '--in "nwo": not a period: .+' ulid --in nwo
range_of_today() {
    run range ulid --in today
    mv out today
    run range ulid today tomorrow
}
within_a_day range_of_today
ok "today is a whole day" cmp -s out today

it 'local time'
# A zone of the text of TZ alone, since a system may have no table of zones. Names of three letters
# and the rules of the USA, because Windows knows no others.
TZ=AAA-1BBB,M3.2.0,M11.1.0
export TZ
table << 'END'
range ulid --local 2026-11-20 --json => ~.*"firstTimestampIso":"2026-11-19T23:00:00\.000Z".*
range ulid 2026-11-20 --local --utc =2> --utc and --local exclude each other: give one of them
range ulid --local 2026-06-20T12:00 --json => ~.*"firstTimestampIso":"2026-06-20T10:00:00\.000Z".*
range ulid --local 2026-06-20T12:00+09 --json => ~.*"firstTimestampIso":"2026-06-20T03:00:00\.000Z".*
range ulid --local --in 2026-03-08 --json => ~.*"firstTimestampIso":"2026-03-07T23:00:00\.000Z".*"lastTimestampIso":"2026-03-08T21:59:59\.999Z".*
range ulid --local 2026-03-08T02:30 =2> SINCE "2026-03-08T02:30": this local time does not exist, .+
range ulid --local 2026-11-01T01:30 =2> SINCE "2026-11-01T01:30": this local time occurs twice, .+
END
run_to 0 gen ulid --local --at 2026-06-20T12:00
mv out in
prints '~.*"timestampIso":"2026-06-20T10:00:00\.000Z".*' inspect -f ulid --json
unset TZ

it 'encodings and JSON'
prints '00000000000000000000000000000000
000000000000ffffffffffffffffffff' range ulid @0 -e hex
prints '~[0-9]+
[0-9]+' range uuidv7 @0 @1 -e int
run_to 0 range scru64 @0 @0.256 -e bin
same "bytes" "$(wc -c < out)" 16
table << 'END'
range scru160 @0 --json => {"format":"scru160","first":"00000000000000000000000000000000","firstTimestampIso":"1970-01-01T00:00:00.000Z","last":"0000000003VVVVVVVVVVVVVVVVVVVVVV","lastTimestampIso":"1970-01-01T00:00:00.000Z"}

# SQL conditions
range ulid @0 --sql id => "id" BETWEEN '00000000000000000000000000' AND '0000000000ZZZZZZZZZZZZZZZZ'
range ulid @0 --sql 'my table.a "name"' => "my table"."a ""name""" BETWEEN '00000000000000000000000000' AND '0000000000ZZZZZZZZZZZZZZZZ'
range ulid @0 --sql '"a.b"."c ""d""".e' => "a.b"."c ""d"""."e" BETWEEN '00000000000000000000000000' AND '0000000000ZZZZZZZZZZZZZZZZ'
range ulid @0 --sql 'a"b".""""' => "a""b"""."""" BETWEEN '00000000000000000000000000' AND '0000000000ZZZZZZZZZZZZZZZZ'
range ulid @0 --sql id -e hex => "id" BETWEEN '\x00000000000000000000000000000000' AND '\x000000000000ffffffffffffffffffff'
range ulid @0 --sql id --collate C => "id" COLLATE "C" BETWEEN '00000000000000000000000000' AND '0000000000ZZZZZZZZZZZZZZZZ'
range ulid @0 --sql id --dialect sqlite --collate C -e text =2> --collate C is of PostgreSQL: SQLite compares text by bytes, which is BINARY
range ulid @0 --sql id --collate C -e uuid => "id" COLLATE "C" BETWEEN '00000000-0000-0000-0000-000000000000' AND '00000000-0000-ffff-ffff-ffffffffffff'
range ulid @0 --sql t.id --collate 'pg_catalog."C.utf8"' => "t"."id" COLLATE "pg_catalog"."C.utf8" BETWEEN '00000000000000000000000000' AND '0000000000ZZZZZZZZZZZZZZZZ'
range ulid @0 --sql id --dialect sqlite --collate BINARY -e text => "id" COLLATE "BINARY" BETWEEN '00000000000000000000000000' AND '0000000000ZZZZZZZZZZZZZZZZ'
range ulid @0 --sql id --dialect sqlite => "id" BETWEEN X'00000000000000000000000000000000' AND X'000000000000ffffffffffffffffffff'
range ulid @0 --sql id --dialect sqlite -e text => "id" BETWEEN '00000000000000000000000000' AND '0000000000ZZZZZZZZZZZZZZZZ'
# of other databases
range ulid @0 --sql 'a.`b`' --dialect mysql => `a`.`b` BETWEEN '00000000000000000000000000' AND '0000000000ZZZZZZZZZZZZZZZZ'
range ulid @0 --sql 'a`b.`c.d`' --dialect mysql -e hex => `a``b`.`c.d` BETWEEN X'00000000000000000000000000000000' AND X'000000000000ffffffffffffffffffff'
range ulid @0 --sql id --dialect mariadb --collate utf8mb4_bin => `id` COLLATE utf8mb4_bin BETWEEN '00000000000000000000000000' AND '0000000000ZZZZZZZZZZZZZZZZ'
range ulid @0 --sql id --dialect mysql -e lower => `id` BETWEEN '00000000000000000000000000' AND '0000000000zzzzzzzzzzzzzzzz'
range ulid @0 --sql id --dialect sqlserver -e blob => [id] BETWEEN 0x00000000000000000000000000000000 AND 0x000000000000ffffffffffffffffffff
range ulid @0 --sql id -e 0x => "id" BETWEEN '\x00000000000000000000000000000000' AND '\x000000000000ffffffffffffffffffff'
range ulid @0 --sql id --dialect mariadb -e int => `id` BETWEEN 0 AND 1208925819614629174706175
range uuidv7 @0 --sql id --dialect mariadb => `id` BETWEEN '00000000-0000-7000-8000-000000000000' AND '00000000-0000-7fff-bfff-ffffffffffff'
range ulid @0 --sql id --dialect mariadb -e uuid => CAST(`id` AS CHAR(36)) BETWEEN '00000000-0000-0000-0000-000000000000' AND '00000000-0000-ffff-ffff-ffffffffffff'
range ulid @0 --sql id --dialect mariadb -e uuid --collate ascii_bin => `id` COLLATE ascii_bin BETWEEN '00000000-0000-0000-0000-000000000000' AND '00000000-0000-ffff-ffff-ffffffffffff'
range ulid @0 --sql id --dialect mysql -e uuid => `id` BETWEEN '00000000-0000-0000-0000-000000000000' AND '00000000-0000-ffff-ffff-ffffffffffff'
range uuidv7 @0 --sql dbo.id --dialect sqlserver => LOWER(CONVERT(char(36), [dbo].[id])) COLLATE Latin1_General_BIN2 BETWEEN '00000000-0000-7000-8000-000000000000' AND '00000000-0000-7fff-bfff-ffffffffffff'
range uuidv7 @0 --sql id --dialect sqlserver -e lower => LOWER(CONVERT(char(36), [id])) COLLATE Latin1_General_BIN2 BETWEEN '00000000-0000-7000-8000-000000000000' AND '00000000-0000-7fff-bfff-ffffffffffff'
range uuidv7 @0 --sql '[a.b]].c].d]' --dialect sqlserver -e hex => [a.b]].c].[d]]] BETWEEN 0x00000000000070008000000000000000 AND 0x0000000000007fffbfffffffffffffff
range ksuid @1400000000 --sql id --dialect sqlserver --collate Latin1_General_100_bin2_utf8 => [id] COLLATE Latin1_General_100_bin2_utf8 BETWEEN '000000000000000000000000000' AND '000007n42DGM5Tflk9n8mt7Fhc7'
range scru64 @0.256 --sql id --dialect sqlserver -e int => [id] BETWEEN 16777216 AND 33554431
END
for encoding in "" "-e int"; do
    prints '"id" BETWEEN 16777216 AND 33554431' range scru64 @0.256 --sql id --dialect sqlite $encoding
done
table << 'END'
range scru64 @0.256 --sql id --dialect sqlite -e hex => "id" BETWEEN X'0000000001000000' AND X'0000000001ffffff'

# one ms, from a time that is finer
range ulid 2016-07-30T22:36:16.3859Z => 01ARYZ6S410000000000000000
| 01ARYZ6S41ZZZZZZZZZZZZZZZZ

# a range is clipped to the times of the format
range scru128v1 1960-01-01 2020-01-01T00:00:00.001Z => 00000000000000000000000000
| 000000000FVVVVVVVVVVVVVVVV
range ulid -- -0044-03-15 +999999-01-01 => 00000000000000000000000000
| 7ZZZZZZZZZZZZZZZZZZZZZZZZZ
END

it 'adjacent ranges have each ID once'
# In seconds since 1970, around the ends of all formats, and by chance; a range without an ID is
# wrong usage.
seed=${SORTID_SEED:-$(($(date +%s) % 1000000))}
for format in $all_formats; do
    awk -v seed="$seed" 'BEGIN { srand(seed)
        print "-1\n0\n0.001\n0.256\n0.2561\n0.512\n0.5129\n1577836799.9999\n1577836800\n1577836800.0001"
        print "19170022844.415\n19170022844.4151\n19170022844.416\n72301961338.88\n72301961338.881"
        print "72301961339.136\n281474976710.655\n281474976710.6551\n281474976710.656\n999999999999"
        for (i = 0; i < 20; i++) printf "%d.%04d\n", 1795132800 + i, rand() * 10000
        for (i = 0; i < 10; i++) printf "%d.%04d\n", rand() * 2^31, rand() * 10000
    }' | sort -g > cuts
    since=""
    : > ends
    while read -r until; do
        if [ -n "$since" ]; then
            run range "$format" -- "@$since" "@$until"
            case $status in
            0 | 2) pass ;;
            *) fail "$format, seed $seed: @$since to @$until: exit status $status, not 0 or 2: $(cat err)" ;;
            esac
            cat out >> ends
        fi
        since=$until
    done < cuts
    # Each range begins with the ID after the last one of the range before it; together they are the
    # whole format. The fixed digit and bits of a uuidv7 are left out.
    run range "$format" -- @-1 @999999999999
    same "$format, seed $seed: the whole" "$(sed -n '1p;$p' ends)" "$(cat out)"
    fixed=
    [ $format != uuidv7 ] || fixed='s/^\(.\{12\}\)7/\1/; s/^\(.\{15\}\)8/\10/; s/^\(.\{15\}\)b/\1f/'
    "$sortid" convert -f "$format" -e hex < ends | sed "$fixed" | sed '1d;$d' | paste -d ' ' - - > seams
    ok "$format, seed $seed: ranges" test "$(wc -l < seams)" -ge 20
    same "$format, seed $seed: gaps and overlaps" "$(awk '
        { prefix = $1; sub(/f+$/, "", prefix); digit = index("0123456789abcde", substr(prefix, length(prefix)))
          next_id = substr(prefix, 1, length(prefix) - 1) substr("123456789abcdef", digit, 1)
          while (length(next_id) < length($1)) next_id = next_id "0" }
        next_id != $2' seams)" ""
done

it 'sixty windows of a second have each of 602 IDs once'
for format in scru64 ulid uuidv7; do
    # IDs of 602 times over a minute that begins with a tick, by hex: a timestamp and zeros.
    unit=1 digits=12 zeros=00000000000000000000
    [ $format != scru64 ] || { unit=256 digits=10 zeros=000000; }
    [ $format != uuidv7 ] || zeros=70008000000000000000
    awk -v unit=$unit -v digits=$digits -v zeros=$zeros 'BEGIN { for (n = 0; n < 602; n++) {
        timestamp = int((1704067200000 + int(n * 60000 / 602)) / unit)
        high = int(timestamp / 16777216)
        printf "%0" (digits - 6) "x%06x%s\n", high, timestamp - high * 16777216, zeros } }' |
        "$sortid" convert -f $format -i hex > ids
    same "$format: IDs" "$(wc -l < ids)" 602
    count=0 second=0
    while [ $second -lt 60 ]; do
        run_to 0 range $format "@$((1704067200 + second))" "@$((1704067201 + second))"
        has=$(awk 'NR == FNR { bound[NR] = $0; next } $0 "" >= bound[1] "" && $0 "" <= bound[2] ""' \
            out ids | wc -l)
        count=$((count + has)) second=$((second + 1))
    done
    same "$format" "$count" 602
done

it 'up to the end of the format'
prints '7ZZZZZZZZZ0000000000000000
7ZZZZZZZZZZZZZZZZZZZZZZZZZ' range ulid +010889-08-02T05:31:50.655Z +010889-08-02T05:31:50.656Z

it 'IDs made within a time range are within the range of IDs'
for format in $all_formats; do
    node=""
    [ $format != scru64 ] || node="--node 42/8 --state none"
    # shellcheck disable=SC2086
    "$sortid" gen $format --at 2026-11-20T12:00:00Z $node > middle
    run_to 0 range $format 2026-11-20T12:00:00Z
    { sed -n 1p out; cat middle; sed -n 2p out; } > all
    ok "$format" increasing all
done

table << 'END'
# formats
formats => =formats.txt
formats --json => =formats.json

# other kinds whose order is that of time have ranges
range objectid 2026-11-20 2026-11-21 => 6aff8d800000000000000000
| 6b00deffffffffffffffffff
range xid 2026-11-20 => dbvor000000000000000
| dbvor07vvvvvvvvvvvvg
range uuidv6 2026-11-20 2026-11-21 => 1f1e4755-4310-6000-8000-000000000000
| 1f1e53e7-e9ab-6fff-bfff-ffffffffffff
range twitter --in 2026-11 --json => {"format":"snowflake-twitter","first":"2116681624581046272","firstTimestampIso":"2026-11-01T00:00:00.000Z","last":"2127553260549046271","lastTimestampIso":"2026-11-30T23:59:59.999Z"}
range discord --in 2026-11-20 --sql id --dialect mysql => `id` BETWEEN 1573125724569600000 AND 1573488112435199999
range typeid --prefix user --in 2026-11 --sql id => "id" BETWEEN 'user_01m6a6ft00e008000000000000' AND 'user_01m8qedbzzfzzvzzzzzzzzzzzz'
range --bits 41/10/12 --epoch 2020-01-01 2026-11-20 => 911405481984000000
| 911405481988194303
range ulid --prefix ord --in 2026 => ord_01KDVDNA000000000000000000
| ord_01MB78QMZZZZZZZZZZZZZZZZZZ
range uuidv1 --in 2026 =2> uuid-v1: the order of these IDs is not that of their times, .*
range uuidv4 --in 2026 =2> IDs of the kind uuid-v4 have no time
range objectid --in 2300 =2> no ID has a time in the period: objectid has times from 1970-01-01T00:00:00.000Z to 2106-02-07T06:28:15.000Z
range snowflake --in 2026 =2> a range is of IDs of one kind: give one, such as snowflake-twitter
range ulid --in 2026 --sql id -e guid =2> --sql cannot be used with -e guid: its order is not that of the IDs
END
