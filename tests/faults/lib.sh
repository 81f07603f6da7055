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

expect_increasing() {
    sort -cu "$1" || fail "$1 does not increase"
}

expect_lines() {
    [ "$(wc -l < "$1")" = "$2" ] || fail "$1 has $(wc -l < "$1") lines, not $2"
}
