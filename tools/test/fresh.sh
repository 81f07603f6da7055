#!/bin/sh
# SPDX-License-Identifier: MIT
# What tools/test/fresh runs inside a root, where /home/sortid is a clone and nothing is installed that it
# needs: README's commands in an order, twice. It writes into /home/lists the files that were built and
# the skipped tests, and fails if the second time gives others.
#   tools/test/fresh.sh root|user run-test|test-run TESTS
set -eu
usage="usage: tools/test/fresh.sh root|user run-test|test-run TESTS"
user=${1:?$usage} order=${2:?$usage} SORTID_CTEST=${3:?$usage}
export SORTID_CTEST DEBIAN_FRONTEND=noninteractive
cd /home/sortid
mkdir /home/lists

fail() {
    echo "FAILED: $*"
    exit 1
}

if [ "$user" = user ]; then
    echo 'tester:x:1000:1000::/home/sortid:/bin/sh' >> /etc/passwd
    echo 'tester:x:1000:' >> /etc/group
    chown -R 1000:1000 /home/sortid
    ! command -v sudo > /dev/null || fail "this root has sudo"
fi

as_user() {
    if [ "$user" = user ]; then
        HOME=/home/sortid setpriv --reuid=1000 --regid=1000 --clear-groups "$@"
    else
        HOME=/root "$@"
    fi
}

# Each file of the build but CMake's and CTest's own.
built() {
    find build \( -name CMakeFiles -o -name Testing \) -prune -o -type f -print | sort
}

packages() {
    dpkg-query --show | sort
}

# install_as_told: the user got a command instead of a build; root runs it, letter by letter.
install_as_told() {
    command=$(sed -n 's/^    \(apt-get update && apt-get install .*\)/\1/p' /home/log)
    [ -n "$command" ] || fail "make $1 failed, and names no command"
    ! grep -qi 'running: \|installing' /home/log || fail "make $1 says that it installs"
    packages | cmp -s - /home/packages || fail "make $1 installed something as a user"
    echo "fresh: make $1 asks for: $command"
    echo APT::Get::Assume-Yes '"true";' > /etc/apt/apt.conf.d/99yes
    sh -c "$command" || fail "the command fails: $command"
}

# step TARGET: one command of README.
step() {
    begin=$(date +%s)
    packages > /home/packages
    status=0
    as_user make "$1" > /home/log 2>&1 || status=$?
    cat /home/log
    if [ "$status" != 0 ] && [ "$user" = user ] && grep -q '^tools/setup: run as root:' /home/log; then
        install_as_told "$1"
        status=0
        as_user make "$1" > /home/log 2>&1 || status=$?
        cat /home/log
    fi
    [ "$status" = 0 ] || fail "make $1: status $status"
    case $1 in test) grep '^SKIPPED ' /home/log > /home/skipped || : > /home/skipped ;; esac
    echo "fresh: make $1: $(($(date +%s) - begin)) s," \
        "$(packages | comm -13 /home/packages - | wc -l) packages came$(sed -n '$s/^[0-9]* passed, /, &/p' /home/log)"
}

# both TIME: the two commands, and the lists behind them.
both() {
    step "${order%-*}"
    step "${order#*-}"
    built > "/home/lists/built$1"
    cp /home/skipped "/home/lists/skipped$1"
}

both .first
both ''
for list in built skipped; do
    diff "/home/lists/$list.first" "/home/lists/$list" || fail "the second time differs: $list"
done
[ -e build/sortid_sqlite.so ] || fail "there is no build/sortid_sqlite.so, which README loads"
