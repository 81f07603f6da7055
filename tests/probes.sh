#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that configuring a build folder again finds what was installed since. The first time, the
# compiler fails in CMake's probes, and searches see an empty root: a machine that lacks headers,
# libraries and compiler flags. The second time, without these, results, targets and tests must be
# those of a new folder. Run by CTest. It builds nothing.
#   tests/probes.sh ROOT CC [CMAKE OPTION...]        options for the configurations with tests
set -eu

usage="usage: tests/probes.sh ROOT CC [CMAKE OPTION...]"
root=${1:?$usage} cc=$(command -v "${2:?$usage}")
shift 2
. "$(dirname "$0")/lib.sh"
cd "$scratch"
mkdir empty
export MAKEFLAGS='' MAKELEVEL='' # they would add words to what make prints

# The file names of CMake's probes. Threads are required, and without ppoll curl is not searched, so
# these two are not hidden. CMake checks the compiler itself with other sources.
cat > compiler << SCRIPT
#!/bin/sh
if [ -e '$scratch/poor' ]; then
    for word; do
        case \$word in
        *CheckIncludeFile.c | *CheckSymbolExists.c | */src.c) grep -q 'pthread\|ppoll' "\$word" || exit 1 ;;
        esac
    done
fi
exec '$cc' "\$@"
SCRIPT
chmod +x compiler

# configure FOLDER [OPTION...]
configure() {
    folder=$1
    shift
    cmake -S "$root" -B "$folder" -DCMAKE_C_COMPILER="$scratch/compiler" "$@" > "$folder.log" 2>&1 || {
        cat "$folder.log"
        echo "FAILED: $folder cannot be configured"
        exit 1
    }
}

# search_in FOLDER ONLY|NEVER [CMAKE OPTION...]: configures it; searches see only the empty root, or
# not.
search_in() {
    for kind in INCLUDE LIBRARY PACKAGE; do
        set -- "$@" "-DCMAKE_FIND_ROOT_PATH_MODE_$kind=$2"
    done
    folder=$1
    shift 2
    configure "$folder" -DCMAKE_FIND_ROOT_PATH="$scratch/empty" "$@"
}

# results FOLDER: the cache without paths of the folder and of findings, the targets, the tests.
results() {
    grep -E '^[A-Za-z_]' "$1/CMakeCache.txt" | grep -vE "$scratch/$1|^FIND_PACKAGE_MESSAGE" |
        sed 's/:[A-Z]*=/=/' | sort
    cmake --build "$1" --target help | sort
    ctest --test-dir "$1" -N | sed -n 's/^ *Test *#[0-9]*: //p'
}

touch poor
search_in later ONLY -DSORTID_TESTS=OFF
grep -q '^SORTID_SQLITE_HEADER:INTERNAL=$' later/CMakeCache.txt || {
    echo "FAILED: the poor machine has sqlite3ext.h"
    exit 1
}
failed=$(grep -c '^SORTID_[A-Za-z_0-9]*:INTERNAL=$' later/CMakeCache.txt)
rm poor
search_in later NEVER -DSORTID_TESTS=ON "$@"
search_in new NEVER -DSORTID_TESTS=ON "$@"

results later > later.results
results new > new.results
[ "$(wc -l < new.results)" -gt 200 ]
diff new.results later.results || {
    echo "FAILED: the second configure differs from that of a new folder (<)"
    exit 1
}
echo "$failed probes failed and were made again"
