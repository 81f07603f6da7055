#!/bin/sh
# SPDX-License-Identifier: MIT
# What tools/test/postgres runs inside the root of a release. There this tree is /tree, read-only, and
# only /dev belongs to the machine. Builds library and command with the compiler alone, every warning an
# error, then runs the tests of the extension with the server of that version.
#   tools/test/postgres.sh VERSION
set -eu
version=${1:?usage: tools/test/postgres.sh VERSION}

rm -rf /work
mkdir /work
chmod 1777 /work
cd /tree
flags="-O2 -DNDEBUG -fPIC -fvisibility=hidden -Iinclude -Werror $(tr '\n' ' ' < cmake/warnings.txt)"
for file in src/*/*.c; do
    echo "$flags -c $file -o /work/$(echo "${file%.c}" | tr / -).o"
done | xargs -P "$(nproc)" -L 1 cc
ar rcs /work/libsortid.a /work/*.o
# Word splitting is wanted: flags.
# shellcheck disable=SC2086
cc $flags common/*.c cli/*.c /work/libsortid.a -pthread -o /work/sortid

export TMPDIR=/work PG_CONFIG="/usr/lib/postgresql/$version/bin/pg_config"
exec sh tests/postgres/postgres.sh /tree /work/sortid /work/libsortid.a
