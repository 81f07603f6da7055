// SPDX-License-Identifier: MIT
//! Every row of the tables of docs/rust.md: what another crate calls, what sortid calls, and that both give the
//! same, or, if they make an ID, one of the same time and length. The rows here and there are the same.
use std::cell::RefCell;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ferroid::base32::Base32UlidExt;
use ferroid::generator::thread_local::Ulid as Ferroid;
use sortid::*;
use svix_ksuid::KsuidLike;

thread_local! {
    static ROWS: RefCell<Vec<(String, String)>> = const { RefCell::new(Vec::new()) };
}

/// A row: theirs, ours, and how both are compared.
macro_rules! row {
    ($theirs:expr => $ours:expr, |$a:ident, $b:ident| $same:expr) => {
        ROWS.with_borrow_mut(|rows| rows.push((squeeze(stringify!($theirs)), squeeze(stringify!($ours)))));
        let ($a, $b) = ($theirs, $ours);
        assert!($same, "{} => {}", stringify!($theirs), stringify!($ours));
    };
}

fn squeeze(code: &str) -> String {
    code.chars().filter(|char| !char.is_whitespace()).collect()
}

/// Whether a time in ms is that of the test.
fn is_now(unix_ms: u64) -> bool {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    now.abs_diff(unix_ms) < 60_000
}

#[test]
fn every_row() -> Result<(), Box<dyn std::error::Error>> {
    let time = UNIX_EPOCH + Duration::from_millis(1_700_000_000_000);
    let (ms, random) = (1_700_000_000_000, 42);

    let text = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    {
        let (theirs, id) = (ulid::Ulid::from_string(text)?, text.parse::<Ulid>()?);
        let mut buffer = [0; 26];
        row!(ulid::Ulid::generate() => Ulid::new(), |a, b| is_now(a.timestamp_ms()) && is_now(b.unix_ms()));
        row!(ulid::Ulid::from_datetime(time) => Ulid::at(time)?, |a, b| a.timestamp_ms() == b.unix_ms());
        row!(ulid::Ulid::from_parts(ms, random) => Ulid::from_fields(ms, random), |a, b| {
            a.to_bytes() == b.unwrap().to_bytes()
        });
        row!(ulid::Ulid::from_string(text)? => text.parse::<Ulid>()?, |a, b| a.to_bytes() == b.to_bytes());
        row!(theirs.timestamp_ms() => id.unix_ms(), |a, b| a == b);
        row!(theirs.datetime() => id.time(), |a, b| a == b);
        row!(theirs.array_to_str(&mut buffer) => id.text(), |a, b| *a == *b);
        row!(theirs.to_string() => String::from(id), |a, b| a == b);
    }

    let text = "01890a5d-ac96-774b-bcce-b302099a8057";
    {
        let (theirs, id) = (uuid::Uuid::parse_str(text)?, text.parse::<Uuid7>()?);
        let mut buffer = [0; 36];
        row!(uuid::Uuid::now_v7() => Uuid7::new(), |a, b| {
            Uuid7::try_from(a).is_ok_and(|a| is_now(a.unix_ms())) && is_now(b.unix_ms())
        });
        row!(uuid::Uuid::parse_str(text)? => text.parse::<Uuid7>()?, |a, b| a == uuid::Uuid::from(b));
        row!(theirs.hyphenated().encode_lower(&mut buffer) => id.text(), |a, b| *a == *b);
        row!(theirs.simple().to_string() => id.text_as(Encoding::Hex), |a, b| *a == *b.unwrap());
        row!(theirs => uuid::Uuid::from(id), |a, b| a == b);
    }

    let text = "0ujtsYcgvSTl8PAuAdqWYSMnLOv";
    {
        let (theirs, id) = (svix_ksuid::Ksuid::from_base62(text)?, text.parse::<Ksuid>()?);
        row!(svix_ksuid::Ksuid::now(None) => Ksuid::new(), |a, b| {
            is_now(a.timestamp_seconds() as u64 * 1000) && is_now(b.unix_ms())
        });
        row!(svix_ksuid::Ksuid::from_base62(text)? => text.parse::<Ksuid>()?, |a, b| *a.bytes() == b.to_bytes());
        row!(theirs.timestamp_seconds() => id.unix_ms() / 1000, |a, b| a as u64 == b);
    }

    let text = "03amo4vrpq412337hsqsbn956";
    {
        let (theirs, id) = (text.parse::<scru128::Id>()?, text.parse::<Scru128>()?);
        row!(scru128::new() => Scru128::new(), |a, b| is_now(a.timestamp()) && is_now(b.unix_ms()));
        row!(theirs.encode() => id.text(), |a, b| *a == *b);
    }

    let text = "0ugzz2plp5he";
    {
        let (theirs, id) = (text.parse::<scru64::Scru64Id>()?, text.parse::<Scru64>()?);
        let node = Options::new().node("42/8".parse()?);
        row!(scru64::Scru64Generator::new("42/8".parse()?) => Generator::<Scru64>::with(node)?, |a, b| {
            let (mut theirs, mut generator) = (a, b);
            row!(theirs.generate() => generator.next_id()?, |a, b| {
                let a = a.unwrap();
                a.timestamp().abs_diff(b.timestamp()) < 200 && a.node_ctr() >> 16 == b.node_ctr() >> 16
            });
            true
        });
        row!(theirs.encode() => id.text(), |a, b| *a == *b);
    }

    let text = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    {
        let (theirs, id) = (ferroid::id::ULID::decode(text)?, text.parse::<Ulid>()?);
        let unix_ms = |id: ferroid::id::ULID| Ulid::parse(&id.encode().as_string()).unwrap().unix_ms();
        let wait = |_| std::thread::yield_now();
        row!(Ferroid::new_ulid_mono(wait) => Ulid::new(), |a, b| is_now(unix_ms(a)) && is_now(b.unix_ms()));
        row!(ferroid::id::ULID::decode(text)? => text.parse::<Ulid>()?, |a, b| {
            a.encode().as_string() == *b.text()
        });
        row!(theirs.encode() => id.text(), |a, b| *a.as_string() == *b);
    }

    // The rows of the document: lines of tables with two cells, each code.
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rust.md");
    let document = std::fs::read_to_string(path)?;
    let mut listed: Vec<(String, String)> = document
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.strip_suffix("` |")?.split_once("` | `"))
        .map(|(theirs, ours)| (squeeze(theirs), squeeze(ours)))
        .collect();
    let mut checked = ROWS.take();
    listed.sort();
    checked.sort();
    listed.dedup();
    checked.dedup();
    assert_eq!(listed, checked);
    Ok(())
}
