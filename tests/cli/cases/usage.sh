# SPDX-License-Identifier: MIT
# Wrong usage of every kind: status 2, nothing on standard output, a message that says what would be
# right. Then help and version.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

subcommands='gen inspect convert check range find filter sort compare formats'
number='must be a whole number from 1 to 9223372036854775807'
formats="the formats are ${all_formats% }"
The_formats="The ${formats#the }"
a_time='A time is now, -1h, 2 days ago, yesterday, 2026-11-20, 2026-11-20T12:00:00\.123Z or @1795176000\.123'
columns='columns are input format id time local age unix ms node hex int uuid counter confidence file line column, and the names of fields'

# literal TEXT: a pattern of this text alone.
literal() {
    printf '%s' "$1" | sed 's/[].*+?^$()[{}|\\]/\\&/g'
}

it 'no subcommand'
run
same "exit status" "$status" 2
stream out ""
"$sortid" --help > help
ok "the usage goes to standard error" cmp -s err help

it 'a format as subcommand'
for name in ulid ULID; do
    wrong '' "unknown command \"$name\": it is a format; 'sortid gen ulid' makes an ID of it" $name
    wrong '' "unknown command \"$name\": it is a format; .*" help $name
done

: > app.log
table '' << 'END'
# another word for a subcommand
make =2> unknown command "make": did you mean gen\?
parse =2> unknown command "parse": did you mean inspect\?
encode =2> unknown command "encode": did you mean convert\?
verify =2> unknown command "verify": did you mean check\?
grep =2> unknown command "grep": did you mean find\?
order =2> unknown command "order": did you mean sort\?
diff =2> unknown command "diff": did you mean compare\?
list =2> unknown command "list": did you mean formats\?
hlep =2> unknown command "hlep": did you mean help\?
gne =2> unknown command "gne": did you mean gen\?
id =2> unknown command "id"
ids =2> unknown command "ids"
inspct 01ARYZ6S41TSV4RRFFQ69G5FAV =2> unknown command "inspct": did you mean inspect\?
01ARYZ6S41TSV4RRFFQ69G5FAU =2> unknown command "01ARYZ6S41TSV4RRFFQ69G5FAU": it is almost an ID; give it to sortid inspect, which .*
01!RYZ!S4!TSV4!!FU!69G5FAU =2> unknown command "01!RYZ!S4!TSV4!!FU!69G5FAU"
version =2> unknown command "version": did you mean --version\?
-v =2> unknown option "-v": did you mean -V\?
app.log =2> unknown command "app\.log": it is a file; 'sortid find FILE' prints the lines that have IDs
. =2> unknown command "\."
# an unknown option before the subcommand
--verbose =2> unknown option "--verbose"
--versoin =2> unknown option "--versoin": did you mean --version\?
--hepl =2> unknown option "--hepl": did you mean --help\?
--gen =2> unknown option "--gen": did you mean gen\?
END
rm app.log

it 'control characters of a name are escaped'
wrong '' 'unknown command "gen\\x1b\[2J"' "$(printf 'gen\033[2J')"

table << 'END'
# TypeIDs
gen ulid -e typeid =2> ulid has no encoding typeid: its encodings are text hex int bin uuid lower 0x bytea blob braces urn guid base64url
END
for prefix in User _user user_ us3r 'us er'; do
    wrong gen "--prefix \"$prefix\": must have only the letters a to z, and underscores between them" \
        uuidv7 -e typeid --prefix "$prefix"
done
wrong gen '--prefix "a+": must have at most 63 letters' uuidv7 -e typeid --prefix "$(printf '%064d' 0 | tr 0 a)"

for subcommand in $subcommands; do
    it "unknown options of $subcommand"
    wrong "$subcommand" 'unknown option "--nonsense"' --nonsense
    wrong "$subcommand" 'unknown option "-x"' -x
done

it '-n takes 1 to 2^63 - 1 and nothing else'
for count in 0 -3 -1 5abc '' ' 5' '5 ' +5 0x5 1e3 1.0 00 9223372036854775808 18446744073709551617 \
    99999999999999999999999; do
    wrong gen "--count \"$(literal "$count")\": $number" -n "$count"
done
for option in -c --count; do
    for count in 0 -3 x ''; do
        wrong gen "$option \"$count\": $number" $option "$count"
    done
done

it '-c and --count are -n'
for option in "-n 3" -n3 "-c 3" -c3 "--count 3" --count=3 --cou=3; do
    run_to 0 gen $option
    same "IDs of $option" "$(wc -l < out)" 3
done
run gen -n 2 --count 4
same "the last one counts" "$(wc -l < out)" 4

table << 'END'
# an option without its value
gen --count =2> option "--count" needs a value
gen -c =2> option -c needs a value
gen -n =2> option -n needs a value
gen --at =2> option "--at" needs a value
# a value for an option that takes none
gen --random=yes =2> option "--random=yes" takes no value
# a wrong option after others is the one that is reported
gen --random -x0 =2> unknown option "-x"
gen --at now -0x =2> unknown option "-x"
gen --random -R =2> unknown option "-R"
gen --random -0n =2> option -n needs a value
gen -0nx =2> --count "x": must be .*
gen -fr =2> unknown format "r": .*
gen -0 --random=yes =2> option "--random=yes" takes no value
END

it 'a long option may be abbreviated'
run_to 0 inspect --js --node 8 000000000000
ok "both are read" grep -q '"nodeId":"0"' out

it 'the status is the same if nobody reads standard error'
run_sh '{ { sleep 0.2; "$sortid" gen --none 2>&1 >&3; echo $? >&3; } | :; } 3>&1'
expect 0 2 ""

table << END
# unknown format
gen uuid =2> give one format, not several kinds: did you mean uuidv7\? $The_formats
gen cuid =2> cuid is a kind that is only read; $formats
gen oid =2> objectid is a kind that is only read; $formats
gen guid =2> give one format, not several kinds: did you mean uuidv7\? $The_formats
gen uuuid7 =2> unknown format "uuuid7": did you mean uuidv7\? $The_formats
gen '"""' =2> unknown format "\\\\"\\\\"\\\\"": $formats
gen '' =2> unknown format "": $formats
gen $(printf '%0100d' 0) =2> unknown format "0{64}"\.\.\.: $formats
gen xid =2> xid is a kind that is only read; $formats
gen uuid4 =2> uuid-v4 is a kind that is only read; $formats
gen UUIDv4 =2> uuid-v4 is a kind that is only read; $formats
gen -f typeid =2> typeid is a kind that is only read, and an encoding of uuidv7; $formats
gen -f snowflake =2> snowflake-twitter is a kind that is only read; $formats
# unknown format
check scru12 =2> unknown format "scru12": did you mean scru128\? $The_formats
check UUID-v4 =2> uuid-v4 is a kind that is only read; $formats
# unknown kind
inspect -f uuid4 =2> unknown kind "uuid4": did you mean uuid-v4\? The kinds are scru128 .* uuid-v1 .* snowflake-sonyflake
inspect -f uuidv9 =2> unknown kind "uuidv9": did you mean uuidv7\? The kinds are .*
inspect -f snowflak =2> unknown kind "snowflak": did you mean snowflake-twitter\? The kinds are .*
range -f now =2> unknown kind "now": the kinds are scru128 .*
compare -f ulid,ulidd =2> unknown kind "ulidd": did you mean ulid\? The kinds are .*
find -f ulid, =2> ulid,: formats are separated by commas alone, as in ulid,uuidv7
# a list of formats
check ulid,uuidv7 file =2> give one format, not several kinds: did you mean ulid\? $The_formats
gen -f xid,ksuid =2> give one format, not several kinds: did you mean ksuid\? $The_formats
# -f and another FORMAT
gen -f ulid uuidv7 =2> -f ulid and the argument "uuidv7" name different formats: give one of them
sort -f ulid,ksuid ulid =2> -f ulid,ksuid and the argument "ulid" name different formats: give one of them
inspect -f ulid xid 01BX5ZZKBKACTAV9WEVGEMMVRZ =2> -f ulid and the argument "xid" name different formats: give one of them
END

it 'names of formats in any case'
for name in ULID Ulid uLiD; do
    run_to 0 gen $name --at @1795132800
    run_to 1 check $name < out
    prints 01563df36481d6764c61efb99302bd5b convert -f $name -e hex 01ARYZ6S41TSV4RRFFQ69G5FAV
done
run_to 0 inspect -f UUID-V4 --json 919108f7-52d1-4320-9bac-f847db4148a8
ok "the kind" grep -q '"format":"uuid-v4"' out

table << 'END'
# slips of options
inspect --jsno =2> unknown option "--jsno": did you mean --json\?
inspect -jsno =2> unknown option "-jsno": did you mean --json\?
inspect --epcoh=3 =2> unknown option "--epcoh=3": did you mean --epoch\?
inspect --colour =2> unknown option "--colour": did you mean --color\?
END
wrong gen 'unknown option "--colour"' --colour
wrong gen 'unknown option "--0{62}"\.\.\.' "--$(printf '%0100d' 0)"

mkdir slips && cd slips || exit 1
: > file
table << 'END'
# a time or a number without its option
filter ulid -1h =2> unknown option "-1h": did you mean --since -1h\?
filter -1h file =2> unknown option "-1h": did you mean --since -1h\?
filter file -1h =2> unknown option "-1h": did you mean --since -1h\?
filter ulid yesterday =2> there is no file "yesterday": did you mean --since yesterday\?
filter file yesterday =2> there is no file "yesterday": did you mean --since yesterday\?
filter yesterday --until now =2> there is no file "yesterday": did you mean --since yesterday\?
filter '2 days ago' file =2> there is no file "2 days ago": did you mean --since "2 days ago"\?
filter --since 2025 2026 =2> there is no file "2026": did you mean --until 2026\?
filter -5x =2> unknown option "-5x"
filter -5 =2> unknown option "-5"
filter --since 2025 nofile =3> nofile: No such file or directory
END
touch 2026
table << 'END'
filter --since 2025 2026 =>
# a time or a number without its option
gen -1h =2> unknown option "-1h": did you mean --at -1h\?
gen ulid yesterday =2> unexpected argument "yesterday": did you mean --at yesterday\?
gen 2026 ulid =2> unknown format "2026": did you mean --at 2026\?
gen -5 =2> unknown option "-5": did you mean -n 5\?
gen 5 =2> unknown format "5": did you mean -n 5\?
gen ulid 5 =2> unexpected argument "5": did you mean -n 5\?
gen -5x =2> unknown option "-5x"
gen --amount -e hex =2> unknown option "--amount": did you mean -n 5\?
gen --amount --json =2> unknown option "--amount": did you mean -n 5\?
gen --to time =2> unknown option "--to": did you mean -e ENC\?
filter --after $(printf '%0100d' 0) =2> unknown option "--after": did you mean --since -1h\?
gen 919108f7-52d1-4320-9bac-f847db4148a8 =2> "919108f7-.*" is an ID, not a format: 'sortid inspect 919108f7-.*' shows it
check ulid 919108f7-52d1-4320-9bac-f847db4148a8 =2> "919108f7-.*" is an ID, not a file: .*
range nofmt now =2> unknown kind "nofmt": the kinds are .*
# a value as a shell reads it
gen --output '' =2> unknown option "--output": output goes to standard output: 'sortid gen ... > FILE'
gen --output 'a b' =2> unknown option "--output": output goes to standard output: 'sortid gen ... > "a b"'
gen --output 'a\b c' =2> unknown option "--output": output goes to standard output: 'sortid gen ... > FILE'
gen --output $(printf '%0100d' 0) =2> unknown option "--output": output goes to standard output: 'sortid gen ... > FILE'
gen --output 'a$b' =2> unknown option "--output": output goes to standard output: 'sortid gen ... > FILE'
gen --output "$(printf 'a\001b')" =2> unknown option "--output": output goes to standard output: 'sortid gen ... > FILE'
END
wrong find 'unknown option "-5x"' -5x
wrong sort 'unknown option "-1h"' -1h

it 'FORMAT is an argument, or -f, or both'
printf '%s,1\n' 01BX5ZZKBKACTAV9WEVGEMMVRZ 0ujtsYcgvSTl8PAuAdqWYSMnLOv > table.csv
for line in "gen --fraction" "check table.csv" "range 2026" "find --ids table.csv" \
    "filter --since 2016 table.csv" "sort table.csv" "convert 01BX5ZZKBKACTAV9WEVGEMMVRZ" \
    "inspect 01BX5ZZKBKACTAV9WEVGEMMVRZ" "compare 01BX5ZZKBKACTAV9WEVGEMMVRZ 01BX5ZZKBKACTAV9WEVGEMMVRZ"; do
    subcommand=${line%% *} others=${line#* }
    run $subcommand ulid $others
    cat out err > as_argument
    for format in "-f ulid" -fulid "--format ULID" --format=ulid "-f ulid ulid" "-f ulid Ulid"; do
        run $subcommand $format $others
        cat out err > as_option
        ok "$subcommand $format: $(head -n 1 as_option)" cmp -s as_argument as_option
    done
done
for words in "gen -fraction" "find -field" "filter -field" "sort -field" "filter -in"; do
    wrong ${words% *} "unknown option \"${words#* }\": did you mean -${words#* }\?" ${words#* }
done
wrong formats 'unknown option "-f"' -f ulid
table << END
# a format in another place
range -1h ULID =2> unknown format "-1h": FORMAT is the first argument: write ulid before it
# a format in another place
check file ulid =2> unknown format "file": FORMAT is the first argument: write ulid before it
check nofile file =2> unknown format "nofile": $formats
check file file =2> FORMAT is missing before the file .*
check file =2> FORMAT is missing before the file "file"; 'sortid formats' lists the formats
check . =2> unknown format "\.": $formats
# a format in another place

# a file in the place of an ID
inspect file =1> arg:1:1: "file" (4 bytes) is not a known ID: it resembles no known kind of ID
| inspect: "file" is a file, but arguments are IDs: 'sortid inspect ... < FILE' reads its lines
convert -f ulid no file 2026 =1> arg:1:3: "no" has 2 bytes, a ulid has 26
| arg:2:5: "file" has 4 bytes, a ulid has 26
| arg:3:5: "2026" has 4 bytes, a ulid has 26
| convert: "file" is a file, but arguments are IDs: 'sortid convert ... < FILE' reads its lines
inspect - =1> arg:1:1: "-" (1 byte) is not a known ID: it resembles no known kind of ID
| inspect: without arguments, standard input is read: leave out -
inspect . =1> arg:1:1: "." (1 byte) is not a known ID: it resembles no known kind of ID
convert -f ulid ./ file =1> arg:1:3: "./" has 2 bytes, a ulid has 26
| arg:2:5: "file" has 4 bytes, a ulid has 26
| convert: "file" is a file, but arguments are IDs: 'sortid convert ... < FILE' reads its lines
END
: > 01BX5ZZKBKACTAV9WEVGEMMVRZ
prints 01BX5ZZKBKACTAV9WEVGEMMVRZ convert -f ulid 01BX5ZZKBKACTAV9WEVGEMMVRZ

cd ..

it 'no format, and too many arguments'
wrong check "FORMAT is missing; 'sortid formats' lists the formats"
wrong range "FORMAT is missing; 'sortid formats' lists the formats"
wrong gen "unexpected argument \"scru128\": IDs of one format are made: 'sortid gen scru128'" ulid scru128
wrong formats 'unexpected argument "ulid"' ulid
wrong range 'unexpected argument "@2"' ulid now @1 @2

table << 'END'
# unknown encoding
gen -e base64 =2> unknown encoding "base64": did you mean base64url\? The encodings are text hex int bin uuid base32hex typeid lower 0x bytea blob braces urn guid base64url
gen -e base32 =2> unknown encoding "base32": did you mean base32hex\? The encodings are text .*
gen -e HXE =2> unknown encoding "HXE": did you mean hex\? The encodings are text .*
# unknown encoding
convert -f ulid -i '' =2> unknown encoding "": the encodings are text hex int bin uuid base32hex typeid lower 0x bytea blob braces urn guid base64url
convert -f ulid -e UUIDv7 =2> -e uuidv7: uuidv7 is a format, not an encoding, and has bits that IDs of others lack\. The encodings are text hex int bin uuid base32hex typeid lower 0x bytea blob braces urn guid base64url time unix ms
convert -f ulid -e iso =2> unknown encoding "iso": did you mean time\? The encodings are text hex int bin uuid base32hex typeid lower 0x bytea blob braces urn guid base64url time unix ms
convert -f ulid -e tiem =2> unknown encoding "tiem": did you mean time\? The encodings are .*
END
wrong find '-i ulid: ulid is a format, not an encoding\. The encodings are text hex int bin uuid base32hex typeid lower 0x bytea blob braces urn guid base64url' -i ulid app.log
for times in time unix ms; do
    only="$times: only convert -e writes times, and no ID is read from a time; \
'sortid range FORMAT TIME' prints the IDs of a time"
    wrong gen "-e $only" -e $times
    wrong convert "-i $only" -f ulid -i $times
    wrong range "-e $only" ulid now -e "$(echo $times | tr '[:lower:]' '[:upper:]')"
    wrong find "-i $only" ulid -i $times
done
for written in '' '-e unix' '-e ms' '-e hex'; do
    wrong convert '--utc and --local apply to -e time and --epoch' -f ulid --local $written
done

for zone in --utc --local; do
    wrong gen '--utc and --local apply to --at TIME' ulid $zone
done
wrong inspect '-0 reads standard input, not arguments' -0 01BX5ZZKBKACTAV9WEVGEMMVRZ
wrong convert '-0 reads standard input, not arguments' -f ulid --null-input 01BX5ZZKBKACTAV9WEVGEMMVRZ
wrong convert '-0 cannot be used with -i bin: raw bytes have no separator' -f ulid -i bin -0
wrong check '-0 cannot be used with -i bin: raw bytes have no separator' ulid -i bin -0

it 'an encoding that the format lacks'
wrong gen 'scru64 has no encoding uuid: its encodings are text hex int bin lower 0x bytea blob' scru64 -e uuid
wrong gen 'scru160 has no encoding uuid: its encodings are text hex int bin base32hex lower 0x bytea blob' scru160 -e uuid
wrong gen 'ulid has no encoding base32hex: its encodings are text hex int bin uuid lower 0x bytea blob braces urn guid base64url' ulid -e base32hex
wrong convert 'scru128v1 has no encoding base32hex: its encodings are text hex int bin uuid lower 0x bytea blob braces urn guid base64url' -f scru128v1 -i base32hex
wrong check 'scru64 has no encoding uuid: its encodings are text hex int bin lower 0x bytea blob' scru64 -i uuid

it 'options of one format with another'
for format in scru128v1 scru160 scru64; do
    wrong gen "--random does not apply to $format" "$format" --random
done
for format in scru128 scru128v1 scru64 ulid ksuid; do
    wrong gen "--fraction does not apply to $format" "$format" --fraction
done
wrong gen '--random cannot be used with --fraction: random IDs have no order within a ms' uuidv7 --fraction --random
for format in $all_formats; do
    if [ $format != scru64 ]; then
        wrong gen "--node applies to scru64, not to $format" "$format" --node 42/8
        wrong inspect "--node-size applies to scru64, not to $format" -f "$format" --node-size 8
    fi
    if [ $format != ulid ]; then
        wrong inspect "--lenient applies to ulid, not to $format" -f "$format" --lenient
        wrong convert "--lenient applies to ulid, not to $format" -f "$format" --lenient
        wrong check "--lenient applies to ulid, not to $format" "$format" --lenient
    fi
done

table << 'END'
# options of Snowflakes
convert -f xid --epoch 2020 x =2> --epoch applies to snowflakes, not to xid
compare ulid --epoch 2020 x x =2> --epoch applies to snowflakes, not to ulid
sort ulid,ksuid --epoch 2020 =2> --epoch applies to snowflakes, not to ulid
find --epoch 2020 =2> --epoch needs a FORMAT that is a Snowflake, such as discord
range ulid now --bits 41/10/12 =2> --bits applies to snowflakes, not to ulid
find --bits 41 =2> --bits "41": .+
END

it 'options that do not go together, and their values'
wrong convert '--lenient applies to -i text, not to -i hex' -f ulid -i hex --lenient
wrong gen '-0 cannot be used with -e bin: raw bytes have no separator' -0 -e bin
wrong convert '-i bin reads standard input, not arguments' -f ulid -i bin 0123456789abcdef
for size in 0 24 -1 8bits '' 99999999999999999999; do
    wrong inspect "--node-size \"$size\": must be a whole number from 1 to 23" --node-size "$size"
done
wrong inspect '--color "sometimes": must be one of auto always never' --color sometimes
wrong check '--order "loose": must be one of strict time none' ulid --order loose
for most in '' -1 few 1.5 ALL 9223372036854775808 99999999999999999999; do
    wrong check "--max-errors \"$most\": must be all or a whole number from 0 to 9223372036854775807" \
        ulid --max-errors "$most"
done

it 'times'
for time in 20x '' soon 1h -1mo 123 20261120 2026-13-01 2026-02-30 2026-11-20T25:00:00Z @ @-1 1969-12-31 \
    2026-11-20T12:00:00.Z '2026-11-20 ' 'Thu, 20 Nov 2026 12:00:00 GMT'; do
    wrong gen "--at \"$time\": .+" --at "$time"
    wrong range "SINCE \"$time\": .+" ulid "$time"
done

it 'times in other forms'
for right in '-1h an hour ago' '-7d 7d' '-90m 90 min' '-1h30m 1h30m' '-1d a day ago' '+5m in 5 minutes' '2026-11-20 20.11.2026' \
    '2026-11-20 20/11/2026' '2026-11-20 11/20/2026' '2026-11-20 Nov 20 2026' \
    '2026-11-20T15:30 11/20/2026, 3:30 PM' '@1795176000.5 1795176000.5'; do
    wrong gen "--at \"${right#* }\": did you mean $(literal "${right%% *}")\\? $a_time" --at "${right#* }"
done
wrong filter "--since \"05/11/2026\": did you mean 2026-05-11 or 2026-11-05\? $a_time" --since 05/11/2026
table << END
# times in other forms
gen --at 31/02/2026 =2> --at "31/02/2026": no such day in that month and year
gen --at 5/31/1969 =2> --at "5/31/1969": before 1970.*
gen --at 'a month ago' =2> --at "a month ago": a time span needs a unit: .*
gen --at monday =2> --at "monday": not a time such as .*
gen --at 12:00 =2> --at "12:00": did you mean 2...-..-..T12:00\? $a_time
# times in other forms
range ulid 5/31/1969 now =2> SINCE "5/31/1969": did you mean 1969-05-31\? $a_time
range ulid --in 11/2026 =2> --in "11/2026": did you mean 2026-11\? A period is a year, a month or a day: 2026, 2026-11, 2026-11-20, yesterday
range ulid --in 'an hour ago' =2> --in "an hour ago": not a period: .*
range ulid --in '11/20/2026 12:00' =2> --in "11/20/2026 12:00": not a period: .*
range ulid --in 31/02/2026 =2> --in "31/02/2026": not a period: .*
END

it 'times: bounds may be before 1970, but they are no less strictly read'
for time in 20x '' soon 1h 123 20261120 2026-13-01 2026-02-30 @ @-1x -1 -044-03-15 178000000000 \
    @1780000000000 '2026-11-20 '; do
    wrong range "SINCE \"$time\": .+" ulid -- "$time" now
    wrong range "UNTIL \"$time\": .+" ulid -- 2026-11-20 "$time"
done
for period in '' now -1h lastweek 2026-11-20T12:00; do
    wrong range "--in \"$period\": not a period: give a year, a month or a day, such as 2026, .+" ulid --in "$period"
done
table << 'END'
# times as numbers
range ulid 178000000 178000006 =2> SINCE "178000000": .+ Unix seconds of 10 .+ as @123 or @123\.456
range ulid @1780000000000 @1780000060000 =2> SINCE "@1780000000000": looks like milliseconds: .+
# a range that ends before it begins
range ulid =2> SINCE is missing: .+
range ulid --in 2026-11 2026-12 =2> --in is a whole span: give no SINCE and no UNTIL
range ulid --in @1795132800 =2> --in "@1795132800": .+
range ulid --in 2026-13 =2> --in "2026-13": .+
range ulid 2026-11-20 2026-11-20 =2> UNTIL must be at least a millisecond after SINCE: for that day, give --in 2026-11-20
range ulid 2026-11 2026-11-01T00:00Z =2> UNTIL must be at least a millisecond after SINCE: for that month, give --in 2026-11
range ulid 2026 2026 =2> UNTIL must be at least a millisecond after SINCE: for that year, give --in 2026
range ulid 2026-11-21 2026-11-20 =2> UNTIL must be at least a millisecond after SINCE: give the earlier time first
range ulid @1.0001 @1.0009 =2> UNTIL must be at least a millisecond after SINCE
range scru64 @1 @0.999 =2> UNTIL must be at least a millisecond after SINCE: give the earlier time first
# times that the format does not have
range scru128v1 --in 2019 =2> no ID has a time in the period: scru128v1 has times from .*
range scru128v1 2019-12-31 =2> SINCE "2019-12-31" is out of range: scru128v1 has times from .*
range scru64 +004261-02-28 =2> SINCE "\+004261-02-28" is out of range: scru64 has times from 1970-01-01T.* to 4261-02-27T06:08:58\.880Z
# both as arguments and as options
range ulid --since 2026 2027 2028 =2> unexpected argument "2028"
range ulid --until 2026 =2> SINCE is missing: .+
range ulid --in 2026 --until 2027 =2> --in is a whole span: give no SINCE and no UNTIL
# ranges without an ID
range scru128v1 2019-12-31 2020-01-01 =2> no ID has a time from SINCE up to UNTIL: scru128v1 has times from .*, 1 ms apart
range ulid 1960-01-01 1965-01-01 =2> no ID has a time from SINCE up to UNTIL: ulid has times from 1970-01-01T.*
range scru64 4261-02-27T06:08:58.881Z +004262-01-01 =2> no ID has a time from SINCE up to UNTIL: .*4261-02-27T06:08:58\.880Z, 256 ms apart
range scru64 @0.001 @0.256 =2> no ID has a time from SINCE up to UNTIL: .*, 256 ms apart
# --sql and --json
range ulid now --sql id --json =2> --sql writes a condition, --json an object: give one of them
range ulid now --sql id -e bin =2> --sql cannot write raw bytes: give -e hex for a column of bytes
range ulid now --sql id --dialect sqlite -e int =2> SQLite has no integers of more than 64 bits: give -e hex
range ulid now --sql id --dialect sqlserver -e int =2> SQL Server has no integers of more than 64 bits: give -e hex
range ulid now --dialect sqlite =2> --dialect is for a condition: give --sql COLUMN too
range ulid now --collate C =2> --collate is for a condition: give --sql COLUMN too
range ulid now --sql id --collate C -e hex =2> --collate applies to columns of text: give -e text
range ulid now --sql id --dialect sqlite --collate BINARY =2> --collate applies to columns of text: give -e text
range ulid now --sql id --collate a..b =2> --collate "a\.\.b": must be the name of a collation, or SCHEMA.COLLATION, .+
range ulid now --sql id --dialect oracle =2> --dialect "oracle": must be one of postgresql sqlite mysql mariadb sqlserver
range ulid now --sql id -e guid =2> --sql cannot be used with -e guid: its order is not that of the IDs
range ulid now --sql id -e base64url =2> --sql cannot be used with -e base64url: its order is not that of the IDs
range ulid now --sql id -e braces =2> --sql cannot be used with -e braces: give -e uuid
range ulid now --sql id -e urn =2> --sql cannot be used with -e urn: give -e uuid
range ksuid now --sql id --dialect mysql =2> --collate is missing: the case of ksuid matters, but MySQL ignores it in text by default: give utf8mb4_bin, or another collation of the column that compares bytes
range ksuid now --sql id --dialect sqlserver =2> --collate is missing: .* but SQL Server ignores it in text by default: give Latin1_General_BIN2, .*
range ksuid now --sql id --dialect sqlite -e text --collate nocase =2> --collate NOCASE mixes up IDs that differ in case alone: give BINARY
range ulid now --sql '`id' --dialect mysql =2> --sql "`id": must be the name of a column, .+ in quotes: '`a\.b`'
range ulid now --sql '[id]a]' --dialect sqlserver =2> --sql "\[id\]a\]": must be the name of a column, .+ in quotes: '\[a\.b\]'
range ulid now --json -e bin =2> --json cannot write raw bytes: give -e hex
range scru64 now -e uuid =2> scru64 has no encoding uuid: .+
END
for collation in C utf8mb4_danish_ci 'a b_bin' 'utf8_bin;' _bi ''; do
    wrong range "--collate \".*\": must be a collation of MariaDB that compares bytes, such as utf8mb4_bin" \
        ulid now --sql id --dialect mariadb --collate "$collation"
done
for column in '' . .id id. a..b '"' '""' '"a' '"a"b' '"a".' 'a.""' '"a""'; do
    wrong range "--sql \".*\": must be the name of a column, or TABLE.COLUMN, .+ in quotes: '\"a\.b\"'" \
        ulid now --sql "$column"
done
wrong range '--sql "0+.*: must be the name of a column.* of at most 1000 bytes; .*' ulid now --sql "$(printf '%01001d' 0)"

table << 'END'
# times that the format does not have
gen scru128v1 --at 2019-12-31 =2> --at "2019-12-31" is out of range: scru128v1 has times from 2020-01-01T00:00:00\.000Z to 2577-06-22T.*
gen scru128v1 --at 2020-01-01 =2> --at "2020-01-01" is out of range: .*, and both ends are reserved
gen scru128 --at @0 =2> --at "@0" is out of range: .*, and both ends are reserved
# a node is required, and must be valid
gen scru64 =2> scru64 needs a node id that no other generator has: give --node NODE/SIZE, .*, or set SCRU64_NODE_SPEC
gen scru64 --node 300/8 =2> --node "300/8": invalid at byte 1: SIZE must be 1 to 23, and NODE less than 2\^SIZE
gen scru64 --node 42 =2> --node "42": invalid at byte 3: give NODE/SIZE, such as 42/8 or 0xb00/12, or ID/SIZE
gen scru64 --node 000000000042/8 =2> --node "000000000042/8": invalid at byte 1: the timestamp of the ID is reserved
# a scripted time with a state file
gen scru64 --node 42/8 --at now =2> --at with scru64 needs --state none, which may repeat IDs: .*
gen scru64 --node 42/8 --at now --state file =2> --at with scru64 needs --state none, which may repeat IDs: .*
gen ulid --at now --state file =2> --at cannot be used with --state FILE: the time of --at must not enter the state file
# a state file without a name
gen ulid --state '' =2> --state: must be a path, not an empty text
END
for node in 42 /8 42/ 42/0 42/24 256/8 +42/8 ' 42/8' '42/8 ' 0x/8 0x+2a/8 42/8/8 42//8 zzzzzzzzzzzz/8 000000000042/8; do
    wrong gen "--node \"$(literal "$node")\": invalid at byte [0-9]+: .*" scru64 --node "$node"
done
run_sh 'SCRU64_NODE_SPEC="" "$sortid" gen scru64'
expect_usage gen 'scru64 needs a node id that no other generator has: .*'
run_sh 'SCRU64_NODE_SPEC=42/99 "$sortid" gen scru64'
expect_usage gen 'SCRU64_NODE_SPEC "42/99": invalid at byte 4: SIZE must be 1 to 23, and NODE less than 2\^SIZE'

it 'random IDs with a state file'
for format in scru128 ulid uuidv7 ksuid; do
    wrong gen '--random cannot be used with --state FILE: random IDs keep no state' $format --random --state file
    run_to 0 gen $format --random --state none
done

table << END
# --columns
inspect --columns tiem =2> unknown column "tiem": did you mean time\? The $columns
inspect --columns id,counter_hi =2> unknown column "counter_hi": did you mean counterHi\? The $columns
inspect --columns $(printf 'id,%.0s' $(seq 32))id =2> --columns: more than 32 columns
inspect --columns id --json =2> --columns writes a table, --json objects: give one of them
# a state file without a name, or with IDs
inspect --state '' =2> --state: must be a path, not an empty text
inspect --state file 0u2r85hm2pt3 =2> unexpected argument "0u2r85hm2pt3"
END
for names in '' ',' 'id,' ',id' 'id,,time' ' ' 'id, ' 'id id' "$(printf '%0300d' 0)"; do
    wrong inspect "unknown column \".*\"(\.\.\.)?: the $columns" --columns "$names"
done
for option in "-f ulid" "-f xid" --lenient '--node-size 8' '--epoch @0' '--columns id' --best -q; do
    wrong inspect '--state cannot be used with -f, --lenient, --node-size, --epoch, --columns, --best or -q, which are for IDs' \
        --state file $option
done

it 'wrong usage creates no file'
same "what is in the home folder" "$(ls -A "$HOME" 2> /dev/null)" ""
same "the file" "$(ls file 2> /dev/null)" ""

it 'help'
for subcommand in $subcommands; do
    run_quietly "$subcommand" --help
    ok "the help of $subcommand begins with its usage" grep -q "^usage: sortid $subcommand" out
    ok "80 columns" awk 'length > 80 { print; wide = 1 } END { exit wide }' out
    mv out long
    for other in "$subcommand -h" "help $subcommand"; do
        run_quietly $other
        ok "$other is $subcommand --help" cmp -s out long
    done
done
for help in --help -h help 'help help'; do
    prints '=help.txt' $help
done
ok "80 columns" awk 'length > 80 { print; wide = 1 } END { exit wide }' out
table '' << 'END'
# help
help gne =2> unknown command "gne": did you mean gen\?
help --nonsense =2> unknown option "--nonsense"
help gen ulid =2> help: unexpected argument "ulid"
help node gen ulid =2> help: unexpected argument "ulid"
END
run_sh '"$sortid" help > /dev/full'
expect 3 "" 'sortid: standard output: No space left on device'

it '--help COMMAND'
for help in help --help -h; do
    run $help range
    "$sortid" range --help > long
    ok "$help range is range --help" cmp -s out long
    run $help help
    "$sortid" --help > long
    ok "$help help is --help" cmp -s out long
    wrong '' 'unknown command "rnage": did you mean range\?' $help rnage
done

it 'help of sortid-node'
if [ -n "${SORTID_NO_NODE:-}" ]; then
    skip "SORTID_NO_NODE is set"
else
    mkdir bin && cp "$sortid" bin/sortid
    printf '#!/bin/sh\necho "node $*"\n' > bin/sortid-node && chmod +x bin/sortid-node
    run_sh 'PATH=$PWD/bin bin/sortid help node'
    same "exit status" "$status" 0
    stream out "node --help"
    run_sh 'PATH=$PWD/bin bin/sortid help node status'
    expect 0 "node status --help" ""
fi

it 'version'
prints '~sortid [0-9]+\.[0-9]+\.[0-9]+' --version
mv out long
run_to 0 -V
ok "-V is --version" cmp -s out long
wrong '' 'unexpected "1" after --version' --version 1
