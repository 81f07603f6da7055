#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the layers text, simd, format and generate without a C library: as C11, freestanding, with
# the compiler's own headers only, at each level of optimization. Fails if they need more than
# memcpy and memset. Then links them with tests/freestanding/main.c and runs that where it can. Run
# by CTest, once for each compiler; status 77 if the compiler is missing. The flags are those of
# another machine.
#   tests/freestanding.sh ROOT CC [CFLAG...]
set -eu

usage="usage: tests/freestanding.sh ROOT CC [CFLAG...]"
root=${1:?$usage} cc=${2:?$usage}
shift 2
. "$(dirname "$0")/lib.sh"
need "$cc" "gcc, clang"

# Position-independent code would also need a table of the linker.
flags="-std=c11 -ffreestanding -fno-pie -fno-stack-protector -nostdinc -isystem
    $("$cc" -print-file-name=include) -Wall -Wextra -Werror $*"

# What the program prints: three IDs of each format, from a time in 2023 and bytes 01, 02, ...
expected="03amo4vrpq412337hsqsbn956
03amo4vrpq412337hsssgvbpq
03amo4vrpq412337hsusm3eaa
01OSBUG00020G301860S40I2GB
01OSBUG00020G321860S60Q3GF
01OSBUG00020G341860S8124GJ
065SVPB8000820O40K30E209185GO38E
065SVPB8000843OG2491650L2OBHG68Q
065SVPB8000866OS3KF1U81148HI8996
0ugzz2plp5he
0ugzz2plp5hf
0ugzz2plp5hg
01HF7YAT00041061050R3GG28A
01HF7YAT00041061050R3GG28B
01HF7YAT00041061050R3GG28C
018bcfe5-6800-7010-880c-10140708090a
018bcfe5-6800-7010-880c-10150b0c0d0e
018bcfe5-6800-7010-880c-10160f101112
2YBXZHs6BlGX8pWZXyp2K5Eb2GG
2YBXZHs6BlGX8pWZXyp2K9zoy04
2YBXZHs6BlGX8pWZXyp2KEl2tjs"

# Word splitting is intended: a list of flags.
# shellcheck disable=SC2086
# build LEVEL [CFLAG...]
build() {
    level=$1
    shift
    rm -f "$scratch"/*
    for source in "$root"/src/text/*.c "$root"/src/simd/*.c "$root"/src/format/*.c \
        "$root"/src/generate/*.c "$root"/src/recognize/*.c; do
        layer=$(basename "$(dirname "$source")")
        "$cc" $flags "$level" -I"$root/include" -c "$source" -o "$scratch/$layer-$(basename "$source" .c).o"
    done
    "$cc" "$@" -nostdlib -r "$scratch"/*.o -lgcc -o "$scratch/layers"
}

# What the layers need and do not have themselves.
missing() {
    nm -u "$scratch/layers" | awk '{ print $2 }' | sort | tr '\n' ' '
}

# shellcheck disable=SC2086
run() {
    "$cc" $flags "$1" -I"$root/include" -nostdlib -static "$root/tests/freestanding/main.c" \
        "$scratch/layers" -o "$scratch/program"
    made=$("$scratch/program") || fail "$1: the program ends with status $?"
    [ "$made" = "$expected" ] || fail "$1: the program prints '$made'"
}

for level in -O0 -O2 -O3 -Os; do
    build "$level" "$@"
    case $(missing) in
    "memcpy memset " | "memcpy " | "memset " | "") ;;
    *) fail "$level: missing: $(missing)" ;;
    esac
    case $("$cc" -dumpmachine)/$(uname -sm) in
    x86_64*/"Linux x86_64" | aarch64*/"Linux aarch64") run "$level" ;;
    *) echo "$level: not run: main.c has no entry for $("$cc" -dumpmachine)" ;;
    esac
    echo "$cc $level: needs $(missing)"
done
[ "$failures" = 0 ]
