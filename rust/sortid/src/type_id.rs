// SPDX-License-Identifier: MIT
use core::fmt;
use core::str::FromStr;

use sortid_sys as sys;

use crate::error::ParseError;
use crate::formats::Uuid7;
use crate::text::AnyText;

/// A TypeID: a prefix of at most 63 of the letters a to z and underscores, and a UUID.
///
/// ```
/// use sortid::TypeId;
/// let order: TypeId = "order_01h455vb4pex5vsknk084sn02q".parse()?;
/// assert_eq!(order.prefix(), "order");
/// assert_eq!(order.uuid7().unwrap().to_string(), "01890a5d-ac96-774b-bcce-b302099a8057");
/// # #[cfg(feature = "std")]
/// assert!(TypeId::new("order")? < TypeId::new("order")?);
/// # Ok::<(), sortid::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId {
    prefix: [u8; 63], // zeros behind it, so that the order is that of the texts
    uuid: [u8; 16],
}

impl TypeId {
    /// A new TypeID, with a new Uuid7.
    ///
    /// # Panics
    /// As [`Uuid7::new`]. A prefix that is not one is an error.
    #[cfg(feature = "std")]
    pub fn new(prefix: &str) -> Result<Self, ParseError> {
        Self::from_uuid(prefix, Uuid7::new().to_bytes())
    }

    /// The TypeID of a prefix and a UUID of any version. The position of a fault is that in the prefix.
    pub fn from_uuid(prefix: &str, uuid: [u8; 16]) -> Result<Self, ParseError> {
        let mut id = Self { prefix: [0; 63], uuid };
        let mut text = [0; sys::TYPEID_TEXT_SIZE];
        let (mut written, mut position) = (0, 0);
        // SAFETY: the buffers are valid.
        let status = unsafe {
            sys::sortid_typeid_print(
                text.as_mut_ptr(),
                text.len(),
                &mut written,
                prefix.as_ptr().cast(),
                prefix.len(),
                &uuid,
                &mut position,
            )
        };
        if status != 0 {
            return Err(ParseError::new(status, position));
        }
        id.prefix[..prefix.len()].copy_from_slice(prefix.as_bytes());
        Ok(id)
    }

    /// The prefix; it may be empty.
    pub fn prefix(&self) -> &str {
        let length = self.prefix.iter().position(|&byte| byte == 0).unwrap_or(self.prefix.len());
        core::str::from_utf8(&self.prefix[..length]).unwrap_or_default() // it is ASCII
    }

    /// The bytes of the UUID.
    pub const fn uuid_bytes(&self) -> [u8; 16] {
        self.uuid
    }

    /// The UUID, if it is one of version 7.
    pub fn uuid7(&self) -> Option<Uuid7> {
        Uuid7::from_bytes(self.uuid).ok()
    }

    /// The text, on the stack.
    pub fn text(&self) -> AnyText<{ sys::TYPEID_TEXT_SIZE }> {
        let prefix = self.prefix();
        // SAFETY: the buffer has the size of the longest text. The prefix is good, so the call does not
        // fail.
        unsafe {
            AnyText::written(|text| {
                let mut written = 0;
                let _ = sys::sortid_typeid_print(
                    text,
                    sys::TYPEID_TEXT_SIZE,
                    &mut written,
                    prefix.as_ptr().cast(),
                    prefix.len(),
                    &self.uuid,
                    core::ptr::null_mut(),
                );
                written
            })
        }
    }
}

impl FromStr for TypeId {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut id = Self { prefix: [0; 63], uuid: [0; 16] };
        let (mut length, mut position) = (0, 0);
        // SAFETY: the buffers are valid.
        let status = unsafe {
            sys::sortid_typeid_parse(
                &mut id.uuid,
                &mut length,
                text.as_ptr().cast(),
                text.len(),
                &mut position,
            )
        };
        if status != 0 {
            return Err(ParseError::new(status, position));
        }
        id.prefix[..length].copy_from_slice(&text.as_bytes()[..length]);
        Ok(id)
    }
}

impl fmt::Display for TypeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

impl fmt::Debug for TypeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TypeId({})", self.text())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for TypeId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for TypeId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::serde::deserialize_text(deserializer)
    }
}
