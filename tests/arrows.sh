#!/bin/sh
# SPDX-License-Identifier: MIT
# Holds the arrows of docs/architecture.md: reads the #include lines of src/, cli/, node/ and ext/ and fails
# when a room includes one that it may not, or when a room that must not know the operating system
# includes a system header beyond the few that hold no calls into it. Run by CTest.
#   tests/arrows.sh ROOT
set -eu

root=${1:?usage: tests/arrows.sh ROOT}
cd "$root"

# The rooms that a room may include besides itself. Floors, from below:
# text | kernel | format source | generate | full | shared | easy | cli
rooms_below() {
    case $1 in
    text) echo "" ;;
    kernel) echo "text" ;;
    format | source) echo "kernel text" ;;
    generate) echo "format kernel text" ;;
    full) echo "generate format kernel text source" ;;
    shared) echo "full generate format kernel text source" ;;
    easy) echo "shared full generate format kernel text source" ;;
    *) return 1 ;;
    esac
}

# Rooms without clock, heap and files: these headers and no other of the system's.
is_pure() {
    case $1 in text | kernel | format | generate) ;; *) return 1 ;; esac
}
pure_headers="stdint.h stddef.h stdbool.h string.h stdatomic.h"

# The compilers' headers of instruction sets, which are for kernels alone.
intrinsics="immintrin.h arm_neon.h"

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
    text | kernel) is_one_of "$2" "sortid/base.h" ;;
    source) is_one_of "$2" "sortid/base.h sortid/source.h" ;;
    *) [ -f "include/$2" ] ;;
    esac
}

# Whether $2, which names a file from the folder of a file in src/$1/, lies in an allowed room.
neighbour_is_allowed() {
    case $2 in
    ../*/*) target=${2#../} target=${target%%/*} ;;
    */*) return 1 ;;
    *) target=$1 ;;
    esac
    [ -f "src/$1/$2" ] && is_one_of "$target" "$1 $(rooms_below "$1")"
}

system_header_is_allowed() {
    if is_one_of "$2" "$intrinsics"; then [ "$1" = kernel ]; return; fi
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

# The command stands on the umbrella header alone.
cli_include_is_allowed() {
    name=${1#?} name=${name%?}
    case $1 in
    "<sortid.h>") ;;
    \"*/* | \<sortid*) return 1 ;;
    \"*) [ -f "cli/$name" ] ;;
    \<*) ;;
    *) return 1 ;;
    esac
}

# libsortid-node stands on the public headers, sortid-node on these and on four modules of the command.
node_include_is_allowed() {
    name=${2#?} name=${name%?}
    case $2 in
    "<sortid.h>") ;;
    \<sortid/*) [ -f "include/$name" ] ;;
    \<sortid*) return 1 ;;
    \"../../cli/*) [ "$1" = node/program ] && is_one_of "${name##*/}" "arguments.h report.h when.h output.h system.h" ;;
    \"*/*) return 1 ;;
    \"*) [ -f "$1/$name" ] ;;
    \<*) ;;
    *) return 1 ;;
    esac
}

# An extension stands on the umbrella header, its own folder, and the system it extends, whose headers
# PostgreSQL has written in quotes: what is no file of its own must be none of ours.
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
    echo "$1 includes $2: no arrow goes there, or no such file"
    failures=$((failures + 1))
}

for file in src/*/*.[ch]; do
    files=$((files + 1))
    room=${file#src/} room=${room%%/*}
    rooms_below "$room" > /dev/null || refuse "$file" "anything at all, as room $room has no floor"
    for header in $(includes_of "$file"); do
        src_include_is_allowed "$room" "$header" || refuse "$file" "$header"
    done
done
for file in cli/*.[ch]; do
    files=$((files + 1))
    for header in $(includes_of "$file"); do
        cli_include_is_allowed "$header" || refuse "$file" "$header"
    done
done
for file in node/*.[ch] node/program/*.[ch]; do
    files=$((files + 1))
    for header in $(includes_of "$file"); do
        node_include_is_allowed "${file%/*}" "$header" || refuse "$file" "$header"
    done
done
# Its public headers, which users include by their names, and its bench apart.
for file in ext/*/*.[ch]; do
    [ -e "$file" ] || continue
    files=$((files + 1))
    for header in $(includes_of "$file"); do
        ext_include_is_allowed "${file%/*}" "$header" || refuse "$file" "$header"
    done
done

echo "$files files, $failures wrong arrows"
[ "$failures" = 0 ]
