#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the project in tests/embed/, which contains sortid: by add_subdirectory, FetchContent and
# meson. Such a project gets the library only: no command, no tests, and in its installation nothing
# but the shared library, if its program needs that. The installed program runs. Also builds from
# the files that Conan would have.
#   tests/embed.sh ROOT CC
set -eu

usage="usage: tests/embed.sh ROOT CC"
root=${1:?$usage} cc=${2:?$usage}
. "$(dirname "$0")/lib.sh"
cd "$scratch"

# quietly COMMAND...: shows the output only if the command fails.
quietly() {
    "$@" > log 2>&1 || {
        cat log
        fail "$*"
        return 1
    }
}

# expect HOW PROGRAM: the program makes a ULID.
expect() {
    id=$("$2") || fail "$1: the program fails"
    [ ${#id} = 26 ] || fail "$1: '$id' is no ULID"
    echo "$1: $id"
}

# installs HOW FILES: the installation has only these files, and its program runs with them.
installs() {
    installed=$(cd "$1.installed" && find . -type f | sort | tr '\n' ' ')
    [ "$installed" = "$2" ] || fail "$1 installs $installed"
    library=$(find "$1.installed" -name 'libsortid.so.*' -type f)
    LD_LIBRARY_PATH=${library%/*} expect "$1, installed" "$1.installed/bin/container"
}

# by_cmake HOW [OPTION]: with an option of the project.
by_cmake() {
    how=$1${2:-}
    quietly cmake -S "$root/tests/embed/cmake" -B "$how" -DHOW="$1" -DSORTID_FOLDER="$root" \
        -DCMAKE_C_COMPILER="$cc" -DCMAKE_BUILD_TYPE=Release ${2:+"$2"} || return 0
    quietly cmake --build "$how" --parallel 2 || return 0
    quietly cmake --install "$how" --prefix "$scratch/$how.installed" || return 0
    expect "$how" "$how/container"
    installs "$how" "./bin/container "
    programs=$(find "$how" -type f -perm -u+x -name 'sortid*' ! -name '*.so*')
    [ -z "$programs" ] || fail "$how builds $programs"
}

# by_meson KIND FILES: with the static or the shared library.
by_meson() {
    how=meson-$1
    CC=$cc quietly meson setup --buildtype=release --force-fallback-for=sortid --default-library="$1" \
        --prefix="$scratch/$how.installed" --libdir=lib "$how" container/meson || return 0
    quietly meson compile -C "$how" || return 0
    quietly meson install -C "$how" || return 0
    expect "$how" "$how/container"
    installs "$how" "$2"
}

# The files of the recipe for Conan are enough to build and install. Conan does not run.
by_conan() {
    recipe=$root/packaging/conan/conanfile.py
    mkdir conan
    for pattern in $(sed -n '/for pattern in (/,/):$/p' "$recipe" | grep -o '"[^"]*"' | tr -d '"'); do
        (cd "$root" && tar -cf - "${pattern%/\*}") | tar -xf - -C conan
    done
    [ -e conan/CMakeLists.txt ] || fail "found no patterns in $recipe"
    quietly cmake -S conan -B conan/build -DCMAKE_C_COMPILER="$cc" -DSORTID_SHARED=OFF -DSORTID_COMMAND=OFF \
        -DSORTID_NODE=OFF -DSORTID_SQLITE=OFF || return 0
    quietly cmake --build conan/build --parallel 2 || return 0
    quietly cmake --install conan/build --prefix "$scratch/conan.installed" || return 0
    [ -n "$(find conan.installed -name libsortid.a)" ] || fail "conan: no library"
    echo "conan: built from the files of the recipe"
}

by_cmake add_subdirectory
by_cmake FetchContent
by_cmake add_subdirectory -DBUILD_SHARED_LIBS=ON
cp -R "$root/tests/embed" container
mkdir container/meson/subprojects
ln -s "$root" container/meson/subprojects/sortid
version=$(sed -n 's/^#define SORTID_VERSION *"\(.*\)"/\1/p' "$root/include/sortid/base.h")
by_meson static "./bin/container "
by_meson shared "./bin/container ./lib/libsortid.so.$version "
by_conan
[ "$failures" = 0 ]
