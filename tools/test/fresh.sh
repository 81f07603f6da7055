#!/bin/sh
# SPDX-License-Identifier: MIT
# tools/test/fresh runs this script inside a root where /home/sortid is a clone and its dependencies
# are not installed. Runs README's commands in the given order, then both again. Writes lists of the
# built files and of the skipped tests into /home/lists. Fails if the second run builds other files.
#   tools/test/fresh.sh root|user run-test|test-run [REGEX]
set -eu
usage="usage: tools/test/fresh.sh root|user run-test|test-run [REGEX]"
user=${1:?$usage} order=${2:?$usage} SORTID_CTEST=${3:-}
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

# Prints the built files, without the internal files of CMake and CTest.
built() {
    find build \( -name CMakeFiles -o -name Testing \) -prune -o -type f -print | sort
}

packages() {
    dpkg-query --show | sort
}

# install_as_told TARGET: the user's make printed a command; root runs exactly that.
install_as_told() {
    command=$(sed -n 's/^    \(apt-get update && apt-get install .*\)/\1/p' /home/log)
    [ -n "$command" ] || fail "make $1 failed and printed no command"
    ! grep -qi 'setup: running: \|installing' /home/log || fail "make $1 says that it installs"
    packages | cmp -s - /home/packages || fail "make $1 installed something as a user"
    echo "fresh: make $1 asks for: $command"
    echo APT::Get::Assume-Yes '"true";' > /etc/apt/apt.conf.d/99yes
    sh -c "$command" || fail "the command fails: $command"
}

# step TARGET: runs one of README's commands.
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
    [ "$1" != test ] || grep '^SKIPPED ' /home/log > /home/skipped || :
    echo "fresh: make $1: $(($(date +%s) - begin)) s," \
        "$(packages | comm -13 /home/packages - | wc -l) packages came$(sed -n '$s/^[0-9]* passed, /, &/p' /home/log)"
}

step "${order%-*}"
step "${order#*-}"
built > /home/lists/built
grep '^SKIPPED ' /home/skipped || :
cp /home/skipped /home/lists
# Again, with few tests: nothing else is built.
SORTID_CTEST='^text/'
step "${order%-*}"
step "${order#*-}"
built | diff /home/lists/built - || fail "the second run builds other files"
[ -e build/sortid_sqlite.so ] || fail "build/sortid_sqlite.so, which README loads, does not exist"
