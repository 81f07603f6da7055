// SPDX-License-Identifier: MIT
use core::fmt;
use core::str::FromStr;

use sortid_sys as sys;

use crate::error::ParseError;
use crate::formats::Scru64;
use crate::text::AnyText;

/// The node of a Scru64 generator, and the ID after which it continues, if there is one.
///
/// ```
/// use sortid::{Generator, NodeSpec, Options, Scru64};
/// let node: NodeSpec = "42/8".parse()?;
/// let mut generator = Generator::<Scru64>::with(Options::new().node(node))?;
/// assert_eq!(generator.next_id()?.node_ctr() >> 16, 42);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct NodeSpec(sys::sortid_scru64_node_spec);

impl NodeSpec {
    pub(crate) const NONE: sys::sortid_scru64_node_spec = sys::sortid_scru64_node_spec {
        node_id: 0,
        node_id_size: 0,
        has_last: false,
        last: [0; 8],
        reserved8: [0; 7],
        reserved: [0; 2],
    };

    /// A node id of 1 to 23 bits; None if the id does not fit them.
    pub const fn new(node_id: u32, node_id_size: u32) -> Option<Self> {
        if node_id_size < 1 || node_id_size > 23 || node_id >> node_id_size != 0 {
            return None;
        }
        Some(Self(sys::sortid_scru64_node_spec { node_id, node_id_size, ..Self::NONE }))
    }

    /// The node of an ID, after which a generator continues; None for another size than 1 to 23 and for an
    /// ID with a reserved timestamp.
    pub fn after(last: Scru64, node_id_size: u32) -> Option<Self> {
        let node_id = last.node_ctr() >> 24u32.checked_sub(node_id_size)?;
        let mut spec = Self::new(node_id, node_id_size)?;
        (spec.0.has_last, spec.0.last) = (true, last.to_bytes());
        (!spec.text().is_empty()).then_some(spec)
    }

    pub(crate) const fn raw(self) -> sys::sortid_scru64_node_spec {
        self.0
    }

    #[cfg(feature = "std")]
    pub(crate) const fn from_raw(raw: sys::sortid_scru64_node_spec) -> Self {
        Self(raw)
    }

    /// The node id.
    pub const fn node_id(self) -> u32 {
        self.0.node_id
    }

    /// Its bits.
    pub const fn node_id_size(self) -> u32 {
        self.0.node_id_size
    }

    /// The ID after which a generator continues.
    pub fn last(self) -> Option<Scru64> {
        self.0.has_last.then(|| Scru64::from_bytes(self.0.last).ok())?
    }

    /// The canonical text: `42/8`, or the last ID and the size.
    fn text(self) -> AnyText<{ sys::NODE_SPEC_SIZE }> {
        // SAFETY: the buffer has the size that the call demands.
        unsafe { AnyText::written(|text| sys::sortid_scru64_node_spec_print(text, &self.0)) }
    }
}

impl FromStr for NodeSpec {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (mut spec, mut position) = (Self::NONE, 0);
        // SAFETY: the buffers are valid.
        let status = unsafe {
            sys::sortid_scru64_node_spec_parse(&mut spec, text.as_ptr().cast(), text.len(), &mut position)
        };
        if status == 0 { Ok(Self(spec)) } else { Err(ParseError::new(status, position)) }
    }
}

impl fmt::Display for NodeSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

impl fmt::Debug for NodeSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NodeSpec({self})")
    }
}
