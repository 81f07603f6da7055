// SPDX-License-Identifier: MIT
use core::fmt;
use core::mem::MaybeUninit;
use core::ops::Deref;

/// The text of an ID on the stack, CAPACITY - 1 ASCII characters. It dereferences to `str`.
///
/// ```
/// let text = sortid::Ulid::MIN.text();
/// assert_eq!(&*text, "00000000000000000000000000");
/// assert_eq!(text.as_c_str().to_bytes().len(), 26);
/// ```
#[derive(Clone, Copy)]
pub struct Text<const CAPACITY: usize>([u8; CAPACITY]);

impl<const CAPACITY: usize> Text<CAPACITY> {
    /// The text that `write` puts into a buffer of CAPACITY bytes.
    ///
    /// # Safety
    /// It must be CAPACITY - 1 characters of ASCII, and a NUL.
    #[inline]
    pub(crate) unsafe fn written(write: impl FnOnce(*mut [u8; CAPACITY])) -> Self {
        let mut text = MaybeUninit::uninit();
        write(text.as_mut_ptr());
        // SAFETY: the caller's promise.
        Self(unsafe { text.assume_init() })
    }

    /// The bytes with the NUL.
    #[inline]
    fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// A text on the stack of at most CAPACITY - 1 ASCII characters. It dereferences to `str`.
#[derive(Clone, Copy)]
pub struct AnyText<const CAPACITY: usize> {
    bytes: [u8; CAPACITY], // `length` bytes of ASCII, then NULs
    length: u8,
}

impl<const CAPACITY: usize> AnyText<CAPACITY> {
    /// The text that `write` puts into a buffer of CAPACITY bytes, with a NUL; it returns the length.
    ///
    /// # Safety
    /// The text must be ASCII without NUL, and shorter than CAPACITY and 256.
    pub(crate) unsafe fn written(write: impl FnOnce(*mut core::ffi::c_char) -> usize) -> Self {
        let mut bytes = [0; CAPACITY];
        let length = write(bytes.as_mut_ptr().cast()) as u8;
        Self { bytes, length }
    }

    /// The bytes with the NUL.
    fn bytes(&self) -> &[u8] {
        &self.bytes[..=self.length.into()]
    }
}

macro_rules! text {
    ($Text:ident) => {
        impl<const CAPACITY: usize> $Text<CAPACITY> {
            /// The text.
            #[inline]
            pub fn as_str(&self) -> &str {
                let bytes = self.bytes();
                // SAFETY: who made it promised ASCII; the last byte is the NUL.
                unsafe { core::str::from_utf8_unchecked(bytes.get_unchecked(..bytes.len() - 1)) }
            }

            /// The text for calls of C.
            pub fn as_c_str(&self) -> &core::ffi::CStr {
                // SAFETY: who made it promised that the only NUL is the last byte.
                unsafe { core::ffi::CStr::from_bytes_with_nul_unchecked(self.bytes()) }
            }
        }

        impl<const CAPACITY: usize> Deref for $Text<CAPACITY> {
            type Target = str;
            #[inline]
            fn deref(&self) -> &str {
                self.as_str()
            }
        }

        impl<const CAPACITY: usize> AsRef<str> for $Text<CAPACITY> {
            fn as_ref(&self) -> &str {
                self
            }
        }

        impl<const CAPACITY: usize> AsRef<[u8]> for $Text<CAPACITY> {
            fn as_ref(&self) -> &[u8] {
                self.as_bytes()
            }
        }

        impl<const CAPACITY: usize, T: AsRef<str> + ?Sized> PartialEq<T> for $Text<CAPACITY> {
            fn eq(&self, other: &T) -> bool {
                self.as_str() == other.as_ref()
            }
        }

        impl<const CAPACITY: usize> Eq for $Text<CAPACITY> {}

        impl<const CAPACITY: usize> fmt::Display for $Text<CAPACITY> {
            #[inline]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self)
            }
        }

        impl<const CAPACITY: usize> fmt::Debug for $Text<CAPACITY> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self.as_str(), f)
            }
        }

        #[cfg(feature = "std")]
        impl<const CAPACITY: usize> From<$Text<CAPACITY>> for String {
            #[inline]
            fn from(text: $Text<CAPACITY>) -> String {
                text.as_str().to_owned()
            }
        }
    };
}

text!(Text);
text!(AnyText);

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
