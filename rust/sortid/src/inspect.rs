// SPDX-License-Identifier: MIT
use std::mem::{MaybeUninit, size_of};

use sortid_sys as sys;

use crate::error::{ParseError, static_text};

/// What a text may be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The name of the kind: `"ulid"`, `"uuid-v4"`, `"snowflake-discord"`.
    pub kind: &'static str,
    /// `"UUID version 4 (RFC 9562)"`.
    pub title: &'static str,
    /// The kinds that differ by version or preset: `"uuid"`.
    pub family: &'static str,
    /// How sure the reading is.
    pub confidence: Confidence,
    /// The canonical text.
    pub text: String,
    /// The ID, most significant byte first.
    pub bytes: Vec<u8>,
    /// The Unix time in ms, rounded down, if the ID has a time.
    pub unix_ms: Option<i64>,
    /// Its fields by name.
    pub fields: Vec<(&'static str, String)>,
}

/// How sure a reading is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// The length and the digits fit.
    Low,
    /// A plausible time, or version bits.
    Medium,
    /// A prefix, or version bits and a plausible time.
    High,
}

/// All readings of a text, the most likely first: also UUIDs of all versions, ObjectIds, XIDs, Snowflakes
/// and others. The error is that of the attempt that got furthest.
///
/// ```
/// let readings = sortid::inspect("919108f7-52d1-4320-9bac-f847db4148a8")?;
/// assert_eq!((readings[0].kind, readings[0].confidence), ("uuid-v4", sortid::Confidence::High));
/// # Ok::<(), sortid::ParseError>(())
/// ```
pub fn inspect(text: &str) -> Result<Vec<Reading>, ParseError> {
    let mut raw = [const { MaybeUninit::<sys::sortid_reading>::uninit() }; sys::READINGS_MAX];
    let (mut count, mut position) = (0, 0);
    // SAFETY: the buffers are valid; the call writes `count` readings, at most READINGS_MAX.
    unsafe {
        match sys::sortid_recognize(
            raw.as_mut_ptr().cast(),
            size_of::<sys::sortid_reading>(),
            raw.len(),
            &mut count,
            text.as_ptr().cast(),
            text.len(),
            std::ptr::null(),
            &mut position,
        ) {
            0 => Ok(raw[..count].iter().map(|reading| Reading::of(reading.assume_init_ref())).collect()),
            status => Err(ParseError::new(status, position)),
        }
    }
}

impl Reading {
    /// # Safety
    /// A reading that the library wrote.
    unsafe fn of(raw: &sys::sortid_reading) -> Self {
        let mut buffer = [0u8; sys::READING_TEXT_SIZE];
        let (to, capacity, mut written) = (buffer.as_mut_ptr().cast(), buffer.len(), 0);
        let mut info = MaybeUninit::<sys::sortid_kind_info>::uninit();
        // SAFETY: READING_TEXT_SIZE is enough for texts, which are ASCII; names and titles are static.
        unsafe {
            sys::sortid_kind_describe(raw.kind, info.as_mut_ptr(), size_of::<sys::sortid_kind_info>());
            let info = info.assume_init();
            sys::sortid_reading_print(raw, to, capacity, &mut written);
            let text = String::from_utf8_lossy(&buffer[..written]).into_owned();
            let mut fields = Vec::new();
            let mut name = std::ptr::null();
            while sys::sortid_reading_print_field(raw, &mut name, to, capacity, &mut written, fields.len())
                == 0
            {
                let value = String::from_utf8_lossy(&buffer[..written]).into_owned();
                fields.push((static_text(name), value));
            }
            Self {
                kind: static_text(info.name),
                title: static_text(info.title),
                family: static_text(info.family),
                confidence: match raw.confidence {
                    3 => Confidence::High,
                    2 => Confidence::Medium,
                    _ => Confidence::Low,
                },
                text,
                bytes: raw.id[..raw.size as usize].to_vec(),
                unix_ms: (raw.has_time != 0).then_some(raw.unix_ms),
                fields,
            }
        }
    }
}
