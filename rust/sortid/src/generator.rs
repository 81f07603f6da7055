// SPDX-License-Identifier: MIT
use std::cell::UnsafeCell;
use std::ffi::CString;
use std::fmt;
use std::marker::PhantomData;
use std::path::Path;
use std::ptr;
use std::sync::Arc;

use sortid_sys as sys;

use crate::error::{Error, Events, Status};
use crate::formats::Scru64;
use crate::id::Id;
use crate::many::{append_many, fill};
use crate::node::NodeSpec;
use crate::options::{FileOptions, Options};
use crate::place::Place;

/// A generator in C and what it points to. It must not move; it is in an Arc, not in a Box, because the
/// latter claims to be the only pointer to it.
struct Storage {
    raw: UnsafeCell<sys::sortid_generator>,
    options: Options,    // with the closures
    memory: SharedState, // of Shared::with
}

// SAFETY: a Generator is used by `&mut` only; what a Shared does with `&` is for any number of threads.
// The closures are Send and Sync.
unsafe impl Send for Storage {}
// SAFETY: as above.
unsafe impl Sync for Storage {}

impl Storage {
    /// Prepares a generator by a call of C.
    fn prepare(
        options: Options,
        call: impl FnOnce(&Self, *const sys::sortid_options, *const sys::sortid_sources) -> i32,
    ) -> Result<Arc<Self>, Error> {
        let raw = UnsafeCell::new(sys::sortid_generator { opaque: [0; 64] });
        let storage = Arc::new(Self { raw, options, memory: SharedState::new() });
        match storage.options.with_raw(|options, sources| call(&storage, options, sources)) {
            0 => Ok(storage),
            status => Err(Error::of(status)),
        }
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        // SAFETY: no other reference exists, so no call is running. One that was not prepared is ignored.
        unsafe { sys::sortid_generator_close(self.raw.get()) }
    }
}

/// The calls that make IDs, of `&mut self` or of `&self`.
macro_rules! calls {
    ($self:ident, $($receiver:tt)+) => {
        /// The next ID.
        #[inline]
        pub fn next_id($($receiver)+ $self) -> Result<T, Error> {
            let generator = $self.storage.raw.get();
            // SAFETY: the buffer is valid; OK means that the ID is written.
            unsafe { Place::fill(|id| T::generator_next(generator, id, ptr::null_mut())) }
        }

        /// The next ID, and how it was made.
        pub fn next_with_events($($receiver)+ $self) -> Result<(T, Events), Error> {
            let (generator, mut events) = ($self.storage.raw.get(), 0);
            // SAFETY: as in next_id.
            let id = unsafe { Place::fill(|id| T::generator_next(generator, id, &mut events)) };
            id.map(|id| (id, Events(events)))
        }

        /// The text of the next ID.
        #[inline]
        pub fn next_text($($receiver)+ $self) -> Result<T::Text, Error> {
            $self.next_id().map(T::text)
        }

        /// Replaces all these IDs by new ones. On failure those that could not be made are MIN.
        pub fn fill($($receiver)+ $self, ids: &mut [T]) -> Result<Events, Error> {
            let mut all = 0;
            fill(ids, |ids, count, done| {
                let mut events = 0;
                // SAFETY: `fill` gives a valid buffer.
                let status = unsafe {
                    sys::sortid_generator_fill($self.storage.raw.get(), ids.cast(), count, done, &mut events)
                };
                all |= events;
                status
            })
            .map(|()| Events(all))
        }

        /// New IDs.
        pub fn new_many($($receiver)+ $self, count: usize) -> Result<Vec<T>, Error> {
            let mut ids = vec![T::MIN; count];
            $self.fill(&mut ids).map(|_| ids)
        }

        /// Appends the texts of new IDs, each followed by a separator, an ASCII character other than a
        /// letter, a digit or a hyphen; others are `BAD_OPTION`.
        pub fn new_many_text(
            $($receiver)+ $self, count: usize, separator: u8, text: &mut String,
        ) -> Result<(), Error> {
            append_many::<T>(text, count, separator, |to, capacity, written, count| {
                // SAFETY: `append_many` gives a buffer of that capacity; NULL is allowed.
                unsafe {
                    sys::sortid_generator_fill_text(
                        $self.storage.raw.get(), to, capacity, written, count, separator.into(), ptr::null_mut(),
                    )
                }
            })
        }
    };
}

/// A private generator: its IDs increase, unless the clock goes back further than the allowance (see `Mode`).
///
/// ```
/// use sortid::{Clock, Events, Generator, Options, Ulid};
///
/// let options = Options::new().clock(Clock::from_fn(1000, || Ok(1_700_000_000_000_000))).random(|_| Ok(()));
/// let mut generator = Generator::<Ulid>::with(options)?;
/// assert_eq!(generator.next_text()?.as_str(), "01HF7YAT000000000000000000");
/// let (id, events) = generator.next_with_events()?;
/// assert_eq!(id.to_string(), "01HF7YAT000000000000000001");
/// assert_eq!(events, Events::COUNTER_INCREMENTED);
/// # Ok::<(), sortid::Error>(())
/// ```
///
/// The state has one address for life, and nothing gives access to it, so safe code can neither move nor
/// copy it. The value that you hold may be moved, also to another thread:
///
/// ```compile_fail,E0382
/// # use sortid::{Generator, Ulid};
/// let mut generator = Generator::<Ulid>::new()?;
/// let moved = generator;
/// generator.next_id()?; // borrow of moved value
/// # Ok::<(), sortid::Error>(())
/// ```
/// ```compile_fail,E0599
/// # use sortid::{Generator, Ulid};
/// let generator = Generator::<Ulid>::new()?;
/// let copy = generator.clone(); // no method `clone`
/// # Ok::<(), sortid::Error>(())
/// ```
///
/// Two threads cannot use it at once; that is what [`Shared`] is for:
///
/// ```compile_fail,E0499
/// # use sortid::{Generator, Ulid};
/// let mut generator = Generator::<Ulid>::new()?;
/// std::thread::scope(|scope| {
///     scope.spawn(|| generator.next_id());
///     scope.spawn(|| generator.next_id()); // a second mutable borrow
/// });
/// # Ok::<(), sortid::Error>(())
/// ```
pub struct Generator<T: Id> {
    storage: Arc<Storage>, // the only one
    format: PhantomData<fn() -> T>,
}

impl<T: Id> fmt::Debug for Generator<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Generator<{}>", T::NAME)
    }
}

impl<T: Id> Generator<T> {
    /// A generator with the defaults. For Scru64 it fails: `NO_NODE_SPEC`.
    pub fn new() -> Result<Self, Error> {
        Self::with(Options::new())
    }

    /// A generator with options.
    pub fn with(options: Options) -> Result<Self, Error> {
        // SAFETY: the pointers are valid; sources stay with the storage.
        let storage = Storage::prepare(options, |storage, options, sources| unsafe {
            sys::sortid_generator_init(storage.raw.get(), T::format(), options, sources)
        })?;
        Ok(Self { storage, format: PhantomData })
    }

    calls!(self, &mut);
}

impl Generator<Scru64> {
    /// The node, with the last ID once there is one. `FORKED` in a forked child.
    pub fn node(&mut self) -> Result<NodeSpec, Error> {
        let mut node = NodeSpec::NONE;
        // SAFETY: the buffer is valid.
        match unsafe { sys::sortid_generator_node(self.storage.raw.get(), &mut node) } {
            0 => Ok(NodeSpec::from_raw(node)),
            status => Err(Error::of(status)),
        }
    }

    /// Gives the generator another node, in a forked child or at any time. IDs continue after both its last
    /// ID and that of the node.
    pub fn set_node(&mut self, node: NodeSpec) -> Result<(), Error> {
        // SAFETY: the pointers are valid.
        match unsafe { sys::sortid_generator_set_node(self.storage.raw.get(), &node.raw()) } {
            0 => Ok(()),
            status => Err(Error::of(status)),
        }
    }
}

/// One increasing sequence for any number of threads, and with a file or shared memory for processes.
///
/// ```
/// use sortid::{Shared, Ulid};
///
/// let shared = Shared::<Ulid>::new()?;
/// let ids = std::thread::scope(|scope| {
///     let threads = [0; 2].map(|_| scope.spawn(|| shared.next_id()));
///     threads.map(|thread| thread.join().unwrap())
/// });
/// assert_ne!(ids[0]?, ids[1]?);
/// # Ok::<(), sortid::Error>(())
/// ```
pub struct Shared<T: Id> {
    storage: Arc<Storage>, // the only one
    format: PhantomData<fn() -> T>,
}

impl<T: Id> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shared<{}>", T::NAME)
    }
}

impl<T: Id> Shared<T> {
    /// A generator for the threads of this process, with the defaults.
    pub fn new() -> Result<Self, Error> {
        Self::with(Options::new())
    }

    /// A generator for the threads of this process.
    pub fn with(options: Options) -> Result<Self, Error> {
        Self::prepare(options, |storage, options, sources| {
            let (state, scope) = (storage.memory.0.get(), Scope::Threads as i32);
            // SAFETY: the pointers are valid; the state and the sources stay with the storage.
            unsafe {
                sys::sortid_generator_attach(storage.raw.get(), T::format(), state, scope, options, sources)
            }
        })
    }

    /// A generator with its state in a file, which is created if it does not exist. IDs continue after those
    /// of all processes that used the file, also after a crash of the system.
    ///
    /// ```
    /// use sortid::{Options, Scru64, Shared};
    /// # let path = std::env::temp_dir().join(format!("sortid-{}", std::process::id()));
    /// let options = Options::new().node("42/8".parse()?);
    /// let last = Shared::<Scru64>::open(&path, options.clone())?.next_id()?;
    /// assert!(Shared::<Scru64>::open(&path, options)?.next_id()? > last);
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(path: impl AsRef<Path>, options: Options) -> Result<Self, Error> {
        Self::open_with(path, &FileOptions::new(), options)
    }

    /// The same, with options for the file.
    pub fn open_with(path: impl AsRef<Path>, file: &FileOptions, options: Options) -> Result<Self, Error> {
        let path = CString::new(path.as_ref().as_os_str().as_encoded_bytes())
            .map_err(|_| Error::from(Status::BAD_ARGUMENT))?;
        Self::prepare(options, |storage, options, sources| {
            // SAFETY: the pointers are valid; the sources stay with the storage.
            unsafe {
                sys::sortid_generator_open(
                    storage.raw.get(),
                    T::format(),
                    path.as_ptr(),
                    &file.0,
                    options,
                    sources,
                )
            }
        })
    }

    /// A generator on a state in memory that other generators use, too.
    ///
    /// # Safety
    /// The memory must stay valid until the generator is dropped. With [`Scope::Processes`] it must be
    /// shared by all processes that use it (`MAP_SHARED`), or else they make the same IDs.
    pub unsafe fn attach(state: *const SharedState, scope: Scope, options: Options) -> Result<Self, Error> {
        Self::prepare(options, |storage, options, sources| {
            // SAFETY: the caller's promise, and as above.
            unsafe {
                let state = UnsafeCell::raw_get(&raw const (*state).0);
                sys::sortid_generator_attach(
                    storage.raw.get(),
                    T::format(),
                    state,
                    scope as i32,
                    options,
                    sources,
                )
            }
        })
    }

    fn prepare(
        options: Options,
        call: impl FnOnce(&Storage, *const sys::sortid_options, *const sys::sortid_sources) -> i32,
    ) -> Result<Self, Error> {
        Ok(Self { storage: Storage::prepare(options, call)?, format: PhantomData })
    }

    calls!(self, &);
}

/// The state of shared generators in memory of your own, 576 bytes: zeros before the first use.
#[repr(transparent)]
pub struct SharedState(UnsafeCell<sys::sortid_shared_state>);

// SAFETY: generators use it by atomic operations or under its lock.
unsafe impl Sync for SharedState {}
// SAFETY: it is plain memory until a generator uses it.
unsafe impl Send for SharedState {}

impl SharedState {
    /// A state before its first use.
    #[allow(clippy::new_without_default, reason = "it belongs into memory of its own")]
    pub const fn new() -> Self {
        Self(UnsafeCell::new(sys::sortid_shared_state { opaque: [0; 72] }))
    }
}

/// Who uses a state in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The threads of one process. A forked child continues with a copy; Scru64 refuses there.
    Threads = sys::SCOPE_THREADS as isize,
    /// All processes that map the memory.
    Processes = sys::SCOPE_PROCESSES as isize,
}

/// Tells the library that this process continues from a snapshot of the machine or process that may be
/// resumed more than once. Each copy must call it before it makes IDs, or copies repeat them.
pub fn snapshot_resumed() {
    // SAFETY: one atomic store.
    unsafe { sys::sortid_snapshot_resumed() }
}
