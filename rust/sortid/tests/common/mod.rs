// SPDX-License-Identifier: MIT
//! What the tests share: rows of tests/vectors.
#![allow(dead_code, reason = "not every test needs everything")]

use std::path::Path;

/// The rows of a file of tests/vectors, each split at its tabs; `\xNN` in them stays.
pub fn rows(file: &str) -> Vec<Vec<String>> {
    let folder = std::env::var("SORTID_VECTORS")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors").to_string());
    let path = Path::new(&folder).join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| line.split('\t').map(str::to_string).collect())
        .collect()
}

/// The bytes of hex digits.
pub fn hex(digits: &str) -> Vec<u8> {
    assert_eq!(digits.len() % 2, 0, "{digits}");
    (0..digits.len()).step_by(2).map(|i| u8::from_str_radix(&digits[i..i + 2], 16).unwrap()).collect()
}

/// The bytes of a text in which `\xNN` is one byte.
pub fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut parts = text.split("\\x");
    bytes.extend(parts.next().unwrap().bytes());
    for part in parts {
        bytes.extend(hex(&part[..2]));
        bytes.extend(part[2..].bytes());
    }
    bytes
}
