#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks the dependencies of docs/architecture.md, of includes and of calls. Reads the #include
# lines of the product, and the symbols of objects. Fails if a folder includes or calls one that it
# must not, if a layer that must not know the operating system includes a system header other than
# the few without system calls, or if files include or call each other in a cycle.
#   tests/layers.sh ROOT NM OBJECT:OBJECT...
# Each list of OBJECTs is a library or a program as CMake compiles it,
# "FOLDER/sortid.dir/cli/main.c.o", the library first. NM prints their symbols.
set -eu

usage="usage: tests/layers.sh ROOT NM OBJECT:OBJECT..."
root=${1:?$usage} nm=${2:?$usage} library=${3:?$usage}
shift 2
. "$root/tests/lib.sh"
cd "$root"

layers="src/text src/simd src/format src/system src/recognize src/generate src/generator"
programs="common cli/ids cli/options cli/input cli/output cli/make cli/read cli/lines cli/check cli/command node/program"

# The other folders that a folder may include and call. From the bottom:
# text | simd | format system | recognize generate | generator
# common | ids | options | input output | make read lines check | command
below() {
    case $1 in
    src/text | common | node | ext/* | wasm/c | python/src/_core) ;;
    src/simd) echo "src/text" ;;
    src/format | src/system) echo "src/simd src/text" ;;
    src/recognize | src/generate) echo "src/format src/simd src/text" ;;
    src/generator) echo "src/generate src/format src/simd src/text src/system" ;;
    cli/ids | node/program) echo "common" ;;
    cli/options) echo "common cli/ids" ;;
    cli/input | cli/output) echo "common cli/ids cli/options" ;;
    cli/make | cli/read | cli/lines | cli/check) echo "common cli/ids cli/options cli/input cli/output" ;;
    cli/command) echo "common cli/ids cli/options cli/input cli/output cli/make cli/read cli/lines cli/check" ;;
    wasm/page) echo "wasm/c" ;;
    *) return 1 ;;
    esac
}

# Layers without clock, heap and files: they include only these headers of the system.
is_pure() {
    case $1 in src/text | src/simd | src/format | src/recognize | src/generate) ;; *) return 1 ;; esac
}
pure_headers="stdint.h stddef.h stdbool.h string.h stdatomic.h"

# The compilers' headers of instruction sets, and the C library's of those that the CPU runs, which
# only src/simd includes.
intrinsics="immintrin.h arm_neon.h sys/platform/x86.h"

# Prints the headers a file includes, as they are written: <x.h> or "x.h".
includes_of() {
    sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*\([^[:space:]]*\).*/\1/p' "$1"
}

is_one_of() {
    case " $2 " in *" $1 "*) ;; *) return 1 ;; esac
}

# Whether a file of a layer may include the public header $2: text knows no format.
public_is_allowed() {
    case $1 in
    src/text) is_one_of "$2" "sortid/base.h" ;;
    src/simd) is_one_of "$2" "sortid/base.h sortid/unstable.h" ;;
    src/system) is_one_of "$2" "sortid/base.h sortid/source.h sortid/unstable.h" ;;
    *) [ -f "include/$2" ] ;;
    esac
}

# Whether "$2", as a file of the folder $1 names it, is a file of that folder or of one below.
neighbor_is_allowed() {
    folder=$1 rest=$2
    while [ "$rest" != "${rest#../}" ]; do
        case $folder in */*) folder=${folder%/*} ;; *) folder=. ;; esac
        rest=${rest#../}
    done
    target=$folder/$rest target=${target#./}
    [ -f "$target" ] && is_one_of "${target%/*}" "$1 $(below "$1")"
}

system_header_is_allowed() {
    if is_one_of "$2" "$intrinsics"; then [ "$1" = src/simd ]; return; fi
    ! is_pure "$1" || is_one_of "$2" "$pure_headers"
}

# PostgreSQL writes its own headers in quotes: a quoted name that is no file of the extension must
# not be one of ours.
extension_include_is_allowed() {
    [ -f "$1/$2" ] || [ -z "$(git ls-files "*/$2" 2> /dev/null)" ]
}

# include_is_allowed FILE FOLDER HEADER. The layers include the public headers one by one,
# libsortid-node too; others include the umbrella header. The inspector page also reads and
# counts the lines of a file by the command's own code.
include_is_allowed() {
    name=${3#?} name=${name%?}
    case $2:$3 in
    src/*:[\<\"]sortid.h* | src/*:[\<\"]sortid/*) public_is_allowed "$2" "$name" ;;
    src/*:"<cpuid.h>") [ "$1" = src/system/cpuid.h ] ;; # it must not be included twice
    *:"<sortid.h>" | *:"<sortid/unstable.h>" | python/*:\"sortid.h\") ;;
    node*:\<sortid/*) [ -f "include/$name" ] ;;
    *:\<sortid*) return 1 ;;
    wasm/page:\"../../cli/check/statistics.h\" | wasm/page:\"../../cli/ids/format_info.h\") ;;
    wasm/page:\"../../cli/input/decode.h\" | wasm/page:\"../../cli/input/scan.h\") ;;
    ext/*:\"[!.]* | wasm/*:\"[!.]*) extension_include_is_allowed "$2" "$name" ;;
    *:\"*) neighbor_is_allowed "$2" "$name" ;;
    src/*:\<*) system_header_is_allowed "$2" "$name" ;;
    *:\<*) ;;
    *) return 1 ;;
    esac
}

files=0
for file in src/*/*.[ch] common/*.[ch] cli/*/*.[ch] node/*.[ch] node/program/*.[ch] ext/*/*.[ch] wasm/c/*.[ch] \
    wasm/page/*.[ch] python/src/_core/*.[ch]; do
    [ -e "$file" ] || continue # a pattern without files
    files=$((files + 1))
    below "${file%/*}" > /dev/null || fail "$file is in a folder that docs/architecture.md does not know"
    for header in $(includes_of "$file"); do
        include_is_allowed "$file" "${file%/*}" "$header" ||
            fail "$file includes $header: not a dependency that docs/architecture.md allows, or no such file"
    done
done

# ---- Cycles --------------------------------------------------------------------------------------

# cycles VERB < EDGES: each edge is "FROM TO" or "FROM TO SYMBOL". Prints the shortest cycle through
# each FROM that no printed cycle has.
cycles() {
    awk -v verb="$1" '
    # The shortest way from a node to itself, as text; "" if there is none.
    function cycle_of(node,    seen, queue, first, last, list, count, i, text) {
        queue[first = last = 1] = node
        for (; first <= last; first++) {
            count = split(targets[queue[first]], list, " ")
            for (i = 1; i <= count; i++) {
                if (list[i] in seen)
                    continue
                seen[list[i]]
                text[list[i]] = text[queue[first]] "\n    " queue[first] " " verb " " labels[queue[first], list[i]]
                if (list[i] == node)
                    return text[node]
                queue[++last] = list[i]
            }
        }
        return ""
    }
    !(($1, $2) in labels) {
        targets[$1] = targets[$1] " " $2
        labels[$1, $2] = (NF > 2 ? $3 " of " : "") $2
    }
    END {
        for (node in targets) {
            if (node in printed || (cycle = cycle_of(node)) == "")
                continue
            print "a cycle:" cycle
            count = split(cycle, words, /[ \n]+/)
            for (i = 1; i <= count; i++)
                printed[words[i]]
        }
    }'
}

# check_edges WHAT LEAST VERB FILE: fails if there are fewer edges than LEAST, or if they have a
# cycle.
check_edges() {
    [ "$(wc -l < "$4")" -ge "$2" ] || fail "only $(wc -l < "$4") $1 were found"
    found=$(cycles "$3" < "$4")
    [ -z "$found" ] || fail "$found"
}

# include_edges UNIT FILE...: the units that include each other. A module is x.h with x.c, x_posix.c
# and x_windows.c.
include_edges() {
    unit=$1
    shift
    awk -v unit="$unit" '
    function unit_of(file) {
        if (unit == "module")
            sub(/(_(posix|windows))?\.[ch]$/, "", file)
        return file
    }
    BEGIN {
        for (i = 1; i < ARGC; i++)
            files[ARGV[i]]
    }
    /^[ \t]*#[ \t]*include[ \t]*"/ {
        split($0, parts, "\"")
        path = FILENAME
        sub(/[^\/]*$/, "", path)
        path = path parts[2]
        while (path ~ /[^\/]+\/\.\.\//)
            sub(/[^\/]+\/\.\.\//, "", path)
        if (path in files && unit_of(FILENAME) != unit_of(path))
            print unit_of(FILENAME), unit_of(path)
    }' "$@" | sort -u
}

for unit in module file; do
    # shellcheck disable=SC2046 # file names of the tree have no spaces
    include_edges "$unit" $(find src common cli node ext wasm python include tests/support -name '*.[ch]') > "$scratch/includes"
    check_edges "includes between ${unit}s" 300 includes "$scratch/includes"
done

# call_edges OBJECT...: "FROM TO SYMBOL" for each symbol that a file uses and another one defines,
# also of a variable.
call_edges() {
    "$nm" -g -P -A "$@" > "$scratch/symbols" || return 1
    awk '
    # PATH/sortid.dir/src/text/hex.c.o is the file src/text/hex.
    function file_of(path) {
        sub(/.*\.dir\//, "", path)
        sub(/\.c\.[a-z]+$/, "", path)
        return path
    }
    # "PATH: SYMBOL TYPE ...": U and w are undefined.
    match($0, /: [^ ]+ [A-Za-z]( |$)/) {
        file = file_of(substr($0, 1, RSTART - 1))
        split(substr($0, RSTART + 2), parts, " ")
        if (parts[2] == "U" || parts[2] == "w")
            needs[++wanted] = file " " parts[1]
        else
            definer[parts[1]] = file
    }
    END {
        for (i = 1; i <= wanted; i++) {
            split(needs[i], parts, " ")
            if (parts[2] in definer && definer[parts[2]] != parts[1])
                print parts[1], definer[parts[2]], parts[2]
        }
    }' "$scratch/symbols"
}

# Prints the edges of calls that a folder must not have.
for folder in $layers $programs; do
    echo "$folder $folder $(below "$folder")"
done > "$scratch/allowed"
wrong_calls() {
    awk '
    function folder_of(file) {
        sub(/\/[^\/]*$/, "", file)
        return file
    }
    NR == FNR {
        known[$1]
        for (i = 2; i <= NF; i++)
            allowed[$1, $i]
        next
    }
    folder_of($1) in known && !((folder_of($1), folder_of($2)) in allowed) {
        print $1 " calls " $3 " of " $2 ": not a dependency that docs/architecture.md allows"
    }' "$scratch/allowed" "$1"
}

calls=0
for objects; do
    least=0
    [ "$objects" != "$library" ] || least=300
    # shellcheck disable=SC2086 # split at the colons
    (IFS=: && call_edges $objects) > "$scratch/calls" || fail "$nm cannot read the objects"
    check_edges "calls between the files of the library" "$least" calls "$scratch/calls"
    found=$(wrong_calls "$scratch/calls")
    [ -z "$found" ] || fail "$found"
    calls=$((calls + $(wc -l < "$scratch/calls")))
done

echo "$files files, $(wc -l < "$scratch/includes") includes and $calls calls between them, $failures failures"
[ "$failures" = 0 ]
