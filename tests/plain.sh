#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the command without a build system, and without -O2, which takes longer: with a compiler
# and nothing else, in a new folder. Lets it make an ID and read it again, by $SORTID_EMULATOR if it is
# foreign.
#   tests/plain.sh ROOT CC
set -eu

usage="usage: tests/plain.sh ROOT CC"
root=${1:?$usage} cc=${2:?$usage}
. "$(dirname "$0")/lib.sh"
cp -R "$root/include" "$root/src" "$root/common" "$root/cli" "$scratch"
cd "$scratch"

"$cc" -Iinclude src/*/*.c common/*.c cli/*/*.c -o sortid

sortid() {
    # Word splitting is wanted: a command with options, or nothing.
    # shellcheck disable=SC2086
    ${SORTID_EMULATOR:-} ./sortid "$@"
}
sortid --version
id=$(sortid gen ulid)
[ ${#id} = 26 ]
[ "$(sortid convert -f ulid "$id")" = "$id" ]
echo "made and read $id"
