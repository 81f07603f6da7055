#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs a finished build into an empty folder, moves it to another, as packagers do, and builds
# the project in tests/install/ with it: through CMake and pkg-config, static and shared. Run by
# CTest; outside its scratch folder it changes only the manifest that CMake writes. $SORTID_EMULATOR
# runs programs of another machine. LINKS_SQLITE, ON or OFF, says whether the build found an SQLite
# library that its compiler can link.
#   tests/install.sh BUILD_FOLDER CC LINKS_SQLITE
set -eu

usage="usage: tests/install.sh BUILD_FOLDER CC LINKS_SQLITE"
build=${1:?$usage} cc=${2:?$usage} links_sqlite=${3:?$usage}
root=$(cd "$(dirname "$0")/.." && pwd)
project=$root/tests/install
. "$(dirname "$0")/lib.sh"
cd "$scratch"

cmake --install "$build" --prefix "$scratch/first" > /dev/null
mv first moved
prefix=$scratch/moved
libdir=$(dirname "$(find "$prefix" -name libsortid.a)")
PKG_CONFIG_PATH=$libdir/pkgconfig
export PKG_CONFIG_PATH

for file in bin/sortid include/sortid.h include/sortid/ulid.h include/sortid.hpp include/sortid/chrono.hpp \
    share/man/man1/sortid.1 \
    share/man/man3/sortid_ulid_new.3 share/man/man3/sortid-ulid.3 \
    share/bash-completion/completions/sortid share/zsh/site-functions/_sortid \
    share/fish/vendor_completions.d/sortid.fish; do
    [ -s "$prefix/$file" ] || fail "$file is missing"
done
# libsortid-node is installed if it was built, completely or not at all.
node=
if [ -e "$prefix/bin/sortid-node" ]; then node=node; fi
for file in bin/sortid-node include/sortid/node.h share/man/man1/sortid-node.1 \
    share/man/man3/sortid_node_reservation_acquire.3 share/doc/sortid-node/examples/server.service \
    share/bash-completion/completions/sortid-node share/zsh/site-functions/_sortid-node \
    share/fish/vendor_completions.d/sortid-node.fish \
    "${libdir#"$prefix/"}/pkgconfig/sortid-node.pc" "${libdir#"$prefix/"}/libsortid-node.so.0"; do
    if [ -n "$node" ]; then
        [ -s "$prefix/$file" ] || fail "$file is missing"
    elif [ -e "$prefix/$file" ]; then
        fail "$file is there without the program"
    fi
done
for link in libsortid.so libsortid.so.0.9; do
    [ -h "$libdir/$link" ] || fail "$link is no link"
done
if grep -rlF -e "$scratch/first" -e "$build" "$prefix"; then
    fail "these files name a folder of the build"
fi

# Runs a program with the installed library.
run() {
    # Word splitting is wanted: a command with options, or nothing.
    # shellcheck disable=SC2086
    LD_LIBRARY_PATH=$libdir ${SORTID_EMULATOR:-} "$@"
}

# Checks that a program runs, makes a ULID, and needs the shared library only if it is linked
# shared. $1: how it was built, $2: shared or static, $3: the program.
expect() {
    id=$(run "$3") || fail "$1: the program fails"
    [ ${#id} = 26 ] || fail "$1: '$id' is no ULID"
    linked=static
    # A program that does not need the shared library does not contain its soname.
    if grep -qF libsortid.so.0.9 "$3"; then linked=shared; fi
    [ "$linked" = "$2" ] || fail "$1: linked $linked, not $2"
    echo "$1: $id, $linked"
}

part= # of the names of folders and programs
# The C++ compiler next to the C compiler of this machine, if there is one.
cxx=$(echo "$cc" | sed 's/gcc$/g++/; s/clang$/clang++/; s/cc$/c++/')
[ "$cxx" != "$cc" ] && [ -z "${SORTID_EMULATOR:-}" ] && command -v "$cxx" > /dev/null || cxx=

# $1: component or nothing, $2: the expected kind, then more arguments for CMake.
by_cmake() {
    component=$1 kind=$2
    shift 2
    name=cmake-$part$component$#
    if cmake -S "$project" -B "$name" -DKIND="$component" -DCMAKE_PREFIX_PATH="$prefix" \
        -DCMAKE_C_COMPILER="$cc" ${cxx:+-DCMAKE_CXX_COMPILER="$cxx"} "$@" > "$name.log" && cmake --build "$name" >> "$name.log"; then
        expect "find_package($component) $*" "$kind" "$name/outside"
        [ -z "$cxx" ] || [ -n "$part" ] || expect "C++, find_package($component) $*" "$kind" "$name/outside-cpp"
    else
        cat "$name.log"
        fail "find_package($component) $*"
    fi
}

# $1: shared or static, then flags for pkg-config and the compiler.
by_pkg_config() {
    kind=$1
    shift
    # Word splitting is wanted: lists of flags.
    # shellcheck disable=SC2046
    "$cc" "$project/main.c" -o "pkg-config-$part$kind" $(pkg-config "$@" --cflags --libs sortid) \
        $([ "$kind" = shared ] || echo -static) || { fail "pkg-config $*"; return; }
    expect "pkg-config $*" "$kind" "./pkg-config-$part$kind"
}

# The SQLite extension, if the build has it: a module, and a library for programs.
sqlite() {
    [ -s "$libdir/libsortid_sqlite.a" ] || fail "libsortid_sqlite.a is missing"
    [ -s "$prefix/include/sortid/sqlite.h" ] || fail "include/sortid/sqlite.h is missing"
    [ -s "$prefix/share/doc/sortid/sqlite.md" ] || fail "share/doc/sortid/sqlite.md is missing"
    [ -s "$libdir/pkgconfig/sortid-sqlite.pc" ] || fail "sortid-sqlite.pc is missing"
    [ "$links_sqlite" = ON ] || { echo "SKIPPED: no SQLite for this compiler"; return; }
    [ -x cmake-static0/outside-sqlite ] || { fail "no program with the SQLite extension"; return; }
    id=$(run cmake-static0/outside-sqlite) || fail "the program with the SQLite extension fails"
    [ ${#id} = 26 ] || fail "the SQLite extension's '$id' is no ULID"
    echo "SQLite: $id"
    # Word splitting is wanted: lists of flags.
    # shellcheck disable=SC2046
    "$cc" "$project/sqlite.c" -o pkg-config-sqlite $(pkg-config --cflags --libs sortid-sqlite) -lsqlite3 ||
        { fail "pkg-config sortid-sqlite"; return; }
    id=$(run ./pkg-config-sqlite) || fail "the program by pkg-config sortid-sqlite fails"
    [ ${#id} = 26 ] || fail "pkg-config sortid-sqlite: '$id' is no ULID"
    echo "SQLite, by pkg-config: $id"
}

by_cmake "" shared
by_cmake "" static -DBUILD_SHARED_LIBS=OFF
by_cmake static static
by_cmake shared shared
by_pkg_config shared
by_pkg_config static --static
if [ -e "$libdir/sortid_sqlite.so" ]; then sqlite; fi

# by_cmake and by_pkg_config again, with a program that uses libsortid-node too.
if [ -n "$node" ]; then
    project=$project/node part=node-
    by_cmake "" shared
    by_cmake static static
    by_pkg_config shared sortid-node
    node_version=$(run "$prefix/bin/sortid" node --version) || fail "sortid node fails"
    [ "$node_version" = "sortid-node $(pkg-config --modversion sortid)" ] ||
        fail "'$node_version' is not the version of sortid.pc"
fi

version=$(run "$prefix/bin/sortid" --version) || fail "the installed command fails"
case $version in
*"$(pkg-config --modversion sortid)"*) ;;
*) fail "'$version' is not the version of sortid.pc" ;;
esac

# After `make install`: the loader does not search this folder.
if PATH=$PATH:/sbin command -v ldconfig > /dev/null; then
    "$root/tools/ldconfig" "$libdir" | grep -qF "does not search $(cd "$libdir" && pwd -P):" || fail "tools/ldconfig"
fi

# `make uninstall` removes what was installed, here into a folder with a space, and the folders of
# sortid, but not those of a PREFIX with its name.
cmake --install "$build" --prefix "$scratch/sortid time" > /dev/null
mkdir list
cp "$build/install_manifest.txt" list/installed.txt
MAKEFLAGS='' make -C "$root" uninstall BUILD="$scratch/list" > uninstall.log || fail "make uninstall"
if [ -d "sortid time/bin" ]; then
    left=$(find "sortid time" -mindepth 1 -name '*sortid*' -o -type f)
else
    left="no folder bin"
fi
[ -z "$left" ] || fail "make uninstall leaves $left"
[ "$failures" = 0 ]
