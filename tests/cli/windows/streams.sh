# SPDX-License-Identifier: MIT
# What Windows' C library would change on its way (ends of lines, byte 0x1a), and what its pipes,
# files and disks say when they fail.
# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # run.sh reads it; $sortid is for run_sh

it 'no end of line is changed on its way out'
run_to 0 gen ulid -n 3
same "bytes" "$(wc -c < out | tr -d ' ')" 81
same "carriage returns" "$(tr -dc '\r' < out | wc -c | tr -d ' ')" 0
run formats
same "carriage returns of formats" "$(tr -dc '\r' < out | wc -c | tr -d ' ')" 0
run gen --foo
same "carriage returns of messages" "$(tr -dc '\r' < err | wc -c | tr -d ' ')" 0

bytes=0a0d0a1a00ff0d0a1a1a0a000d0a1a0a

it 'raw bytes come out as they are'
given '%s\n' "$bytes"
run convert -f ulid -i hex -e bin
expect_hex 0 "$bytes"

it 'raw bytes go in as they are'
cp out in
run convert -f ulid -i bin -e hex
expect 0 "$bytes" ""

it 'lines of Windows are read'
given '01ARZ3NDEKTSV4RRFFQ69G5FAV\r\n01ARZ3NDEKTSV4RRFFQ69G5FAW\r\n'
run convert -f ulid
expect 0 "01ARZ3NDEKTSV4RRFFQ69G5FAV
01ARZ3NDEKTSV4RRFFQ69G5FAW" ""

it 'a file by a path of Windows'
printf '01ARZ3NDEKTSV4RRFFQ69G5FAV\n' > file
run_sh '"$sortid" check ulid --json "Z:$PWD/file"'
expect 0 '~.*"valid":1,.*' ""

it 'a reader that goes away ends it quietly'
run_sh '{ "$sortid" gen ulid -n 9223372036854775807; echo $? > code; } | head -n 1'
expect 0 '~[0-9A-Z]{26}' ""
same "its exit status" "$(cat code)" 0
run_sh '{ "$sortid" gen ulid -n 9223372036854775807; echo $? > code; } | true'
expect 0 "" ""
same "its exit status" "$(cat code)" 0

it 'a full disk is reported'
run_sh '"$sortid" gen ulid -n 100000 > /dev/full'
expect 3 "" 'sortid: standard output: No space left on device'

it 'a closed standard output, a closed standard input'
run_sh '"$sortid" gen ulid >&-'
expect 3 "" 'sortid: standard output: Bad file descriptor'
run_sh '"$sortid" convert -f ulid <&-'
expect 3 "" '~sortid: -: .*'

it 'a file that is not there, a folder'
run check ulid --json missing
expect 3 "~.*" 'sortid: missing: No such file or directory'
mkdir folder
run check ulid --json folder
expect 3 "~.*" 'sortid: folder: Permission denied'
