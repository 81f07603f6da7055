# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# apt with lists and a cache below the folder $work: nothing is installed, and the configuration of
# apt does not change. Sourced by tools/source and tools/musl-aarch64.

# copy_sources KIND: this machine's sources of packages, as sources of KIND, which is deb or
# deb-src.
copy_sources() {
    mkdir -p "$work/sources" "$work/lists/partial" "$work/cache/archives/partial"
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ ! -e "$list" ] || sed -n "s/^deb /$1 /p" "$list" >> "$work/sources/all.list"
    done
    for list in /etc/apt/sources.list.d/*.sources; do
        [ ! -e "$list" ] || sed "s/^Types:.*/Types: $1/" "$list" > "$work/sources/${list##*/}"
    done
}

# with_lists PROGRAM ARGUMENT...: apt-get or apt-cache with these sources.
with_lists() {
    program=$1
    shift
    "$program" -qq -o Acquire::Retries=3 -o APT::Sandbox::User= -o Dir::Etc::SourceList=/dev/null \
        -o Dir::Etc::SourceParts="$work/sources" -o Dir::State::lists="$work/lists" \
        -o Dir::Cache="$work/cache" "$@"
}
