// SPDX-License-Identifier: MIT
//! A journal: each line of the input gets an ID, then the lines of a span of time are printed, in the order of the
//! input. journal_uuid.rs is the program before it was moved from the crate uuid.
use std::collections::BTreeMap;
use std::io::BufRead;
use std::time::{Duration, SystemTime};

use sortid::Uuid7;

fn main() {
    let begin = SystemTime::now() - Duration::from_secs(60);
    let mut journal = BTreeMap::new();
    for line in std::io::stdin().lock().lines() {
        journal.insert(Uuid7::new(), line.unwrap());
    }
    let end = SystemTime::now() + Duration::from_secs(60);
    for (id, line) in journal.range(Uuid7::range(begin..end).expect("a time after 1970")) {
        println!("{id} {}.{:03} {line}", id.unix_ms() / 1000, id.unix_ms() % 1000);
    }
}
