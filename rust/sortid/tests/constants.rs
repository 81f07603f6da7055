// SPDX-License-Identifier: MIT
//! `const fn parse` in constants, and compared with the core on random and damaged texts. Miri runs this
//! file without the core: then it is compared with arithmetic only.
use sortid::{Id, Ksuid, ParseError, Scru64, Scru128, Scru128v1, Scru160, Status, Ulid, Uuid7};

macro_rules! constant {
    ($Type:ident, $text:literal) => {{
        const ID: $Type = match $Type::parse($text) {
            Ok(id) => id,
            Err(_) => panic!("not an ID"),
        };
        const AGAIN: [u8; $Type::SIZE] = ID.to_bytes();
        assert_eq!(AGAIN.as_slice(), ID.as_ref());
        ID
    }};
}

#[test]
fn in_constants() {
    const SINCE: u64 = Ulid::MAX.unix_ms();
    assert_eq!(SINCE, (1 << 48) - 1);
    const FIELDS: Option<Scru128> = Scru128::from_fields(1, 1 << 24, 0, 0);
    assert_eq!(FIELDS, None);
    assert_eq!(constant!(Ulid, "7zzzzzzzzzzzzzzzzzzzzzzzzz"), Ulid::MAX);
    assert_eq!(constant!(Uuid7, "ffffffff-ffff-7fff-bfff-ffffffffffff"), Uuid7::MAX);
    assert_eq!(constant!(Uuid7, "00000000-0000-7000-8000-000000000000"), Uuid7::MIN);
    assert_eq!(constant!(Ksuid, "aWgEPTl1tmebfsQzFP4bxwgy80V"), Ksuid::MAX);
    assert_eq!(constant!(Scru128, "f5lxx1zz5pnorynqglhzmsp33"), Scru128::MAX);
    assert_eq!(constant!(Scru128v1, "7VVVVVVVVVVVVVVVVVVVVVVVVV"), Scru128v1::MAX);
    assert_eq!(constant!(Scru160, "VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV"), Scru160::MAX);
    assert_eq!(constant!(Scru64, "zzzzzzzzzzzz"), Scru64::MAX);
    const BAD: Result<Ulid, ParseError> = Ulid::parse("01BX5ZZKBKACTAV9WEVGEMMVRU");
    let error = BAD.unwrap_err();
    assert_eq!((error.status(), error.position()), (Status::BAD_DIGIT, 25));
}

/// Numbers that are the same in each run: SplitMix64.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

/// Value of a text of digits by schoolbook arithmetic, as bytes; None beyond them.
fn schoolbook(text: &str, digits: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0u8; size];
    for digit in text.bytes() {
        let mut carry = digits.iter().position(|&each| each == digit)? as u32;
        for byte in bytes.iter_mut().rev() {
            carry += u32::from(*byte) * digits.len() as u32;
            *byte = carry as u8;
            carry >>= 8;
        }
        if carry != 0 {
            return None;
        }
    }
    Some(bytes)
}

/// Random texts of the digits, also beyond the range.
fn numbers<T: Id>(digits: &[u8], parse: fn(&str) -> Result<T, ParseError>, count: usize) {
    let mut numbers = Numbers(1);
    let mut refused = 0;
    for i in 0..count {
        let mut text: String =
            (0..T::TEXT_LEN).map(|_| digits[numbers.next() as usize % digits.len()] as char).collect();
        if i % 2 == 0 {
            text.replace_range(..1, "0");
        }
        let expected = schoolbook(&text, digits, T::SIZE);
        match (parse(&text), expected) {
            (Ok(id), Some(bytes)) => assert_eq!(id.as_ref(), bytes, "{text}"),
            (Err(error), None) => {
                assert_eq!((error.status(), error.position()), (Status::OUT_OF_RANGE, 0), "{text}");
                refused += 1;
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(refused > 0 || T::NAME == "scru64" || T::NAME == "scru160");
}

#[test]
fn like_arithmetic() {
    let count = if cfg!(miri) { 20 } else { 2000 };
    let base32hex = b"0123456789ABCDEFGHIJKLMNOPQRSTUV";
    let base36 = b"0123456789abcdefghijklmnopqrstuvwxyz";
    numbers::<Ulid>(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ", Ulid::parse, count);
    numbers::<Ksuid>(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", Ksuid::parse, count);
    numbers::<Scru128>(base36, Scru128::parse, count);
    numbers::<Scru128v1>(base32hex, Scru128v1::parse, count);
    numbers::<Scru160>(base32hex, Scru160::parse, count);
    numbers::<Scru64>(base36, Scru64::parse, count);
}

/// Damaged texts: both readers give the same ID or the same fault.
#[cfg(not(miri))]
fn damaged<T: Id>(parse: fn(&str) -> Result<T, ParseError>) {
    let mut numbers = Numbers(2);
    let mut good = 0;
    for id in [T::MIN, T::MAX] {
        let text = id.text().to_string();
        for _ in 0..20_000 {
            let mut chars: Vec<char> = text.chars().collect();
            for _ in 0..numbers.next() % 3 + 1 {
                let at = numbers.next() as usize % chars.len();
                match numbers.next() % 8 {
                    0 => drop(chars.remove(at)),
                    1 => chars.insert(at, '0'),
                    2 => chars[at] = char::from_u32(numbers.next() as u32 % 0x300).unwrap(),
                    _ => chars[at] = char::from(numbers.next() as u8 % 128),
                }
            }
            let text: String = chars.into_iter().collect();
            let expected = text.parse::<T>();
            good += usize::from(expected.is_ok());
            assert_eq!(parse(&text), expected, "{text:?}");
        }
    }
    assert!(good > 1000, "{good}");
}

#[test]
#[cfg(not(miri))]
fn like_the_core() {
    damaged(Ulid::parse);
    damaged(Uuid7::parse);
    damaged(Ksuid::parse);
    damaged(Scru128::parse);
    damaged(Scru128v1::parse);
    damaged(Scru160::parse);
    damaged(Scru64::parse);
}
