// SPDX-License-Identifier: MIT
use core::ops::{Bound, RangeBounds};

/// A time: a Unix time in ms as `u64`, or a `SystemTime`.
pub trait Time: Copy + private::Sealed {
    /// Whole ms since 1970, rounded down; None before 1970.
    #[doc(hidden)]
    fn floor_ms(self) -> Option<u64>;

    /// The same rounded up; 0 before 1970.
    #[doc(hidden)]
    fn ceil_ms(self) -> u64;
}

mod private {
    pub trait Sealed {}
    impl Sealed for u64 {}
    #[cfg(feature = "std")]
    impl Sealed for std::time::SystemTime {}
}

impl Time for u64 {
    #[inline]
    fn floor_ms(self) -> Option<u64> {
        Some(self)
    }

    #[inline]
    fn ceil_ms(self) -> u64 {
        self
    }
}

#[cfg(feature = "std")]
impl Time for std::time::SystemTime {
    fn floor_ms(self) -> Option<u64> {
        self.duration_since(Self::UNIX_EPOCH).ok().map(|since| clamp(since.as_millis()))
    }

    fn ceil_ms(self) -> u64 {
        self.duration_since(Self::UNIX_EPOCH).map_or(0, |since| clamp(since.as_nanos().div_ceil(1_000_000)))
    }
}

/// Times beyond u64 are beyond every format too.
#[cfg(feature = "std")]
fn clamp(ms: u128) -> u64 {
    ms.try_into().unwrap_or(u64::MAX)
}

/// The ms from `since` until before `until` that are in a span; an open end is 0 or u64::MAX.
pub(crate) fn half_open<T: Time>(span: &impl RangeBounds<T>) -> (u64, u64) {
    let after = |time: T| time.floor_ms().map_or(0, |ms| ms.saturating_add(1));
    let since = match span.start_bound() {
        Bound::Included(&time) => time.ceil_ms(),
        Bound::Excluded(&time) => after(time),
        Bound::Unbounded => 0,
    };
    let until = match span.end_bound() {
        Bound::Included(&time) => after(time),
        Bound::Excluded(&time) => time.ceil_ms(),
        Bound::Unbounded => u64::MAX,
    };
    (since, until)
}
