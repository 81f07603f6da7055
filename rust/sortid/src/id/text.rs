// SPDX-License-Identifier: MIT
//! Texts of an ID.

macro_rules! text {
    (
        $Type:ident, $module:ident, text $length:literal, parse $reader:ident($($argument:expr),*),
        check $check:ident
    ) => {
        impl $Type {
            /// The ID of a canonical text, in constants. Elsewhere `text.parse()` is faster.
            pub const fn parse(text: &str) -> Result<Self, ParseError> {
                let bytes = match digits::$reader(text.as_bytes(), $($argument),*) {
                    Ok(bytes) => bytes,
                    Err(error) => return Err(error),
                };
                match $check(&bytes) {
                    (0, _, _) => Ok(Self(bytes)),
                    (status, _, position) => Err(ParseError::new(status, position)),
                }
            }

            /// The ID of a canonical text. What `text.parse()` does, for bytes that may not be UTF-8.
            #[inline]
            pub fn parse_ascii(text: &[u8]) -> Result<Self, ParseError> {
                // SAFETY: the buffers are valid; OK means that the ID is written, and is one.
                unsafe {
                    Place::read(|id: *mut Self, position| {
                        sys::$module::parse(id.cast(), text.as_ptr().cast(), text.len(), position)
                    })
                }
            }

            /// The ID of a text in another encoding. `BAD_OPTION` if the format lacks it.
            pub fn parse_as(encoding: Encoding, text: &str) -> Result<Self, ParseError> {
                // SAFETY: as in parse_ascii.
                unsafe {
                    Place::read(|id: *mut Self, position| {
                        let (from, length) = (text.as_ptr().cast(), text.len());
                        sys::$module::parse_as(id.cast(), encoding as i32, from, length, position)
                    })
                }
            }

            /// The canonical text, on the stack.
            #[inline]
            pub fn text(self) -> Text<{ $length + 1 }> {
                // SAFETY: the bytes are those of an ID, so the call writes a text of that length.
                unsafe {
                    Text::written(|text| {
                        sys::$module::print(text.cast(), &self.0);
                    })
                }
            }

            /// The text in another encoding; None if the format lacks it.
            pub fn text_as(self, encoding: Encoding) -> Option<AnyText<{ sys::MAX_TEXT_SIZE }>> {
                let mut status = 0;
                // SAFETY: MAX_TEXT_SIZE is enough for every encoding; they are ASCII. After a failure the
                // text is not used.
                let text = unsafe {
                    AnyText::written(|text| {
                        let mut written = 0;
                        status = sys::$module::print_as(
                            text, sys::MAX_TEXT_SIZE, &mut written, encoding as i32, &self.0,
                        );
                        written
                    })
                };
                (status == 0).then_some(text)
            }

            /// Appends the IDs of canonical texts, each followed by a separator, which may lack after the
            /// last. On failure the IDs before the fault are appended; its position is that in `text`.
            #[cfg(feature = "std")]
            pub fn parse_many(text: &[u8], separator: u8, ids: &mut Vec<Self>) -> Result<(), ParseError> {
                ids.reserve(text.len() / ($length + 1) + 1);
                let (mut done, mut consumed, mut position) = (0, 0, 0);
                // SAFETY: the call writes `done` IDs, at most the free places of the vector.
                unsafe {
                    let free = ids.spare_capacity_mut();
                    let status = sys::$module::parse_many(
                        free.as_mut_ptr().cast(), free.len(), &mut done, &mut consumed,
                        text.as_ptr().cast(), text.len(), separator.into(), &mut position,
                    );
                    ids.set_len(ids.len() + done);
                    match status {
                        0 => Ok(()),
                        status => Err(ParseError::new(status, consumed + position)),
                    }
                }
            }

            /// Appends the canonical texts of IDs, each followed by a separator, an ASCII character other
            /// than a letter, a digit or a hyphen; others are `BAD_OPTION`.
            #[cfg(feature = "std")]
            pub fn print_many(ids: &[Self], separator: u8, text: &mut String) -> Result<(), Error> {
                crate::many::append(text, ids.len() * ($length + 1), separator, |to, capacity, written| {
                    // SAFETY: `append` gives a buffer of that capacity.
                    unsafe {
                        sys::$module::print_many(
                            to, capacity, written, ids.as_ptr().cast(), ids.len(), separator.into(),
                        )
                    }
                })
            }
        }

        /// The canonical text; width and alignment work.
        impl fmt::Display for $Type {
            #[inline]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.text())
            }
        }

        impl fmt::Debug for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($Type), "({})"), self.text())
            }
        }

        impl FromStr for $Type {
            type Err = ParseError;
            #[inline]
            fn from_str(text: &str) -> Result<Self, ParseError> {
                Self::parse_ascii(text.as_bytes())
            }
        }

        impl TryFrom<&str> for $Type {
            type Error = ParseError;
            #[inline]
            fn try_from(text: &str) -> Result<Self, ParseError> {
                Self::parse_ascii(text.as_bytes())
            }
        }

        #[cfg(feature = "std")]
        impl From<$Type> for String {
            #[inline]
            fn from(id: $Type) -> String {
                let mut text = Vec::with_capacity($length + 1);
                // SAFETY: the bytes are those of an ID, so the call writes a text of that length, in ASCII.
                unsafe {
                    sys::$module::print(text.as_mut_ptr() as *mut _, &id.0);
                    text.set_len($length);
                    String::from_utf8_unchecked(text)
                }
            }
        }
    };
}
pub(crate) use text;
