# SPDX-License-Identifier: MIT
# The command allocates no memory in its subcommands, so no failing allocation can end it, except in
# sort, in check for the figures of several files, and in find and filter for lines of 256 KiB and
# more: there a failing allocation is reported. tests/faults/preload_memory.c counts the requests,
# except those of strerror, and refuses them.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it

ulid=01ARYZ6S41TSV4RRFFQ69G5FAV

# LD_PRELOAD is a list separated by blanks, so the copy has a path without blanks.
cp "$PRELOAD_MEMORY" preload.so
export PRELOAD_MEMORY="$PWD/preload.so"

it 'the preloaded allocator is used, and refuses'
if [ "$(LD_PRELOAD=$PRELOAD_MEMORY FAULT_AT=0 "$LAUNCH" allocating - 2>&1)" != 0 ]; then
    echo "SKIPPED: LD_PRELOAD does not work with this system or this build"
    exit 77
fi
for at in 1 2 3 4 5; do
    rm -f requests
    same "requests refused" 1 "$(LD_PRELOAD=$PRELOAD_MEMORY FAULT_AT=$at FAULT_LOG=requests \
        "$LAUNCH" allocating -)"
    ok "all of them are counted" [ "$(wc -l < requests)" -ge 5 ]
done

# without_memory STATUS ARGUMENT...: expects no request; the first one would fail.
without_memory() {
    wanted=$1
    shift
    it "$*"
    cp input in
    rm -f requests state
    status=0
    LD_PRELOAD=$PRELOAD_MEMORY FAULT_AT=1 FAULT_LOG=$PWD/requests "$sortid" "$@" \
        < in > out 2> err || status=$?
    same "exit status" "$status" "$wanted"
    same "requests" "$(cat requests 2> /dev/null)" ""
}

{
    "$sortid" gen ulid -n 3000
    echo bad
    head -c 300000 /dev/zero | tr '\000' a
    printf '\n%s\n' $ulid
} > input
"$sortid" gen scru160 -n 1000 -e bin > input.bin

for format in $all_formats; do
    for encoding in text hex int bin uuid base32hex; do
        wanted=0
        "$sortid" formats --json | grep "\"name\":\"$format\"" | grep -q "\"$encoding\"" || wanted=2
        node=""
        [ $format != scru64 ] || node="--node 42/8 --state state"
        without_memory $wanted gen $format -n 30000 -e $encoding $node
    done
done
without_memory 0 gen ulid --random -n 30000 -0
without_memory 0 gen --at now
without_memory 1 inspect
without_memory 1 inspect --json
without_memory 1 inspect --lenient --color always
without_memory 0 inspect $ulid 036zg552n91mt9s0gyhdwif95
without_memory 1 inspect $ulid bad
without_memory 1 convert -f ulid -e uuid
without_memory 1 convert -f ulid --lenient $ulid 01-AR
without_memory 1 check ulid
without_memory 1 check ulid --json --order time
without_memory 3 check ulid missing
stream err 'sortid: missing: No such file or directory'
without_memory 0 check scru160 -i bin input.bin
without_memory 0 range scru64 2026-11-20 2026-11-21
without_memory 0 compare $ulid 036zg552n91mt9s0gyhdwif95
without_memory 0 formats
without_memory 0 formats --json
without_memory 0 --help
without_memory 0 --version
without_memory 0 gen --help
without_memory 2
without_memory 2 gen --no
without_memory 2 check
without_memory 2 gen -n 0

mv input long
"$sortid" gen ulid -n 30000 | sed 's/^/line with an ID: /' > input
without_memory 0 find
without_memory 0 find ulid --only
without_memory 0 filter --since -1h
without_memory 0 filter --since -1h --multiline --field 5

# with_fault AT ARGUMENT...: refuses one request; the command reports that, or needs less.
with_fault() {
    at=$1
    shift
    it "request $at of $*"
    cp long in
    rm -f requests
    status=0
    LD_PRELOAD=$PRELOAD_MEMORY FAULT_AT=$at FAULT_LOG=$PWD/requests "$sortid" "$@" \
        < in > out 2> err || status=$?
    ok "memory is requested" [ -s requests ]
    ok "status $status" [ "$status" = 3 ] || return
    ok "the report" grep -q 'memory' err
}
with_fault 1 check ulid missing input
with_fault 1 find
with_fault 1 filter --in 2026
with_fault 1 sort

# Refuses each request of a sort with temporary files, one at a time.
seq 60000 | sed "s/.*/& $ulid/" > many
"$sortid" sort ulid --memory 1 < many > wanted
at=1
while rm -f requests && [ $at -lt 100 ]; do
    it "request $at of sort --memory 1"
    status=0
    LD_PRELOAD=$PRELOAD_MEMORY FAULT_AT=$at FAULT_LOG=$PWD/requests "$sortid" sort ulid --memory 1 \
        < many > out 2> err || status=$?
    [ "$(wc -l < requests)" -ge $at ] || break
    case $status in
    0) ok "the output" cmp -s out wanted ;;
    *)
        same "exit status" "$status" 3
        ok "the report" grep -q 'memory' err
        ;;
    esac
    at=$((at + 1))
done
ok "requests were refused" [ $at -gt 3 ]

it 'a block that is refused is made smaller'
cp input in
status=0
LD_PRELOAD=$PRELOAD_MEMORY FAULT_AT=2 FAULT_LOG=$PWD/requests "$sortid" sort ulid < in > out 2> err || status=$?
expect 0 "$(cat input)" ""
mv long input

it 'little room for addresses and stack'
run_sh 'ulimit -v 8192 && ulimit -s 128 && "$sortid" --version' 2> /dev/null
if [ "$status" = 0 ]; then
    cp input in
    for command in 'gen scru160 -n 100000 -e int' 'check ulid' 'convert -f ulid -e int' 'inspect' \
        'inspect --json' 'find' 'filter --in 2026' 'gen scru64 --node 42/8 -n 100000 --state room'; do
        "$sortid" $command < in > /dev/null 2>&1
        wanted=$?
        run_sh "ulimit -v 8192; ulimit -s 128; \"\$sortid\" $command"
        same "exit status of $command" "$status" "$wanted"
    done
else
    skip "this build needs more than 8 MiB of addresses, or the shell has no ulimit -v"
fi
