#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks the dependencies of docs/architecture.md, of includes and of calls. Reads the #include lines of src/, common/,
# cli/, node/, ext/ and wasm/, and the symbols of objects. Fails if a layer includes or calls one that it must not, if
# a layer that must not know the operating system includes a system header other than the few without system calls,
# or if files include or call each other in a cycle. Run by CTest.
#   tests/layers.sh ROOT NM OBJECT:OBJECT...
# Each list of OBJECTs is a library or a program as CMake compiles it, "FOLDER/sortid.dir/cli/main.c.o", the library
# first. NM prints their symbols.
set -eu

usage="usage: tests/layers.sh ROOT NM OBJECT:OBJECT..."
root=${1:?$usage} nm=${2:?$usage} library=${3:?$usage}
shift 2
cd "$root"

# The other layers that a layer may include. From the bottom:
# text | simd | format system | recognise generate | generator
layers_below() {
    case $1 in
    text) echo "" ;;
    simd) echo "text" ;;
    format | system) echo "simd text" ;;
    recognise | generate) echo "format simd text" ;;
    generator) echo "generate format simd text system" ;;
    *) return 1 ;;
    esac
}

# Layers without clock, heap and files: they include only these headers of the system.
is_pure() {
    case $1 in text | simd | format | recognise | generate) ;; *) return 1 ;; esac
}
pure_headers="stdint.h stddef.h stdbool.h string.h stdatomic.h"

# The compilers' headers of instruction sets, and the C library's of those that the CPU runs, which only src/simd
# includes.
intrinsics="immintrin.h arm_neon.h sys/platform/x86.h"

# Prints the headers a file includes, as they are written: <x.h> or "x.h".
includes_of() {
    sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*\([^[:space:]]*\).*/\1/p' "$1"
}

is_one_of() {
    case " $2 " in *" $1 "*) ;; *) return 1 ;; esac
}

# Whether a file of src/$1/ may include the public header $2: text knows no format.
public_is_allowed() {
    case $1 in
    text | simd) is_one_of "$2" "sortid/base.h" ;;
    system) is_one_of "$2" "sortid/base.h sortid/source.h" ;;
    *) [ -f "include/$2" ] ;;
    esac
}

# Whether $2, which names a file from the folder of a file in src/$1/, is in an allowed layer.
neighbour_is_allowed() {
    case $2 in
    ../*/*) target=${2#../} target=${target%%/*} ;;
    */*) return 1 ;;
    *) target=$1 ;;
    esac
    [ -f "src/$1/$2" ] && is_one_of "$target" "$1 $(layers_below "$1")"
}

# Only src/system/cpuid.h includes <cpuid.h>, which must not be included twice.
includes_cpuid() {
    [ "$1" = '<cpuid.h>' ] && [ "$2" != src/system/cpuid.h ]
}

system_header_is_allowed() {
    if is_one_of "$2" "$intrinsics"; then [ "$1" = simd ]; return; fi
    ! is_pure "$1" || is_one_of "$2" "$pure_headers"
}

src_include_is_allowed() {
    name=${2#?} name=${name%?}
    case $2 in
    [\<\"]sortid.h* | [\<\"]sortid/*) public_is_allowed "$1" "$name" ;;
    \"*) neighbour_is_allowed "$1" "$name" ;;
    \<*) system_header_is_allowed "$1" "$name" ;;
    *) return 1 ;;
    esac
}

# What the programs share includes the umbrella header and its own folder.
common_include_is_allowed() {
    name=${1#?} name=${name%?}
    case $1 in
    "<sortid.h>") ;;
    \"*/* | \<sortid*) return 1 ;;
    \"*) [ -f "common/$name" ] ;;
    \<*) ;;
    *) return 1 ;;
    esac
}

# The folders of the command that a folder of it may include. From the bottom:
# ids | options | input output | make read lines check | command
cli_folders_below() {
    case $1 in
    ids) echo "" ;;
    options) echo "ids" ;;
    input | output) echo "ids options" ;;
    make | read | lines | check) echo "ids options input output" ;;
    command) echo "ids options input output make read lines check" ;;
    *) return 1 ;;
    esac
}

# The command includes the umbrella header, common/, and its folders below.
cli_include_is_allowed() {
    name=${2#?} name=${name%?}
    case $2 in
    "<sortid.h>") ;;
    \"../../common/*) [ -f "cli/$1/$name" ] ;;
    \"../*/*) target=${name#../}
        [ -f "cli/$1/$name" ] && is_one_of "${target%%/*}" "$(cli_folders_below "$1")" ;;
    \"*/* | \<sortid*) return 1 ;;
    \"*) [ -f "cli/$1/$name" ] ;;
    \<*) ;;
    *) return 1 ;;
    esac
}

# libsortid-node includes only the public headers; sortid-node these and common/.
node_include_is_allowed() {
    name=${2#?} name=${name%?}
    case $2 in
    "<sortid.h>") ;;
    \<sortid/*) [ -f "include/$name" ] ;;
    \<sortid*) return 1 ;;
    \"../../common/*) [ "$1" = node/program ] && [ -f "$1/$name" ] ;;
    \"*/*) return 1 ;;
    \"*) [ -f "$1/$name" ] ;;
    \<*) ;;
    *) return 1 ;;
    esac
}

# An extension includes the umbrella header, its own folder, and headers of the system that it extends.
# PostgreSQL writes those in quotes: a quoted name that is no file of the folder must not be one of ours.
ext_include_is_allowed() {
    name=${2#?} name=${name%?}
    case $2 in
    "<sortid.h>") ;;
    \"../* | \<sortid*) return 1 ;;
    \"*) [ -f "$1/$name" ] || [ -z "$(git ls-files "*/$name" 2> /dev/null)" ] ;;
    \<*) ;;
    *) return 1 ;;
    esac
}

failures=0
files=0
refuse() {
    echo "$1 includes $2: not a dependency that docs/architecture.md allows, or no such file"
    failures=$((failures + 1))
}

for file in src/*/*.[ch]; do
    files=$((files + 1))
    layer=${file#src/} layer=${layer%%/*}
    layers_below "$layer" > /dev/null || refuse "$file" "anything at all, as $layer is no layer"
    for header in $(includes_of "$file"); do
        src_include_is_allowed "$layer" "$header" || refuse "$file" "$header"
        ! includes_cpuid "$header" "$file" || refuse "$file" "$header"
    done
done
for file in common/*.[ch]; do
    files=$((files + 1))
    for header in $(includes_of "$file"); do
        common_include_is_allowed "$header" || refuse "$file" "$header"
    done
done
for file in cli/*/*.[ch]; do
    files=$((files + 1))
    folder=${file#cli/} folder=${folder%%/*}
    cli_folders_below "$folder" > /dev/null || refuse "$file" "anything at all, as $folder is not a known folder"
    for header in $(includes_of "$file"); do
        cli_include_is_allowed "$folder" "$header" || refuse "$file" "$header"
    done
done
for file in node/*.[ch] node/program/*.[ch]; do
    files=$((files + 1))
    for header in $(includes_of "$file"); do
        node_include_is_allowed "${file%/*}" "$header" || refuse "$file" "$header"
    done
done
# Except the public headers of an extension, which users include by their names, and its bench.
for file in ext/*/*.[ch]; do
    [ -e "$file" ] || continue
    files=$((files + 1))
    for header in $(includes_of "$file"); do
        ext_include_is_allowed "${file%/*}" "$header" || refuse "$file" "$header"
    done
done

# What JavaScript calls uses the umbrella header like an extension. The inspector page also counts a file by the
# command's own code.
for file in wasm/c/*.[ch] wasm/page/*.[ch]; do
    files=$((files + 1))
    for header in $(includes_of "$file"); do
        case $file:$header in
        wasm/page/*:\"../c/module.h\" | wasm/page/*:\"../../cli/check/statistics.h\" | \
            wasm/page/*:\"../../cli/ids/format_info.h\") ;;
        *) ext_include_is_allowed "${file%/*}" "$header" || refuse "$file" "$header" ;;
        esac
    done
done

# ---- Cycles --------------------------------------------------------------------------------------

# A module is x.h with x.c, x_posix.c and x_windows.c. Modules must not include each other in a cycle,
# except by these includes: each is of a .c file that is above modules which need the types of its header.
# The list may only shrink: an entry that closes no cycle any more is a failure.
known_cycles='
'

# cycles UNIT KNOWN FILE...: prints the units (module or file) that include each other in a cycle without the
# includes of KNOWN, and the entries of KNOWN that close no cycle; the last line is the number of includes.
cycles() {
    unit=$1 known=$(printf '%s' "$2" | tr '\n' ' ')
    shift 2
    awk -v unit="$unit" -v known="$known" '
    function unit_of(file) {
        if (unit == "file")
            return file
        sub(/\.[ch]$/, "", file)
        sub(/_(posix|windows)$/, "", file)
        return file
    }
    function add(from, to) {
        if (from == to || (from, to) in edges)
            return
        edges[from, to]
        targets[from] = targets[from] " " to
        nodes[from]
        nodes[to]
    }
    # Whether unit `to` can be reached from `from` by includes that are not known.
    function reaches(from, to,    seen, queue, first, last, list, count, i) {
        queue[first = last = 1] = from
        for (; first <= last; first++) {
            if (queue[first] == to)
                return 1
            count = split(targets[queue[first]], list, " ")
            for (i = 1; i <= count; i++)
                if (!((queue[first], list[i]) in excepted) && !(list[i] in seen)) {
                    seen[list[i]]
                    queue[++last] = list[i]
                }
        }
        return 0
    }
    BEGIN {
        for (i = 1; i < ARGC; i++)
            files[ARGV[i]]
        count = split(known, words, / +/)
        for (i = 1; i <= count; i++)
            if (words[i] == ">")
                excepted[words[i - 1], words[i + 1]]
    }
    /^[ \t]*#[ \t]*include[ \t]*"/ {
        split($0, parts, "\"")
        path = FILENAME
        sub(/[^\/]*$/, "", path)
        path = path parts[2]
        while (path ~ /[^\/]+\/\.\.\//)
            sub(/[^\/]+\/\.\.\//, "", path)
        if (path in files)
            add(unit_of(FILENAME), unit_of(path))
    }
    END {
        for (edge in edges) {
            includes++
            split(edge, pair, SUBSEP)
            if (edge in excepted ? !reaches(pair[2], pair[1]) : reaches(pair[2], pair[1]))
                print (edge in excepted ? "no cycle any more, remove it from known_cycles: " : \
                    "a cycle of includes: ") pair[1] " > " pair[2]
        }
        for (edge in excepted)
            if (!(edge in edges)) {
                split(edge, pair, SUBSEP)
                print "no such include, remove it from known_cycles: " pair[1] " > " pair[2]
            }
        print includes + 0
    }' "$@"
}

for unit in module file; do
    known=
    [ "$unit" = file ] || known=$known_cycles
    # shellcheck disable=SC2046 # file names of the tree have no spaces
    found=$(cycles "$unit" "$known" $(find src common cli node ext wasm include tests/support -name '*.[ch]' | sort))
    includes=$(printf '%s\n' "$found" | tail -n 1)
    if [ "$includes" -lt 300 ]; then
        echo "only $includes includes between ${unit}s were found"
        failures=$((failures + 1))
    fi
    if [ "$found" != "$includes" ]; then
        printf '%s\n' "$found" | sed '$d' | sort
        failures=$((failures + 1))
    fi
done

# ---- Calls ---------------------------------------------------------------------------------------

# The only cycles of calls, as "CALLER > CALLED": the call that closes each. The list may only shrink.
known_calls=''

# The folders that a folder may call, as awk reads them: "common:;src/simd: src/text;".
# shellcheck disable=SC2046 # a list of names
layers=$(
    printf 'common:;node/program: common;'
    for layer in text simd format system recognise generate generator; do
        printf 'src/%s:%s;' "$layer" "$(printf ' src/%s' $(layers_below "$layer"))"
    done
    for folder in ids options input output make read lines check command; do
        printf 'cli/%s: common%s;' "$folder" "$(printf ' cli/%s' $(cli_folders_below "$folder"))"
    done
)

# calls OBJECT...: prints what is wrong with the calls between the files of one library or program: that a layer calls
# one that it must not, and the shortest cycle through each file that no printed cycle has. A call is the use of a
# symbol that another file defines, also of a variable. The last line is the number of calls.
calls() {
    symbols=$("$nm" -g -P -A "$@") || { echo "$nm cannot read the objects"; echo 0; return; }
    printf '%s\n' "$symbols" | awk -v layers="$layers" -v known="$(printf '%s' "$known_calls" | tr '\n' ' ')" '
    # PATH/sortid.dir/src/text/hex.c.o is the file src/text/hex.
    function file_of(path) {
        sub(/.*\.dir\//, "", path)
        sub(/\.c\.[a-z]+$/, "", path)
        return path
    }
    function layer_of(file) {
        sub(/\/[^\/]*$/, "", file)
        return file
    }
    function may_call(from, to) {
        return from == to || index(" " below[from] " ", " " to " ") > 0
    }
    # The shortest way from file `from` to file `to` by calls that are not known, as text; "" if there is none.
    function way(from, to,    seen, queue, first, last, list, count, i, text) {
        queue[first = last = 1] = from
        for (; first <= last; first++) {
            count = split(targets[queue[first]], list, " ")
            for (i = 1; i <= count; i++) {
                if ((queue[first], list[i]) in excepted || list[i] in seen)
                    continue
                seen[list[i]]
                text[list[i]] = text[queue[first]] "\n    " queue[first] " calls " calls[queue[first], list[i]] \
                    " of " list[i]
                if (list[i] == to)
                    return text[list[i]]
                queue[++last] = list[i]
            }
        }
        return ""
    }
    BEGIN {
        count = split(layers, list, ";")
        for (i = 1; i < count; i++) {
            name = list[i]
            sub(/:.*/, "", name)
            sub(/[^:]*:/, "", list[i])
            below[name] = list[i]
        }
        count = split(known, words, / +/)
        for (i = 1; i <= count; i++)
            if (words[i] == ">")
                excepted[words[i - 1], words[i + 1]]
    }
    # "PATH: SYMBOL TYPE ...": U and w are undefined.
    match($0, /: [^ ]+ [A-Za-z]( |$)/) {
        file = file_of(substr($0, 1, RSTART - 1))
        split(substr($0, RSTART + 2), parts, " ")
        if (!(file in numbers)) {
            numbers[file] = ++files
            names[files] = file
        }
        if (parts[2] == "U" || parts[2] == "w")
            needs[++wanted] = file " " parts[1]
        else
            definer[parts[1]] = file
    }
    END {
        for (i = 1; i <= wanted; i++) {
            split(needs[i], parts, " ")
            from = parts[1]
            to = definer[parts[2]]
            if (to == "" || to == from)
                continue
            made++
            if (layer_of(from) in below && !may_call(layer_of(from), layer_of(to))) {
                print from " calls " parts[2] " of " to ": not a dependency that docs/architecture.md allows"
                continue
            }
            if ((from, to) in calls) {
                calls[from, to] = calls[from, to] ", " parts[2]
            } else {
                calls[from, to] = parts[2]
                targets[from] = targets[from] " " to
            }
        }
        for (i = 1; i <= files; i++) {
            if (names[i] in printed || (cycle = way(names[i], names[i])) == "")
                continue
            print "a cycle of calls:" cycle
            count = split(cycle, words, /[ \n]+/)
            for (k = 1; k <= count; k++)
                if (words[k] in numbers)
                    printed[words[k]]
        }
        for (edge in excepted) {
            split(edge, pair, SUBSEP)
            if (pair[1] in numbers && pair[2] in numbers && (!(edge in calls) || way(pair[2], pair[1]) == ""))
                print "no cycle any more, remove it from known_calls: " pair[1] " > " pair[2]
        }
        print made + 0
    }'
}

all_calls=0
for objects; do
    # shellcheck disable=SC2086 # split at the colons
    found=$(IFS=: && calls $objects)
    count=$(printf '%s\n' "$found" | tail -n 1)
    all_calls=$((all_calls + count))
    if [ "$found" != "$count" ]; then
        printf '%s\n' "$found" | sed '$d'
        failures=$((failures + 1))
    fi
    if [ "$objects" = "$library" ] && [ "$count" -lt 300 ]; then
        echo "only $count calls were found between the files of the library"
        failures=$((failures + 1))
    fi
done

echo "$files files, $includes includes and $all_calls calls between them, $failures failures"
[ "$failures" = 0 ]
