#!/bin/sh
# SPDX-License-Identifier: MIT
# tools/test/postgres runs this script inside the root of a release, where /tree is this tree
# (read-only) and only /dev is shared with the machine. Builds the library and the command without
# CMake, every warning an error, then runs the tests of the extension with the server of that
# version, and those with pg_partman if it is there.
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
# Word splitting is intended: flags.
# shellcheck disable=SC2086
cc $flags common/*.c cli/*/*.c /work/libsortid.a -pthread -o /work/sortid

export TMPDIR=/work PG_CONFIG="/usr/lib/postgresql/$version/bin/pg_config"
status=0
sh tests/postgres/postgres.sh /tree /work/libsortid.a || status=$?
[ "$status" = 0 ] || [ "$status" = 77 ] || exit "$status"
if [ -e "/usr/share/postgresql/$version/extension/pg_partman.control" ]; then
    sh tests/postgres/partman.sh /tree /work/libsortid.a
elif [ "$version" = 17 ]; then
    echo "SKIPPED: this root has no pg_partman: remove it, so that it is made again"
    status=77
fi
exit "$status"
