// SPDX-License-Identifier: MIT
//! A journal with the crate uuid, as journal.rs has it with sortid: each line of the input gets an ID, then the lines
//! of a span of time are printed. The bounds of the span are arithmetic here.
use std::collections::BTreeMap;
use std::io::BufRead;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use uuid::Uuid;

fn first_of(time: SystemTime) -> Uuid {
    let ms = time.duration_since(UNIX_EPOCH).unwrap().as_millis();
    Uuid::from_u128(ms << 80 | 7 << 76 | 2 << 62)
}

fn main() {
    let begin = SystemTime::now() - Duration::from_secs(60);
    let mut journal = BTreeMap::new();
    for line in std::io::stdin().lock().lines() {
        journal.insert(Uuid::now_v7(), line.unwrap());
    }
    let end = SystemTime::now() + Duration::from_secs(60);
    for (id, line) in journal.range(first_of(begin)..first_of(end)) {
        let (seconds, nanos) = id.get_timestamp().unwrap().to_unix();
        println!("{id} {seconds}.{:03} {line}", nanos / 1_000_000);
    }
}
