#!/bin/sh
# SPDX-License-Identifier: MIT
# The migration from libuuid and Boost.Uuid: peers.cpp, and the program of cpp/examples before and after.
#   cpp/tests/peers.sh LIBRARY CXX
set -eu

usage="usage: cpp/tests/peers.sh LIBRARY CXX"
library=${1:?$usage} cxx=${2:?$usage}
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/lib.sh"
need "$cxx" "g++, clang"
cd "$scratch"

# build FILE: a program of cpp/.
build() {
    "$cxx" -std=c++17 -O1 -Wall -Wextra -Werror -I"$root/include" -DSORTID_STATIC "$root/cpp/$1" "$library" \
        -luuid -pthread -o "$(basename "$1" .cpp)" || fail "$1 does not compile"
}

printf '#include <uuid/uuid.h>\n#include <boost/uuid/uuid.hpp>\nint main() {}\n' > both.cpp
"$cxx" -fsyntax-only both.cpp 2> /dev/null || skip "no headers of libuuid and Boost.Uuid (uuid-dev, libboost-dev)"
build tests/peers.cpp
./peers || fail "peers"
build examples/journal.cpp
build examples/journal_uuid.cpp
for program in journal journal_uuid; do # all but the ID and the time is the same
    printf 'one\ntwo words\n\n' | ./$program |
        sed -E 's/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} [0-9]{10}\.[0-9]{3} /ID TIME /' > $program.out
done
printf 'ID TIME one\nID TIME two words\nID TIME \n' | cmp - journal.out || fail "journal"
cmp journal.out journal_uuid.out || fail "journal_uuid"
[ "$failures" = 0 ]
