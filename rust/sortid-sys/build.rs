// SPDX-License-Identifier: MIT
//! Compiles the C library, or finds that of the system.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SORTID_SYS_PKG_CONFIG");
    let has_std = env::var_os("CARGO_FEATURE_STD").is_some();
    if has_std && env::var("SORTID_SYS_PKG_CONFIG").is_ok_and(|value| value != "0") {
        pkg_config::Config::new()
            .range_version("0.9".."0.10")
            .probe("sortid")
            .unwrap_or_else(|error| panic!("SORTID_SYS_PKG_CONFIG is set: {error}"));
        return;
    }
    compile(&sources(), has_std);
}

/// The folder of sortid.c and sortid.h: in a packed crate its folder c/; in the source tree written now.
fn sources() -> PathBuf {
    let crate_folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let root = crate_folder.join("../..");
    let tool = root.join("tools/amalgamate");
    if !tool.exists() || !root.join("include/sortid.h").exists() {
        let folder = crate_folder.join("c");
        println!("cargo::rerun-if-changed={}", folder.display());
        return folder;
    }
    for watched in ["src", "include", "tools/amalgamate"] {
        println!("cargo::rerun-if-changed={}", root.join(watched).display());
    }
    let folder = Path::new(&env::var_os("OUT_DIR").unwrap()).join("c");
    let status = Command::new("python3").arg(&tool).arg(&folder).status();
    assert!(status.as_ref().is_ok_and(|status| status.success()), "python3 {}: {status:?}", tool.display());
    folder
}

fn compile(folder: &Path, has_std: bool) {
    let source = folder.join("sortid.c");
    // DEP_SORTID_INCLUDE, for build scripts of crates that compile C of their own with it.
    println!("cargo::metadata=include={}", folder.display());
    let mut build = cc::Build::new();
    build.file(source).warnings(false).std("gnu11");
    // cl.exe cannot compile the library. For bare machines cc would look for their gcc.
    let target = env::var("TARGET").unwrap();
    if target.ends_with("-msvc") && !is_compiler_chosen(&target) {
        build.compiler("clang-cl");
    }
    // Programs are often debugged with a library that is not: -O0 makes it ten times slower.
    if matches!(env::var("OPT_LEVEL").as_deref(), Ok("0" | "1")) {
        build.opt_level(2);
    }
    build.flag_if_supported("-ffunction-sections").flag_if_supported("-fdata-sections");
    if !has_std {
        build.define("SORTID_FREESTANDING", None).flag("-ffreestanding");
        build.flag_if_supported("-fno-stack-protector");
    }
    build.compile("sortid");
    // BCryptGenRandom.
    if has_std && env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("windows") {
        println!("cargo::rustc-link-lib=bcrypt");
    }
}

/// Whether the user has chosen a C compiler by the variables that cc reads.
fn is_compiler_chosen(target: &str) -> bool {
    let name = target.replace('-', "_");
    ["CC".to_string(), "TARGET_CC".to_string(), format!("CC_{target}"), format!("CC_{name}")]
        .iter()
        .any(|variable| env::var_os(variable).is_some())
}
