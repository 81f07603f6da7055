// SPDX-License-Identifier: MIT
//! The generator traces of tests/vectors, call by call, with the clock and the random bytes of the trace, as
//! tests/generate/test_trace.c runs them: through a generator with closures, and through a machine.
#![cfg(feature = "std")]
mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use common::{hex, rows};
use sortid::{Clock, Events, Generator, Id, Machine, Mode, Options, Scru64, Scru128, Status, Uuid7};

/// What a script draws: all bits alike, or for uuidv7 a counter of 42 bits near its end and 32 bits.
fn draw(script: &str, is_uuid7: bool, bytes: &mut [u8]) {
    match (script, is_uuid7, bytes.len()) {
        ("near", true, 4) => bytes.fill(0xa5),
        ("near", true, _) => bytes.copy_from_slice(&hex("ffffffffff2a")[..bytes.len()]),
        ("ones", ..) => bytes.fill(0xff),
        ("zeros", ..) => bytes.fill(0),
        _ => panic!("{script}"),
    }
}

/// Runs a file. `columns` are those of the allowance, the clock and the result; an event may follow.
fn run<T: Id>(
    file: &str,
    least: usize,
    columns: [usize; 3],
    id_of: fn(&str) -> T,
    options_of: fn(&[String]) -> Options,
) {
    let now = Arc::new(AtomicU64::new(0));
    let mut trace = String::new();
    let mut made: Option<(Generator<T>, Machine<T>)> = None;
    let rows = rows(file);
    for row in &rows {
        let place = row.join(" ");
        let unix_us = row[columns[1]].parse::<u64>().unwrap() * 1000;
        now.store(unix_us, Relaxed);
        let (script, is_uuid7) = (row[2].clone(), T::NAME == "uuidv7");
        if trace != row[0] {
            trace.clone_from(&row[0]);
            let options = options_of(row)
                .mode(if row[1] == "abort" { Mode::Abort } else { Mode::Reset })
                .allowance(Duration::from_millis(row[columns[0]].parse().unwrap()));
            let machine = Machine::new(&options).unwrap();
            let (script, now) = (script.clone(), now.clone());
            let clock = Clock::from_fn(1000, move || Ok(now.load(Relaxed)));
            let random = move |bytes: &mut [u8]| {
                draw(&script, is_uuid7, bytes);
                Ok(())
            };
            made = Some((Generator::with(options.clock(clock).random(random)).unwrap(), machine));
        }
        let (generator, machine) = made.as_mut().unwrap();
        let by_generator = generator.next_with_events().map_err(|error| error.status());
        let by_machine =
            machine.step(unix_us, |bytes| draw(&script, is_uuid7, bytes)).map_err(|error| error.status());
        assert_eq!(by_generator, by_machine, "{place}");
        match row[columns[2]].as_str() {
            "ABORT" => assert_eq!(by_generator, Err(Status::ROLLBACK), "{place}"),
            "EXHAUSTED" => assert_eq!(by_generator, Err(Status::EXHAUSTED), "{place}"),
            result => {
                let (id, events) = by_generator.unwrap();
                assert_eq!(id, id_of(result), "{place}");
                match row.get(columns[2] + 1).map(String::as_str) {
                    Some("new") => assert_eq!(events, Events::NEW_TIMESTAMP, "{place}"),
                    Some("counter") => assert_eq!(events, Events::COUNTER_INCREMENTED, "{place}"),
                    Some("borrowed") => assert_eq!(events, Events::TIMESTAMP_BORROWED, "{place}"),
                    Some("reset") => assert_eq!(events, Events::RESET, "{place}"),
                    None => {}
                    other => panic!("{other:?}"),
                }
            }
        }
    }
    assert!(rows.len() >= least, "{} rows", rows.len());
}

#[test]
fn scru128() {
    let id_of = |digits: &str| Scru128::from_slice(&hex(digits)).unwrap();
    run::<Scru128>("scru128-generate.tsv", 205, [3, 4, 5], id_of, |_| Options::new());
}

#[test]
fn uuid7() {
    let id_of = |digits: &str| Uuid7::from_slice(&hex(digits)).unwrap();
    run::<Uuid7>("uuidv7-generate.tsv", 154, [3, 4, 5], id_of, |_| Options::new());
}

#[test]
fn scru64() {
    let id_of = |number: &str| Scru64::from_u64(number.parse().unwrap()).unwrap();
    run::<Scru64>("scru64-generate.tsv", 120, [4, 5, 6], id_of, |row| {
        Options::new().node(row[3].parse().unwrap()).guard_bits(0)
    });
}
