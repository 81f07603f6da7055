// SPDX-License-Identifier: MIT
//! What a forked child does: sortid's IDs are all different; ferroid repeats those of the parent, because the
//! thread that moves its clock does not exist in the child, and the random bits are the parent's.
#![cfg(unix)]
use std::io::{Read, Write};
use std::os::fd::FromRawFd;

use ferroid::base32::Base32UlidExt;
use ferroid::generator::thread_local::Ulid as Ferroid;

/// How many IDs of a child its parent makes too, of `count` each.
fn repeated(make: fn() -> String, count: usize) -> usize {
    make();
    let mut ends = [0; 2];
    // SAFETY: the buffers are valid; the descriptors are new; the child makes IDs, writes and exits.
    unsafe {
        assert_eq!(libc::pipe(ends.as_mut_ptr()), 0);
        let child = libc::fork();
        if child == 0 {
            let texts: Vec<String> = (0..count).map(|_| make()).collect();
            let sent = std::fs::File::from_raw_fd(ends[1]).write_all(texts.join(" ").as_bytes());
            libc::_exit(i32::from(sent.is_err()))
        }
        let parent: Vec<String> = (0..count).map(|_| make()).collect();
        libc::close(ends[1]);
        let mut texts = String::new();
        std::fs::File::from_raw_fd(ends[0]).read_to_string(&mut texts).unwrap();
        let mut status = -1;
        libc::waitpid(child, &mut status, 0);
        assert_eq!((status, texts.split(' ').count()), (0, count));
        texts.split(' ').filter(|id| parent.iter().any(|each| each == id)).count()
    }
}

#[test]
fn sortid_repeats_nothing() {
    for _ in 0..50 {
        assert_eq!(repeated(|| sortid::Ulid::new().into(), 200), 0);
        assert_eq!(repeated(|| sortid::Uuid7::new().into(), 200), 0);
    }
}

/// If this fails, ferroid was repaired: docs/rust.md says that it was not.
#[test]
fn ferroid_repeats() {
    let make = || Ferroid::new_ulid_mono(|_| std::thread::yield_now()).encode().as_string();
    let all: usize = (0..50).map(|_| repeated(make, 200)).sum();
    println!("ferroid: {all} of 10000 IDs of a child were its parent's");
    assert!(all > 0);
}
