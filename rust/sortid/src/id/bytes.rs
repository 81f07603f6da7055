// SPDX-License-Identifier: MIT
//! The bytes of an ID, its number, and its UUID.

macro_rules! bytes {
    // All bytes are IDs.
    (@all $Type:ident, $size:literal, $check:ident) => {
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
    (@some $Type:ident, $size:literal, $check:ident) => {
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

    ($kind:ident $Type:ident, $size:literal, $check:ident) => {
        impl $Type {
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

        bytes!(@$kind $Type, $size, $check);
    };
}
pub(crate) use bytes;

macro_rules! number {
    (all u128 $Type:ident) => {
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

        number!(@uuid $Type);
    };

    (some u128 $Type:ident) => {
        #[cfg(feature = "uuid")]
        impl TryFrom<uuid::Uuid> for $Type {
            type Error = ParseError;
            #[inline]
            fn try_from(uuid: uuid::Uuid) -> Result<Self, ParseError> {
                Self::from_bytes(uuid.into_bytes())
            }
        }

        number!(@some $Type, u128, from_u128);
        number!(@uuid $Type);
    };

    (some u64 $Type:ident) => {
        number!(@some $Type, u64, from_u64);
        number!(@to $Type, u64, to_u64);
    };

    (@some $Type:ident, $number:ident, $from:ident) => {
        impl $Type {
            /// The ID of its number. The position of a fault is the byte.
            #[inline]
            pub const fn $from(number: $number) -> Result<Self, ParseError> {
                Self::from_bytes(number.to_be_bytes())
            }
        }

        impl TryFrom<$number> for $Type {
            type Error = ParseError;
            #[inline]
            fn try_from(number: $number) -> Result<Self, ParseError> {
                Self::$from(number)
            }
        }
    };

    (@uuid $Type:ident) => {
        /// The 128 bits, as they are.
        #[cfg(feature = "uuid")]
        impl From<$Type> for uuid::Uuid {
            #[inline]
            fn from(id: $Type) -> uuid::Uuid {
                uuid::Uuid::from_bytes(id.0)
            }
        }

        number!(@to $Type, u128, to_u128);
    };

    (@to $Type:ident, $number:ident, $to:ident) => {
        impl $Type {
            /// The number.
            #[inline]
            pub const fn $to(self) -> $number {
                $number::from_be_bytes(self.0)
            }
        }

        impl From<$Type> for $number {
            #[inline]
            fn from(id: $Type) -> $number {
                id.$to()
            }
        }
    };
}
pub(crate) use number;
