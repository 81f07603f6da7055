// SPDX-License-Identifier: MIT
//! All rows of tests/vectors, as tests/format/test_vectors.c reads them. SORTID_VECTORS names another folder.
mod common;

use common::{hex, rows, unescape};
use sortid::{Encoding, Id, Ksuid, ParseError, Scru64, Scru128, Scru128v1, Scru160, Ulid, Uuid7};

/// The calls of a type that the trait does not have.
struct Calls<T> {
    parse: fn(&str) -> Result<T, ParseError>,
    parse_ascii: fn(&[u8]) -> Result<T, ParseError>,
    parse_as: fn(Encoding, &str) -> Result<T, ParseError>,
    text_as: fn(T, Encoding) -> Option<sortid::AnyText<80>>,
    successor: fn(T) -> Option<T>,
    predecessor: fn(T) -> Option<T>,
    /// The fields in decimal, and the ID that from_fields makes of them.
    fields: fn(T) -> (Vec<String>, Option<T>),
}

macro_rules! calls {
    ($Type:ident, $($field:ident),*) => {
        Calls {
            parse: $Type::parse,
            parse_ascii: $Type::parse_ascii,
            parse_as: $Type::parse_as,
            text_as: $Type::text_as,
            successor: $Type::successor,
            predecessor: $Type::predecessor,
            fields: |id| (vec![$(id.$field().to_string()),*], $Type::from_fields($(id.$field()),*)),
        }
    };
}

/// Checks a file. `text` is the column of the canonical text, `fields` are those of the fields, `unix_ms`
/// is that of a time, in units of ms.
fn check<T: Id>(file: &str, calls: &Calls<T>, text: usize, fields: &[usize], unix_ms: (usize, u64, u64)) {
    let mut count = 0;
    for row in rows(file) {
        count += 1;
        let place = row.join(" ");
        match row[0].as_str() {
            "!" => {
                let bytes = unescape(&row[1]);
                let error = (calls.parse_ascii)(&bytes).unwrap_err();
                assert_eq!(error.status().name(), row[2], "{place}");
                assert_eq!(error.position().to_string(), row[3], "{place}");
                if let Ok(text) = std::str::from_utf8(&bytes) {
                    assert_eq!((calls.parse)(text), Err(error), "{place}");
                    assert_eq!(text.parse::<T>(), Err(error), "{place}");
                }
            }
            "~" => {
                assert_eq!((calls.parse_ascii)(&unescape(&row[1])).unwrap().as_ref(), hex(&row[2]), "{place}")
            }
            "+" => {
                let (id, next) =
                    (T::from_slice(&hex(&row[1])).unwrap(), T::from_slice(&hex(&row[2])).unwrap());
                assert_eq!((calls.successor)(id), Some(next), "{place}");
                assert_eq!((calls.predecessor)(next), Some(id), "{place}");
            }
            "!+" => assert_eq!((calls.successor)(T::from_slice(&hex(&row[1])).unwrap()), None, "{place}"),
            _ => {
                let id = T::from_slice(&hex(&row[0])).unwrap();
                let spellings = match T::NAME {
                    "ksuid" => vec![row[text].clone()],
                    _ => vec![row[text].clone(), row[text].to_lowercase(), row[text].to_uppercase()],
                };
                for spelling in &spellings {
                    assert_eq!((calls.parse)(spelling), Ok(id), "{place}");
                    assert_eq!(spelling.parse(), Ok(id), "{place}");
                    assert_eq!((calls.parse_ascii)(spelling.as_bytes()), Ok(id), "{place}");
                }
                assert_eq!(&*id.text(), row[text], "{place}");
                assert_eq!(id.to_string(), row[text], "{place}");
                assert_eq!(&*(calls.text_as)(id, Encoding::Hex).unwrap(), row[0], "{place}");
                for encoding in
                    [Encoding::Hex, Encoding::Int, Encoding::Uuid, Encoding::Braces, Encoding::Urn]
                {
                    match (calls.text_as)(id, encoding) {
                        Some(text) => assert_eq!((calls.parse_as)(encoding, &text), Ok(id), "{place}"),
                        None => assert!(T::SIZE != 16 && encoding as i32 > 2, "{place}"),
                    }
                }
                let (time, unit, zero) = unix_ms;
                assert_eq!(id.unix_ms(), row[time].parse::<u64>().unwrap() * unit + zero, "{place}");
                let (values, again) = (calls.fields)(id);
                assert_eq!(again, Some(id), "{place}");
                for (value, &column) in values.iter().zip(fields) {
                    let expected = match (T::NAME, column) {
                        // The payload is in hex.
                        ("ksuid", 4) => u128::from_str_radix(&row[4], 16).unwrap().to_string(),
                        _ => row[column].clone(),
                    };
                    assert_eq!(*value, expected, "{place}");
                }
            }
        }
    }
    assert!(count >= 59, "{file}: {count} rows");
}

#[test]
fn ulid() {
    check("ulid.tsv", &calls!(Ulid, timestamp, randomness), 1, &[2], (2, 1, 0));
}

#[test]
fn uuid7() {
    check("uuidv7.tsv", &calls!(Uuid7, timestamp, rand_a, rand_b), 1, &[2, 3, 4], (2, 1, 0));
}

#[test]
fn ksuid() {
    check("ksuid.tsv", &calls!(Ksuid, timestamp, payload), 1, &[2, 4], (3, 1000, 0));
}

#[test]
fn scru128() {
    let calls = calls!(Scru128, timestamp, counter_hi, counter_lo, entropy);
    check("scru128.tsv", &calls, 1, &[2, 3, 4, 5], (2, 1, 0));
}

#[test]
fn scru128v1() {
    let calls = calls!(Scru128v1, timestamp, counter, per_sec_random, per_gen_random);
    check("scru128v1.tsv", &calls, 1, &[2, 3, 4, 5], (2, 1, 1_577_836_800_000));
}

#[test]
fn scru160() {
    let calls = calls!(Scru160, timestamp, counter, random16, random80);
    check("scru160.tsv", &calls, 1, &[2, 3, 4, 5], (2, 1, 0));
}

#[test]
fn scru64() {
    check("scru64.tsv", &calls!(Scru64, timestamp, node_ctr), 2, &[3, 4], (3, 256, 0));
    for row in rows("scru64.tsv").iter().filter(|row| row[0].len() == 16) {
        let id = Scru64::from_u64(row[1].parse().unwrap()).unwrap();
        assert_eq!(*id.text(), *row[2]);
        assert_eq!(id.to_u64().to_string(), row[1]);
    }
}
