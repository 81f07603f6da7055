// SPDX-License-Identifier: MIT
//! Compiles the loops in C.
fn main() {
    println!("cargo::rerun-if-changed=src/loops.c");
    let include = std::env::var("DEP_SORTID_INCLUDE").expect("sortid-sys compiles the library");
    cc::Build::new().file("src/loops.c").include(include).std("gnu11").opt_level(2).compile("loops");
}
