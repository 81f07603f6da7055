// SPDX-License-Identifier: MIT
use core::mem::MaybeUninit;

use crate::error::{Error, ParseError};

/// Where C writes an ID.
#[repr(C, align(8))]
pub(crate) struct Place<T>(MaybeUninit<T>);

/// A word at any address.
#[repr(C, packed)]
struct Word(u64);

impl<T: Copy> Place<T> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    #[inline(always)]
    pub(crate) fn as_mut_ptr(&mut self) -> *mut T {
        self.0.as_mut_ptr()
    }

    /// The ID that a call of C writes, or the error of its status.
    ///
    /// # Safety
    /// Status 0 must mean that the ID is written, and is one.
    #[inline(always)]
    pub(crate) unsafe fn fill(call: impl FnOnce(*mut T) -> i32) -> Result<T, Error> {
        let mut place = Self::new();
        match call(place.as_mut_ptr()) {
            // SAFETY: the caller's promise.
            0 => Ok(unsafe { place.take() }),
            status => Err(Error::of(status)),
        }
    }

    /// The same of a call that reads a text, and writes the position of a fault.
    ///
    /// # Safety
    /// As above.
    #[inline(always)]
    pub(crate) unsafe fn read(call: impl FnOnce(*mut T, *mut usize) -> i32) -> Result<T, ParseError> {
        let (mut place, mut position) = (Self::new(), 0);
        match call(place.as_mut_ptr(), &mut position) {
            // SAFETY: the caller's promise.
            0 => Ok(unsafe { place.take() }),
            status => Err(ParseError::new(status, position)),
        }
    }

    /// The ID, read in the words in which C has just written it: one wider load, which the compiler would
    /// choose, waits until the stores are done, and costs 4 ns.
    ///
    /// # Safety
    /// It must be written.
    #[inline(always)]
    pub(crate) unsafe fn take(&self) -> T {
        const { assert!(matches!(size_of::<T>(), 8 | 16 | 20)) };
        let mut id = MaybeUninit::uninit();
        // SAFETY: the words are within both, and written. Of 160 bits the first 32 are written alone.
        unsafe {
            if size_of::<T>() == 20 {
                self.copy::<u32>(&mut id, 0);
                self.copy::<Word>(&mut id, 4);
                self.copy::<Word>(&mut id, 12);
            } else {
                self.copy::<u64>(&mut id, 0);
                if size_of::<T>() == 16 {
                    self.copy::<u64>(&mut id, 8);
                }
            }
            id.assume_init()
        }
    }

    /// # Safety
    /// A word must be there, aligned as W.
    #[inline(always)]
    unsafe fn copy<W>(&self, to: &mut MaybeUninit<T>, at: usize) {
        // SAFETY: the caller's promise; `to` may have any address.
        unsafe {
            let word = self.0.as_ptr().byte_add(at).cast::<W>().read_volatile();
            to.as_mut_ptr().byte_add(at).cast::<W>().write_unaligned(word);
        }
    }
}
