#!/bin/sh
# SPDX-License-Identifier: MIT
# The short tests of the Rust crates, with all features: `cargo test` without the examples of the documents, which
# tools/test/rust runs too. Run by CTest.
#   rust/test.sh ROOT BUILD_FOLDER
set -eu

usage="usage: rust/test.sh ROOT BUILD_FOLDER"
root=${1:?$usage} build=${2:?$usage}
. "$root/tests/lib.sh"
minor=$(rustc --version 2> /dev/null | sed -n 's/^rustc 1\.\([0-9]*\)\..*/\1/p')
[ "${minor:-0}" -ge 85 ] || skip "no Rust 1.85 or newer"
cd "$root/rust"
CARGO_TARGET_DIR=$build/rust cargo test --quiet --workspace --all-features --locked --tests
