# SPDX-License-Identifier: MIT
# find, filter, sort --csv: records, fields, quotes that are not closed, delimiters.
# shellcheck shell=sh disable=SC2154 # run.sh reads it and sets these

a=01ARYZ6S41TSV4RRFFQ69G5FAV
b=01BX5ZZKBKACTAV9WEVGEMMVRZ

it 'as the csv module of Python reads them'
if command -v python3 > /dev/null; then
    ok "random files" python3 "$tests/csv_records.py" "$sortid"
else
    skip "no python3 (Debian: python3)"
fi

it 'a quote within a field is text'
given '12" monitor,%s\n12" a,b 12",%s\n' $b $a
table << END
find --csv --field 2 --ids => $b
filter --in 2017 --csv --field 2 => 12" monitor,$b
sort --csv --field 3 --multiline => 12" monitor,$b
| 12" a,b 12",$a
given '"a"b",%s\n"a""",%s\n"" "x,%s\n' $a $b $a
find --csv --field 2 --only => -:1:7:$a
| -:2:7:$b
| -:3:7:$a
END

cr=$(printf '\r')
it 'a record of several lines is kept and sorted whole, also a header'
printf '"n\nn",text\r\n%s,"line one\nline ""two"""\n%s,ok\r\n' $b $a > one
prints "\"n
n\",text$cr
$b,\"line one
line \"\"two\"\"\"" filter ulid --in 2017 --field 1 --csv --header one
prints "\"n
n\",text$cr
$a,ok$cr
$a,ok$cr
$b,\"line one
line \"\"two\"\"\"
$b,\"line one
line \"\"two\"\"\"" sort ulid --csv --header one one
run find ulid --csv one one
stream out "one:$b,\"line one
line \"\"two\"\"\"
one:$a,ok$cr
one:$b,\"line one
line \"\"two\"\"\"
one:$a,ok$cr"

it 'places are those of lines; a record without an ID is reported once'
given '"x\n\n%s",\n"y\nz",\n%s,' $b $a
prints "-:3:1:$b
-:6:1:$a" find --csv --only
says 1 '~sortid: -:4:1: the line has no ID
sortid: sort: lines without an ID .*' sort --csv
prints "$a,
\"x

$b\",
\"y
z\"," sort --csv --multiline

it 'a quote that is not closed'
printf '%s,"ok\n"\n%s,"a ""b"",\n%s,c\n' $a $a $a > open
for command in find 'filter --in 2016' sort; do
    given '%s' $b
    run $command --csv --color never open 2> /dev/null
    run $command --csv open
    expect 1 "$a,\"ok
\"" "sortid: open:3:28: the quote that opens a field here is not closed before the end; its record and what \
follows it are left out"
done
run_to 1 find --csv --ids open -
stream out "$a
$b"
given 'a,"b"'
run_quietly find --csv
run_sh "{ printf '$a,1\\n\"'; head -c 67000000 /dev/zero | tr '\\0' x; printf '\"\\n$b'; } | \$sortid find --csv --ids"
expect 0 "$a
$b" ""
run_sh "{ printf '$a,1\\n\"'; head -c 70000000 /dev/zero; printf '\"\\n$b'; } | \$sortid find --csv --ids"
expect 1 "$a" "sortid: -:2:1: the quote that opens a field here is not closed within 64 MiB; its record and what \
follows it are left out"

{ printf '%s,1\n"' $a; head -c 70000000 /dev/zero; printf '"\n%s' $b; } > open
run find --csv --ids open
stream out $a # also where one read has all of it
rm open

it 'delimiters, and empty fields'
for delimiter in tab 'Tab' "$(printf '\t')"; do
    given '\t\t%s\n a\t%s b\tc' $a $b
    prints $a find --delimiter "$delimiter" --field 3 --ids
    prints $b find --delimiter "$delimiter" --field 2 --ids
done
for delimiter in 'semicolon ;' '; ;' 'pipe |' '| |' 'comma ,' ': :'; do
    given 'a,b%s"%s"%s%s' "${delimiter#* }" "${delimiter#* }" "${delimiter#* }" $a
    prints $a find --delimiter "${delimiter% *}" --field "$([ "$delimiter" = 'comma ,' ] && echo 4 || echo 3)" --ids
done
for delimiter in '' ab a 5 '"' '
' tabs; do
    run sort --delimiter "$delimiter"
    expect_usage sort '--delimiter ".*": must be comma, tab, semicolon, pipe, space or one byte of ASCII, but not .*'
done
