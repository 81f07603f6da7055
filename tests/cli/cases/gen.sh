# SPDX-License-Identifier: MIT
# gen: numbers, encodings, ends, scripted time, order; check accepts all that it makes.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

digits_scru128='[0-9a-z]{25}'
digits_scru128v1='[0-7][0-9A-V]{25}'
digits_scru160='[0-9A-V]{32}'
digits_scru64='[0-9a-z]{12}'
digits_ulid='[0-7][0-9A-HJKMNP-TV-Z]{25}'
digits_uuidv7='[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'
digits_ksuid='[0-9A-Za-z]{27}'

# gen of any format, without a message; scru64 with a node and no file.
gen() {
    case $1 in
    scru64) run_quietly gen "$@" --node 42/8 --state none ;;
    *) run_quietly gen "$@" ;;
    esac
}

it 'gen alone makes one scru128'
prints "~$digits_scru128" gen
mv out in
run_to 0 check scru128

table << END
# options and arguments in any order
gen -n 2 ulid => ~$digits_ulid
| $digits_ulid
gen -n2 -- ulid => ~$digits_ulid
| $digits_ulid
run_sh 'POSIXLY_CORRECT=1 "$sortid" gen ulid -n 2' => ~$digits_ulid
| $digits_ulid
END

for format in $all_formats; do
    it "gen $format"
    gen $format
    eval "digits=\$digits_$format"
    # shellcheck disable=SC2154
    stream out "~$digits"

    it "gen $format -n 20000 | check $format"
    gen $format -n 20000
    same "number of lines" "$(wc -l < out | tr -d ' ')" 20000
    ok "the texts increase" increasing out
    mv out in
    run_quietly check $format --json
    ok "20000 are valid" grep -q '"valid":20000,"invalid":0,"unordered":0,"duplicates":0' out

    it "gen $format --at"
    gen $format --at 2026-11-20T12:00:00.123Z -n 3
    mv out in
    run inspect -f $format --json
    time=2026-11-20T12:00:00.123Z
    case $format in
    scru64 | ksuid) time=2026-11-20T12:00:00.000Z ;; # the start of a tick, or of a second
    esac
    same "timestamps" "$(member timestampIso)" "$time $time $time "

    it "gen $format at a stopped clock does not hang and increases"
    gen $format --at @1795132800 -n 70000
    same "number of lines" "$(wc -l < out | tr -d ' ')" 70000
    ok "the texts increase" increasing out
    mv out in
    run_to 0 check $format --json
    ok "its counters rise" grep -q '"valid":70000,.*"counterFaults":0' out

    for encoding in text hex int bin uuid base32hex; do
        "$sortid" formats --json | grep "\"name\":\"$format\"" | grep -q "\"$encoding\"" || continue
        it "gen $format -e $encoding | convert | check"
        gen $format -e $encoding -n 3000
        mv out made
        mv made in
        run_to 0 convert -f $format -i $encoding -e bin
        mv out in
        run_quietly convert -f $format -i bin -e $encoding
        mv in bytes
        mv out in
        run_to 0 check $format -i $encoding
        mv bytes in
        run_to 0 check $format -i bin --json
        ok "3000 are valid" grep -q '"lines":3000,"valid":3000,"invalid":0,"unordered":0,' out
    done
done

it '-0 ends IDs with NUL'
run_quietly gen ulid -n 3 -0 --at @1795132800
same "number of NULs" "$(tr -dc '\000' < out | wc -c | tr -d ' ')" 3
same "number of bytes" "$(wc -c < out | tr -d ' ')" 81
same "number of newlines" "$(tr -dc '\n' < out | wc -c | tr -d ' ')" 0

it '-e bin has no separator'
run gen scru160 -n 5 -e bin
same "number of bytes" "$(wc -c < out | tr -d ' ')" 100

it '--random gives no order, and --order time requires none'
for format in scru128 ulid uuidv7 ksuid; do
    run_quietly gen $format --random -n 3000 --at @1795132800
    mv out in
    run_to 0 check $format --order time
    run_to 1 check $format
done

# in_ms: reads IDs. Prints the ms of each and, after a colon, the number in randA of a uuidv7 or the
# microsecond of a scru160.
in_ms() {
    while read -r made; do
        case $made in
        *-*) format=uuidv7 shift=0 mask=4095 ;;
        *) format=scru160 shift=6 mask=1023 ;;
        esac
        hex=$("$sortid" convert -f $format -e hex "$made")
        number=$((0x$(echo "$hex" | cut -c13-16)))
        echo "$((0x$(echo "$hex" | cut -c1-12))):$((number >> shift & mask))"
    done
}

it '--fraction counts in the fraction of the ms, and borrows the next ms when it is full'
run_quietly gen uuidv7 --fraction --at @1795132800.123 -n 4098
same "the first numbers" "$(head -n 2 out | in_ms)" "1795132800123:0
1795132800123:1"
same "the last numbers" "$(tail -n 3 out | in_ms)" "1795132800123:4095
1795132800124:0
1795132800124:1"
ok "the texts increase" increasing out
run gen scru160 --fraction --at @1795132800.123 -n 70000
same "the first microsecond" "$(head -n 1 out | in_ms)" 1795132800123:0
ok "the last one is of a later ms" [ "$(tail -n 1 out | in_ms | cut -d: -f1)" -gt 1795132800123 ]
ok "the texts increase" increasing out

it '--fraction tells the time to the microsecond'
for format in scru160 uuidv7; do
    : > all
    for i in 1 2 3 4 5 6 7 8; do
        before=$(date +%s%N)
        run gen $format --fraction
        after=$(date +%s%N)
        cat out >> all
        # In ns: the number is rounded down to a unit of 1000 or 244.140625.
        number=$(in_ms < out)
        case $format in
        uuidv7) ns=$((${number%:*} * 1000000 + ${number#*:} * 1000000 / 4096)) ;;
        *) ns=$((${number%:*} * 1000000 + ${number#*:} * 1000)) ;;
        esac
        ok "$format: $before, $ns, $after" [ $((ns + 1000 >= before && ns <= after)) = 1 ]
    done
    ok "IDs of eight runs increase" increasing all
done

it '--fraction makes more IDs than fit a ms, waits for the clock, and check accepts them'
for format in scru160 uuidv7; do
    run_quietly gen $format --fraction -n 200000
    mv out in
    run_to 0 check $format --json
    ok "all are valid" grep -q '"valid":200000,"invalid":0,"unordered":0,"duplicates":0' out
done

it '--at at the ends of the formats'
prints "~0000000000$(printf '%s' "[0-9A-Z]{16}")" gen ulid --at @0
prints '~7ZZZZZZZZZ[0-9A-Z]{16}' gen ulid --at +010889-08-02T05:31:50.655Z
run_to 0 gen scru128 --at +010889-08-02T05:31:50.654Z
mv out in
run inspect -f scru128 --json
ok "a year past 9999 is read" grep -q '"timestampIso":"+010889-08-02T05:31:50.654Z"' out

it 'a scripted clock advances where gen would wait, without waiting'
run_quietly gen scru64 --node 5/23 --state none --at @1795132800 -n 2000
same "number of lines" "$(wc -l < out | tr -d ' ')" 2000
ok "the texts increase" increasing out

it 'gen ends at the last timestamp of the format, with a message'
run_to 3 gen scru64 --node 1/23 --state none --at 4261-02-27T06:08:58.624Z -n 100
ok "the IDs made before are there" [ -s out ]
stream err "~sortid: gen: .+"

it 'gen uses the system clock'
inspect_new_id() {
    run gen ulid
    mv out in
    run inspect -f ulid --json
    today=$(date -u +%Y-%m-%d)
}
within_a_day inspect_new_id
same "day" "$(member timestampIso | cut -dT -f1)" "$today"

it 'scru64 with one bit of counter waits in between and never repeats'
run_quietly gen scru64 --node 5/23 --state none -n 10
ok "the texts increase" increasing out

it 'the last tick is at most three ticks, less than a second, ahead of the clock'
run gen scru64 --node 5/23 --state none -n 12
tail -n 1 out > in
"$sortid" range scru64 now >> in
run inspect -f scru64 --json
ticks=$(member timestamp)
ok "ticks $ticks" [ $((${ticks%% *} - $(echo $ticks | cut -d" " -f2))) -le 3 ]

it 'scru64 continues after an ID ahead of the clock'
last=$("$sortid" gen scru64 --node 42/8 --state none --at "@$(($(date +%s) + 1))")
run_quietly gen scru64 --node "$last/8" --state none
{ echo "$last"; cat out; } > both
ok "it is after that ID" increasing both

it 'a long wait is reported once'
for seconds in 4 12 36; do # a machine that starts programs slowly needs a later time
    last=$("$sortid" gen scru64 --node 42/8 --state none --at "@$(($(date +%s) + seconds))")
    run gen scru64 --node "$last/8" --state none -n 2
    if [ -s err ]; then break; fi
done
expect 0 "~$digits_scru64
$digits_scru64" '~sortid: gen: the clock is behind the last ID: waiting [0-9]+\.[0-9] s for it'

it 'the last ID of --node is not made again'
run_to 0 gen scru64 --node 0u2r85hm2pt3/16 --state none --at 2024-01-01
{ cat out; echo 0u2r85hm2pt3; } > in
run inspect --json -f scru64 --node-size 16
same "node ids" "$(member nodeId)" "11001 11001 "

it '--json'
run_to 0 gen ulid --json -n 3000 --at 2026-11-20
same "lines" "$(grep -cE '^\{"format":"ulid","id":"[0-9A-Z]{26}","timestampIso":"2026-11-20T00:00:00\.000Z"\}$' out)" 3000
sed 's/.*"id":"\([^"]*\)".*/\1/' out > ids
run_sh '"$sortid" check ulid < ids'
same "they are in order" "$status" 0
table << 'END'
gen uuidv7 -e typeid --prefix user --json --at @1795132800.5 => ~\{"format":"uuidv7","id":"user_[0-9a-z]{26}","timestampIso":"2026-11-20T00:00:00\.500Z"\}
gen scru160 -e hex --json --at @1795132800 => ~\{"format":"scru160","id":"[0-9a-f]{40}","timestampIso":"2026-11-20T00:00:00\.000Z"\}
gen --json -0 =2> --json cannot be used with -0
gen --json -e bin =2> --json cannot be used with -e bin: give -e hex
END

it '--rate of a stopped clock'
run_to 0 gen ulid -n 5 --at 2026-01-01 --rate 3
mv out in
prints '2026-01-01T00:00:00.000Z
2026-01-01T00:00:00.333Z
2026-01-01T00:00:00.666Z
2026-01-01T00:00:01.000Z
2026-01-01T00:00:01.333Z' convert -f ulid -e time
# Rate, number of IDs, ms of the last one: (n - 1) / rate, rounded down.
while read -r rate count ms; do
    run_sh "\"\$sortid\" gen ulid -n $count --at @0 --rate $rate | \"\$sortid\" convert -f ulid -e ms | tail -n 1"
    expect 0 "$ms" ""
done << 'END'
0.5 4 6000
0.001 281474 281473000000
0.3 5 13333
1/60 61 3600000
2/3 4 4500
999/1000 1000 1000000
0.007 1000 142714285
1.001 1002 1000000
333.333 300001 900000
1000.001 500001 499999
999999.999 2000001 2000
END
run gen ulid -n 2 --at +010889-08-02T05:20Z --rate 0.001
expect 3 '~7ZZZZZ[0-9A-Z]+' "sortid: gen: the clock is outside the format's time range"
run_sh '"$sortid" gen ulid -n 100000 --at 2026-01-01 --rate 1000000000 | "$sortid" check ulid --json'
same "faster than the format's clock" "$status" 0
run_sh '"$sortid" gen scru64 --node 42/8 --state none -n 20000 --at 2026-01-01 --rate 100 | "$sortid" check scru64 --json'
same "exit status" "$status" 0
ok "20000 IDs in 200 s" grep -q '"valid":20000,.*"firstTimestamp":"6903225000","lastTimestamp":"6903225781"' out

it '--rate of the real clock'
run_sh '"$sortid" gen ulid -n 21 --rate 20 | "$sortid" convert -f ulid -e ms | sed -n "1p;\$p" | tr "\n" " "'
same "exit status" "$status" 0
ok "21 IDs take a second or more" awk '{ exit !($2 - $1 >= 990) }' out
run_sh '"$sortid" gen ulid -n 2 --rate 0.8 | "$sortid" convert -f ulid -e ms | tr "\n" " "'
ok "the second ID after 1.25 s" awk '{ exit !($2 - $1 >= 1240) }' out
for wrong in 0 -1 '' 0.0005 1000000000.001 1/0 10k 5/w nan fast; do
    run gen --rate "$wrong"
    expect_usage gen "--rate \"$wrong\": must be a number from 0.001 to 1000000000 with at most three decimals, or a fraction as 1/60"
done
for wrong in '5/s 5' '3/min 0.05' '60/h 0.017' '1e3 1000' '1.2345 1.235' '.5 0.5' '5. 5'; do
    wrong gen "--rate \"${wrong% *}\": must be .* as 1/60: write ${wrong#* }" --rate "${wrong% *}"
done

it '--progress'
# It takes more than a second, so there is a line before the last one; a busy machine writes more
# lines.
run_sh '"$sortid" gen ulid -n 30 --rate 20 --progress | wc -l | tr -d " "'
same "exit status" "$status" 0
stream out 30
same "other lines" "$(grep -vxE '[0-9]+ of 30 IDs \([0-9]+%\), [1-9][0-9]*\.[0-9] s, [0-9]+ a second(, [0-9]+ s left)?' err)" ""
ok "a line before the last" [ "$(wc -l < err)" -ge 2 ]
ok "the last line" sh -c 'tail -n 1 err | grep -q "^30 of 30 IDs (100%), [0-9.]* s, [0-9]* a second$"'
run gen ulid --progress --at 2026-11-20
expect 0 '~[0-9A-Z]{26}' '~1 of 1 IDs \(100%\), [0-9]+\.[0-9] s, [0-9]+ a second'
