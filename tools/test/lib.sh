# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2046,SC2086 # word splitting is intended: lists
# Shared by the scripts in this folder, which source it first. Each script is one way to run the
# tests: with a sanitizer, for another machine, with another compiler. `make test-NAME` runs
# tools/test/NAME, which writes only into build-NAME/. Exit status: 0 passed, 77 skipped (the reason
# is printed), anything else failed.
set -eu

way=${0##*/}
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build-$way
jobs=$(nproc 2> /dev/null || echo 2)
cd "$root"

skip() {
    echo "make test-$way: skipped: $1"
    exit 77
}

fail() {
    echo "make test-$way: failed: $*"
    exit 1
}

# The tests that are built: FULL, or ON for those of `make test` only.
tests=${SORTID_TESTS:-FULL}

# need PART...: installs the packages of these parts of tools/setup, or fails. The part "tests" is
# that of the tests that are built; with "git" the folder must be a clone.
need() {
    options=
    for part; do
        case $part/$tests in
        tests/FULL) options="$options --full" ;;
        tests/*) options="$options --test" ;;
        *) options="$options --$part" ;;
        esac
        [ "$part" != git ] || [ -e .git ] || skip "this folder is not a git clone"
    done
    tools/setup $options || fail "packages are missing, see above"
}

# quietly COMMAND...: shows the output only if the command fails, and exits then.
quietly() {
    mkdir -p "$build"
    "$@" > "$build/log" 2>&1 || {
        tail -n 40 "$build/log"
        fail "$*"
    }
}

# configure PRESET [CMAKE OPTION...]: configures a build with tests.
configure() {
    preset=$1
    shift
    quietly cmake --preset "$preset" -B "$build" -DSORTID_TESTS="$tests" "$@"
}

# build_tests PRESET [CMAKE OPTION...]: configures a build and builds what the selected tests need.
build_tests() {
    configure "$@"
    quietly cmake --build "$build" --parallel "$jobs" --target $(tools/test-programs "$build" "${SORTID_CTEST:-.}")
}

# run [CTEST OPTION...]: runs the tests, then prints their summary (tools/summary). The environment
# variable SORTID_CTEST selects tests, like `ctest -R`.
run() {
    status=0
    rm -f "$build/test.xml"
    (cd "$build" && ctest --output-on-failure --no-tests=error --parallel "$jobs" \
        --output-junit test.xml ${SORTID_CTEST:+-R "$SORTID_CTEST"} "$@" > ctest.log 2>&1) || status=$?
    [ "$status" = 0 ] || cat "$build/ctest.log"
    # Explicit, because `run || ...` disables set -e in here.
    tools/summary "$build" || status=1
    return "$status"
}
