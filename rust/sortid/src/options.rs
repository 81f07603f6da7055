// SPDX-License-Identifier: MIT
use core::time::Duration;

use sortid_sys as sys;

use crate::node::NodeSpec;
#[cfg(feature = "std")]
use crate::{error::Status, source::*};

/// What to do when the clock went back further than the allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The call fails with `ROLLBACK`.
    Abort = sys::MODE_ABORT as isize,
    /// IDs begin again at the clock's time: the order breaks, with the event RESET.
    Reset = sys::MODE_RESET as isize,
    /// The call sleeps until the clock is at most the allowance behind.
    Wait = sys::MODE_WAIT as isize,
}

/// How a generator works; all have a default. An option that the format lacks is refused with `BAD_OPTION`
/// when the generator is made.
///
/// ```
/// use sortid::{Generator, Mode, Options, Ulid};
/// use std::time::Duration;
///
/// let options = Options::new().mode(Mode::Wait).allowance(Duration::from_secs(1)).random_step();
/// let mut generator = Generator::<Ulid>::with(options)?;
/// assert!(generator.next_id()? < generator.next_id()?);
/// # Ok::<(), sortid::Error>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct Options {
    pub(crate) raw: sys::sortid_options,
    #[cfg(feature = "std")]
    clock: Option<Clock>,
    #[cfg(feature = "std")]
    random: Option<FillRandom>,
    #[cfg(feature = "std")]
    sleep: Option<Sleep>,
    #[cfg(feature = "std")]
    bound: Option<Cover>,
}

impl core::fmt::Debug for Options {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let raw = &self.raw;
        f.debug_struct("Options").field("mode", &raw.mode).field("flags", &raw.flags).finish_non_exhaustive()
    }
}

// SAFETY: the pointers of `raw` are null; those to the closures are made for each call.
unsafe impl Send for Options {}
// SAFETY: as above.
unsafe impl Sync for Options {}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

impl Options {
    /// The defaults.
    pub const fn new() -> Self {
        Self {
            raw: sys::sortid_options {
                mode: 0,
                flags: 0,
                allowance_ms: 0,
                guard_bits: 0,
                extension_bits: 0,
                node_bits: 0,
                reserved8: 0,
                node_id: 0,
                node: NodeSpec::NONE,
                bound: sys::sortid_bound { cover: None, context: core::ptr::null_mut(), reserved: [0; 2] },
                reserved: [0; 6],
            },
            #[cfg(feature = "std")]
            clock: None,
            #[cfg(feature = "std")]
            random: None,
            #[cfg(feature = "std")]
            sleep: None,
            #[cfg(feature = "std")]
            bound: None,
        }
    }

    /// What happens when the clock goes back beyond the allowance: by default reset in a private generator,
    /// abort for Scru64 and in a shared one.
    pub fn mode(mut self, mode: Mode) -> Self {
        self.raw.mode = mode as u32;
        self
    }

    /// How far the clock may be behind the last ID, in whole ms: 10 s unless given. `Duration::MAX` allows
    /// any distance.
    pub fn allowance(mut self, allowance: Duration) -> Self {
        self.raw.allowance_ms = match allowance.as_millis() {
            0 => sys::ALLOWANCE_NONE,
            ms => ms.try_into().unwrap_or(sys::ALLOWANCE_UNLIMITED).min(sys::ALLOWANCE_UNLIMITED),
        };
        self
    }

    /// All but the timestamp is random in each ID, which then have no order within a timestamp. Not for
    /// Scru128v1, Scru160 and Scru64.
    pub fn stateless(mut self) -> Self {
        self.raw.flags |= sys::OPTION_STATELESS;
        self
    }

    /// Ulid: when the randomness of a ms is used up, use the next ms instead of an error.
    pub fn borrow(mut self) -> Self {
        self.raw.flags |= sys::OPTION_BORROW;
        self
    }

    /// Ulid: count up by a random step of 1 to 2^32, so that neighbors cannot be guessed.
    pub fn random_step(mut self) -> Self {
        self.raw.flags |= sys::OPTION_RANDOM_STEP;
        self
    }

    /// Scru160, Uuid7: IDs have the fraction of the ms. The clock must have microseconds.
    pub fn fraction(mut self) -> Self {
        self.raw.flags |= sys::OPTION_FRACTION;
        self
    }

    /// The leading zero bits of a new counter, 0 for none. Each format has a range: `BAD_OPTION` beyond it.
    pub fn guard_bits(mut self, bits: u8) -> Self {
        self.raw.guard_bits = if bits == 0 { sys::GUARD_NONE } else { bits.min(sys::GUARD_NONE - 1) };
        self
    }

    /// Scru160: the bits of random16 that extend the counter.
    pub fn extension_bits(mut self, bits: u8) -> Self {
        self.raw.extension_bits = bits;
        self
    }

    /// Scru160: the next bits of random16, and the node id in them.
    pub fn node_bits(mut self, bits: u8, node_id: u16) -> Self {
        self.raw.node_bits = bits;
        self.raw.node_id = node_id.into();
        self
    }

    /// Scru64: the node, which it requires.
    pub fn node(mut self, node: NodeSpec) -> Self {
        self.raw.node = node.raw();
        self
    }
}

/// Sources. A closure must not use the generator that it belongs to.
#[cfg(feature = "std")]
impl Options {
    /// The clock.
    pub fn clock(mut self, clock: Clock) -> Self {
        self.clock = Some(clock);
        self
    }

    /// The randomness: a function that fills bytes that cannot be guessed. It must not give the processes
    /// of a fork the same bytes.
    pub fn random(mut self, fill: impl Fn(&mut [u8]) -> Result<(), Status> + Send + Sync + 'static) -> Self {
        self.random = Some(std::sync::Arc::new(fill));
        self
    }

    /// The sleep of mode wait.
    pub fn sleep(mut self, sleep: impl Fn(Duration) -> Result<(), Status> + Send + Sync + 'static) -> Self {
        self.sleep = Some(std::sync::Arc::new(sleep));
        self
    }

    /// Scru64: a function that says whether IDs of a tick of 256 ms may be made with this node, now and
    /// later. `BOUND_REACHED` means not yet.
    pub fn bound(mut self, cover: impl Fn(u64) -> Result<(), Status> + Send + Sync + 'static) -> Self {
        self.bound = Some(std::sync::Arc::new(cover));
        self
    }

    /// Whether there is a closure or a clock, which a pure machine does not have.
    pub(crate) fn has_sources(&self) -> bool {
        self.clock.is_some() || self.random.is_some() || self.sleep.is_some() || self.bound.is_some()
    }

    /// Calls `prepare` with the options and sources in C. The generator may use them as long as these
    /// options stay where they are.
    pub(crate) fn with_raw(
        &self,
        prepare: impl FnOnce(*const sys::sortid_options, *const sys::sortid_sources) -> i32,
    ) -> i32 {
        let mut raw = self.raw;
        if let Some(bound) = &self.bound {
            raw.bound.cover = Some(call_cover);
            raw.bound.context = context_of(bound);
        }
        if self.clock.is_none() && self.random.is_none() && self.sleep.is_none() {
            return prepare(&raw, std::ptr::null());
        }
        let mut sources = std::mem::MaybeUninit::uninit();
        // SAFETY: the library fills the struct.
        let mut sources = unsafe {
            sys::sortid_sources_default(sources.as_mut_ptr());
            sources.assume_init()
        };
        match &self.clock {
            Some(clock) => sources.clock = clock.raw(),
            None if raw.flags & sys::OPTION_FRACTION != 0 => sources.clock = Clock::exact().raw(),
            None => {}
        }
        if let Some(random) = &self.random {
            sources.random = sys::sortid_random { fill: Some(call_random), context: context_of(random) };
        }
        if let Some(sleep) = &self.sleep {
            sources.sleep = sys::sortid_sleep { sleep: Some(call_sleep), context: context_of(sleep) };
        }
        prepare(&raw, &sources)
    }
}

/// How a state file is opened.
#[cfg(feature = "std")]
#[derive(Clone)]
#[must_use]
pub struct FileOptions(pub(crate) sys::sortid_file_options);

#[cfg(feature = "std")]
impl Default for FileOptions {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(feature = "std")]
impl FileOptions {
    /// The defaults.
    pub const fn new() -> Self {
        Self(sys::sortid_file_options {
            permissions: 0,
            copy_ahead_ms: 0,
            wait_ms: 0,
            any_owner: false,
            must_exist: false,
            reserved8: [0; 6],
            reserved: [0; 4],
        })
    }

    /// The permissions of a file that is created: 0600 unless given.
    pub fn permissions(mut self, permissions: u32) -> Self {
        self.0.permissions = permissions;
        self
    }

    /// The file is a copy, whose original may have made IDs since: IDs continue this far ahead of the clock.
    pub fn copy_ahead(mut self, ahead: Duration) -> Self {
        self.0.copy_ahead_ms = ahead.as_millis().try_into().unwrap_or(u32::MAX);
        self
    }

    /// How long opening waits for processes that open or close the file: 10 s unless given.
    pub fn wait(mut self, wait: Duration) -> Self {
        self.0.wait_ms = match wait.as_millis() {
            0 => sys::FILE_WAIT_NONE,
            ms => ms.try_into().unwrap_or(sys::FILE_WAIT_UNLIMITED).min(sys::FILE_WAIT_UNLIMITED),
        };
        self
    }

    /// Accept another user's file.
    pub fn any_owner(mut self) -> Self {
        self.0.any_owner = true;
        self
    }

    /// Do not create the file.
    pub fn must_exist(mut self) -> Self {
        self.0.must_exist = true;
        self
    }
}
