// SPDX-License-Identifier: MIT
//! The declarations agree with the library that is linked.
use std::ffi::{CStr, CString};
use std::mem::{align_of, size_of};

use sortid_sys::*;

#[test]
fn sizes_are_those_of_the_library() {
    macro_rules! check {
        ($($type:ident)*) => {
            $(
                let name = CString::new(stringify!($type)).unwrap();
                // SAFETY: a text with its NUL.
                let size = unsafe { sortid_struct_size(name.as_ptr()) };
                assert_eq!(size, size_of::<$type>(), "{name:?}");
            )*
        };
    }
    check! {
        sortid_clock sortid_random sortid_sleep sortid_bound sortid_sources sortid_scru64_node_spec
        sortid_options sortid_file_options sortid_generator sortid_machine sortid_shared_state
        sortid_published sortid_kind_info sortid_reading sortid_recognize_options
    }
    assert_eq!(align_of::<sortid_generator>(), 8);
}

#[test]
fn statuses_have_the_names_of_the_library() {
    macro_rules! check {
        ($($name:ident $number:literal),*) => {
            $(
                // SAFETY: the name is a static text.
                let name = unsafe { CStr::from_ptr(sortid_status_name($number)) };
                assert_eq!(name.to_str().unwrap(), concat!("SORTID_", stringify!($name)));
            )*
            // SAFETY: as above.
            let after = unsafe { CStr::from_ptr(sortid_status_name([$($number),*].len() as i32)) };
            assert_eq!(after.to_str().unwrap(), "SORTID_?");
        };
    }
    statuses!(check);
}

#[test]
fn versions_agree() {
    // SAFETY: no arguments.
    let number = unsafe { sortid_version_number() };
    assert_eq!(number / 1000, VERSION_NUMBER / 1000);
}
