// SPDX-License-Identifier: MIT
//! The types of IDs.

use core::fmt;
use core::ops::{RangeBounds, RangeInclusive};
use core::ptr;
use core::str::FromStr;

use sortid_sys as sys;

use crate::digits;
#[cfg(feature = "std")]
use crate::error::Error;
use crate::error::{ParseError, Status};
use crate::id::bytes::{bytes, number};
use crate::id::make::make;
use crate::id::text::text;
use crate::id::time::time;
use crate::id::{Id, id};
use crate::place::Place;
use crate::text::{AnyText, Encoding, Text};
use crate::time::Time;

/// What is wrong with the bytes of an ID: the status, the place in bytes and that in the canonical text.
type Fault = (i32, usize, usize);

const fn any<const SIZE: usize>(_: &[u8; SIZE]) -> Fault {
    (0, 0, 0)
}

const fn uuid7(id: &[u8; 16]) -> Fault {
    match (id[6] >> 4, id[8] >> 6) {
        (7, 2) => (0, 0, 0),
        (7, _) => (Status::BAD_VARIANT.0, 8, 19),
        _ => (Status::BAD_VERSION.0, 6, 14),
    }
}

const fn scru64(id: &[u8; 8]) -> Fault {
    let is_good = u64::from_be_bytes(*id) <= u64::from_be_bytes(SCRU64_MAX);
    if is_good { (0, 0, 0) } else { (Status::OUT_OF_RANGE.0, 0, 0) }
}

const SCRU64_MAX: [u8; 8] = (36u64.pow(12) - 1).to_be_bytes();
const UUID7_MIN: [u8; 16] = (0x7000_8000_0000_0000_0000u128).to_be_bytes();
const UUID7_MAX: [u8; 16] = (!(8u128 << 76 | 1 << 62)).to_be_bytes();

id! {
    /// A ULID: 26 digits of Crockford's base 32, ms.
    ///
    /// ```
    /// use sortid::Ulid;
    /// let (a, b) = (Ulid::new(), Ulid::new());
    /// assert!(a < b && a.to_string() < b.to_string());
    /// ```
    Ulid, ulid, "ulid", size 16, text 26, min [0; 16], max [255; 16],
    time 1 * timestamp + 0,
    parse parse(26, &digits::CROCKFORD, 32), check any,
    fields {
        /// ms since 1970.
        timestamp: u64 = 0, 48;
        /// 80 random bits, counted up within a ms.
        randomness: u128 = 48, 80;
    }
    bytes all as u128, make
}

id! {
    /// A UUID of version 7 (RFC 9562): 36 characters, ms. Other UUIDs are refused.
    ///
    /// ```
    /// use sortid::{Status, Uuid7};
    /// assert!(Uuid7::new() < Uuid7::new());
    /// let v4 = "919108f7-52d1-4320-9bac-f847db4148a8".parse::<Uuid7>().unwrap_err();
    /// assert_eq!((v4.status(), v4.position()), (Status::BAD_VERSION, 14));
    /// ```
    Uuid7, uuidv7, "uuidv7", size 16, text 36, min UUID7_MIN, max UUID7_MAX,
    time 1 * timestamp + 0,
    parse parse_uuid(), check uuid7,
    fields {
        /// ms since 1970.
        timestamp: u64 = 0, 48;
        /// 12 bits: the top of the counter.
        rand_a: u16 = 52, 12;
        /// 62 bits: the rest of the counter, and 32 random bits.
        rand_b: u64 = 66, 62;
    }
    bytes some as u128, make
}

id! {
    /// A KSUID: 27 digits of base 62, seconds since 2014. The case of a letter matters.
    ///
    /// ```
    /// use sortid::Ksuid;
    /// let id = "0ujtsYcgvSTl8PAuAdqWYSMnLOv".parse::<Ksuid>()?;
    /// assert_eq!((id.timestamp(), id.unix_ms()), (107_608_047, 1_507_608_047_000));
    /// # Ok::<(), sortid::ParseError>(())
    /// ```
    Ksuid, ksuid, "ksuid", size 20, text 27, min [0; 20], max [255; 20],
    time 1000 * timestamp + 1_400_000_000_000,
    parse parse(27, &digits::BASE62, 62), check any,
    fields {
        /// Seconds since 1400000000.
        timestamp: u32 = 0, 32;
        /// 128 bits: a counter of 96 bits, and 32 random bits.
        payload: u128 = 32, 128;
    }
    bytes all, make
}

id! {
    /// A SCRU128: 25 digits of base 36, ms.
    Scru128, scru128, "scru128", size 16, text 25, min [0; 16], max [255; 16],
    time 1 * timestamp + 0,
    parse parse(25, &digits::BASE36, 36), check any,
    fields {
        /// ms since 1970.
        timestamp: u64 = 0, 48;
        /// 24 bits: drawn once a second, and counted up when counter_lo is full.
        counter_hi: u32 = 48, 24;
        /// 24 bits, counted up within a ms.
        counter_lo: u32 = 72, 24;
        /// 32 random bits.
        entropy: u32 = 96, 32;
    }
    bytes all as u128, make
}

id! {
    /// A SCRU128 of the original version: 26 digits of base32hex, ms since 2020.
    Scru128v1, scru128v1, "scru128v1", size 16, text 26, min [0; 16], max [255; 16],
    time 1 * timestamp + 1_577_836_800_000,
    parse parse(26, &digits::BASE32HEX, 32), check any,
    fields {
        /// 44 bits: ms since 2020.
        timestamp: u64 = 0, 44;
        /// 28 bits, counted up within a ms.
        counter: u32 = 44, 28;
        /// 24 bits, drawn once a second.
        per_sec_random: u32 = 72, 24;
        /// 32 random bits.
        per_gen_random: u32 = 96, 32;
    }
    bytes all as u128, make
}

id! {
    /// A SCRU160: 32 digits of base32hex, or 40 of hex (`Encoding::Hex`), ms.
    Scru160, scru160, "scru160", size 20, text 32, min [0; 20], max [255; 20],
    time 1 * timestamp + 0,
    parse parse(32, &digits::BASE32HEX, 32), check any,
    fields {
        /// ms since 1970.
        timestamp: u64 = 0, 48;
        /// 16 bits, counted up within a ms.
        counter: u16 = 48, 16;
        /// 16 random bits.
        random16: u16 = 64, 16;
        /// 80 random bits.
        random80: u128 = 80, 80;
    }
    bytes all, make
}

id! {
    /// A SCRU64: 12 digits of base 36, ticks of 256 ms. It is unique if each generator has its own node, so
    /// only a [`Generator`](crate::Generator) or [`Shared`](crate::Shared) with a node makes it; the node
    /// is never taken from the environment.
    Scru64, scru64, "scru64", size 8, text 12, min [0; 8], max SCRU64_MAX,
    time 256 * timestamp + 0,
    parse parse(12, &digits::BASE36, 36), check scru64,
    fields {
        /// 40 bits: ticks of 256 ms since 1970.
        timestamp: u64 = 0, 40;
        /// 24 bits: the node id, then the counter.
        node_ctr: u32 = 40, 24;
    }
    bytes some as u64
}

impl Ulid {
    /// Reads a ULID leniently: I and L as 1, O as 0, and single hyphens between digits.
    pub fn parse_lenient(text: &str) -> Result<Self, ParseError> {
        // SAFETY: the buffers are valid; NULL is allowed.
        unsafe {
            Place::read(|id: *mut Self, position| {
                let (from, length) = (text.as_ptr().cast(), text.len());
                sys::sortid_ulid_parse_lenient(id.cast(), from, length, position, ptr::null_mut())
            })
        }
    }
}
