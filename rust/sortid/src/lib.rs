// SPDX-License-Identifier: MIT
//! Sortable unique IDs: [`Ulid`], [`Uuid7`], [`Ksuid`], [`Scru128`], [`Scru128v1`], [`Scru160`],
//! [`Scru64`], and [`TypeId`].
//!
//! ```
//! use sortid::Ulid;
//!
//! let id = Ulid::new(); // larger than all before in this thread
//! let text = id.text(); // on the stack; String::from(id) is on the heap
//! assert_eq!(text.parse::<Ulid>()?, id);
//! assert!(id.time() <= std::time::SystemTime::now());
//!
//! const ROOT: Ulid = match Ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV") {
//!     Ok(id) => id,
//!     Err(_) => panic!("not a ULID"),
//! };
//! assert_eq!(ROOT.unix_ms(), 1_469_922_850_259);
//! # Ok::<(), sortid::ParseError>(())
//! ```
//!
//! Each thread has a default generator, which `new` uses; IDs are not repeated after a fork, nor when the
//! clock steps back. [`Generator`] has options, [`Shared`] makes one sequence for threads or processes,
//! [`Machine`] is pure. The crate contains the C library sortid, and forbids what that one cannot notice.
//!
//! Features: `std` (default), `serde`, `uuid`. Without `std` there are texts, bytes, times, [`TypeId`] and
//! [`Machine`]; the library then needs nothing but `core`.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_auto_cfg))]

mod digits;
mod error;
mod formats;
#[cfg(feature = "std")]
mod generator;
mod id;
#[cfg(feature = "std")]
mod inspect;
mod machine;
#[cfg(feature = "std")]
mod many;
mod node;
mod options;
mod place;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "std")]
mod source;
mod text;
mod time;
mod type_id;

pub use error::{Error, Events, ParseError, Status};
pub use formats::{Ksuid, Scru64, Scru128, Scru128v1, Scru160, Ulid, Uuid7};
#[cfg(feature = "std")]
pub use generator::{Generator, Scope, Shared, SharedState, snapshot_resumed};
pub use id::Id;
#[cfg(feature = "std")]
pub use inspect::{Confidence, Reading, inspect};
pub use machine::{Machine, StepError};
pub use node::NodeSpec;
#[cfg(feature = "std")]
pub use options::FileOptions;
pub use options::{Mode, Options};
#[cfg(feature = "std")]
pub use source::{Clock, PublishedClock};
pub use text::{AnyText, Encoding, Text};
pub use time::Time;
pub use type_id::TypeId;
