# SPDX-License-Identifier: MIT
# What messages advise: the line to type is in the message, and it works.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

U=01ARYZ6S41TSV4RRFFQ69G5FAV V=01BX5ZZKBKACTAV9WEVGEMMVRZ
hex=01563df36481d6764c61efb99302bd5b uuid=01563df3-6481-d676-4c61-efb99302bd5b
v4=919108f7-52d1-4320-9bac-f847db4148a8 v7=019a9a3a-6b8f-7b2c-8f3e-0123456789ab
ksuid=36VfZtnQ9ZqGBMqLKqVcDbhtlq5 typeid=user_01h455vb4pex5vsknk084sn02q
export U V hex uuid v4 v7 ksuid typeid
printf '%s\n' $U $V > ids
tr '\n' '\0' < ids > null
printf 'GET /%s 200\nPUT /%s 200\n' $U $V > app.log
printf 'a %s\nb %s\n' $v4 $v7 > uuids
printf '%s,1\n%s,2\n' $V $U > table.csv

# advice < TABLE: a row at a time: ARGUMENT... -> TEXT. The command fails, and its message has TEXT:
# a line in quotes, or what replaces the part of the row that is in brackets. The line to type must
# work; in it ... is what is not in brackets.
advice() {
    while IFS= read -r row; do
        wrong=${row%% -> *} text=${row#* -> }
        title="advice: $wrong"
        eval "run $(printf '%s' "$wrong" | tr -d '[]')"
        ok "it fails" [ "$status" != 0 ]
        [ "$status" = 1 ] || stream out ""
        case $text in
        "'"*"..."*)
            others=${wrong%%\[*}${wrong##*\]}
            line=${text%%...*}${others#* }${text#*...}
            line=${line#?} line=${line%?}
            ;;
        "'"*) line=${text#?} line=${line%?} ;;
        *) line="sortid ${wrong%%\[*}$text${wrong##*\]}" ;;
        esac
        eval "text=\"$text\""
        ok "the message has $text: $(cat err)" grep -qF -- "$text" err
        run_sh "sortid() { \"\$sortid\" \"\$@\"; }; $line"
        ok "'$line' works: $(cat err)" [ "$status" = 0 ]
    done
}

cp ids in
advice << 'END'
gen [--to hex] ulid -> -e hex
gen [--encode=hex] ulid -> -e hex
gen [--hex] ulid -> -e hex
gen [--time 2026-11-20] ulid -> --at 2026-11-20
gen ulid [-t] -> --at now
gen [--number 3] ulid -> -n 3
gen ulid [-N3] -> -n 3
gen ulid [-z] -> -0
gen [-r] ulid -> --random
gen [--type ulid] -> -f ulid
gen [--ulid] -> -f ulid
gen scru64 --state none [--worker 3/8] -> --node 3/8
gen ulid --version -> 'sortid --version'
convert -f ulid [--to hex] $U -> -e hex
convert -f ulid [-to hex] $U -> -e hex
convert -f ulid [--from hex] $hex -> -i hex
convert [--from ulid] $U -> -f ulid
convert [--type ULID] $U -> -f ULID
convert -f ulid [--time] $U -> -e time
convert -f ulid [--to time] $U -> -e time
convert -f ulid [--unix] $U -> -e unix
convert -f ulid [-u] -e time $U -> --utc
inspect [--type uuid] $v4 -> -f uuid
inspect [--time] $U -> --columns time
inspect [--csv] $U -> --columns id,time
inspect [--compact-output] $U -> --json
compare [--type ulid] $U $V -> -f ulid
check ulid [--encoding text] ids -> -i text
check ulid [--unordered] ids -> --order none
check ulid [-z] null -> -0
check ulid [--errors 3] ids -> --max-errors 3
check [--type ulid] ids -> -f ulid
range ulid [--from 2026-11-20] -> --since 2026-11-20
range ulid [--date 2026-11-20] -> --in 2026-11-20
range ulid [--last 1h] -> --since -1h
range ulid 2016 [--to 2017] -> --until 2017
find [--type ulid] app.log -> -f ulid
sort -fulid [--column 1] ids -> --field 1
find [--time -1h] ulid app.log -> 'sortid filter --since -1h ...'
find [--time] app.log -> 'sortid filter --since -1h ...'
sort [--time] ulid app.log -> 'sortid filter --since -1h ...'
find [--day 2016-07-30] app.log -> 'sortid filter --in 2016-07-30 ...'
find [--last 1h] app.log -> 'sortid filter --since -1h ...'
filter [--last 1h] app.log -> --since -1h
filter [--ago 90m] app.log -> --since -90m
find [--limit 1] app.log -> 'sortid find ... | head -n 1'
sort [--limit 1] app.log -> 'sortid sort ... | head -n 1'
find [--count] ulid app.log -> 'sortid find ... | wc -l'
sort [-t comma] table.csv -> --delimiter comma
sort [--columns id,ms] ids -> 'sortid sort ... | sortid find --columns id,ms'
sort [--json] ids -> 'sortid sort ... | sortid find --json'
sort [-u] ids -> 'sortid sort ... | uniq'
check [-q] ulid ids -> 'sortid check ... > /dev/null'
inspect [--to hex] ulid $U -> 'sortid convert -e hex ...'
inspect [-e int] -f uuidv7 $v7 -> 'sortid convert -e int ...'
inspect [--from hex] $hex -> -i hex
sort ulid [--encoding text] ids -> -i text
gen ulid [--from 2026] -> --at 2026
gen ulid uuidv7 -> 'sortid gen uuidv7'
convert [--file ids] -f ulid -> 'sortid convert ... < ids'
find [--line-number] ulid app.log -> --only
find ulid [-n] app.log -> --only
find ulid [--no-filename] app.log -> --ids
find ulid [--separator tab] app.log -> --delimiter tab
filter ulid --since 2016 [--column 2] app.log -> --field 2
filter ulid [--from 2016] app.log -> --since 2016
filter ulid [--after -60d] app.log -> --since -60d
filter ulid --since 2016 [--before=2026-11-20] app.log -> --until 2026-11-20
filter ulid [--day 2016-07-30] app.log -> --in 2016-07-30
filter ulid --since 2016 [--time 2016] app.log -> --since 2016
sort ulid [--desc] app.log -> --reverse
sort ulid [-k 1] ids -> --field 1
sort ulid --csv [-k1] table.csv -> --field 1
sort ulid [-S 64] app.log -> --memory 64
sort ulid [-t comma] table.csv -> --delimiter comma
END

advice << 'END'
convert -f ulid [] $hex -> -i hex
convert -f ulid [] $uuid -> -i uuid
convert -f ulid [] 1777022036153689948599198395857550683 -> -i int
convert -f ulid [-i uuid] $hex -> -i hex
convert -f ulid [] 0x$hex -> -i 0x
convert -f ulid [-i int] $U -> -i text
convert -f ulid [-i int] $hex -> -i hex
convert -f ulid [] $v7 -> -i uuid
convert -f uuidv7 [] $typeid -> -i typeid
convert -f ulid [] "{$uuid}" -> -i braces
convert -f ulid [] urn:uuid:$uuid -> -i urn
convert -f ulid [\ $U] -> $U
convert -f ulid [$U,] -> $U
inspect [order:$ksuid] -> $ksuid
inspect [user-01h455vb4pex5vsknk084sn02q] -> $typeid
convert -f uuidv7 -i typeid [user_01H455VB4PEX5VSKNK084SN02Q] -> $typeid
inspect [9M4E2MR0UI3E8A215N4G] -> 9m4e2mr0ui3e8a215n4g
check ulid $U -> 'echo $U | sortid check ulid'
check ulid $hex -> 'echo $hex | sortid check ulid -i hex'
check ulid -i uuid $uuid -> 'echo $uuid | sortid check ulid -i uuid'
check ulid $ksuid -> 'echo $ksuid | sortid check ksuid'
check $U -> 'echo $U | sortid check ulid'
find ulid $U -> 'sortid inspect $U'
find $v4 -> 'sortid inspect $v4'
sort $U app.log -> 'sortid inspect $U'
filter --since 2016 $U -> 'sortid inspect $U'
check ulid app.log -> 'sortid find ulid --ids app.log | sortid check ulid'
find [ulid uuidv7] app.log uuids -> ulid,uuidv7
sort [ulid uuidv7 ksuid] ids -> ulid,uuidv7,ksuid
check [ulid uuidv7] uuids app.log -> 'sortid find uuidv7 --ids ... | sortid check uuidv7'
find -f [ulid,ksuid app.log uuidv7] -> ulid,ksuid,uuidv7
filter ulid --since [7d] app.log -> -7d
filter ulid --since 2016 --until ['90 days'] app.log -> -90d
gen ulid --at [1h30m] -> -1h30m
filter ulid [7d] app.log -> --since -7d
range ulid [2026-11-20 2026-11-20] -> --in 2026-11-20
range ulid [2026-11 2026-11] -> --in 2026-11
filter ulid [--since 2016 --until 2016] app.log -> --in 2016
range 2026-11-20 -> 'sortid range ulid 2026-11-20'
END
