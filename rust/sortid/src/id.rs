// SPDX-License-Identifier: MIT
//! What every type of IDs can do: one macro.

use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::mem::MaybeUninit;
use core::ops::Deref;
use core::str::FromStr;

use sortid_sys as sys;

use crate::error::ParseError;

/// What all types of IDs share, for generic code. Each type also has these and more as its own methods.
///
/// ```
/// fn newest<T: sortid::Id>(ids: &[T]) -> Option<(T, u64)> {
///     ids.iter().max().map(|id| (*id, id.unix_ms()))
/// }
/// assert_eq!(newest(&[sortid::Ksuid::MIN]), Some((sortid::Ksuid::MIN, 1_400_000_000_000)));
/// ```
pub trait Id:
    Copy + Ord + Hash + Debug + Display + FromStr<Err = ParseError> + AsRef<[u8]> + Send + Sync + 'static + Raw
{
    /// The name of the format: `"ulid"`.
    const NAME: &'static str;
    /// The bytes of an ID.
    const SIZE: usize;
    /// The characters of the canonical text.
    const TEXT_LEN: usize;
    /// The smallest ID.
    const MIN: Self;
    /// The largest ID.
    const MAX: Self;
    /// The text on the stack.
    type Text: Copy + Deref<Target = str> + Display;

    /// The canonical text.
    fn text(self) -> Self::Text;
    /// The Unix time in ms.
    fn unix_ms(self) -> u64;
    /// The ID of bytes, most significant first.
    fn from_slice(bytes: &[u8]) -> Result<Self, ParseError>;
}

/// Where C writes an ID.
#[repr(C, align(8))]
pub(crate) struct Place<T>(MaybeUninit<T>);

/// A word at any address.
#[repr(C, packed)]
struct Word(u64);

impl<T: Copy> Place<T> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    #[inline(always)]
    pub(crate) fn as_mut_ptr(&mut self) -> *mut T {
        self.0.as_mut_ptr()
    }

    /// The ID, read in the words in which C has just written it: one wider load, which the compiler would
    /// choose, waits until the stores are done, and costs 4 ns.
    ///
    /// # Safety
    /// It must be written. Its size must be a multiple of 4.
    #[inline(always)]
    pub(crate) unsafe fn take(&self) -> T {
        const { assert!(size_of::<T>() % 4 == 0) };
        let mut id = MaybeUninit::<T>::uninit();
        let (from, to) = (self.0.as_ptr(), id.as_mut_ptr());
        let first = size_of::<T>() % 8; // of 160 bits the first 32 are written alone
        // SAFETY: both are of that size, and `from` is written; it is aligned, unless first is 4.
        unsafe {
            if first == 4 {
                to.cast::<u32>().write_unaligned(from.cast::<u32>().read_volatile());
            }
            for at in (first..size_of::<T>()).step_by(8) {
                let (from, to) = (from.byte_add(at), to.byte_add(at));
                if first == 4 {
                    to.cast::<Word>().write(from.cast::<Word>().read_volatile());
                } else {
                    to.cast::<u64>().write_unaligned(from.cast::<u64>().read_volatile());
                }
            }
            id.assume_init()
        }
    }
}

/// The calls of a format in C. It seals Id.
#[doc(hidden)]
pub trait Raw: Sized {
    fn format() -> *const sys::sortid_format;
    /// # Safety
    /// As in C.
    #[cfg(feature = "std")]
    unsafe fn generator_next(generator: *mut sys::sortid_generator, id: *mut Self, event: *mut u32) -> i32;
    /// # Safety
    /// As in C.
    #[cfg(feature = "std")]
    unsafe fn generator_fill(
        generator: *mut sys::sortid_generator,
        ids: *mut Self,
        count: usize,
        done: *mut usize,
        event: *mut u32,
    ) -> i32;
    /// # Safety
    /// As in C.
    #[cfg(feature = "std")]
    unsafe fn generator_fill_text(
        generator: *mut sys::sortid_generator,
        text: *mut core::ffi::c_char,
        capacity: usize,
        written: *mut usize,
        count: usize,
        separator: i32,
        event: *mut u32,
    ) -> i32;
}

macro_rules! id {
    (
        $(#[$doc:meta])*
        $Type:ident, $module:ident, $name:literal,
        size $size:literal, text $length:literal, min $min:expr, max $max:expr,
        time $unit:literal * timestamp + $zero:literal,
        parse $reader:ident($($argument:expr),*), check $check:ident,
        fields { $($(#[$about:meta])* $field:ident: $number:ident = $first:literal, $width:literal;)* }
        $($part:ident)*
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $Type([u8; $size]);

        impl $Type {
            /// The smallest ID.
            pub const MIN: Self = Self($min);
            /// The largest ID.
            pub const MAX: Self = Self($max);
            /// The bytes of an ID.
            pub const SIZE: usize = $size;
            /// The characters of the canonical text.
            pub const TEXT_LEN: usize = $length;

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
                let mut id = Place::<[u8; $size]>::new();
                let mut position = MaybeUninit::uninit();
                // SAFETY: the buffers are valid; OK means that the ID is written, and is one, and any other
                // status that the position is.
                unsafe {
                    match sys::$module::parse(
                        id.as_mut_ptr(), text.as_ptr().cast(), text.len(), position.as_mut_ptr(),
                    ) {
                        0 => Ok(Self(id.take())),
                        status => Err(ParseError::new(status, position.assume_init())),
                    }
                }
            }

            /// The ID of a text in another encoding. `BAD_OPTION` if the format lacks it.
            pub fn parse_as(encoding: Encoding, text: &str) -> Result<Self, ParseError> {
                let mut id = Place::<[u8; $size]>::new();
                let mut position = 0;
                // SAFETY: as in parse_ascii.
                unsafe {
                    match sys::$module::parse_as(
                        id.as_mut_ptr(), encoding as i32, text.as_ptr().cast(), text.len(), &mut position,
                    ) {
                        0 => Ok(Self(id.take())),
                        status => Err(ParseError::new(status, position)),
                    }
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
                crate::id::append(text, ids.len() * ($length + 1), separator, |to, capacity, written| {
                    // SAFETY: `append` gives a buffer of that capacity.
                    unsafe {
                        sys::$module::print_many(
                            to, capacity, written, ids.as_ptr().cast(), ids.len(), separator.into(),
                        )
                    }
                })
            }

            /// The bytes, most significant first.
            #[inline]
            pub const fn to_bytes(self) -> [u8; $size] {
                self.0
            }

            /// The bytes, most significant first.
            #[inline]
            pub const fn as_bytes(&self) -> &[u8; $size] {
                &self.0
            }

            /// The ID of its fields; None if one does not fit its bits.
            pub const fn from_fields($($field: $number),*) -> Option<Self> {
                let mut bytes = $min;
                if $(digits::set_field(&mut bytes, $first, $width, $field as u128) &&)*
                    $check(&bytes).0 == 0
                {
                    Some(Self(bytes))
                } else {
                    None
                }
            }

            $(
                $(#[$about])*
                #[inline]
                pub const fn $field(self) -> $number {
                    digits::field(&self.0, $first, $width) as $number
                }
            )*

            /// The Unix time in ms: of the start of the timestamp.
            #[inline]
            pub const fn unix_ms(self) -> u64 {
                self.timestamp() as u64 * $unit + $zero
            }

            /// The time: of the start of the timestamp.
            #[cfg(feature = "std")]
            pub fn time(self) -> std::time::SystemTime {
                std::time::UNIX_EPOCH + std::time::Duration::from_millis(self.unix_ms())
            }

            /// The smallest ID of the timestamp that contains a time; None if there is no such timestamp.
            pub fn min_at(time: impl Time) -> Option<Self> {
                // SAFETY: the buffer is valid.
                time.floor_ms().and_then(|ms| Self::written(|id| unsafe { sys::$module::min_at(id, ms) }))
            }

            /// The largest ID of the timestamp that contains a time; None if there is no such timestamp.
            pub fn max_at(time: impl Time) -> Option<Self> {
                // SAFETY: the buffer is valid.
                time.floor_ms().and_then(|ms| Self::written(|id| unsafe { sys::$module::max_at(id, ms) }))
            }

            /// The first and the last ID of a span of time, for `BETWEEN`; None if no ID is in it. Adjacent
            /// half-open spans share no ID and lose none.
            ///
            /// ```
            #[doc = concat!("# use sortid::", stringify!($Type), ";")]
            #[doc = concat!("let may = ", stringify!($Type),
                "::range(1_714_521_600_000..1_717_200_000_000u64).unwrap();")]
            #[doc = concat!("assert!(may.contains(&", stringify!($Type),
                "::min_at(1_715_000_000_000u64).unwrap()));")]
            /// ```
            pub fn range<T: Time>(span: impl RangeBounds<T>) -> Option<RangeInclusive<Self>> {
                let (since, until) = crate::time::half_open(&span);
                let mut last = [0; $size];
                // SAFETY: the buffers are valid and do not overlap.
                Self::written(|first| unsafe { sys::$module::range(first, &mut last, since, until) })
                    .map(|first| first..=Self(last))
            }

            /// The next larger ID; None after the last.
            pub fn successor(self) -> Option<Self> {
                // SAFETY: the buffer is valid; NULL is allowed.
                Self::written(|id| unsafe { sys::$module::successor(id, &self.0, ptr::null_mut()) })
            }

            /// The next smaller ID; None before the first.
            pub fn predecessor(self) -> Option<Self> {
                // SAFETY: the buffer is valid; NULL is allowed.
                Self::written(|id| unsafe { sys::$module::predecessor(id, &self.0, ptr::null_mut()) })
            }

            /// The ID that a call of C writes, unless it fails.
            fn written(write: impl FnOnce(*mut [u8; $size]) -> i32) -> Option<Self> {
                let mut bytes = [0; $size];
                (write(&mut bytes) == 0).then_some(Self(bytes))
            }
        }

        impl Id for $Type {
            const NAME: &'static str = $name;
            const SIZE: usize = $size;
            const TEXT_LEN: usize = $length;
            const MIN: Self = Self::MIN;
            const MAX: Self = Self::MAX;
            type Text = Text<{ $length + 1 }>;

            #[inline]
            fn text(self) -> Self::Text {
                self.text()
            }

            #[inline]
            fn unix_ms(self) -> u64 {
                self.unix_ms()
            }

            fn from_slice(bytes: &[u8]) -> Result<Self, ParseError> {
                Self::try_from(bytes)
            }
        }

        impl crate::id::Raw for $Type {
            fn format() -> *const sys::sortid_format {
                // SAFETY: no arguments.
                unsafe { sys::$module::format() }
            }

            // SAFETY of the casts below: the type is transparent over its bytes.
            #[cfg(feature = "std")]
            #[inline]
            unsafe fn generator_next(
                generator: *mut sys::sortid_generator, id: *mut Self, event: *mut u32,
            ) -> i32 {
                // SAFETY: the caller's promise.
                unsafe { sys::$module::generator_next(generator, id.cast(), event) }
            }

            #[cfg(feature = "std")]
            #[inline]
            unsafe fn generator_fill(
                generator: *mut sys::sortid_generator, ids: *mut Self, count: usize, done: *mut usize,
                event: *mut u32,
            ) -> i32 {
                // SAFETY: the caller's promise.
                unsafe { sys::$module::generator_fill(generator, ids.cast(), count, done, event) }
            }

            #[cfg(feature = "std")]
            unsafe fn generator_fill_text(
                generator: *mut sys::sortid_generator, text: *mut core::ffi::c_char, capacity: usize,
                written: *mut usize, count: usize, separator: i32, event: *mut u32,
            ) -> i32 {
                // SAFETY: the caller's promise.
                unsafe {
                    sys::$module::generator_fill_text(
                        generator, text, capacity, written, count, separator, event,
                    )
                }
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

        impl From<$Type> for [u8; $size] {
            fn from(id: $Type) -> Self {
                id.0
            }
        }

        impl AsRef<[u8]> for $Type {
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }

        /// The bytes, most significant first.
        impl TryFrom<&[u8]> for $Type {
            type Error = ParseError;
            fn try_from(bytes: &[u8]) -> Result<Self, ParseError> {
                let Ok(whole) = <[u8; $size]>::try_from(bytes) else {
                    return Err(ParseError::new(Status::BAD_LENGTH.0, bytes.len().min($size)));
                };
                match $check(&whole) {
                    (0, _, _) => Ok(Self(whole)),
                    (status, position, _) => Err(ParseError::new(status, position)),
                }
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $Type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                crate::serde::serialize(*self, serializer)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $Type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::serde::deserialize(deserializer)
            }
        }

        $(id!(@$part $Type, $module, $size, $check);)*
    };

    // All bytes are IDs.
    (@all $Type:ident, $module:ident, $size:literal, $check:ident) => {
        impl $Type {
            /// The ID of its bytes, most significant first.
            #[inline]
            pub const fn from_bytes(bytes: [u8; $size]) -> Self {
                Self(bytes)
            }
        }

        impl From<[u8; $size]> for $Type {
            #[inline]
            fn from(bytes: [u8; $size]) -> Self {
                Self(bytes)
            }
        }
    };

    // Some bytes are not.
    (@some $Type:ident, $module:ident, $size:literal, $check:ident) => {
        impl $Type {
            /// The ID of its bytes, most significant first. The position of a fault is the byte.
            #[inline]
            pub const fn from_bytes(bytes: [u8; $size]) -> Result<Self, ParseError> {
                match $check(&bytes) {
                    (0, _, _) => Ok(Self(bytes)),
                    (status, position, _) => Err(ParseError::new(status, position)),
                }
            }
        }

        impl TryFrom<[u8; $size]> for $Type {
            type Error = ParseError;
            #[inline]
            fn try_from(bytes: [u8; $size]) -> Result<Self, ParseError> {
                Self::from_bytes(bytes)
            }
        }
    };

    (@u128_all $Type:ident, $module:ident, $size:literal, $check:ident) => {
        impl $Type {
            /// The ID of its number.
            #[inline]
            pub const fn from_u128(number: u128) -> Self {
                Self(number.to_be_bytes())
            }
        }

        impl From<u128> for $Type {
            #[inline]
            fn from(number: u128) -> Self {
                Self::from_u128(number)
            }
        }

        #[cfg(feature = "uuid")]
        impl From<uuid::Uuid> for $Type {
            #[inline]
            fn from(uuid: uuid::Uuid) -> Self {
                Self(uuid.into_bytes())
            }
        }
    };

    (@u128_some $Type:ident, $module:ident, $size:literal, $check:ident) => {
        impl $Type {
            /// The ID of its number. The position of a fault is the byte.
            #[inline]
            pub const fn from_u128(number: u128) -> Result<Self, ParseError> {
                Self::from_bytes(number.to_be_bytes())
            }
        }

        impl TryFrom<u128> for $Type {
            type Error = ParseError;
            #[inline]
            fn try_from(number: u128) -> Result<Self, ParseError> {
                Self::from_u128(number)
            }
        }

        #[cfg(feature = "uuid")]
        impl TryFrom<uuid::Uuid> for $Type {
            type Error = ParseError;
            #[inline]
            fn try_from(uuid: uuid::Uuid) -> Result<Self, ParseError> {
                Self::from_bytes(uuid.into_bytes())
            }
        }
    };

    (@u128 $Type:ident, $module:ident, $size:literal, $check:ident) => {
        impl $Type {
            /// The number.
            #[inline]
            pub const fn to_u128(self) -> u128 {
                u128::from_be_bytes(self.0)
            }
        }

        impl From<$Type> for u128 {
            #[inline]
            fn from(id: $Type) -> u128 {
                id.to_u128()
            }
        }

        /// The 128 bits; version and variant are not set.
        #[cfg(feature = "uuid")]
        impl From<$Type> for uuid::Uuid {
            #[inline]
            fn from(id: $Type) -> uuid::Uuid {
                uuid::Uuid::from_bytes(id.0)
            }
        }
    };

    (@u64 $Type:ident, $module:ident, $size:literal, $check:ident) => {
        impl $Type {
            /// The ID of its number. `OUT_OF_RANGE` from 36^12 up.
            #[inline]
            pub const fn from_u64(number: u64) -> Result<Self, ParseError> {
                Self::from_bytes(number.to_be_bytes())
            }

            /// The number.
            #[inline]
            pub const fn to_u64(self) -> u64 {
                u64::from_be_bytes(self.0)
            }
        }

        impl TryFrom<u64> for $Type {
            type Error = ParseError;
            #[inline]
            fn try_from(number: u64) -> Result<Self, ParseError> {
                Self::from_u64(number)
            }
        }

        impl From<$Type> for u64 {
            #[inline]
            fn from(id: $Type) -> u64 {
                id.to_u64()
            }
        }
    };

    // Each thread has a default generator.
    (@make $Type:ident, $module:ident, $size:literal, $check:ident) => {
        #[cfg(feature = "std")]
        impl $Type {
            /// A new ID, larger than those that this thread made before.
            ///
            /// # Panics
            /// Where `try_new` fails: the clock or the system's randomness does, or the format's time is
            /// over.
            #[inline]
            #[allow(clippy::new_without_default, reason = "a default is a constant")]
            #[track_caller]
            pub fn new() -> Self {
                match Self::try_new() {
                    Ok(id) => id,
                    Err(error) => crate::id::no_id(error),
                }
            }

            /// A new ID, larger than those that this thread made before.
            #[inline]
            pub fn try_new() -> Result<Self, Error> {
                let mut id = Place::<[u8; $size]>::new();
                // SAFETY: the buffer is valid, NULL is allowed; OK means that the ID is written.
                unsafe {
                    match sys::$module::new(id.as_mut_ptr(), ptr::null_mut()) {
                        0 => Ok(Self(id.take())),
                        status => Err(Error::of(status)),
                    }
                }
            }

            /// Replaces all these IDs by new ones. On failure those that could not be made are MIN.
            pub fn fill(ids: &mut [Self]) -> Result<(), Error> {
                // SAFETY: `fill` gives a valid buffer; the type is transparent over its bytes.
                crate::id::fill(ids, |ids, count, done| unsafe {
                    sys::$module::fill(ids.cast(), count, done, ptr::null_mut())
                })
            }

            /// New IDs.
            pub fn new_many(count: usize) -> Result<Vec<Self>, Error> {
                let mut ids = vec![Self::MIN; count];
                Self::fill(&mut ids).map(|()| ids)
            }

            /// Appends the texts of new IDs, each followed by a separator: see `print_many`.
            pub fn new_many_text(count: usize, separator: u8, text: &mut String) -> Result<(), Error> {
                crate::id::append_many::<Self>(text, count, separator, |to, capacity, written, count| {
                    // SAFETY: `append_many` gives a buffer of that capacity; NULL is allowed.
                    unsafe {
                        sys::$module::fill_text(
                            to, capacity, written, count, separator.into(), ptr::null_mut(),
                        )
                    }
                })
            }

            /// A random ID of a time, for data that is older than its IDs. IDs of one time have no order.
            /// `OUT_OF_RANGE` for a time that the format cannot have.
            pub fn at(time: impl Time) -> Result<Self, Error> {
                let ms = time.floor_ms().ok_or(Error::from(Status::OUT_OF_RANGE))?;
                let mut bytes = [0; $size];
                // SAFETY: the buffer has the size of the format.
                let status = unsafe {
                    sys::sortid_new_at(sys::$module::format(), bytes.as_mut_ptr(), ms)
                };
                if status == 0 { Ok(Self(bytes)) } else { Err(Error::of(status)) }
            }
        }
    };
}
pub(crate) use id;

#[cfg(feature = "std")]
mod many {
    use super::*;
    use crate::error::{Error, Status};

    #[cold]
    #[track_caller]
    pub(crate) fn no_id(error: Error) -> ! {
        panic!("no ID can be made: {error}")
    }

    /// Fills a slice by a call of C, which may make fewer IDs if the next one is a reset.
    pub(crate) fn fill<T: Id>(
        ids: &mut [T],
        mut make: impl FnMut(*mut T, usize, *mut usize) -> i32,
    ) -> Result<(), Error> {
        let mut at = 0;
        while at < ids.len() {
            let (mut done, rest) = (0, &mut ids[at..]);
            let status = make(rest.as_mut_ptr(), rest.len(), &mut done);
            if status != 0 {
                rest[done..].fill(T::MIN); // what C left there may not be IDs
                return Err(Error::of(status));
            }
            at += done;
        }
        Ok(())
    }

    /// Appends what a call of C writes into a buffer of `capacity` bytes.
    pub(crate) fn append(
        text: &mut String,
        capacity: usize,
        separator: u8,
        write: impl FnOnce(*mut core::ffi::c_char, usize, *mut usize) -> i32,
    ) -> Result<(), Error> {
        if !separator.is_ascii() {
            return Err(Status::BAD_OPTION.into());
        }
        text.reserve(capacity);
        let mut written = 0;
        // SAFETY: the call writes at most `capacity` bytes, all ASCII.
        unsafe {
            let bytes = text.as_mut_vec();
            let status = write(bytes.as_mut_ptr().add(bytes.len()).cast(), capacity, &mut written);
            bytes.set_len(bytes.len() + written);
            if status == 0 { Ok(()) } else { Err(Error::of(status)) }
        }
    }

    /// Appends `count` texts by a call of C, which may make fewer if the next one is a reset.
    pub(crate) fn append_many<T: Id>(
        text: &mut String,
        count: usize,
        separator: u8,
        mut make: impl FnMut(*mut core::ffi::c_char, usize, *mut usize, usize) -> i32,
    ) -> Result<(), Error> {
        let (each, begin) = (T::TEXT_LEN + 1, text.len());
        loop {
            let rest = count - (text.len() - begin) / each;
            if rest == 0 {
                return Ok(());
            }
            append(text, rest * each, separator, |to, capacity, written| make(to, capacity, written, rest))?;
        }
    }
}
#[cfg(feature = "std")]
pub(crate) use many::*;
