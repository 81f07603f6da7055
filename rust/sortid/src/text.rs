// SPDX-License-Identifier: MIT
use core::fmt;
use core::ops::Deref;

/// A text on the stack, of at most `CAPACITY - 1` ASCII characters. It dereferences to `str`.
///
/// ```
/// let text = sortid::Ulid::MIN.text();
/// assert_eq!(&*text, "00000000000000000000000000");
/// assert_eq!(text.as_c_str().to_bytes().len(), 26);
/// ```
#[derive(Clone, Copy)]
pub struct Text<const CAPACITY: usize> {
    bytes: [u8; CAPACITY], // `length` bytes of ASCII, then a NUL
    length: u8,
}

impl<const CAPACITY: usize> Text<CAPACITY> {
    /// The text that `write` puts into a buffer of CAPACITY zeros; it returns its length.
    ///
    /// # Safety
    /// The text must be ASCII without NUL, and shorter than CAPACITY and 256.
    #[inline]
    pub(crate) unsafe fn written(write: impl FnOnce(*mut core::ffi::c_char) -> usize) -> Self {
        let mut text = Self { bytes: [0; CAPACITY], length: 0 };
        text.length = write(text.bytes.as_mut_ptr().cast()) as u8;
        debug_assert!(text.bytes[..text.length as usize].is_ascii() && text.bytes[text.length as usize] == 0);
        text
    }

    /// The text.
    #[inline]
    pub fn as_str(&self) -> &str {
        // SAFETY: `written` promises both.
        unsafe { core::str::from_utf8_unchecked(self.bytes.get_unchecked(..self.length as usize)) }
    }

    /// The text for calls of C.
    pub fn as_c_str(&self) -> &core::ffi::CStr {
        // SAFETY: `written` promises that the only NUL within these bytes is the last.
        unsafe { core::ffi::CStr::from_bytes_with_nul_unchecked(&self.bytes[..=self.length as usize]) }
    }
}

impl<const CAPACITY: usize> Deref for Text<CAPACITY> {
    type Target = str;
    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl<const CAPACITY: usize> AsRef<str> for Text<CAPACITY> {
    fn as_ref(&self) -> &str {
        self
    }
}

impl<const CAPACITY: usize> AsRef<[u8]> for Text<CAPACITY> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<const CAPACITY: usize> PartialEq<str> for Text<CAPACITY> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl<const CAPACITY: usize> PartialEq<&str> for Text<CAPACITY> {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl<const CAPACITY: usize> PartialEq for Text<CAPACITY> {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl<const CAPACITY: usize> Eq for Text<CAPACITY> {}

impl<const CAPACITY: usize> fmt::Display for Text<CAPACITY> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl<const CAPACITY: usize> fmt::Debug for Text<CAPACITY> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(feature = "std")]
impl<const CAPACITY: usize> From<Text<CAPACITY>> for String {
    #[inline]
    fn from(text: Text<CAPACITY>) -> String {
        text.as_str().to_owned()
    }
}

/// How an ID is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// The canonical text of the format.
    Text = 0,
    /// Twice as many hex digits as bytes.
    Hex = 1,
    /// A decimal number.
    Int = 2,
    /// 8-4-4-4-12 hex digits, of IDs of 128 bits. Version and variant are not set.
    Uuid = 3,
    /// The same in `{ }`.
    Braces = 5,
    /// The same after `urn:uuid:`.
    Urn = 6,
}
