#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks the packages of a .changes file with lintian: no error and no warning but the named one.
# Run by tools/test/deb, and by tools/test/packages.sh with the lintian of each release.
#   tools/test/lintian.sh FILE.changes
set -eu

# Ignored: an upload that closes no bug of Debian. sortid is not in Debian.
exec lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs "$1"
