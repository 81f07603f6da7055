#!/bin/sh
# SPDX-License-Identifier: MIT
# Adds a function to a copy of the library, links a program with it, and runs the program with the
# library of today: the loader must refuse it at its start, and not at the first call. A program that
# does not use the new function must run. musl ignores versions.
#   tests/versions.sh ROOT CC SHARED_LIBRARY OBJECT...
set -eu

usage="usage: tests/versions.sh ROOT CC SHARED_LIBRARY OBJECT..."
root=${1:?$usage} cc=${2:?$usage} shared=${3:?$usage}
shift 3
. "$(dirname "$0")/lib.sh"
export LC_ALL=C
soname=$(basename "$(find "$(dirname "$shared")" -maxdepth 1 -type l -name 'libsortid.so.*')")

cd "$scratch"
mkdir older newer
cp "$shared" "older/$soname"
echo 'void sortid_added(void); void sortid_added(void) {}' > added.c
{
    cat "$root/src/symbols.txt"
    echo 'sortid_added SORTID_99.0'
} > symbols.txt
awk -f "$root/tools/symbols.awk" symbols.txt > map
"$cc" -shared -fPIC added.c "$@" -pthread \
    -Wl,--version-script=map -Wl,-soname,"$soname" -o "newer/$soname"

cat > program.c << 'PROGRAM'
#include <sortid.h>
#include <stdio.h>
void sortid_added(void);
int main(int argc, char **argv)
{
    (void)argv;
    puts(sortid_version());
#ifdef ADDED
    if (argc > 1)
        sortid_added();
#endif
    return argc > 1;
}
PROGRAM
"$cc" -I"$root/include" program.c "newer/$soname" -o plain
"$cc" -I"$root/include" -DADDED program.c "newer/$soname" -o adding
[ "$(LD_LIBRARY_PATH=newer ./adding)" = "$(LD_LIBRARY_PATH=older ./plain)" ]
if LD_LIBRARY_PATH=older ./adding > output 2>&1; then
    echo "a program that needs a newer library starts:"
    cat output
    exit 1
fi
grep "version \`SORTID_99.0' not found" output
