// SPDX-License-Identifier: MIT
//! Clocks, and closures as sources of a generator.

use std::any::Any;
use std::cell::{Cell, UnsafeCell};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::time::Duration;

use sortid_sys as sys;

use crate::error::{Error, Status};

pub(crate) type ReadClock = Arc<dyn Fn() -> Result<u64, Status> + Send + Sync>;
pub(crate) type FillRandom = Arc<dyn Fn(&mut [u8]) -> Result<(), Status> + Send + Sync>;
pub(crate) type Sleep = Arc<dyn Fn(Duration) -> Result<(), Status> + Send + Sync>;
pub(crate) type Cover = Arc<dyn Fn(u64) -> Result<(), Status> + Send + Sync>;

/// Where a generator gets the time.
#[derive(Clone)]
pub struct Clock(Kind);

#[derive(Clone)]
enum Kind {
    Tsc,
    Exact,
    Published(&'static PublishedClock, u32),
    Function(ReadClock, u64),
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.0 {
            Kind::Tsc => "Clock::tsc",
            Kind::Exact => "Clock::exact",
            Kind::Published(..) => "Clock::published",
            Kind::Function(..) => "Clock of a function",
        })
    }
}

impl Clock {
    /// The system's clock in whole ms; between two readings the CPU's time-stamp counter says whether the
    /// ms still lasts. The default.
    pub const fn tsc() -> Self {
        Self(Kind::Tsc)
    }

    /// The system's clock in microseconds, asked at each call.
    pub const fn exact() -> Self {
        Self(Kind::Exact)
    }

    /// A clock that your own thread sets, every `resolution_us` microseconds: the cheapest clock.
    pub const fn published(clock: &'static PublishedClock, resolution_us: u32) -> Self {
        Self(Kind::Published(clock, resolution_us))
    }

    /// A function that returns the Unix time in microseconds; its real step is `resolution_us`. The status
    /// of an error is returned by the generator's call, and a panic continues there.
    pub fn from_fn(
        resolution_us: u64,
        read: impl Fn() -> Result<u64, Status> + Send + Sync + 'static,
    ) -> Self {
        Self(Kind::Function(Arc::new(read), resolution_us))
    }

    /// The clock in C, which may be used as long as this value stays where it is.
    pub(crate) fn raw(&self) -> sys::sortid_clock {
        let mut raw = sys::sortid_clock { read: None, context: std::ptr::null_mut(), resolution_us: 0 };
        // SAFETY: the buffer is valid.
        unsafe {
            match &self.0 {
                Kind::Tsc => sys::sortid_clock_tsc(&mut raw),
                Kind::Exact => sys::sortid_clock_exact(&mut raw),
                Kind::Published(clock, resolution_us) => {
                    sys::sortid_clock_published(&mut raw, clock.0.get(), *resolution_us)
                }
                Kind::Function(read, resolution_us) => {
                    raw.read = Some(call_clock);
                    raw.context = context_of(read);
                    raw.resolution_us = *resolution_us;
                }
            }
        }
        raw
    }
}

/// A time that one thread sets and any number of threads read.
///
/// ```
/// use sortid::{Clock, Generator, Options, PublishedClock, Ulid};
///
/// static CLOCK: PublishedClock = PublishedClock::new();
/// CLOCK.update()?; // your loop does this in every ms
/// let mut generator = Generator::<Ulid>::with(Options::new().clock(Clock::published(&CLOCK, 1000)))?;
/// assert!(generator.next_id()? < generator.next_id()?);
/// # Ok::<(), sortid::Error>(())
/// ```
///
/// The clock stops in a forked child, which must set it itself; IDs stay unique.
#[repr(align(64))] // a cache line of its own
pub struct PublishedClock(UnsafeCell<sys::sortid_published>);

// SAFETY: the library reads and writes it by atomic operations.
unsafe impl Sync for PublishedClock {}
// SAFETY: it is plain memory.
unsafe impl Send for PublishedClock {}

impl PublishedClock {
    /// A clock without a time: until the first set, generators return `CLOCK_FAILED`.
    #[allow(clippy::new_without_default, reason = "it belongs into a static")]
    pub const fn new() -> Self {
        Self(UnsafeCell::new(sys::sortid_published { opaque: [0; 8] })) // zeros are prepared
    }

    /// Sets the time in microseconds. It may go back: generators see a clock that was set back.
    #[inline]
    pub fn set(&self, unix_us: u64) {
        // SAFETY: one atomic store.
        unsafe { sys::sortid_published_set(self.0.get(), unix_us) }
    }

    /// Sets the time to that of the system's clock.
    pub fn update(&self) -> Result<(), Error> {
        // SAFETY: one atomic store.
        match unsafe { sys::sortid_published_update(self.0.get()) } {
            0 => Ok(()),
            status => Err(Error::of(status)),
        }
    }
}

/// A pointer to a closure's Arc, which is thin.
pub(crate) fn context_of<T: ?Sized>(function: &Arc<T>) -> *mut c_void {
    std::ptr::from_ref(function).cast_mut().cast()
}

thread_local! {
    static PANIC: Cell<Option<Box<dyn Any + Send>>> = const { Cell::new(None) };
}

/// Calls a closure from C: a panic must not cross it, so it waits in the thread until the call returns.
pub(crate) fn guard(call: impl FnOnce() -> Result<(), Status>) -> i32 {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => 0,
        Ok(Err(Status::OK)) => Status::SOURCE_FAILED.0,
        Ok(Err(status)) => status.0,
        Err(panic) => {
            PANIC.set(Some(panic));
            Status::PANIC.0
        }
    }
}

/// Continues the panic of a source.
pub(crate) fn resume_panic() {
    if let Some(panic) = PANIC.take() {
        resume_unwind(panic)
    }
}

// SAFETY of the functions below: their contexts come from context_of, and the library passes valid buffers.

unsafe extern "C" fn call_clock(context: *mut c_void, unix_us: *mut u64) -> i32 {
    // SAFETY: see above.
    let (read, unix_us) = unsafe { (&*context.cast::<ReadClock>(), &mut *unix_us) };
    guard(|| read().map(|us| *unix_us = us))
}

pub(crate) unsafe extern "C" fn call_random(
    context: *mut c_void,
    bytes: *mut c_void,
    size: usize,
    _: u64,
) -> i32 {
    // SAFETY: see above; zeros make the buffer a slice.
    let (fill, bytes) = unsafe {
        std::ptr::write_bytes(bytes.cast::<u8>(), 0, size);
        (&*context.cast::<FillRandom>(), std::slice::from_raw_parts_mut(bytes.cast(), size))
    };
    guard(|| fill(bytes))
}

pub(crate) unsafe extern "C" fn call_sleep(context: *mut c_void, microseconds: u64) -> i32 {
    // SAFETY: see above.
    let sleep = unsafe { &*context.cast::<Sleep>() };
    guard(|| sleep(Duration::from_micros(microseconds)))
}

pub(crate) unsafe extern "C" fn call_cover(context: *mut c_void, tick: u64, _: u32) -> i32 {
    // SAFETY: see above.
    let cover = unsafe { &*context.cast::<Cover>() };
    guard(|| cover(tick))
}
