# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154 # $formats is for the scripts, $sortid is theirs
# Shared by the scripts in this folder; they source it first, from any folder. They run in a scratch
# folder, which is removed at the end; the processes named in `children` are killed then. Exit
# status: 0 passed, 77 skipped (with a reason), anything else failed.
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

# All of them preload a library into the programs that they test.
[ "${SORTID_EMULATED:-0}" != 1 ] || skip "an emulator loads preloaded libraries into itself"

# await FILE TEXT: waits until the file has the text; fails after a minute.
await() {
    tries=0
    until grep -q "$2" "$1"; do
        tries=$((tries + 1))
        [ "$tries" -le 600 ] || fail "$1 does not have '$2'"
        sleep 0.1
    done
}

# Sets $formats to the names of the formats of the command $sortid.
find_formats() {
    formats=$("$sortid" formats --json | sed -n 's/^{"name":"\([^"]*\)".*/\1/p')
    [ -n "$formats" ] || fail "the command has no formats"
}

# ---- Fake clocks ---------------------------------------------------------------------------------

# Sets $library to the library that faketime(1) preloads.
find_faketime() {
    library=
    for folder in /usr/lib/*/faketime /usr/lib/faketime /usr/lib64/faketime /usr/local/lib/faketime; do
        [ -n "$library" ] || [ ! -e "$folder/libfaketime.so.1" ] ||
            library=$folder/libfaketime.so.1
    done
    [ -n "$library" ] || skip "no libfaketime (Debian: faketime)"
}

# set_clock FILE SECONDS: sets the clock's offset; the file is never seen half written.
set_clock() {
    echo "$2" > "$1.new"
    mv "$1.new" "$1"
}

# faked FILE COMMAND...: runs with a clock that is off by the seconds in FILE. The timeout ends a
# command that a failed test has left sleeping.
faked() {
    file=$work/$1
    shift
    timeout 600 env LD_PRELOAD="$library" FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1 \
        DONT_FAKE_MONOTONIC=1 FAKETIME_TIMESTAMP_FILE="$file" "$@"
}

# ---- Files of IDs --------------------------------------------------------------------------------

expect_increasing() {
    sort -cu "$1" || fail "$1 does not increase"
}

expect_lines() {
    [ "$(wc -l < "$1")" = "$2" ] || fail "$1 has $(wc -l < "$1") lines, not $2"
}
