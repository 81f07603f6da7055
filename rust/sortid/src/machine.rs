// SPDX-License-Identifier: MIT
use core::ffi::c_void;
use core::fmt;
use core::marker::PhantomData;
use core::time::Duration;

use sortid_sys as sys;

use crate::error::{Error, Events, Status};
use crate::id::Id;
use crate::options::Options;
use crate::place::Place;

/// The state machine inside a generator: time and randomness are arguments. It works without std, and
/// does not notice forks.
///
/// ```
/// use sortid::{Machine, Options, Uuid7};
/// let mut machine = Machine::<Uuid7>::new(&Options::new())?;
/// let (id, _) = machine.step(1_700_000_000_000_000, |bytes| bytes.fill(0x55))?;
/// assert_eq!(id.to_string(), "018bcfe5-6800-7555-9555-555555555555");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A copy would repeat its IDs, so there is none:
///
/// ```compile_fail,E0599
/// # use sortid::{Machine, Options, Ulid};
/// let machine = Machine::<Ulid>::new(&Options::new()).unwrap();
/// let copy = machine.clone(); // no method `clone`
/// ```
pub struct Machine<T: Id> {
    raw: sys::sortid_machine,
    format: PhantomData<fn() -> T>,
}

impl<T: Id> Machine<T> {
    /// A machine with options. Those of sources are refused: `BAD_OPTION`.
    pub fn new(options: &Options) -> Result<Self, Error> {
        #[cfg(feature = "std")]
        if options.has_sources() {
            return Err(Status::BAD_OPTION.into());
        }
        let mut machine = Self { raw: sys::sortid_machine { opaque: [0; 16] }, format: PhantomData };
        // SAFETY: the pointers are valid; options without a bound are copied.
        match unsafe { sys::sortid_machine_init(&mut machine.raw, T::format(), &options.raw) } {
            0 => Ok(machine),
            status => Err(Error::of(status)),
        }
    }

    /// The next ID at a Unix time in microseconds. `random` fills bytes that cannot be guessed.
    pub fn step(
        &mut self,
        unix_us: u64,
        mut random: impl FnMut(&mut [u8]),
    ) -> Result<(T, Events), StepError> {
        // A pointer to `random` as a trait object, which is thin.
        let mut function: &mut dyn FnMut(&mut [u8]) = &mut random;
        let source = sys::sortid_random { fill: Some(call_random), context: (&raw mut function).cast() };
        let (raw, mut events, mut wait_us) = (&mut self.raw, 0, 0);
        // SAFETY: the buffers are valid, the ID has the size of the format; OK means that it is written.
        let id = unsafe {
            Place::fill(|id: *mut T| {
                sys::sortid_machine_step(raw, id.cast(), unix_us, &source, &mut events, &mut wait_us)
            })
        };
        id.map(|id| (id, Events(events))).map_err(|error| StepError { error, wait_us })
    }

    /// Tells the machine that it is in a forked child. A Scru64 machine then returns `FORKED`.
    pub fn after_fork(&mut self) -> Result<(), Error> {
        // SAFETY: the pointer is valid.
        match unsafe { sys::sortid_machine_after_fork(&mut self.raw) } {
            0 => Ok(()),
            status => Err(Error::of(status)),
        }
    }
}

unsafe extern "C" fn call_random(context: *mut c_void, bytes: *mut c_void, size: usize, _: u64) -> i32 {
    // SAFETY: `step` gives the context; the library passes a valid buffer, which zeros make a slice.
    let (random, bytes) = unsafe {
        core::ptr::write_bytes(bytes.cast::<u8>(), 0, size);
        (
            &mut *context.cast::<&mut dyn FnMut(&mut [u8])>(),
            core::slice::from_raw_parts_mut(bytes.cast::<u8>(), size),
        )
    };
    #[cfg(feature = "std")]
    return crate::source::guard(|| {
        random(bytes);
        Ok(())
    });
    #[cfg(not(feature = "std"))]
    {
        random(bytes);
        0
    }
}

/// A machine made no ID. Its state is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepError {
    error: Error,
    wait_us: u64,
}

impl StepError {
    /// What is wrong; `WAIT` in mode wait.
    pub const fn status(&self) -> Status {
        self.error.status()
    }

    /// With `WAIT`: after which time to ask again.
    pub fn wait(&self) -> Option<Duration> {
        (self.status() == Status::WAIT).then(|| Duration::from_micros(self.wait_us))
    }
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl core::error::Error for StepError {}
