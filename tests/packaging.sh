#!/bin/sh
# SPDX-License-Identifier: MIT
# Each file of packaging/ that names the version of sortid has the version of include/sortid/base.h.
# A value that is not known before sortid is published contains the word `placeholder`.
#   tests/packaging.sh ROOT
set -eu

root=${1:?usage: tests/packaging.sh ROOT}
. "$root/tests/lib.sh"
cd "$root"
version=$(sed -n 's/^#define SORTID_VERSION *"\(.*\)"/\1/p' include/sortid/base.h)

# expect FILE EXPRESSION: what sed prints for the file is the version.
expect() {
    found=$(sed -n "$2" "packaging/$1")
    [ "$found" = "$version" ] || fail "packaging/$1 has version '$found', not $version"
}

expect debian/changelog '1s/^sortid (\(.*\)-[0-9]*) .*/\1/p'
expect rpm/sortid.spec 's/^Version: *//p'
expect homebrew/sortid.rb 's|^  url ".*/sortid-\(.*\)\.tar\.gz"|\1|p'
expect pgxn/META.json 's/^   "version": "\(.*\)",/\1/p'
expect vcpkg/vcpkg.json 's/^  "version": "\(.*\)",/\1/p'
expect sqlite-npm/package.json 's/^  "version": "\(.*\)",/\1/p'
expect conan/conanfile.py 's/^    version = "\(.*\)"/\1/p'

# Addresses of documentation (RFC 2606), checksums of one digit, and words for "later".
unknown='example\.(org|com|net)|0{32}|f{32}|SHA(256|512) +"?0|TODO|FIXME|XXX'
# grep finds nothing, which is what this test expects.
unmarked=$(grep -rnE "$unknown" packaging | grep -v placeholder) || true
[ -z "$unmarked" ] || fail "values without the word placeholder: $unmarked"
[ "$failures" = 0 ]
