# SPDX-License-Identifier: MIT
# Wrong usage of every kind: status 2, nothing on standard output, a message that says what would be
# right. Then help and version.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

number='must be a whole number from 1 to 9223372036854775807'
formats='the formats are scru128 scru128v1 scru160 scru64 ulid uuidv7 ksuid'

it 'no subcommand'
run
same "exit status" "$status" 2
stream out ""
"$sortid" --help > help
ok "the usage goes to standard error" cmp -s err help

it 'unknown subcommand'
run make
expect_usage '' 'unknown command "make"'

it 'a format as subcommand'
for name in ulid ULID; do
    run $name
    expect_usage '' "unknown command \"$name\": it is a format; 'sortid gen ulid' makes an ID of it"
    run help $name
    expect_usage '' "unknown command \"$name\": it is a format; .*"
done

it 'a slip of a subcommand'
run hlep
expect_usage '' 'unknown command "hlep": did you mean help\?'
run gne
expect_usage '' 'unknown command "gne": did you mean gen\?'
# ID in the help is not a command.
for word in id ids; do
    run $word
    expect_usage '' "unknown command \"$word\""
done
run inspct 01ARYZ6S41TSV4RRFFQ69G5FAV
expect_usage '' 'unknown command "inspct": did you mean inspect\?'
run 01ARYZ6S41TSV4RRFFQ69G5FAU
expect_usage '' 'unknown command "01ARYZ6S41TSV4RRFFQ69G5FAU": it is almost an ID; give it to sortid inspect, which .*'
run 01!RYZ!S4!TSV4!!FU!69G5FAU
expect_usage '' 'unknown command "01!RYZ!S4!TSV4!!FU!69G5FAU"'

it 'TypeIDs'
run gen ulid -e typeid
expect_usage gen 'ulid has no encoding typeid: its encodings are text hex int bin uuid'
run gen uuidv7 --prefix user
expect_usage gen '--prefix needs -e typeid'
run convert -f uuidv7 -i typeid --prefix user
expect_usage convert '--prefix needs -e typeid'
for written in "" "--json" "--sql id"; do
    run range uuidv7 --in 2026 -e typeid $written
    expect_usage range '-e typeid is for gen and convert: give no -e for columns of type uuid'
done
for wrong in User _user user_ us3r 'us er'; do
    run gen uuidv7 -e typeid --prefix "$wrong"
    expect_usage gen "--prefix \"$wrong\": must have only the letters a to z, and underscores between them"
done
run gen uuidv7 -e typeid --prefix "$(printf '%064d' 0 | tr 0 a)"
expect_usage gen '--prefix "a+": must have at most 63 letters'

run version
expect_usage '' 'unknown command "version": did you mean --version\?'
run -v
expect_usage '' 'unknown option "-v": did you mean -V\?'
: > app.log
run app.log
rm app.log
expect_usage '' "unknown command \"app.log\": it is a file; 'sortid find FILE' prints the lines that have IDs"
run .
expect_usage '' 'unknown command "\."'

it 'unknown option before the subcommand'
run --verbose
expect_usage '' 'unknown option "--verbose"'
run --versoin
expect_usage '' 'unknown option "--versoin": did you mean --version\?'
run --hepl
expect_usage '' 'unknown option "--hepl": did you mean --help\?'
run --gen
expect_usage '' 'unknown option "--gen": did you mean gen\?'

it 'control characters of a name are escaped'
run "$(printf 'gen\033[2J')"
expect_usage '' 'unknown command "gen\\x1b\[2J"'

for subcommand in gen inspect convert check range find filter sort compare formats; do
    it "$subcommand --nonsense"
    run "$subcommand" --nonsense
    expect_usage "$subcommand" 'unknown option "--nonsense"'

    it "$subcommand -x"
    run "$subcommand" -x
    expect_usage "$subcommand" 'unknown option "-x"'
done

# -n takes 1 to 2^63 - 1 and nothing else
for wrong in 0 -3 -1 5abc '' ' 5' '5 ' +5 0x5 1e3 1.0 00 9223372036854775808 18446744073709551617 \
    99999999999999999999999; do
    it "gen -n '$wrong'"
    run gen -n "$wrong"
    expect_usage gen "-n \"$(printf '%s' "$wrong" | sed 's/[+.]/\\&/g')\": $number"
done

for option in -c --count; do
    for wrong in 0 -3 x ''; do
        run gen $option "$wrong"
        expect_usage gen "--count \"$wrong\": $number"
    done
done

it '-c and --count are -n'
for option in "-n 3" -n3 "-c 3" -c3 "--count 3" --count=3 --cou=3; do
    run gen $option
    same "exit status" "$status" 0
    same "IDs of $option" "$(wc -l < out)" 3
done
run gen -n 2 --count 4
same "the last one counts" "$(wc -l < out)" 4

it 'an option without its value'
run gen --count
expect_usage gen 'option "--count" needs a value'
run gen -c
expect_usage gen 'option -c needs a value'
run gen -n
expect_usage gen 'option -n needs a value'
run gen --at
expect_usage gen 'option "--at" needs a value'

it 'a value for an option that takes none'
run gen --random=yes
expect_usage gen 'option "--random=yes" takes no value'

it 'a wrong option after others is the one that is reported'
run gen --random -x0
expect_usage gen 'unknown option "-x"'
run gen --at now -0x
expect_usage gen 'unknown option "-x"'
run gen --random -R
expect_usage gen 'unknown option "-R"'
run gen --random -0n
expect_usage gen 'option -n needs a value'
run gen -0 --random=yes
expect_usage gen 'option "--random=yes" takes no value'

it 'a long option may be abbreviated'
run inspect --js --node 8 000000000000
same "exit status" "$status" 0
ok "both are read" grep -q '"nodeId":"0"' out

it 'the status is the same if nobody reads standard error'
run_sh '{ { sleep 0.2; "$sortid" gen --none 2>&1 >&3; echo $? >&3; } | :; } 3>&1'
expect 0 2 ""

it 'unknown format'
The_formats="The ${formats#the }"
run gen uuid
expect_usage gen "unknown format \"uuid\": did you mean uuidv7\? $The_formats"
run gen ''
expect_usage gen "unknown format \"\": $formats"
run gen nanoid
expect_usage gen "unknown format \"nanoid\": $formats"
run gen "$(printf '%0100d' 0)"
expect_usage gen "unknown format \"0{64}\"\.\.\.: $formats"
run inspect -f uuid
expect_usage inspect 'unknown kind "uuid": did you mean uuidv7\? The kinds are scru128 .* uuid-v1 .* snowflake-sonyflake'
run inspect -f uuidv4
expect_usage inspect 'unknown kind "uuidv4": did you mean uuid-v4\? The kinds are .*'
run inspect -f snowflake
expect_usage inspect 'unknown kind "snowflake": did you mean snowflake-twitter\? The kinds are .*'
run check scru12
expect_usage check "unknown format \"scru12\": did you mean scru128\? $The_formats"
run gen xid
expect_usage gen "unknown format \"xid\": xid is a kind that only inspect and compare read; $formats"
for uuid in uuid4 uuidv4 UUIDv4; do
    run gen $uuid
    expect_usage gen "unknown format \"$uuid\": uuid-v4 is a kind that only inspect and compare read; $formats"
done
run check UUID-v4
expect_usage check "unknown format \"UUID-v4\": uuid-v4 is a kind that only inspect and compare read; $formats"

it 'names of formats in any case'
for name in ULID Ulid uLiD; do
    run gen $name --at @1795132800
    same "exit status of $name" "$status" 0
    run check $name < out
    same "exit status of check $name" "$status" 1
    run convert -f $name -e hex 01ARYZ6S41TSV4RRFFQ69G5FAV
    expect 0 01563df36481d6764c61efb99302bd5b ""
done
run inspect -f UUID-V4 --json 919108f7-52d1-4320-9bac-f847db4148a8
same "exit status" "$status" 0
ok "the kind" grep -q '"format":"uuid-v4"' out

it 'slips of options'
run inspect --jsno
expect_usage inspect 'unknown option "--jsno": did you mean --json\?'
run inspect -jsno
expect_usage inspect 'unknown option "-jsno": did you mean --json\?'
run inspect --epcoh=3
expect_usage inspect 'unknown option "--epcoh=3": did you mean --epoch\?'
run gen --colour
expect_usage gen 'unknown option "--colour"'
run inspect --colour
expect_usage inspect 'unknown option "--colour": did you mean --color\?'
run gen "--$(printf '%0100d' 0)"
expect_usage gen 'unknown option "--0{62}"\.\.\.'

mkdir slips && cd slips || exit 1
it 'a time or a number without its option'
: > file
for words in "filter ulid -1h" "filter -1h file" "filter file -1h"; do
    run $words
    expect_usage filter 'unknown option "-1h": did you mean --since -1h\?'
done
for words in "filter ulid yesterday" "filter file yesterday" "filter yesterday --until now"; do
    run $words
    expect_usage filter 'there is no file "yesterday": did you mean --since yesterday\?'
done
run filter '2 days ago' file
expect_usage filter 'there is no file "2 days ago": did you mean --since "2 days ago"\?'
run filter --since 2025 2026
expect_usage filter 'there is no file "2026": did you mean --until 2026\?'
run filter --since 2025 nofile
expect 3 "" "sortid: nofile: No such file or directory"
touch 2026
run filter --since 2025 2026
expect 0 "" ""
run gen -1h
expect_usage gen 'unknown option "-1h": did you mean --at -1h\?'
run gen ulid yesterday
expect_usage gen 'unexpected argument "yesterday": did you mean --at yesterday\?'
run gen 2026 ulid
expect_usage gen 'unknown format "2026": did you mean --at 2026\?'
run gen -5
expect_usage gen 'unknown option "-5": did you mean -n 5\?'
run gen 5
expect_usage gen 'unknown format "5": did you mean -n 5\?'
run gen ulid 5
expect_usage gen 'unexpected argument "5": did you mean -n 5\?'
for words in "gen -5x" "filter -5x" "filter -5" "find -5x" "sort -1h"; do
    run $words
    expect_usage ${words% *} "unknown option \"${words#* }\""
done

it 'a format in another place'
for option in -f -fulid --format --format=ulid; do
    for subcommand in gen check find filter sort; do
        run $subcommand $option ulid
        expect_usage $subcommand "unknown option \"$option\": FORMAT is an argument, as in 'sortid $subcommand ulid'"
    done
    run range $option now
    expect_usage range "unknown option \"$option\": FORMAT is an argument, as in 'sortid range ulid -1h'"
done
run formats -f ulid
expect_usage formats 'unknown option "-f"'
for words in "gen -fraction" "find -field" "filter -field" "sort -field"; do
    run $words
    expect_usage ${words% *} "unknown option \"${words#* }\": did you mean -${words#* }\?"
done
run range --since -1h ulid
expect_usage range "unknown option \"--since\": SINCE and UNTIL are arguments, as in 'sortid range ulid -1h now'"
run range ulid -1h --until=now
expect_usage range 'unknown option "--until=now": SINCE and UNTIL are arguments, .*'
run range -1h ULID
expect_usage range 'unknown format "-1h": FORMAT is the first argument: write ulid before it'
run check file ulid
expect_usage check 'unknown format "file": FORMAT is the first argument: write ulid before it'
run check nofile file
expect_usage check "unknown format \"nofile\": $formats"
run check file file
expect_usage check "FORMAT is missing before the file .*"
run check file
expect_usage check "FORMAT is missing before the file \"file\"; 'sortid formats' lists the formats"
run check .
expect_usage check "unknown format \"\.\": $formats"
run convert
expect_usage convert "-f FORMAT is missing; 'sortid formats' lists the formats"
run convert ulid 01BX5ZZKBKACTAV9WEVGEMMVRZ
expect_usage convert '-f FORMAT is missing: did you mean -f ulid\?'

it 'a file in the place of an ID'
run inspect file
expect 1 "" "sortid: arg:1:1: \"file\" (4 bytes) is not a known ID: it resembles no known kind of ID
sortid: inspect: \"file\" is a file, but arguments are IDs: 'sortid inspect ... < FILE' reads its lines"
run convert -f ulid no file 2026
expect 1 "" "sortid: arg:1:3: \"no\" has 2 bytes, a ulid has 26
sortid: arg:2:5: \"file\" has 4 bytes, a ulid has 26
sortid: arg:3:5: \"2026\" has 4 bytes, a ulid has 26
sortid: convert: \"file\" is a file, but arguments are IDs: 'sortid convert ... < FILE' reads its lines"
run inspect -
expect 1 "" "sortid: arg:1:1: \"-\" (1 byte) is not a known ID: it resembles no known kind of ID
sortid: inspect: without arguments, standard input is read: leave out -"
run inspect .
expect 1 "" "sortid: arg:1:1: \".\" (1 byte) is not a known ID: it resembles no known kind of ID"
run convert -f ulid ./ file
expect 1 "" "sortid: arg:1:3: \"./\" has 2 bytes, a ulid has 26
sortid: arg:2:5: \"file\" has 4 bytes, a ulid has 26
sortid: convert: \"file\" is a file, but arguments are IDs: 'sortid convert ... < FILE' reads its lines"
: > 01BX5ZZKBKACTAV9WEVGEMMVRZ
run convert -f ulid 01BX5ZZKBKACTAV9WEVGEMMVRZ
expect 0 01BX5ZZKBKACTAV9WEVGEMMVRZ ""

cd ..

it 'no format'
run check
expect_usage check "FORMAT is missing; 'sortid formats' lists the formats"
run range
expect_usage range "FORMAT is missing; 'sortid formats' lists the formats"
run convert 01BX5ZZKBKACTAV9WEVGEMMVRZ
expect_usage convert "-f FORMAT is missing; 'sortid formats' lists the formats"

it 'too many arguments'
run gen ulid scru128
expect_usage gen 'unexpected argument "scru128"'
run formats ulid
expect_usage formats 'unexpected argument "ulid"'
run range ulid now @1 @2
expect_usage range 'unexpected argument "@2"'

it 'unknown encoding'
run gen -e base64
expect_usage gen 'unknown encoding "base64": the encodings are text hex int bin uuid base32hex typeid'
run gen -e base32
expect_usage gen 'unknown encoding "base32": did you mean base32hex\? The encodings are text .*'
run gen -e HXE
expect_usage gen 'unknown encoding "HXE": did you mean hex\? The encodings are text .*'
run convert -f ulid -i ''
expect_usage convert 'unknown encoding "": the encodings are text hex int bin uuid base32hex typeid'
run convert -f uuidv7 -e ULID
expect_usage convert '-e ulid: ulid is a format, not an encoding; convert does not change the format\. The encodings are text hex int bin uuid base32hex typeid time unix ms'
run find -i ulid app.log
expect_usage find '-i ulid: ulid is a format, not an encoding\. The encodings are text hex int bin uuid base32hex typeid'

run convert -f ulid -e iso
expect_usage convert 'unknown encoding "iso": the encodings are text hex int bin uuid base32hex typeid time unix ms'
run convert -f ulid -e tiem
expect_usage convert 'unknown encoding "tiem": did you mean time\? The encodings are .*'
for times in time unix ms; do
    only="$times: only convert -e writes times, and no ID is read from a time; \
'sortid range FORMAT TIME' prints the IDs of a time"
    run gen -e $times
    expect_usage gen "-e $only"
    run convert -f ulid -i $times
    expect_usage convert "-i $only"
    run range ulid now -e "$(echo $times | tr '[:lower:]' '[:upper:]')"
    expect_usage range "-e $only"
    run find ulid -i $times
    expect_usage find "-i $only"
done
for written in '' '-e unix' '-e ms' '-e hex'; do
    run convert -f ulid --local $written
    expect_usage convert '--utc and --local apply to -e time'
done

it 'an encoding that the format lacks'
run gen scru64 -e uuid
expect_usage gen 'scru64 has no encoding uuid: its encodings are text hex int bin'
run gen scru160 -e uuid
expect_usage gen 'scru160 has no encoding uuid: its encodings are text hex int bin base32hex'
run gen ulid -e base32hex
expect_usage gen 'ulid has no encoding base32hex: its encodings are text hex int bin uuid'
run convert -f scru128v1 -i base32hex
expect_usage convert 'scru128v1 has no encoding base32hex: its encodings are text hex int bin uuid'
run check scru64 -i uuid
expect_usage check 'scru64 has no encoding uuid: its encodings are text hex int bin'

it 'options of one format with another'
for format in scru128v1 scru160 scru64; do
    run gen "$format" --random
    expect_usage gen "--random does not apply to $format"
done
for format in scru128 scru128v1 scru64 ulid ksuid; do
    run gen "$format" --fraction
    expect_usage gen "--fraction does not apply to $format"
done
run gen uuidv7 --fraction --random
expect_usage gen '--random cannot be used with --fraction: random IDs have no order within a ms'
for format in scru128 scru128v1 scru160 ulid uuidv7 ksuid; do
    run gen "$format" --node 42/8
    expect_usage gen "--node applies to scru64, not to $format"
    run inspect -f "$format" --node-size 8
    expect_usage inspect "--node-size applies to scru64, not to $format"
done
for format in scru128 scru128v1 scru160 scru64 uuidv7 ksuid; do
    run inspect -f "$format" --lenient
    expect_usage inspect "--lenient applies to ulid, not to $format"
    run convert -f "$format" --lenient
    expect_usage convert "--lenient applies to ulid, not to $format"
    run check "$format" --lenient
    expect_usage check "--lenient applies to ulid, not to $format"
done

it '--lenient reads texts only'
run convert -f ulid -i hex --lenient
expect_usage convert '--lenient applies to -i text, not to -i hex'

it '-0 with raw bytes'
run gen -0 -e bin
expect_usage gen '-0 cannot be used with -e bin: raw bytes have no separator'

it 'raw bytes as arguments'
run convert -f ulid -i bin 0123456789abcdef
expect_usage convert '-i bin reads standard input, not arguments'

it '--node-size'
for wrong in 0 24 -1 8bits '' 99999999999999999999; do
    run inspect --node-size "$wrong"
    expect_usage inspect "--node-size \"$wrong\": must be a whole number from 1 to 23"
done

it '--color and --order'
run inspect --color sometimes
expect_usage inspect '--color "sometimes": must be one of auto always never'
run check ulid --order loose
expect_usage check '--order "loose": must be one of strict time none'

it '--max-errors'
for wrong in '' -1 few 1.5 ALL 9223372036854775808 99999999999999999999; do
    run check ulid --max-errors "$wrong"
    expect_usage check "--max-errors \"$wrong\": must be all or a whole number from 0 to 9223372036854775807"
done

it 'times'
for wrong in 20x '' soon 1h -1mo 123 20261120 2026-13-01 2026-02-30 2026-11-20T25:00:00Z @ @-1 1969-12-31 \
    2026-11-20T12:00:00.Z '2026-11-20 ' 'Thu, 20 Nov 2026 12:00:00 GMT'; do
    run gen --at "$wrong"
    expect_usage gen "--at \"$wrong\": .+"
    run range ulid "$wrong"
    expect_usage range "SINCE \"$wrong\": .+"
done

it 'times in other forms'
a_time='A time is now, -1h, 2 days ago, yesterday, 2026-11-20, 2026-11-20T12:00:00\.123Z or @1795176000\.123'
for right in '-1h an hour ago' '-1d a day ago' '+5m in 5 minutes' '2026-11-20 20.11.2026' \
    '2026-11-20 20/11/2026' '2026-11-20 11/20/2026' '2026-11-20 Nov 20 2026' \
    '2026-11-20T15:30 11/20/2026, 3:30 PM' '@1795176000.5 1795176000.5'; do
    run gen --at "${right#* }"
    expect_usage gen "--at \"${right#* }\": did you mean $(echo "${right%% *}" | sed 's/[+.]/\\&/g')\\? $a_time"
done
run filter --since 05/11/2026
expect_usage filter "--since \"05/11/2026\": did you mean 2026-05-11 or 2026-11-05\? $a_time"
run gen --at 31/02/2026
expect_usage gen '--at "31/02/2026": no such day in that month and year'
run gen --at '5/31/1969'
expect_usage gen '--at "5/31/1969": before 1970.*'
run range ulid 5/31/1969 now
expect_usage range "SINCE \"5/31/1969\": did you mean 1969-05-31\? $a_time"
run gen --at 'a month ago'
expect_usage gen '--at "a month ago": a time span needs a unit: .*'
run gen --at monday
expect_usage gen '--at "monday": not a time such as .*'
run range ulid --in 11/2026
expect_usage range '--in "11/2026": did you mean 2026-11\? A period is a year, a month or a day: 2026, 2026-11, 2026-11-20, yesterday'
for wrong in 'an hour ago' '11/20/2026 12:00' 31/02/2026; do
    run range ulid --in "$wrong"
    expect_usage range "--in \"$wrong\": not a period: .*"
done
run gen --at 12:00
expect_usage gen "--at \"12:00\": did you mean 2...-..-..T12:00\? $a_time"

it 'times'
# Bounds may be before 1970, but they are no less strictly read.
for wrong in 20x '' soon 1h 123 20261120 2026-13-01 2026-02-30 @ @-1x -1 -044-03-15 178000000000 \
    @1780000000000 '2026-11-20 '; do
    run range ulid -- "$wrong" now
    expect_usage range "SINCE \"$wrong\": .+"
    run range ulid -- 2026-11-20 "$wrong"
    expect_usage range "UNTIL \"$wrong\": .+"
done
run range ulid 178000000 178000006
expect_usage range 'SINCE "178000000": .+ Unix seconds of 10 .+ as @123 or @123\.456'
run range ulid @1780000000000 @1780000060000
expect_usage range 'SINCE "@1780000000000": looks like milliseconds: .+'

it 'a range that ends before it begins'
run range ulid
expect_usage range 'SINCE is missing: .+'
run range ulid --in 2026-11 2026-12
expect_usage range '--in is a whole span: give no SINCE and no UNTIL'
for wrong in @1795132800 2026-13; do
    run range ulid --in "$wrong"
    expect_usage range "--in \"$wrong\": .+"
done
for wrong in '' now -1h lastweek 2026-11-20T12:00; do
    run range ulid --in "$wrong"
    expect_usage range "--in \"$wrong\": not a period: give a year, a month or a day, such as 2026, .+"
done
run range scru128v1 --in 2019
expect_usage range 'no ID has a time in the period: scru128v1 has times from .*'
run range ulid 2026-11-20 2026-11-20
expect_usage range 'UNTIL must be at least a millisecond after SINCE'
run range ulid 2026-11-21 2026-11-20
expect_usage range 'UNTIL must be at least a millisecond after SINCE'
run range ulid @1.0001 @1.0009
expect_usage range 'UNTIL must be at least a millisecond after SINCE'
run range scru64 @1 @0.999
expect_usage range 'UNTIL must be at least a millisecond after SINCE'

it 'times that the format does not have'
run gen scru128v1 --at 2019-12-31
expect_usage gen '--at "2019-12-31" is out of range: scru128v1 has times from 2020-01-01T00:00:00\.000Z to 2577-06-22T.*'
run gen scru128v1 --at 2020-01-01
expect_usage gen '--at "2020-01-01" is out of range: .*, and both ends are reserved'
run gen scru128 --at @0
expect_usage gen '--at "@0" is out of range: .*, and both ends are reserved'
run range scru128v1 2019-12-31
expect_usage range 'SINCE "2019-12-31" is out of range: scru128v1 has times from .*'
run range scru64 +004261-02-28
expect_usage range 'SINCE "\+004261-02-28" is out of range: scru64 has times from 1970-01-01T.* to 4261-02-27T06:08:58\.880Z'

it 'range --sql and --json'
for wrong in '' . .id id. a..b '"' '""' '"a' '"a"b' '"a".' 'a.""' '"a""'; do
    run range ulid now --sql "$wrong"
    expect_usage range "--sql \".*\": must be the name of a column, or TABLE.COLUMN, .+ in quotes: '\"a\.b\"'"
done
run range ulid now --sql "$(printf '%01001d' 0)"
expect_usage range '--sql "0+.*: must be the name of a column.* of at most 1000 bytes; .*'
run range ulid now --sql id --json
expect_usage range '--sql writes a condition, --json an object: give one of them'
run range ulid now --sql id -e bin
expect_usage range '--sql cannot write raw bytes: give -e hex for a column of bytes'
run range ulid now --sql id --dialect sqlite -e int
expect_usage range '--dialect sqlite has no integers of more than 64 bits: give -e hex'
run range ulid now --dialect sqlite
expect_usage range '--dialect is for a condition: give --sql COLUMN too'
run range ulid now --sql id --dialect oracle
expect_usage range '--dialect "oracle": must be one of postgresql sqlite'
run range ulid now --json -e bin
expect_usage range '--json cannot write raw bytes: give -e hex'
run range scru64 now -e uuid
expect_usage range 'scru64 has no encoding uuid: .+'

it 'ranges without an ID'
run range scru128v1 2019-12-31 2020-01-01
expect_usage range 'no ID has a time from SINCE up to UNTIL: scru128v1 has times from .*, 1 ms apart'
run range ulid 1960-01-01 1965-01-01
expect_usage range 'no ID has a time from SINCE up to UNTIL: ulid has times from 1970-01-01T.*'
run range scru64 4261-02-27T06:08:58.881Z +004262-01-01
expect_usage range 'no ID has a time from SINCE up to UNTIL: .*4261-02-27T06:08:58\.880Z, 256 ms apart'
run range scru64 @0.001 @0.256
expect_usage range 'no ID has a time from SINCE up to UNTIL: .*, 256 ms apart'

it 'a node is required, and must be valid'
run gen scru64
expect_usage gen 'scru64 needs a node: give --node NODE/SIZE, .*, or set SCRU64_NODE_SPEC'
run_sh 'SCRU64_NODE_SPEC="" "$sortid" gen scru64'
expect_usage gen 'scru64 needs a node: .*'
for wrong in 42 /8 42/ 42/0 42/24 256/8 +42/8 ' 42/8' '42/8 ' 0x/8 0x+2a/8 42/8/8 42//8 \
    zzzzzzzzzzzz/8 000000000042/8; do
    run gen scru64 --node "$wrong"
    expect_usage gen "--node \"$(printf '%s' "$wrong" | sed 's/+/\\&/')\": invalid at byte [0-9]+: .*"
done
run_sh 'SCRU64_NODE_SPEC=42/99 "$sortid" gen scru64'
expect_usage gen 'SCRU64_NODE_SPEC "42/99": invalid at byte 4: SIZE must be 1 to 23, and NODE less than 2\^SIZE'
run gen scru64 --node 300/8
expect_usage gen '--node "300/8": invalid at byte 1: SIZE must be 1 to 23, and NODE less than 2\^SIZE'
run gen scru64 --node 42
expect_usage gen '--node "42": invalid at byte 3: give NODE/SIZE, such as 42/8 or 0xb00/12, or ID/SIZE'
run gen scru64 --node 000000000042/8
expect_usage gen '--node "000000000042/8": invalid at byte 1: the timestamp of the ID is reserved'

it 'a scripted time with a state file'
run gen scru64 --node 42/8 --at now
expect_usage gen '--at with scru64 needs --state none: .*'
run gen scru64 --node 42/8 --at now --state file
expect_usage gen '--at with scru64 needs --state none: .*'
run gen ulid --at now --state file
expect_usage gen '--at cannot be used with --state FILE: the time of --at must not enter the state file'

it 'random IDs with a state file'
for format in scru128 ulid uuidv7 ksuid; do
    run gen $format --random --state file
    expect_usage gen '--random cannot be used with --state FILE: random IDs keep no state'
    run gen $format --random --state none
    same "exit status" "$status" 0
done

it '--columns'
columns='columns are input format id time local age unix ms node hex int uuid counter confidence, and the names of fields'
run inspect --columns tiem
expect_usage inspect "unknown column \"tiem\": did you mean time\? The $columns"
run inspect --columns id,counter_hi
expect_usage inspect "unknown column \"counter_hi\": did you mean counterHi\? The $columns"
for wrong in '' ',' 'id,' ',id' 'id,,time' ' ' 'id, ' 'id id' "$(printf '%0300d' 0)"; do
    run inspect --columns "$wrong"
    expect_usage inspect "unknown column \".*\"(\.\.\.)?: the $columns"
done
run inspect --columns "$(printf 'id,%.0s' $(seq 32))id"
expect_usage inspect '--columns: more than 32 columns'
run inspect --columns id --json
expect_usage inspect '--columns writes a table, --json objects: give one of them'

it 'a state file without a name'
run gen ulid --state ''
expect_usage gen '--state: must be a path, not an empty text'
run inspect --state ''
expect_usage inspect '--state: must be a path, not an empty text'

it 'inspect of a state file and of IDs at once'
run inspect --state file 0u2r85hm2pt3
expect_usage inspect 'unexpected argument "0u2r85hm2pt3"'
for option in "-f ulid" "-f xid" --lenient '--node-size 8' '--epoch @0' '--columns id'; do
    run inspect --state file $option
    expect_usage inspect '--state cannot be used with -f, --lenient, --node-size, --epoch or --columns, which are for IDs'
done

it 'wrong usage creates no file'
same "what is in the home folder" "$(ls -A "$HOME" 2> /dev/null)" ""
same "the file" "$(ls file 2> /dev/null)" ""

it 'help'
for subcommand in gen inspect convert check range find filter sort compare formats; do
    run "$subcommand" --help
    same "exit status" "$status" 0
    stream err ""
    ok "the help of $subcommand begins with its usage" grep -q "^usage: sortid $subcommand" out
    mv out long
    run "$subcommand" -h
    same "exit status" "$status" 0
    ok "-h is --help" cmp -s out long
    ok "80 columns" awk 'length > 80 { print; wide = 1 } END { exit wide }' out
done
run --help
expect 0 =help.txt ""
run -h
expect 0 =help.txt ""

run help
expect 0 =help.txt ""
ok "80 columns" awk 'length > 80 { print; wide = 1 } END { exit wide }' out
run help help
expect 0 =help.txt ""
for subcommand in gen inspect convert check range find filter sort compare formats; do
    "$sortid" $subcommand --help > long
    run help $subcommand
    same "exit status" "$status" 0
    stream err ""
    ok "help $subcommand is $subcommand --help" cmp -s out long
done
run help gne
expect_usage '' 'unknown command "gne": did you mean gen\?'
run help --nonsense
expect_usage '' 'unknown option "--nonsense"'
run help gen ulid
expect_usage '' 'help: unexpected argument "ulid"'
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
    run $help rnage
    expect_usage '' 'unknown command "rnage": did you mean range\?'
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
run help node gen ulid
expect_usage '' 'help: unexpected argument "ulid"'

it 'version'
run --version
expect 0 '~sortid [0-9]+\.[0-9]+\.[0-9]+' ""
mv out long
run -V
same "exit status" "$status" 0
ok "-V is --version" cmp -s out long
run --version 1
expect_usage '' 'unexpected "1" after --version'
