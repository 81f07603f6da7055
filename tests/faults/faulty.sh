# SPDX-License-Identifier: MIT
# For the cases of tests/faults/command/ that preload tests/faults/preload_io.c; they source this
# file first. It ends a case with status 77 where nothing can be preloaded.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh brings what is not set here

: "${SORTID_SEED:=$(date +%s)}"
echo "SORTID_SEED=$SORTID_SEED"
EINTR=4 EIO=5 EINVAL=22 ENOSPC=28 EPIPE=32
id='[0-9a-z]{12}'

# faulty ASSIGNMENT... -- ARGUMENT...: runs the command with these faults. Its clock does not move,
# its randomness is one value, and the boot has a name, so that each run does the same.
faulty() {
    settings=
    while [ "$1" != -- ]; do
        settings="$settings $1"
        shift
    done
    shift
    rm -f log
    status=0
    ( # shellcheck disable=SC2163 # each word of it is an assignment
        export FAULT_FIXED=1 FAULT_BOOT=boot FAULT_LOG=log LD_PRELOAD="$PRELOAD_IO" $settings
        exec "$sortid" "$@" < in > out 2> err
    ) || status=$?
}

# The same without a fault, for comparison.
plain() {
    faulty -- "$@"
    wanted=$status
    cp out plain.out
    cp err plain.err
}

is_plain() {
    [ "$status" = "$wanted" ] && cmp -s out plain.out && cmp -s err plain.err
}

# Whether standard output is a part of the expected one; for check, figures of what was read.
is_beginning() {
    head -c "$(wc -c < out)" plain.out | cmp -s - out && return
    [ "$1" = check ] && [ "$(wc -l < out)" = "$(wc -l < plain.out)" ]
}

# Whether there is a message that the run without faults does not have.
has_message() {
    grep -vxFf plain.err err | grep -q '^sortid: '
}

# Calls that may fail without an effect: those that keep closed streams from being reused, make a
# pipe larger, or look for a terminal; the page for forks, where the system cannot wipe it; closing,
# unlocking or deleting a file after it has been synced; closing a temporary file after it was read
# (the log names no descriptor above 9); the resolution of the clock.
harmless='fcntl [012]|isatty [0-9]|fstat 1|madvise|unlink|unlock [3-9]|close( [3-9])?|clock_gettime'

# judge ERROR SUBCOMMAND: whether the last run handled the failed call correctly.
judge() {
    case "$1 $call" in
    "$EPIPE write 2") # the reader of the messages has gone: the command ends with the status of its message
        [ "$status" -ge 1 ] && [ "$status" -le 3 ] && is_beginning "$2"
        return
        ;;
    *" write 2") # the message is lost
        [ "$status" = "$wanted" ] && cmp -s out plain.out
        return
        ;;
    "$EPIPE write 1" | "$EPIPE close 1")
        [ "$status" -le "$wanted" ] && is_beginning "$2" && ! has_message
        return
        ;;
    "$EINTR read"* | "$EINTR write"* | "$EINTR lock"* | "$EINTR close"* | "$EINTR nanosleep"* | \
        "$EINTR posix_fallocate"*)
        is_plain
        return
        ;;
    esac
    if is_plain; then
        printf '%s\n' "$call" | grep -qEx "$harmless"
    else
        [ "$status" = 3 ] && is_beginning "$2" && has_message
    fi
}

# LD_PRELOAD is a list separated by blanks, so the copy has a path without blanks.
cp "$PRELOAD_IO" preload.so
export PRELOAD_IO="$PWD/preload.so"
echo 01234567-89ab-cdef-0123-456789abcdef > boot

it 'the preloaded calls replace those of the C library'
run_sh 'LD_PRELOAD=$PRELOAD_IO FAULT_CALL=write FAULT_AT=1 FAULT_LOG=log "$sortid" --version'
# The object's log decides: a command that ignores the failure must fail this test, not skip it.
if [ ! -e log ]; then
    echo "SKIPPED: LD_PRELOAD does not work with this system or this build"
    exit 77
fi
same "exit status" "$status" 3

# lines: valid and invalid ones; good: the first 1,500 valid ones; records: the same, in binary.
{
    FAULT_FIXED=1 LD_PRELOAD=$PRELOAD_IO "$sortid" gen ulid -n 1500
    echo bad
    head -c 150000 /dev/zero | tr '\000' a
    printf '\n01ARYZ6S41TSV4RRFFQ69G5FAV\r\n01ARYZ6S41TSV4RRFFQ69G5FAV'
} > lines
sed -n '1,1500p' lines > good
"$sortid" convert -f ulid -e bin < good > records
