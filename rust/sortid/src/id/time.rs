// SPDX-License-Identifier: MIT
//! Times of an ID, and the first and last IDs of times.

macro_rules! time {
    ($Type:ident, $module:ident, $unit:literal * timestamp + $zero:literal) => {
        impl $Type {
            /// The Unix time in ms: of the start of the timestamp.
            #[inline]
            pub const fn unix_ms(self) -> u64 {
                self.timestamp() as u64 * $unit + $zero
            }

            /// The time: of the start of the timestamp.
            #[cfg(feature = "std")]
            pub fn time(self) -> std::time::SystemTime {
                std::time::UNIX_EPOCH + std::time::Duration::from_millis(self.unix_ms())
            }

            /// The smallest ID of the timestamp that contains a time; None if there is no such timestamp.
            pub fn min_at(time: impl Time) -> Option<Self> {
                let ms = time.floor_ms()?;
                // SAFETY: the buffer is valid.
                unsafe { Place::fill(|id: *mut Self| sys::$module::min_at(id.cast(), ms)) }.ok()
            }

            /// The largest ID of the timestamp that contains a time; None if there is no such timestamp.
            pub fn max_at(time: impl Time) -> Option<Self> {
                let ms = time.floor_ms()?;
                // SAFETY: the buffer is valid.
                unsafe { Place::fill(|id: *mut Self| sys::$module::max_at(id.cast(), ms)) }.ok()
            }

            /// The first and the last ID of a span of time, for `BETWEEN`; None if no ID is in it. Adjacent
            /// half-open spans share no ID and lose none.
            ///
            /// ```
            #[doc = concat!("# use sortid::", stringify!($Type), ";")]
            #[doc = concat!("let id = ", stringify!($Type), "::min_at(1_715_000_000_000u64).unwrap();")]
            #[doc = concat!("let may = ", stringify!($Type), "::range(1_714_521_600_000..1_717_200_000_000u64);")]
            /// assert!(may.unwrap().contains(&id));
            /// ```
            pub fn range<T: Time>(span: impl RangeBounds<T>) -> Option<RangeInclusive<Self>> {
                let (since, until) = crate::time::half_open(&span);
                let mut last = Self::MAX;
                // SAFETY: the buffers are valid and do not overlap.
                unsafe {
                    Place::fill(|first: *mut Self| {
                        sys::$module::range(first.cast(), &mut last.0, since, until)
                    })
                }
                .ok()
                .map(|first| first..=last)
            }
        }
    };
}
pub(crate) use time;
