#!/bin/sh
# SPDX-License-Identifier: MIT
# CMake refuses a wrong value of SORTID_NODE and SORTID_SQLITE, a part that is asked for and cannot
# be built, and a build in the folder of the sources, whose Makefile it would overwrite. The message
# names the fault. Run by CTest. Builds nothing.
#   tests/configure.sh ROOT CC
set -eu

usage="usage: tests/configure.sh ROOT CC"
root=${1:?$usage} cc=${2:?$usage}
. "$(dirname "$0")/lib.sh"
cd "$scratch"

# refuses MESSAGE CMAKE_OPTION...: configuring fails, and prints the message.
refuses() {
    message=$1
    shift
    status=0
    cmake -DCMAKE_C_COMPILER="$cc" "$@" > log 2>&1 || status=$?
    if [ "$status" = 0 ] || ! tr -s ' \n' '  ' < log | grep -qF "$message"; then
        tail -n 20 log
        fail "cmake $*: status $status, not the message: $message"
    fi
}

refuses 'SORTID_NODE is "maybe", not ON, OFF or AUTO' -S "$root" -B build -DSORTID_NODE=maybe
refuses 'SORTID_SQLITE is "maybe", not ON, OFF or AUTO' -S "$root" -B build -DSORTID_NODE=no -DSORTID_SQLITE=maybe
# As on a machine without the header.
refuses 'sqlite3ext.h is not found (Debian: libsqlite3-dev)' -S "$root" -B build \
    -DSORTID_SQLITE=yes -DSORTID_SQLITE_HEADER=0

mkdir sources
cp "$root/CMakeLists.txt" sources
echo untouched > sources/Makefile
refuses 'run: cmake -B build' -S sources -B sources
[ "$(cat sources/Makefile)" = untouched ] || fail "a build in the folder of the sources overwrites its Makefile"
[ "$failures" = 0 ]
