// SPDX-License-Identifier: MIT
//! The crates of the formats' authors as oracles: for any ID the same text, bytes and fields, and for any
//! text the same verdict, except where we are stricter, which is written here.
use proptest::prelude::*;
use sortid::{Encoding, Ksuid, Scru64, Scru128, Ulid, Uuid7};
use svix_ksuid::KsuidLike;

/// A good text, or one with a few changes.
fn text_near(good: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let char = prop_oneof![any::<char>(), prop::char::range('0', '9'), prop::char::range('A', 'z')];
    let change = (0usize..40, char, 0..3);
    (good, prop::collection::vec(change, 0..3)).prop_map(|(text, changes)| {
        let mut chars: Vec<char> = text.chars().collect();
        for (at, char, kind) in changes {
            let at = at % (chars.len() + 1);
            match kind {
                0 => chars.insert(at, char),
                1 if at < chars.len() => drop(chars.remove(at)),
                _ if at < chars.len() => chars[at] = char,
                _ => {}
            }
        }
        chars.into_iter().collect()
    })
}

/// The bits with the version and variant of UUIDv7.
fn as_v7(number: u128) -> u128 {
    number & !(0xf << 76) & !(3 << 62) | 7 << 76 | 2 << 62
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ulids(number: u128, timestamp in 0u64..1 << 48, random in 0u128..1 << 80) {
        let (ours, theirs) = (Ulid::from(number), ulid::Ulid::from(number));
        prop_assert_eq!(ours.to_string(), theirs.to_string());
        prop_assert_eq!(ours.to_bytes(), theirs.to_bytes());
        prop_assert_eq!(ours.unix_ms(), theirs.timestamp_ms());
        prop_assert_eq!(ours.randomness(), theirs.random());
        prop_assert_eq!(ours.time(), theirs.datetime());
        let parts = ulid::Ulid::from_parts(timestamp, random).to_bytes();
        prop_assert_eq!(Ulid::from_fields(timestamp, random).unwrap().to_bytes(), parts);
    }

    #[test]
    fn texts_of_ulids(text in text_near(any::<u128>().prop_map(|n| Ulid::from(n).to_string()))) {
        let (ours, theirs) = (text.parse::<Ulid>(), ulid::Ulid::from_string(&text));
        prop_assert_eq!(Ulid::parse(&text), ours);
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => prop_assert_eq!(ours.to_bytes(), theirs.to_bytes()),
            (Err(_), Err(_)) => {}
            // Theirs drops the bits beyond 128.
            (Err(error), Ok(_)) => prop_assert_eq!(error.status(), sortid::Status::OUT_OF_RANGE),
            other => prop_assert!(false, "{:?}", other),
        }
    }

    #[test]
    fn uuids(number: u128) {
        let theirs = uuid::Uuid::from_u128(number);
        let is_v7 = theirs.get_version_num() == 7 && theirs.get_variant() == uuid::Variant::RFC4122;
        prop_assert_eq!(Uuid7::from_u128(number).is_ok(), is_v7);
        let ours = Uuid7::from_u128(as_v7(number)).unwrap();
        let theirs = uuid::Uuid::from(ours);
        prop_assert_eq!(ours.to_string(), theirs.to_string());
        let text = |encoding| ours.text_as(encoding).unwrap().to_string();
        prop_assert_eq!(text(Encoding::Hex), theirs.simple().to_string());
        prop_assert_eq!(text(Encoding::Urn), theirs.urn().to_string());
        prop_assert_eq!(text(Encoding::Braces), theirs.braced().to_string());
        let (seconds, nanos) = theirs.get_timestamp().unwrap().to_unix();
        prop_assert_eq!(ours.unix_ms(), seconds * 1000 + u64::from(nanos) / 1_000_000);
    }

    #[test]
    fn texts_of_uuids(text in text_near(any::<u128>().prop_map(|n| uuid::Uuid::from_u128(as_v7(n)).to_string()))) {
        let (ours, theirs) = (text.parse::<Uuid7>(), uuid::Uuid::parse_str(&text));
        prop_assert_eq!(Uuid7::parse(&text), ours);
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => prop_assert_eq!(uuid::Uuid::from(ours), theirs),
            (Err(_), Err(_)) => {}
            // Another version, or a form that ours reads only by parse_as.
            (Err(_), Ok(theirs)) => prop_assert!(text.len() != 36 || Uuid7::try_from(theirs).is_err()),
            other => prop_assert!(false, "{:?}", other),
        }
    }

    #[test]
    fn scru128s(number: u128, text in text_near(any::<u128>().prop_map(|n| Scru128::from(n).to_string()))) {
        let (ours, theirs) = (Scru128::from(number), scru128::Id::from(number));
        prop_assert_eq!(ours.to_string(), theirs.to_string());
        prop_assert_eq!((ours.timestamp(), ours.counter_hi()), (theirs.timestamp(), theirs.counter_hi()));
        prop_assert_eq!((ours.counter_lo(), ours.entropy()), (theirs.counter_lo(), theirs.entropy()));
        let parsed = text.parse::<Scru128>();
        prop_assert_eq!(Scru128::parse(&text), parsed);
        let of_theirs = text.parse::<scru128::Id>().ok().map(scru128::Id::to_u128);
        prop_assert_eq!(parsed.ok().map(Scru128::to_u128), of_theirs);
    }

    #[test]
    fn scru64s(number: u64, text in text_near("[0-9a-z]{12}")) {
        let (ours, theirs) = (Scru64::from_u64(number), scru64::Scru64Id::try_from(number));
        prop_assert_eq!(ours.is_ok(), theirs.is_ok());
        if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
            prop_assert_eq!(ours.to_string(), theirs.to_string());
            prop_assert_eq!((ours.timestamp(), ours.node_ctr()), (theirs.timestamp(), theirs.node_ctr()));
        }
        let parsed = text.parse::<Scru64>();
        prop_assert_eq!(Scru64::parse(&text), parsed);
        let of_theirs = text.parse::<scru64::Scru64Id>().ok().map(scru64::Scru64Id::to_u64);
        prop_assert_eq!(parsed.ok().map(Scru64::to_u64), of_theirs);
    }

    #[test]
    fn ksuids(bytes: [u8; 20]) {
        let (ours, theirs) = (Ksuid::from(bytes), svix_ksuid::Ksuid::from_bytes(bytes));
        prop_assert_eq!(ours.to_string(), theirs.to_base62());
        prop_assert_eq!(ours.unix_ms() as i64, theirs.timestamp_seconds() * 1000);
        let payload = ours.payload().to_be_bytes();
        prop_assert_eq!(payload.as_slice(), theirs.payload());
        prop_assert_eq!(*svix_ksuid::Ksuid::from_base62(&ours.text()).unwrap().bytes(), ours.to_bytes());
    }

    #[test]
    fn ferroid_ulids(number: u128) {
        use ferroid::base32::Base32UlidExt;
        let ours = Ulid::from(number);
        let theirs = ferroid::id::ULID::decode(ours.text().as_str()).unwrap();
        prop_assert_eq!(theirs.encode().as_string(), ours.to_string());
    }
}
