// SPDX-License-Identifier: MIT
//! What each type offers beyond the vectors.
#![cfg(feature = "std")]
use std::collections::HashSet;
use std::ops::Bound;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sortid::{
    Encoding, Id, Ksuid, ParseError, Scru64, Scru128, Scru128v1, Scru160, Status, TypeId, Ulid, Uuid7,
};

macro_rules! each_made {
    ($test:ident) => {
        $test!(Ulid Uuid7 Ksuid Scru128 Scru128v1 Scru160);
    };
}

#[test]
fn new_ids_increase() {
    macro_rules! check {
        ($($Type:ident)*) => {
            $(
                let mut all: Vec<$Type> = (0..1000).map(|_| $Type::new()).collect();
                all.extend($Type::new_many(10_000).unwrap());
                let mut buffer = [$Type::MIN; 100];
                $Type::fill(&mut buffer).unwrap();
                all.extend(buffer);
                let mut text = String::from("before ");
                $Type::new_many_text(500, b'\n', &mut text).unwrap();
                $Type::parse_many(text["before ".len()..].as_bytes(), b'\n', &mut all).unwrap();
                all.push($Type::try_new().unwrap());
                assert_eq!(all.len(), 11_601);
                assert!(all.is_sorted_by(|a, b| a < b));
                let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
                assert!(now.abs_diff(all[0].unix_ms()) < 60_000);
            )*
        };
    }
    each_made!(check);
}

#[test]
fn ids_of_a_time() {
    macro_rules! check {
        ($($Type:ident)*) => {
            $(
                let time = UNIX_EPOCH + Duration::from_millis(1_700_000_000_000);
                let ids: HashSet<$Type> = (0..100).map(|_| $Type::at(time).unwrap()).collect();
                assert_eq!(ids.len(), 100);
                let (min, max) = ($Type::min_at(time).unwrap(), $Type::max_at(time).unwrap());
                assert!(ids.iter().all(|id| min <= *id && *id <= max && id.time() == time));
                assert_eq!($Type::at(u64::MAX).unwrap_err().status(), Status::OUT_OF_RANGE);
                let before = UNIX_EPOCH - Duration::from_secs(1);
                assert_eq!($Type::at(before).unwrap_err().status(), Status::OUT_OF_RANGE);
                assert_eq!($Type::min_at(before), None);
                assert_eq!($Type::max_at(u64::MAX), None);
            )*
        };
    }
    each_made!(check);
}

#[test]
fn spans() {
    let ms = |ms| UNIX_EPOCH + Duration::from_millis(ms);
    let us = |us| UNIX_EPOCH + Duration::from_micros(us);
    let first = |ms: u64| Ulid::min_at(ms).unwrap();
    let last = |ms: u64| Ulid::max_at(ms).unwrap();
    assert_eq!(Ulid::range(10..20u64), Some(first(10)..=last(19)));
    assert_eq!(Ulid::range(10..=20u64), Some(first(10)..=last(20)));
    assert_eq!(Ulid::range(..20u64), Some(Ulid::MIN..=last(19)));
    assert_eq!(Ulid::range(10u64..), Some(first(10)..=Ulid::MAX));
    assert_eq!(Ulid::range::<u64>(..), Some(Ulid::MIN..=Ulid::MAX));
    assert_eq!(Ulid::range((Bound::Included(20u64), Bound::Excluded(10))), None);
    assert_eq!(Ulid::range((Bound::Excluded(10u64), Bound::Included(20))), Some(first(11)..=last(20)));
    assert_eq!(Ulid::range(10..10u64), None);
    assert_eq!(Ulid::range(ms(10)..ms(20)), Some(first(10)..=last(19)));
    // An ID has the time of the start of its ms, so a bound within it excludes it, or ends after it.
    assert_eq!(Ulid::range(us(10_001)..us(20_001)), Some(first(11)..=last(20)));
    assert_eq!(Ulid::range(us(10_001)..=us(20_001)), Some(first(11)..=last(20)));
    assert_eq!(Ulid::range(..ms(0)), None);
    assert_eq!(Ulid::range(UNIX_EPOCH - Duration::from_secs(9)..ms(2)), Some(Ulid::MIN..=last(1)));
    assert_eq!(Scru64::range(0..256u64), Some(Scru64::MIN..=Scru64::max_at(0u64).unwrap()));
    assert_eq!(Scru64::range(1..256u64), None);
}

#[test]
fn bytes_that_are_not_ids() {
    let fault = |error: ParseError| (error.status(), error.position());
    assert_eq!(fault(Uuid7::from_bytes([0; 16]).unwrap_err()), (Status::BAD_VERSION, 6));
    let mut bytes = Uuid7::MAX.to_bytes();
    bytes[8] = 0xff;
    assert_eq!(fault(Uuid7::from_bytes(bytes).unwrap_err()), (Status::BAD_VARIANT, 8));
    assert_eq!(fault(Uuid7::try_from(u128::MAX).unwrap_err()), (Status::BAD_VERSION, 6));
    assert_eq!(fault(Scru64::from_u64(36u64.pow(12)).unwrap_err()), (Status::OUT_OF_RANGE, 0));
    assert_eq!(Scru64::from_u64(36u64.pow(12) - 1), Ok(Scru64::MAX));
    assert_eq!(fault(Ulid::try_from([0; 15].as_slice()).unwrap_err()), (Status::BAD_LENGTH, 15));
    assert_eq!(fault(Ulid::try_from([0; 17].as_slice()).unwrap_err()), (Status::BAD_LENGTH, 16));
    assert_eq!(Scru64::from_fields(282_429_536_481, 0), None);
    assert_eq!(Uuid7::from_fields(0, 1 << 12, 0), None);
    assert_eq!(Uuid7::from_fields(0, 0, 0), Some(Uuid7::MIN));
    // Safe code gets no other bytes either.
    assert_eq!((Uuid7::MIN.predecessor(), Uuid7::MAX.successor()), (None, None));
    assert_eq!(Uuid7::from_bytes(Uuid7::MIN.to_bytes()), Ok(Uuid7::MIN));
    assert_eq!(Uuid7::from_bytes(Uuid7::MAX.to_bytes()), Ok(Uuid7::MAX));
}

#[test]
fn texts() {
    let id = Ulid::from(0x0156_3e3a_b5d3_d676_4c61_efb9_9302_bd5b_u128);
    assert_eq!(format!("[{id:>30}]"), "[    01ARZ3NDEKTSV4RRFFQ69G5FAV]");
    assert_eq!(format!("{id:?}"), "Ulid(01ARZ3NDEKTSV4RRFFQ69G5FAV)");
    assert_eq!(String::from(id), "01ARZ3NDEKTSV4RRFFQ69G5FAV");
    assert_eq!(format!("{:?}", id.text()), "\"01ARZ3NDEKTSV4RRFFQ69G5FAV\"");
    assert_eq!(id.text(), "01ARZ3NDEKTSV4RRFFQ69G5FAV");
    assert_eq!(id.text_as(Encoding::Urn).unwrap(), "urn:uuid:01563e3a-b5d3-d676-4c61-efb99302bd5b");
    assert_eq!(Ksuid::MIN.text_as(Encoding::Uuid), None);
    assert_eq!(Ksuid::parse_as(Encoding::Uuid, "").unwrap_err().status(), Status::BAD_OPTION);
    assert_eq!(Ulid::parse_lenient("o1arz3ndek-tsv4rrffq69g5fav"), Ok(id));
    assert_eq!("01ARZ3NDEKTSV4RRFFQ69G5FAV".try_into(), Ok(id));
    let error = "01ARZ3NDEKTSV4RRFFQ69G5FAU".parse::<Ulid>().unwrap_err();
    assert_eq!(error.to_string(), format!("{}, at byte 25", Status::BAD_DIGIT));
    assert!(!error.to_string().contains('?'));
}

#[test]
fn many_texts() {
    let ids = Scru128::new_many(1000).unwrap();
    let mut text = String::new();
    Scru128::print_many(&ids, b' ', &mut text).unwrap();
    assert_eq!(text.len(), 26_000);
    let mut again = Vec::new();
    Scru128::parse_many(text.trim_end().as_bytes(), b' ', &mut again).unwrap();
    assert_eq!(again, ids);
    text.replace_range(260..261, "?");
    again.clear();
    let error = Scru128::parse_many(text.as_bytes(), b' ', &mut again).unwrap_err();
    assert_eq!((error.status(), error.position()), (Status::BAD_DIGIT, 260));
    assert_eq!(again, ids[..10]);
    // Others would be read as digits, or would not be UTF-8.
    for separator in [b'-', b'0', b'x', 0x80, 0xff] {
        let before = text.clone();
        let error = Scru128::print_many(&ids, separator, &mut text).unwrap_err();
        assert_eq!(error.status(), Status::BAD_OPTION);
        assert_eq!(Scru128::new_many_text(9, separator, &mut text).unwrap_err().status(), Status::BAD_OPTION);
        assert_eq!(text, before);
    }
}

#[test]
fn type_ids() {
    let id = TypeId::new("user").unwrap();
    assert!(id.to_string().starts_with("user_") && id.to_string().len() == 31);
    assert_eq!(id.to_string().parse(), Ok(id));
    assert_eq!(id.uuid7().unwrap().to_bytes(), id.uuid_bytes());
    let longest = "a".repeat(63);
    assert_eq!(TypeId::from_uuid(&longest, [255; 16]).unwrap().prefix(), longest);
    assert_eq!(TypeId::from_uuid("", [0; 16]).unwrap().to_string(), "00000000000000000000000000");
    let fault =
        |prefix: &str| TypeId::from_uuid(prefix, [0; 16]).map_err(|error| (error.status(), error.position()));
    assert_eq!(fault(&"a".repeat(64)), Err((Status::BAD_LENGTH, 63)));
    assert_eq!(fault("us-er"), Err((Status::BAD_DIGIT, 2)));
    assert_eq!("us_er_0".parse::<TypeId>().unwrap_err().status(), Status::BAD_LENGTH);
    let (a, b) = (TypeId::from_uuid("a", [255; 16]).unwrap(), TypeId::from_uuid("ab", [0; 16]).unwrap());
    assert!(a < b);
}

#[test]
fn readings() {
    let readings = sortid::inspect("01ARZ3NDEKTSV4RRFFQ69G5FAV").unwrap();
    assert_eq!((readings[0].kind, readings[0].unix_ms), ("ulid", Some(1_469_922_850_259)));
    assert_eq!(readings[0].fields[0], ("timestamp", "1469922850259".to_string()));
    assert_eq!(readings[0].bytes, Ulid::parse(&readings[0].text).unwrap().to_bytes());
    assert!(sortid::inspect("").is_err());
}

/// Generic code.
#[test]
fn by_the_trait() {
    fn round_trip<T: Id>() {
        for id in [T::MIN, T::MAX] {
            assert_eq!(id.text().parse::<T>(), Ok(id));
            assert_eq!(T::from_slice(id.as_ref()), Ok(id));
            assert_eq!((id.as_ref().len(), id.text().len()), (T::SIZE, T::TEXT_LEN));
            assert_eq!(size_of::<T>(), T::SIZE);
        }
    }
    round_trip::<Ulid>();
    round_trip::<Uuid7>();
    round_trip::<Ksuid>();
    round_trip::<Scru128>();
    round_trip::<Scru128v1>();
    round_trip::<Scru160>();
    round_trip::<Scru64>();
}
