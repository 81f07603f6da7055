// SPDX-License-Identifier: MIT
//! Calls of C that make or write many.

use crate::error::{Error, Status};
use crate::id::Id;

#[cold]
#[track_caller]
pub(crate) fn no_id(error: Error) -> ! {
    panic!("no ID can be made: {error}")
}

/// Fills a slice by a call of C, which may make fewer IDs if the next one is a reset.
pub(crate) fn fill<T: Id>(
    ids: &mut [T],
    mut make: impl FnMut(*mut T, usize, *mut usize) -> i32,
) -> Result<(), Error> {
    let mut at = 0;
    while at < ids.len() {
        let (mut done, rest) = (0, &mut ids[at..]);
        let status = make(rest.as_mut_ptr(), rest.len(), &mut done);
        if status != 0 {
            rest[done..].fill(T::MIN); // what C left there may not be IDs
            return Err(Error::of(status));
        }
        at += done;
    }
    Ok(())
}

/// Appends what a call of C writes into a buffer of `capacity` bytes.
pub(crate) fn append(
    text: &mut String,
    capacity: usize,
    separator: u8,
    write: impl FnOnce(*mut core::ffi::c_char, usize, *mut usize) -> i32,
) -> Result<(), Error> {
    if !separator.is_ascii() {
        return Err(Status::BAD_OPTION.into());
    }
    text.reserve(capacity);
    let mut written = 0;
    // SAFETY: the call writes at most `capacity` bytes, all ASCII.
    unsafe {
        let bytes = text.as_mut_vec();
        let status = write(bytes.as_mut_ptr().add(bytes.len()).cast(), capacity, &mut written);
        bytes.set_len(bytes.len() + written);
        if status == 0 { Ok(()) } else { Err(Error::of(status)) }
    }
}

/// Appends `count` texts by a call of C, which may make fewer if the next one is a reset.
pub(crate) fn append_many<T: Id>(
    text: &mut String,
    count: usize,
    separator: u8,
    mut make: impl FnMut(*mut core::ffi::c_char, usize, *mut usize, usize) -> i32,
) -> Result<(), Error> {
    let (each, begin) = (T::TEXT_LEN + 1, text.len());
    if count > isize::MAX as usize / each {
        return Err(Status::NO_SPACE.into());
    }
    loop {
        let rest = count - (text.len() - begin) / each;
        if rest == 0 {
            return Ok(());
        }
        append(text, rest * each, separator, |to, capacity, written| make(to, capacity, written, rest))?;
    }
}
