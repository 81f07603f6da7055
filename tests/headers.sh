#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles the public headers as users may include them, as C99 to C17 and C++11 to C++20, every
# warning an error: each alone, each twice, all in both orders; and each before each other one in
# the oldest C and C++, since order does not depend on the standard. clang compiles them with all
# its warnings, with each struct laid out. Run by CTest once for each compiler; a missing compiler
# ends it with status 77, which CTest shows as skipped.
#   tests/headers.sh INCLUDE_FOLDER CC CXX
set -eu

usage="usage: tests/headers.sh INCLUDE_FOLDER CC CXX"
include=${1:?$usage} cc=${2:?$usage} cxx=${3:?$usage}
. "$(dirname "$0")/lib.sh"
for compiler in "$cc" "$cxx"; do
    need "$compiler" "gcc, g++, clang"
done
headers=$(cd "$include" && find . -name '*.h' | sed 's|^\./||' | sort)

# write KIND HEADER...: a file that includes the headers, as C and as C++. An empty file is no C.
write() {
    kind=$1
    number=$((number + 1))
    shift
    {
        printf '#include <%s>\n' "$@"
        echo 'extern int sortid_headers_test;'
    } | tee "$scratch/$kind-$number.cpp" > "$scratch/$kind-$number.c"
}

number=0
for first in $headers; do
    write all "$first"
    write all "$first" "$first"
    for second in $headers; do
        [ "$first" = "$second" ] || write pair "$first" "$second"
    done
done
# Word splitting is wanted from here on: lists of headers and of flags.
# shellcheck disable=SC2086
write all $headers
# shellcheck disable=SC2046
write all $(echo "$headers" | sort -r)

strict="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Werror -fsyntax-only"
# shellcheck disable=SC2086
{
    "$cc" -std=c99 $strict -I"$include" "$scratch"/*.c
    "$cxx" -std=c++11 $strict -I"$include" "$scratch"/*.cpp
    for standard in c11 c17; do
        "$cc" -std=$standard $strict -I"$include" "$scratch"/all-*.c
    done
    for standard in c++14 c++17 c++20; do
        "$cxx" -std=$standard $strict -I"$include" "$scratch"/all-*.cpp
    done
}

# Every warning of clang, of all headers with their structs laid out (padding is a warning), except
# that C++98 has no enums of a fixed type.
everything() {
    {
        # shellcheck disable=SC2086
        printf '#include <%s>\n' $headers
        find "$include/sortid" -name '*.h' -exec \
            sed -n 's/^} \(sortid_[a-z0-9_]*\);.*/extern \1 sortid_of_\1[sizeof(\1)];/p' {} +
    } | tee "$scratch/everything.cpp" > "$scratch/everything.c"
    [ "$(grep -c sizeof "$scratch/everything.c")" -gt 20 ]
    "$cc" -std=c99 -Weverything -Werror -fsyntax-only -I"$include" "$scratch/everything.c"
    "$cxx" -std=c++11 -Weverything -Wno-c++98-compat -Werror -fsyntax-only -I"$include" "$scratch/everything.cpp"
}
case $("$cc" --version) in *clang*) everything ;; esac

echo "$number files of includes, seven languages, $cc and $cxx"
[ "$number" -gt 3 ]
