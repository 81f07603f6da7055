#!/bin/sh
# SPDX-License-Identifier: MIT
# Links programs with the static library, and fails if the library adds more code and constants to
# one of them than its row allows. Prints the files of the library that each program gets.
#   tests/link_sizes.sh ROOT CC LIBRARY LIBRARY_WITHOUT_SIMD
# The programs are linked as users do, and with -Wl,--gc-sections, which also drops unused functions
# of these files. The text of a program that calls nothing is subtracted.
set -eu

usage="usage: tests/link_sizes.sh ROOT CC LIBRARY LIBRARY_WITHOUT_SIMD"
root=${1:?$usage} cc=${2:?$usage} simd=${3:?$usage} scalar=${4:?$usage}
. "$(dirname "$0")/lib.sh"
export LC_ALL=C
cd "$scratch"

cat > empty.c << 'END'
int main(void)
{
    return 0;
}
END
cat > ulid.c << 'END'
#include <sortid.h>
#include <stdio.h>

int main(void)
{
    sortid_ulid id;
    char text[SORTID_ULID_TEXT_SIZE];
    if (sortid_ulid_new(&id, NULL) != SORTID_OK)
        return 1;
    sortid_ulid_print(text, &id);
    return puts(text) < 0;
}
END
cat > parse.c << 'END'
#include <sortid.h>
#include <string.h>

int main(int count, char **words)
{
    sortid_ulid id;
    return count < 2 || sortid_ulid_parse(&id, words[1], strlen(words[1]), NULL) != SORTID_OK;
}
END

# The bytes of a program's code and constants: all that is loaded and not written.
text_of() {
    size "$1" | awk 'NR == 2 { print $1 }'
}

# The bounds in bytes: with --gc-sections, and without it.
while read -r program library collected plain; do
    case $library in simd) archive=$simd ;; *) archive=$scalar ;; esac
    for flag in -Wl,--gc-sections -Wl,--no-gc-sections; do
        bound=$plain
        [ $flag != -Wl,--gc-sections ] || bound=$collected
        for source in empty "$program"; do
            "$cc" -O2 -DSORTID_STATIC -I"$root/include" "$source.c" "$archive" -pthread "$flag" "-Wl,-Map,$source.map" \
                -o "$source"
        done
        bytes=$(($(text_of "$program") - $(text_of empty)))
        echo "$program, $library, $flag: $bytes bytes, at most $bound"
        if [ "$bytes" -gt "$bound" ] || [ "$bytes" -le 1000 ]; then fail "not within the bounds"; fi
    done
    sed -n 's/^[^ ].*\.a(\(.*\)\.c\.o)$/\1/p' "$program.map" | sort -u | tr '\n' ' '
    echo
done << 'END'
ulid  simd   90000 140000
ulid  scalar 40000 64000
parse simd   16000 112000
parse scalar 8000  40000
END
[ "$failures" = 0 ]
