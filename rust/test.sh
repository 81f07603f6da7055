#!/bin/sh
# SPDX-License-Identifier: MIT
# The tests and documents of the Rust crates, by rustc alone, without crates.io; linked with the static
# library. `make test-rust` has the rest: features that need other crates, what is packed, other machines.
#   rust/test.sh LIBRARY
set -eu

library=${1:?usage: rust/test.sh LIBRARY}
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tests/lib.sh"
missing=$(SETUP=no "$root/tools/setup" --rustc 2>&1) || skip "no Rust 1.85 (Debian: ${missing##* })"
unset SCRU64_NODE_SPEC SORTID_SCRU64_STATE
export CARGO_MANIFEST_DIR="$root/rust/sortid"
cd "$scratch"

# rust TOOL CRATE SOURCE [OPTION...]
rust() {
    tool=$1 crate=$2 source=$3
    shift 3
    "$tool" --edition 2024 --cfg 'feature="std"' -L . --extern sortid_sys --extern sortid \
        --crate-name "$crate" "$@" "$source"
}

# passes WHAT COMMAND...: at least one test runs, and none fails.
passes() {
    what=$1
    shift
    if ! "$@" > log 2>&1 || ! grep -q ' [1-9][0-9]* passed' log; then
        cat log
        fail "$what"
    fi
}

ln -s "$library" libsortid.a
rust rustc sortid_sys "$root/rust/sortid-sys/src/lib.rs" --crate-type rlib -l static=sortid
rust rustc sortid "$root/rust/sortid/src/lib.rs" --crate-type rlib
for file in "$root"/rust/sortid*/tests/*.rs; do
    case $file in */features.rs) continue ;; esac # of serde and uuid
    rust rustc program "$file" --test
    passes "$file" ./program --quiet
done

# The code of the pages may end with a `?`: it gets the end of a program that returns an error.
# shellcheck disable=SC2016 # these are no commands
for page in docs/rust.md rust/sortid/README.md; do
    sed '/^```rust/,/^```$/s/^```$/# Ok::<(), sortid::ParseError>(())\n```/' "$root/$page" > page.md
    passes "the code of $page" rust rustdoc sortid page.md --test
done
passes "the code of rustdoc" rust rustdoc sortid "$root/rust/sortid/src/lib.rs" --test
exit "$failures"
