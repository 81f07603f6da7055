# SPDX-License-Identifier: MIT
# lib.sh: what scripts here share: an empty folder, $scratch, which is removed at the end; counted
# failures; skips. A script sources it after it has read its arguments.
# shellcheck shell=sh

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

# fail WHAT...: reports a failure; the script continues.
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# skip REASON: skips the whole test.
skip() {
    echo "SKIPPED: $1"
    exit 77
}

# need PROGRAM PACKAGES: skips the test without this program.
need() {
    command -v "$1" > /dev/null || skip "no $1 (Debian: $2)"
}
