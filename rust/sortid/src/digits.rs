// SPDX-License-Identifier: MIT
//! `const fn parse`: the only code that repeats the core, because a constant cannot call C. It follows the
//! same order, length, then digits from the left, then range. tests/constants.rs compares it with the core.

use crate::error::ParseError;
use crate::error::Status;

/// The digits of a radix: the value of each byte, 255 for one that is not a digit.
pub(crate) type Values = [u8; 256];

pub(crate) const CROCKFORD: Values = values(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ", true);
pub(crate) const BASE32HEX: Values = values(b"0123456789ABCDEFGHIJKLMNOPQRSTUV", true);
pub(crate) const BASE36: Values = values(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", true);
pub(crate) const BASE62: Values =
    values(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", false);
const HEX: Values = values(b"0123456789ABCDEF", true);

const fn values(digits: &[u8], any_case: bool) -> Values {
    let mut values = [255; 256];
    let mut i = 0;
    while i < digits.len() {
        values[digits[i] as usize] = i as u8;
        if any_case {
            values[digits[i].to_ascii_lowercase() as usize] = i as u8;
        }
        i += 1;
    }
    values
}

/// Reads `length` digits as SIZE bytes.
#[inline(always)] // so that the arguments are constants
pub(crate) const fn parse<const SIZE: usize>(
    text: &[u8],
    length: usize,
    values: &Values,
    radix: u64,
) -> Result<[u8; SIZE], ParseError> {
    if text.len() != length {
        return Err(bad_length(text, length));
    }
    // Three groups of digits that fit 64 bits; the last two have `group` each.
    let group = if radix == 62 { 10 } else { 12 };
    let scale = radix.pow(group as u32);
    let (second, third) = (length.saturating_sub(2 * group), length - group);
    let (a, bad_a) = number(text, 0, second, values, radix);
    let (b, bad_b) = number(text, second, third, values, radix);
    let (c, bad_c) = number(text, third, length, values, radix);
    if bad_a | bad_b | bad_c >= 128 {
        return Err(bad_digit(text, values));
    }
    // (a * scale + b) has at most 101 bits, and the sum with c less than 192: high and low.
    let front = a as u128 * scale as u128 + b as u128;
    let low = (front as u64) as u128 * scale as u128 + c as u128;
    let high = (front >> 64) * scale as u128 + (low >> 64);
    if high >> (SIZE * 8 - 64) != 0 {
        return Err(ParseError::new(Status::OUT_OF_RANGE.0, 0));
    }
    let (high, low) = (high.to_be_bytes(), (low as u64).to_be_bytes());
    let mut bytes = [0; SIZE];
    let mut i = 0;
    while i < SIZE {
        bytes[i] = if i + 8 >= SIZE { low[i + 8 - SIZE] } else { high[i + 24 - SIZE] };
        i += 1;
    }
    Ok(bytes)
}

/// The number of some digits, and the union of their values: 128 or more if one of them is not a digit.
#[inline(always)]
const fn number(text: &[u8], begin: usize, end: usize, values: &Values, radix: u64) -> (u64, u8) {
    let (mut number, mut all) = (0u64, 0);
    let mut i = begin;
    while i < end {
        let value = values[text[i] as usize];
        number = number.wrapping_mul(radix).wrapping_add(value as u64);
        all |= value;
        i += 1;
    }
    (number, all)
}

/// Reads a UUID, 8-4-4-4-12 hex digits.
pub(crate) const fn parse_uuid(text: &[u8]) -> Result<[u8; 16], ParseError> {
    if text.len() != 36 {
        return Err(bad_length(text, 36));
    }
    let mut bytes = [0; 16];
    let mut all = 0;
    let (mut i, mut at) = (0, 0);
    while i < 16 {
        if matches!(at, 8 | 13 | 18 | 23) {
            all |= if text[at] == b'-' { 0 } else { 255 };
            at += 1;
        }
        let (high, low) = (HEX[text[at] as usize], HEX[text[at + 1] as usize]);
        all |= high | low;
        bytes[i] = high << 4 | low;
        i += 1;
        at += 2;
    }
    if all > 15 { Err(bad_uuid(text)) } else { Ok(bytes) }
}

#[cold]
const fn bad_length(text: &[u8], length: usize) -> ParseError {
    ParseError::new(Status::BAD_LENGTH.0, if text.len() < length { text.len() } else { length })
}

#[cold]
const fn bad_digit(text: &[u8], values: &Values) -> ParseError {
    let mut i = 0;
    while values[text[i] as usize] != 255 {
        i += 1;
    }
    ParseError::new(Status::BAD_DIGIT.0, i)
}

#[cold]
const fn bad_uuid(text: &[u8]) -> ParseError {
    let mut i = 0;
    while if matches!(i, 8 | 13 | 18 | 23) { text[i] == b'-' } else { HEX[text[i] as usize] != 255 } {
        i += 1;
    }
    ParseError::new(Status::BAD_DIGIT.0, i)
}

/// The field of `width` bits, at most 128 and within 16 bytes, that begins at bit `first` of an ID.
pub(crate) const fn field(id: &[u8], first: usize, width: usize) -> u128 {
    let (mut i, end) = (first / 8, (first + width).div_ceil(8));
    let mut value = 0;
    while i < end {
        value = value << 8 | id[i] as u128;
        i += 1;
    }
    value >> (end * 8 - first - width) & (u128::MAX >> (128 - width))
}

/// Sets a field of zeros; false if the value does not fit.
pub(crate) const fn set_field(id: &mut [u8], first: usize, width: usize, value: u128) -> bool {
    if value > u128::MAX >> (128 - width) {
        return false;
    }
    let end = (first + width).div_ceil(8);
    let mut rest = value << (end * 8 - first - width);
    let mut i = end;
    while i > first / 8 {
        i -= 1;
        id[i] |= rest as u8;
        rest >>= 8;
    }
    true
}
