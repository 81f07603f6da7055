# SPDX-License-Identifier: MIT
# Streams that are read and written in parts: short and interrupted calls, which change nothing, and
# errors after some byte, which leave a beginning of the right output and a message.
# shellcheck shell=sh disable=SC2086,SC2154 # run.sh and faulty.sh bring what is not set here
# shellcheck source=tests/faults/faulty.sh
. "$cases/../faulty.sh"

it 'short and interrupted reads and writes change nothing'
for arguments in 'inspect -f ulid' 'inspect --json' 'convert -f ulid -e uuid' 'check ulid --json' \
    'check ulid good - records' 'gen scru160 -n 9000' 'gen scru128 -e int -n 3000' 'formats' \
    '--help' 'gen --none' 'range scru64 now'; do
    cp lines in
    plain $arguments
    for run in 1 2 3 4; do
        seed=$((SORTID_SEED + run))
        cp lines in
        faulty FAULT_SHORT=$seed -- $arguments
        ok "seed $seed: $arguments" is_plain
        [ $run -gt 1 ] || cp log first.log
    done
    ok "calls were cut" [ -e first.log ] # a run with only two calls may have none
done
cp records in
plain convert -f ulid -i bin
for run in 1 2 3 4; do
    faulty FAULT_SHORT=$((SORTID_SEED + run)) -- convert -f ulid -i bin
    ok "seed $((SORTID_SEED + run)): records" is_plain
done

it 'an output that takes some bytes and no more'
for arguments in 'convert -f ulid' 'gen scru128 -n 7000' 'inspect --json'; do
    cp good in
    plain $arguments
    for after in 0 1 26 27 4095 8191 8192 8193 40499; do
        faulty FAULT_CALL=write FAULT_FD=1 FAULT_AFTER=$after FAULT_ERROR=$ENOSPC -- $arguments
        same "exit status of $arguments" "$status" 3
        stream err 'sortid: standard output: No space left on device'
        ok "$arguments: the first $after bytes are out" [ "$(wc -c < out)" = $after ]
        ok "$arguments: they are correct" is_beginning gen
    done
done

it 'an input that breaks: what came before is done, half a line is not'
cp good in
for after in 0 1 26 27 28 1000 32768 40499; do
    broken="FAULT_CALL=read FAULT_FD=0 FAULT_AFTER=$after FAULT_ERROR=$EIO"
    lines=$((after / 27))
    faulty $broken -- convert -f ulid
    expect 3 "$(head -n $lines good)" 'sortid: -: Input/output error'
    faulty $broken -- check ulid --json
    same "exit status" "$status" 3
    stream err 'sortid: -: Input/output error'
    ok "$lines lines count" grep -q "\"lines\":$lines,\"valid\":$lines,\"invalid\":0," out
    faulty $broken -- inspect -f ulid --json
    ok "$lines objects" [ "$status $(grep -c '^{.*}$' out)" = "3 $lines" ]
done
cp records in
faulty FAULT_CALL=read FAULT_FD=0 FAULT_AFTER=40 -- convert -f ulid -i bin
expect 3 "$(head -n 2 good)" 'sortid: -: Input/output error'

it 'an endless line that breaks has no length'
head -c 200000 /dev/zero > in
for after in 1024 1025 131072 131073 199999; do
    faulty FAULT_CALL=read FAULT_FD=0 FAULT_AFTER=$after -- convert -f ulid
    expect 3 "" 'sortid: -: Input/output error'
done

it 'a file that breaks, and the next is read'
: > in
faulty FAULT_CALL=read FAULT_AT=1 -- check ulid --json good lines
same "exit status" "$status" 3
like_text err 'sortid: good: Input/output error
sortid: lines:1501:4: "bad" has 3 bytes, a ulid has 26
sortid: lines:1502:27: .* has 150000 bytes, a ulid has 26
sortid: lines:1503:1: .* is unordered: .*
sortid: lines:1504:1: .* is a duplicate of .*'
ok "the next file is read" grep -q '"lines":1504,"valid":1502,' out
