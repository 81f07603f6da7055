#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the verdicts of tools/summary on real runs of CTest, whose tests are one-line scripts that
# pass, fail or skip with the messages of our tests. Run by CTest.
#   tests/summary.sh ROOT
set -eu

root=${1:?usage: tests/summary.sh ROOT}
. "$(dirname "$0")/lib.sh"
cd "$scratch"
unset SORTID_NO_SKIP

complain() {
    fail "$*"
    cat output
}

# begin [CACHE LINE]: a build folder without tests.
begin() {
    rm -rf build
    mkdir build
    echo "${1:-}" > build/CMakeCache.txt
}

# test_that NAME SCRIPT: one more test; a script that has no quotes.
test_that() {
    echo "$2" > "build/$1.sh"
    echo "add_test($1 sh \"$scratch/build/$1.sh\")" >> build/CTestTestfile.cmake
    echo "set_tests_properties($1 PROPERTIES SKIP_RETURN_CODE 77)" >> build/CTestTestfile.cmake
}

# expect STATUS LAST_LINE [VARIABLE=VALUE]: runs the tests, then compares the end of the summary.
expect() {
    wanted=$1 last=$2
    shift 2
    (cd build && ctest --output-junit test.xml > /dev/null 2>&1) || true
    status=0
    env "$@" "$root/tools/summary" build > output 2>&1 || status=$?
    [ "$status" = "$wanted" ] || complain "status $status instead of $wanted"
    [ "$(tail -n 1 output)" = "$last" ] || complain "the last line is not: $last"
}

# says LINE: fails unless the last summary has this line.
says() {
    grep -qxF -e "$1" output || complain "not said: $1"
}

begin
status=0
"$root/tools/summary" build > output 2>&1 || status=$?
[ "$status" = 1 ] || complain "a build without a run passes"

test_that good 'echo fine'
expect 0 '1 passed, 0 failed'
test_that bad 'exit 1'
expect 1 '1 passed, 1 failed'
says 'FAILED bad'

# A skip that a package would avoid is a failure, of a whole test or of a part.
begin
test_that good 'echo fine'
test_that shell 'echo SKIPPED: no shell sqlite3 \(Debian: sqlite3\); exit 77'
expect 1 '1 passed, 0 failed, 1 skipped'
says 'SKIPPED no shell sqlite3 (Debian: sqlite3): shell'
begin
test_that part 'echo SKIPPED: completion: zsh: no zsh \(Debian: zsh\)'
expect 1 '1 passed, 0 failed'
says 'SKIPPED completion: zsh: no zsh (Debian: zsh): part'

# So does a skip without a reason, of a script or of cmocka.
begin
test_that silent 'exit 77'
expect 1 '0 passed, 0 failed, 1 skipped'
says 'SKIPPED no reason given: silent'
begin
test_that unit 'echo [ RUN      ] a; echo [  SKIPPED ] a'
sed -i 's/\[ /"[ /g; s/\] a/] a"/g' build/unit.sh
expect 1 '1 passed, 0 failed'
says 'SKIPPED no reason given: unit'

# What a machine cannot run is listed, and is a failure where nothing may be skipped.
begin
test_that good 'echo fine'
test_that owner 'echo SKIPPED: only root can give a file away'
test_that page 'echo SKIPPED: this system has no MADV_WIPEONFORK; exit 77'
expect 0 '2 passed, 0 failed, 1 skipped'
says 'SKIPPED only root can give a file away: owner'
says 'SKIPPED this system has no MADV_WIPEONFORK: page'
expect 1 '2 passed, 0 failed, 1 skipped' SORTID_NO_SKIP=1

# SIMD implementations need their CPU; cmocka prints the reason as the name of the test, and again
# at the end. Tests with the same reason share a line.
begin
for name in one two; do
    test_that $name "cat $scratch/build/said"
done
cat > build/said << 'SAID'
[ RUN      ] avx512 all tests
SKIPPED: simd avx512: this CPU cannot run it
[  SKIPPED ] avx512 all tests
[==========] 7 test(s) run.
[  SKIPPED ] 1 test(s), listed below:
[  SKIPPED ] avx512 all tests
SAID
expect 0 '2 passed, 0 failed' SORTID_NO_SKIP=1
says 'SKIPPED simd avx512: this CPU cannot run it: one two'

# What one kind of build lacks is excused in that build only.
lack='echo SKIPPED: a broken mutex, under a sanitizer'
begin 'SORTID_SANITIZE:STRING=thread'
test_that mutex "$lack"
expect 0 '1 passed, 0 failed' SORTID_NO_SKIP=1
begin
test_that mutex "$lack"
expect 1 '1 passed, 0 failed' SORTID_NO_SKIP=1

echo "$failures failures"
[ "$failures" = 0 ]
