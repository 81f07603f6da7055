// SPDX-License-Identifier: MIT
//! What every type of IDs can do: one macro, in parts.

use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::ops::Deref;
use core::str::FromStr;

use sortid_sys as sys;

use crate::error::ParseError;

pub(crate) mod bytes;
pub(crate) mod make;
pub(crate) mod text;
pub(crate) mod time;

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

/// The calls of a format in C. It seals Id.
#[doc(hidden)]
pub trait Raw: Sized {
    fn format() -> *const sys::sortid_format;
    /// # Safety
    /// As in C.
    #[cfg(feature = "std")]
    unsafe fn generator_next(generator: *mut sys::sortid_generator, id: *mut Self, event: *mut u32) -> i32;
}

macro_rules! id {
    (
        $(#[$doc:meta])*
        $Type:ident, $module:ident, $name:literal,
        size $size:literal, text $length:literal, min $min:expr, max $max:expr,
        time $unit:literal * timestamp + $zero:literal,
        parse $reader:ident($($argument:expr),*), check $check:ident,
        fields { $($(#[$about:meta])* $field:ident: $number:ident = $first:literal, $width:literal;)* }
        bytes $kind:ident $(as $whole:ident)? $(, $make:ident)?
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

            /// The next larger ID; None after the last.
            pub fn successor(self) -> Option<Self> {
                // SAFETY: the buffer is valid; NULL is allowed.
                unsafe {
                    Place::fill(|id: *mut Self| sys::$module::successor(id.cast(), &self.0, ptr::null_mut()))
                }
                .ok()
            }

            /// The next smaller ID; None before the first.
            pub fn predecessor(self) -> Option<Self> {
                // SAFETY: the buffer is valid; NULL is allowed.
                unsafe {
                    Place::fill(|id: *mut Self| sys::$module::predecessor(id.cast(), &self.0, ptr::null_mut()))
                }
                .ok()
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

            // SAFETY of the cast below: the type is transparent over its bytes.
            #[cfg(feature = "std")]
            #[inline]
            unsafe fn generator_next(
                generator: *mut sys::sortid_generator, id: *mut Self, event: *mut u32,
            ) -> i32 {
                // SAFETY: the caller's promise.
                unsafe { sys::$module::generator_next(generator, id.cast(), event) }
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

        text!($Type, $module, text $length, parse $reader($($argument),*), check $check);
        time!($Type, $module, $unit * timestamp + $zero);
        bytes!($kind $Type, $size, $check);
        $(number!($kind $whole $Type);)?
        $($make!($Type, $module);)?
    };
}
pub(crate) use id;
