// SPDX-License-Identifier: MIT
//! In texts such as JSON an ID is its canonical text, elsewhere its bytes.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserializer, Serializer};

use crate::error::ParseError;
use crate::id::Id;

pub(crate) fn serialize<T: Id, S: Serializer>(id: T, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.serialize_str(&id.text())
    } else {
        serializer.serialize_bytes(id.as_ref())
    }
}

pub(crate) fn deserialize<'de, T: Id, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    if deserializer.is_human_readable() {
        deserializer.deserialize_str(IdVisitor(PhantomData))
    } else {
        deserializer.deserialize_bytes(IdVisitor(PhantomData))
    }
}

struct IdVisitor<T>(PhantomData<T>);

impl<'de, T: Id> Visitor<'de> for IdVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {}: {} characters or {} bytes", T::NAME, T::TEXT_LEN, T::SIZE)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<T, E> {
        T::from_slice(bytes).map_err(E::custom)
    }

    /// Formats without bytes write them as a sequence.
    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<T, A::Error> {
        let mut bytes = [0; sortid_sys::MAX_SIZE];
        let mut size = 0;
        while let Some(byte) = sequence.next_element()? {
            *bytes.get_mut(size).ok_or_else(|| A::Error::invalid_length(size + 1, &self))? = byte;
            size += 1;
        }
        self.visit_bytes(&bytes[..size])
    }
}

pub(crate) fn deserialize_text<'de, T: FromStr<Err = ParseError>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(TextVisitor(PhantomData))
}

struct TextVisitor<T>(PhantomData<T>);

impl<T: FromStr<Err = ParseError>> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text of an ID")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}
