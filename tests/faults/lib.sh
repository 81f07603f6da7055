# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What the scripts beside this file share; they source it first, from any folder. They go on in a
# scratch folder of their own, which goes away with them, as do the processes named in `children`.
# Exit status: 0 passed, 77 could not run here (and says why), anything else failed.
set -eu

work=$(mktemp -d)
children=
end() {
    for child in $children; do kill "$child" 2> /dev/null || :; done
    rm -rf "$work"
}
trap end EXIT
trap 'exit 1' HUP INT TERM
export LC_ALL=C
unset SCRU64_NODE_SPEC XDG_STATE_HOME

skip() {
    echo "SKIPPED: $1"
    exit 77
}

fail() {
    echo "FAILED: $*"
    exit 1
}

# Both preload a library into the programs that they test.
[ "${SORTID_EMULATED:-0}" != 1 ] || skip "an emulator takes what is preloaded for itself"

# await FILE TEXT: until the text is in it; a minute is a failure, whatever the machine.
await() {
    tries=0
    until grep -q "$2" "$1"; do
        tries=$((tries + 1))
        [ "$tries" -le 600 ] || fail "$1 never said '$2'"
        sleep 0.1
    done
}

# ---- Clocks that are set --------------------------------------------------------------------------

# Puts into $library the one that faketime(1) preloads, where Debian and others put it.
find_faketime() {
    library=
    for folder in /usr/lib/*/faketime /usr/lib/faketime /usr/lib64/faketime /usr/local/lib/faketime; do
        [ -n "$library" ] || [ ! -e "$folder/libfaketime.so.1" ] ||
            library=$folder/libfaketime.so.1
    done
    [ -n "$library" ] || skip "no libfaketime (Debian: faketime)"
}

# set_clock FILE SECONDS: how far off the clock is; the file is never seen half written.
set_clock() {
    echo "$2" > "$1.new"
    mv "$1.new" "$1"
}

# faked FILE COMMAND...: under a clock that is off by the seconds in FILE. What sleeps for years is
# ended, if a failure has left it behind.
faked() {
    file=$work/$1
    shift
    timeout 200 env LD_PRELOAD="$library" FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1 \
        DONT_FAKE_MONOTONIC=1 FAKETIME_TIMESTAMP_FILE="$file" "$@"
}

# ---- IDs, a line each -----------------------------------------------------------------------------

expect_increasing() {
    sort -cu "$1" || fail "$1 does not increase"
}

expect_lines() {
    [ "$(wc -l < "$1")" = "$2" ] || fail "$1 has $(wc -l < "$1") lines, not $2"
}
