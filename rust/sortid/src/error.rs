// SPDX-License-Identifier: MIT
use core::ffi::CStr;
use core::fmt;

use sortid_sys as sys;

/// What went wrong, by the number of the C library. Later versions may know more.
///
/// ```
/// use sortid::{Ulid, Status};
/// match "01BX5ZZKBKACTAV9WEVGEMMVRU".parse::<Ulid>() {
///     Err(error) if error.status() == Status::BAD_DIGIT => assert_eq!(error.position(), 25),
///     other => panic!("{other:?}"),
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Status(pub(crate) i32);

macro_rules! constants {
    ($($name:ident $number:literal),*) => {
        /// `SORTID_` and the name in C: base.h describes them.
        #[allow(missing_docs)]
        impl Status {
            $(pub const $name: Self = Self($number);)*
        }
    };
}
sys::statuses!(constants);

impl Status {
    /// A panic of a source, which continues where the call of the library ends.
    #[cfg(feature = "std")]
    pub(crate) const PANIC: Self = Self(sys::STATUS_USER_LAST);

    /// A status of your own sources, 0 to 65,534: generators return it as it is.
    ///
    /// # Panics
    /// For a larger number.
    pub const fn user(number: u16) -> Self {
        assert!(number < u16::MAX);
        Self(sys::STATUS_USER_FIRST + number as i32)
    }

    /// The number in C.
    pub const fn code(self) -> i32 {
        self.0
    }

    /// The name in C without `SORTID_`: `"BAD_DIGIT"`; `"?"` for a number without a name.
    pub fn name(self) -> &'static str {
        // SAFETY: the library returns a static text in ASCII that begins with SORTID_.
        unsafe { static_text(sys::sortid_status_name(self.0)) }.trim_start_matches("SORTID_")
    }
}

/// # Safety
/// A static text in ASCII.
pub(crate) unsafe fn static_text(text: *const core::ffi::c_char) -> &'static str {
    // SAFETY: the caller's promise.
    unsafe { core::str::from_utf8_unchecked(CStr::from_ptr(text).to_bytes()) }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if (sys::STATUS_USER_FIRST..sys::STATUS_USER_FIRST + i32::from(u16::MAX)).contains(&self.0) {
            return write!(f, "status {} of a source of the program", self.0 - sys::STATUS_USER_FIRST);
        }
        // SAFETY: the library returns a static text in ASCII.
        f.pad(unsafe { static_text(sys::sortid_status_text(self.0)) })
    }
}

impl fmt::Debug for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            "?" => write!(f, "Status({:#x})", self.0),
            name => f.write_str(name),
        }
    }
}

/// A text or bytes that are not an ID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseError {
    pub(crate) status: Status,
    pub(crate) position: usize,
}

impl ParseError {
    #[cold]
    pub(crate) const fn new(status: i32, position: usize) -> Self {
        Self { status: Status(status), position }
    }

    /// What is wrong.
    pub const fn status(&self) -> Status {
        self.status
    }

    /// Where: the index of the byte.
    pub const fn position(&self) -> usize {
        self.position
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at byte {}", self.status, self.position)
    }
}

impl core::error::Error for ParseError {}

/// No ID could be made, or a generator not prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Error {
    status: Status,
    system: i32,
}

impl Error {
    /// The error of the library's last call in this thread. A panic of a source continues here.
    #[cold]
    pub(crate) fn of(status: i32) -> Self {
        #[cfg(feature = "std")]
        if status == Status::PANIC.0 {
            crate::source::resume_panic();
        }
        use Status as S;
        let status = Status(status);
        #[cfg(feature = "std")]
        let system = match status {
            S::FILE_FAILED
            | S::CLOCK_FAILED
            | S::RANDOM_FAILED
            | S::SLEEP_FAILED
            | S::FORK_GUARD_FAILED
            // SAFETY: no arguments.
            | S::THREAD_GUARD_FAILED => unsafe { sys::sortid_system_error() },
            _ => 0,
        };
        #[cfg(not(feature = "std"))]
        let system = 0;
        #[cfg(not(feature = "std"))]
        let _ = S::OK;
        Self { status, system }
    }

    /// What is wrong.
    pub const fn status(&self) -> Status {
        self.status
    }

    /// What the operating system said, if it made the call fail.
    #[cfg(feature = "std")]
    pub fn system_error(&self) -> Option<std::io::Error> {
        (self.system != 0).then(|| std::io::Error::from_raw_os_error(self.system))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.status.fmt(f)?;
        #[cfg(feature = "std")]
        if let Some(error) = self.system_error() {
            write!(f, ": {error}")?;
        }
        Ok(())
    }
}

impl core::error::Error for Error {}

/// Without the position.
impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        error.status.into()
    }
}

impl From<Status> for Error {
    fn from(status: Status) -> Self {
        Self { status, system: 0 }
    }
}

/// How IDs were made: a set of bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Events(pub(crate) u32);

impl Events {
    /// The first ID of its timestamp: new random counters.
    pub const NEW_TIMESTAMP: Self = Self(1);
    /// The timestamp of the ID before, and its counter + 1 or a step.
    pub const COUNTER_INCREMENTED: Self = Self(2);
    /// Scru128: counter_lo ran over into counter_hi.
    pub const COUNTER_CARRIED: Self = Self(4);
    /// A timestamp ahead of the clock: full counters, or a fork.
    pub const TIMESTAMP_BORROWED: Self = Self(8);
    /// The clock went back too far: the order breaks before this ID.
    pub const RESET: Self = Self(16);

    /// Whether one of these events is in the set.
    pub const fn contains(self, events: Self) -> bool {
        self.0 & events.0 != 0
    }

    /// The bits, as in C.
    pub const fn bits(self) -> u32 {
        self.0
    }
}

impl fmt::Debug for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [&str; 5] =
            ["NEW_TIMESTAMP", "COUNTER_INCREMENTED", "COUNTER_CARRIED", "TIMESTAMP_BORROWED", "RESET"];
        f.debug_set()
            .entries((0..32).filter(|bit| self.0 >> bit & 1 != 0).map(|bit| NAMES.get(bit).unwrap_or(&"?")))
            .finish()
    }
}
