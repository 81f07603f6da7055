#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles the public headers as users may include them: each alone, each twice, each before each
# other one, as C99 to C17 and C++11 to C++20, every warning an error. Run by CTest once for each compiler;
# a compiler that is not there ends it with status 77, which CTest shows as skipped.
#   tests/headers.sh INCLUDE_FOLDER CC CXX
set -eu

usage="usage: tests/headers.sh INCLUDE_FOLDER CC CXX"
include=${1:?$usage} cc=${2:?$usage} cxx=${3:?$usage}
for compiler in "$cc" "$cxx"; do
    command -v "$compiler" > /dev/null || {
        echo "SKIPPED: no $compiler (Debian: gcc, g++, clang)"
        exit 77
    }
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
headers=$(cd "$include" && find . -name '*.h' | sed 's|^\./||' | sort)

# Writes a file that includes the given headers, as C and as C++. An empty file is no C.
write() {
    number=$((number + 1))
    {
        printf '#include <%s>\n' "$@"
        echo 'extern int sortid_headers_test;'
    } | tee "$scratch/$number.cpp" > "$scratch/$number.c"
}

number=0
for first in $headers; do
    write "$first"
    for second in $headers; do
        write "$first" "$second"
    done
done

strict="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Werror -fsyntax-only"
# Word splitting is wanted: a list of flags.
# shellcheck disable=SC2086
{
    for standard in c99 c11 c17; do
        "$cc" -std=$standard $strict -I"$include" "$scratch"/*.c
    done
    for standard in c++11 c++14 c++17 c++20; do
        "$cxx" -std=$standard $strict -I"$include" "$scratch"/*.cpp
    done
}
echo "$number files of includes, seven languages, $cc and $cxx"
[ "$number" -gt 1 ]
