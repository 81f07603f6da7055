// SPDX-License-Identifier: MIT
//! New IDs, by the default generator of the thread.

macro_rules! make {
    ($Type:ident, $module:ident) => {
        #[cfg(feature = "std")]
        impl $Type {
            /// A new ID, larger than those that this thread made before.
            ///
            /// # Panics
            /// Where `try_new` fails: the clock or the system's randomness does, or the format's time is
            /// over.
            #[inline]
            #[allow(clippy::new_without_default, reason = "a default is a constant")]
            #[track_caller]
            pub fn new() -> Self {
                // As try_new, but a Result would cost a KSUID 8 ns in copies.
                let mut id = Place::<Self>::new();
                // SAFETY: the buffer is valid, NULL is allowed; OK means that the ID is written.
                unsafe {
                    match sys::$module::new(id.as_mut_ptr().cast(), ptr::null_mut()) {
                        0 => id.take(),
                        status => crate::many::no_id(Error::of(status)),
                    }
                }
            }

            /// A new ID, larger than those that this thread made before.
            #[inline]
            pub fn try_new() -> Result<Self, Error> {
                // SAFETY: the buffer is valid, NULL is allowed; OK means that the ID is written.
                unsafe { Place::fill(|id: *mut Self| sys::$module::new(id.cast(), ptr::null_mut())) }
            }

            /// Replaces all these IDs by new ones. On failure those that could not be made are MIN.
            pub fn fill(ids: &mut [Self]) -> Result<(), Error> {
                // SAFETY: `fill` gives a valid buffer; the type is transparent over its bytes.
                crate::many::fill(ids, |ids, count, done| unsafe {
                    sys::$module::fill(ids.cast(), count, done, ptr::null_mut())
                })
            }

            /// New IDs.
            pub fn new_many(count: usize) -> Result<Vec<Self>, Error> {
                let mut ids = vec![Self::MIN; count];
                Self::fill(&mut ids).map(|()| ids)
            }

            /// Appends the texts of new IDs, each followed by a separator: see `print_many`.
            pub fn new_many_text(count: usize, separator: u8, text: &mut String) -> Result<(), Error> {
                crate::many::append_many::<Self>(text, count, separator, |to, capacity, written, count| {
                    // SAFETY: `append_many` gives a buffer of that capacity; NULL is allowed.
                    unsafe {
                        sys::$module::fill_text(
                            to,
                            capacity,
                            written,
                            count,
                            separator.into(),
                            ptr::null_mut(),
                        )
                    }
                })
            }

            /// A random ID of a time, for data that is older than its IDs. IDs of one time have no order.
            /// `OUT_OF_RANGE` for a time that the format cannot have.
            pub fn at(time: impl Time) -> Result<Self, Error> {
                let ms = time.floor_ms().ok_or(Error::from(Status::OUT_OF_RANGE))?;
                // SAFETY: the buffer has the size of the format.
                unsafe {
                    Place::fill(|id: *mut Self| sys::sortid_new_at(sys::$module::format(), id.cast(), ms))
                }
            }
        }
    };
}
pub(crate) use make;
