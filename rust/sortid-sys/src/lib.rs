// SPDX-License-Identifier: MIT
//! Declarations of the C library sortid 0.9. The crate `sortid` is safe and has the documentation; that of
//! these calls is in the C headers.
//!
//! The calls of a format are in the module of its name: `ulid::new` is `sortid_ulid_new`. An ID is an array
//! of bytes here. Without the feature `std` there is what a freestanding build of the library has.
#![no_std]
#![allow(non_camel_case_types, missing_docs)]
#![allow(clippy::missing_safety_doc)]

use core::ffi::{c_char, c_int, c_void};

// ---- Constants ----------------------------------------------------------------------------------

pub const VERSION_NUMBER: u32 = 9000;

/// A C enum `sortid_status`.
pub type sortid_status = i32;
/// Bits.
pub type sortid_event = u32;

pub const STATUS_USER_FIRST: sortid_status = 0x10000;
pub const STATUS_USER_LAST: sortid_status = 0x1ffff;

pub const NO_SEPARATOR: c_int = 0x100;
pub const MORE: c_int = 0x200;

pub const MODE_ABORT: u32 = 1;
pub const MODE_RESET: u32 = 2;
pub const MODE_WAIT: u32 = 3;

pub const OPTION_STATELESS: u32 = 1;
pub const OPTION_BORROW: u32 = 2;
pub const OPTION_RANDOM_STEP: u32 = 4;
pub const OPTION_FRACTION: u32 = 8;
pub const OPTION_BOUND_IN_STATE: u32 = 16;

pub const ALLOWANCE_NONE: u64 = u64::MAX;
pub const ALLOWANCE_UNLIMITED: u64 = u64::MAX - 1;
pub const GUARD_NONE: u8 = 255;
pub const FILE_WAIT_NONE: u64 = u64::MAX;
pub const FILE_WAIT_UNLIMITED: u64 = u64::MAX - 1;

pub const SCOPE_THREADS: i32 = 1;
pub const SCOPE_PROCESSES: i32 = 2;

pub const MAX_SIZE: usize = 32;
pub const MAX_TEXT_SIZE: usize = 80;
pub const NODE_SPEC_SIZE: usize = 16;
pub const TYPEID_TEXT_SIZE: usize = 91;
pub const READING_TEXT_SIZE: usize = 96;
pub const READINGS_MAX: usize = 64;

/// Statuses, each with its name in C without `SORTID_`.
#[macro_export]
macro_rules! statuses {
    ($with:ident) => {
        $with! {
            OK 0, BAD_LENGTH 1, BAD_DIGIT 2, OUT_OF_RANGE 3, BAD_NODE_SPEC 4, RESERVED 5, BAD_OPTION 6,
            NO_NODE_SPEC 7, ALREADY_SET 8, NOT_INITIALIZED 9, CLOCK_FAILED 10, CLOCK_OUT_OF_RANGE 11,
            RANDOM_FAILED 12, SLEEP_FAILED 13, ROLLBACK 14, WAIT 15, OVERFLOW 16, EXHAUSTED 17, FORKED 18,
            BUSY 19, FORK_GUARD_FAILED 20, THREAD_GUARD_FAILED 21, STATE_UNRECOGNIZED 22, STATE_DAMAGED 23,
            STATE_MISMATCH 24, STATE_UNUSABLE 25, FILE_FAILED 26, FILE_REFUSED 27, BOUND_REACHED 28,
            RESERVATION_LOST 29, NO_SPACE 30, MOVED 31, CLOSED 32, WRONG_FORMAT 33, FILE_LOCKED 34,
            BAD_VERSION 35, BAD_VARIANT 36, BOUND_IN_USE 37, BAD_FORMAT 38, BAD_ARGUMENT 39,
            SOURCE_FAILED 40, CLOCK_STOPPED 41
        }
    };
}

// ---- Structs: sizes are compared with sortid_struct_size in the tests ----------------------------

#[repr(C)]
pub struct sortid_format {
    opaque: [u8; 0],
}

#[repr(C)]
pub struct sortid_kind {
    opaque: [u8; 0],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_clock {
    pub read: Option<unsafe extern "C" fn(*mut c_void, *mut u64) -> sortid_status>,
    pub context: *mut c_void,
    pub resolution_us: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_random {
    pub fill: Option<unsafe extern "C" fn(*mut c_void, *mut c_void, usize, u64) -> sortid_status>,
    pub context: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_sleep {
    pub sleep: Option<unsafe extern "C" fn(*mut c_void, u64) -> sortid_status>,
    pub context: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_bound {
    pub cover: Option<unsafe extern "C" fn(*mut c_void, u64, u32) -> sortid_status>,
    pub context: *mut c_void,
    pub reserved: [u64; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_sources {
    pub clock: sortid_clock,
    pub random: sortid_random,
    pub sleep: sortid_sleep,
    pub reserved: [u64; 4],
}

#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct sortid_scru64_node_spec {
    pub node_id: u32,
    pub node_id_size: u32,
    pub has_last: bool,
    pub last: [u8; 8],
    pub reserved8: [u8; 7],
    pub reserved: [u64; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_options {
    pub mode: u32,
    pub flags: u32,
    pub allowance_ms: u64,
    pub guard_bits: u8,
    pub extension_bits: u8,
    pub node_bits: u8,
    pub reserved8: u8,
    pub node_id: u32,
    pub node: sortid_scru64_node_spec,
    pub bound: sortid_bound,
    pub reserved: [u64; 6],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_file_options {
    pub permissions: u32,
    pub copy_ahead_ms: u32,
    pub wait_ms: u64,
    pub any_owner: bool,
    pub must_exist: bool,
    pub reserved8: [u8; 6],
    pub reserved: [u64; 4],
}

#[repr(C)]
pub struct sortid_generator {
    pub opaque: [u64; 64],
}

#[repr(C)]
pub struct sortid_machine {
    pub opaque: [u64; 16],
}

#[repr(C)]
pub struct sortid_shared_state {
    pub opaque: [u64; 72],
}

#[repr(C)]
pub struct sortid_published {
    pub opaque: [u64; 8],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_kind_info {
    pub name: *const c_char,
    pub title: *const c_char,
    pub family: *const c_char,
    pub format: *const sortid_format,
    pub size: u32,
    pub field_count: u32,
    pub is_vague: u32,
    pub reserved32: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_reading {
    pub kind: *const sortid_kind,
    pub format: *const sortid_format,
    pub form: u32,
    pub confidence: u32,
    pub why: u32,
    pub leniency: u32,
    pub unix_ms: i64,
    pub has_time: u32,
    pub size: u32,
    pub id: [u8; MAX_SIZE],
    pub prefix: [c_char; 64],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_recognize_options {
    pub kind: *const sortid_kind,
    pub flags: u32,
    pub reserved32: u32,
    pub epoch_ms: i64,
    pub plausible_until_ms: i64,
    pub reserved: [u64; 3],
}

// ---- Calls that need no operating system ----------------------------------------------------------

unsafe extern "C" {
    pub fn sortid_status_text(status: sortid_status) -> *const c_char;
    pub fn sortid_status_name(status: sortid_status) -> *const c_char;
    pub fn sortid_version() -> *const c_char;
    pub fn sortid_version_number() -> u32;

    pub fn sortid_format_at(index: usize) -> *const sortid_format;

    pub fn sortid_machine_init(
        machine: *mut sortid_machine,
        format: *const sortid_format,
        options: *const sortid_options,
    ) -> sortid_status;
    pub fn sortid_machine_step(
        machine: *mut sortid_machine,
        id: *mut u8,
        unix_us: u64,
        random: *const sortid_random,
        event: *mut sortid_event,
        wait_us: *mut u64,
    ) -> sortid_status;
    pub fn sortid_machine_after_fork(machine: *mut sortid_machine) -> sortid_status;

    pub fn sortid_scru64_node_spec_parse(
        out: *mut sortid_scru64_node_spec,
        text: *const c_char,
        length: usize,
        position: *mut usize,
    ) -> sortid_status;
    pub fn sortid_scru64_node_spec_print(text: *mut c_char, spec: *const sortid_scru64_node_spec) -> usize;

    pub fn sortid_ulid_parse_lenient(
        out: *mut [u8; 16],
        text: *const c_char,
        length: usize,
        position: *mut usize,
        leniency: *mut u32,
    ) -> sortid_status;

    pub fn sortid_typeid_parse(
        uuid: *mut [u8; 16],
        prefix_length: *mut usize,
        text: *const c_char,
        length: usize,
        position: *mut usize,
    ) -> sortid_status;
    pub fn sortid_typeid_print(
        text: *mut c_char,
        capacity: usize,
        written: *mut usize,
        prefix: *const c_char,
        prefix_length: usize,
        uuid: *const [u8; 16],
        position: *mut usize,
    ) -> sortid_status;

    pub fn sortid_kind_describe(
        kind: *const sortid_kind,
        info: *mut sortid_kind_info,
        size: usize,
    ) -> sortid_status;
    pub fn sortid_recognize(
        readings: *mut sortid_reading,
        size: usize,
        capacity: usize,
        count: *mut usize,
        text: *const c_char,
        length: usize,
        options: *const sortid_recognize_options,
        position: *mut usize,
    ) -> sortid_status;
    pub fn sortid_reading_print(
        reading: *const sortid_reading,
        text: *mut c_char,
        capacity: usize,
        written: *mut usize,
    ) -> sortid_status;
    pub fn sortid_reading_print_field(
        reading: *const sortid_reading,
        name: *mut *const c_char,
        text: *mut c_char,
        capacity: usize,
        written: *mut usize,
        index: usize,
    ) -> sortid_status;
}

// ---- Calls that need an operating system ----------------------------------------------------------

#[cfg(feature = "std")]
unsafe extern "C" {
    pub fn sortid_system_error() -> c_int;
    pub fn sortid_struct_size(name: *const c_char) -> usize;
    pub fn sortid_snapshot_resumed();

    pub fn sortid_sources_default(out: *mut sortid_sources);
    pub fn sortid_clock_exact(out: *mut sortid_clock);
    pub fn sortid_clock_tsc(out: *mut sortid_clock);
    pub fn sortid_published_set(clock: *mut sortid_published, unix_us: u64);
    pub fn sortid_published_update(clock: *mut sortid_published) -> sortid_status;
    pub fn sortid_clock_published(out: *mut sortid_clock, clock: *mut sortid_published, resolution_us: u32);

    pub fn sortid_generator_init(
        generator: *mut sortid_generator,
        format: *const sortid_format,
        options: *const sortid_options,
        sources: *const sortid_sources,
    ) -> sortid_status;
    pub fn sortid_generator_attach(
        generator: *mut sortid_generator,
        format: *const sortid_format,
        state: *mut sortid_shared_state,
        scope: i32,
        options: *const sortid_options,
        sources: *const sortid_sources,
    ) -> sortid_status;
    pub fn sortid_generator_open(
        generator: *mut sortid_generator,
        format: *const sortid_format,
        path: *const c_char,
        file: *const sortid_file_options,
        options: *const sortid_options,
        sources: *const sortid_sources,
    ) -> sortid_status;
    pub fn sortid_generator_close(generator: *mut sortid_generator);
    pub fn sortid_generator_fill(
        generator: *mut sortid_generator,
        ids: *mut u8,
        count: usize,
        done: *mut usize,
        event: *mut sortid_event,
    ) -> sortid_status;
    pub fn sortid_generator_fill_text(
        generator: *mut sortid_generator,
        text: *mut c_char,
        capacity: usize,
        written: *mut usize,
        count: usize,
        separator: c_int,
        event: *mut sortid_event,
    ) -> sortid_status;
    pub fn sortid_generator_set_node(
        generator: *mut sortid_generator,
        node: *const sortid_scru64_node_spec,
    ) -> sortid_status;
    pub fn sortid_generator_node(
        generator: *const sortid_generator,
        out: *mut sortid_scru64_node_spec,
    ) -> sortid_status;
}

// ---- Calls of each format --------------------------------------------------------------------------

macro_rules! format_calls {
    ($module:ident, $name:literal, $size:literal) => {
        /// The calls of one format.
        pub mod $module {
            use super::*;

            /// Bytes of an ID.
            pub const SIZE: usize = $size;

            unsafe extern "C" {
                #[link_name = concat!("sortid_", $name, "_format")]
                pub fn format() -> *const sortid_format;
                #[link_name = concat!("sortid_", $name, "_parse")]
                pub fn parse(
                    out: *mut [u8; $size],
                    text: *const c_char,
                    length: usize,
                    position: *mut usize,
                ) -> sortid_status;
                #[link_name = concat!("sortid_", $name, "_print")]
                pub fn print(text: *mut c_char, id: *const [u8; $size]) -> usize;
                #[link_name = concat!("sortid_", $name, "_parse_as")]
                pub fn parse_as(
                    out: *mut [u8; $size],
                    encoding: i32,
                    text: *const c_char,
                    length: usize,
                    position: *mut usize,
                ) -> sortid_status;
                #[link_name = concat!("sortid_", $name, "_print_as")]
                pub fn print_as(
                    text: *mut c_char,
                    capacity: usize,
                    written: *mut usize,
                    encoding: i32,
                    id: *const [u8; $size],
                ) -> sortid_status;
                #[link_name = concat!("sortid_", $name, "_parse_many")]
                pub fn parse_many(
                    out: *mut [u8; $size],
                    count: usize,
                    done: *mut usize,
                    consumed: *mut usize,
                    text: *const c_char,
                    length: usize,
                    separator: c_int,
                    position: *mut usize,
                ) -> sortid_status;
                #[link_name = concat!("sortid_", $name, "_print_many")]
                pub fn print_many(
                    text: *mut c_char,
                    capacity: usize,
                    written: *mut usize,
                    ids: *const [u8; $size],
                    count: usize,
                    separator: c_int,
                ) -> sortid_status;
                #[link_name = concat!("sortid_", $name, "_unix_ms")]
                pub fn unix_ms(id: *const [u8; $size]) -> u64;
                #[link_name = concat!("sortid_", $name, "_min_at")]
                pub fn min_at(out: *mut [u8; $size], unix_ms: u64) -> sortid_status;
                #[link_name = concat!("sortid_", $name, "_max_at")]
                pub fn max_at(out: *mut [u8; $size], unix_ms: u64) -> sortid_status;
                #[link_name = concat!("sortid_", $name, "_range")]
                pub fn range(
                    first: *mut [u8; $size],
                    last: *mut [u8; $size],
                    since_ms: u64,
                    until_ms: u64,
                ) -> sortid_status;
                #[link_name = concat!("sortid_", $name, "_successor")]
                pub fn successor(
                    out: *mut [u8; $size],
                    id: *const [u8; $size],
                    carried: *mut bool,
                ) -> sortid_status;
                #[link_name = concat!("sortid_", $name, "_predecessor")]
                pub fn predecessor(
                    out: *mut [u8; $size],
                    id: *const [u8; $size],
                    carried: *mut bool,
                ) -> sortid_status;
            }

            #[cfg(feature = "std")]
            unsafe extern "C" {
                #[link_name = concat!("sortid_", $name, "_new")]
                pub fn new(out: *mut [u8; $size], event: *mut sortid_event) -> sortid_status;
                #[link_name = concat!("sortid_", $name, "_fill")]
                pub fn fill(
                    out: *mut [u8; $size],
                    count: usize,
                    done: *mut usize,
                    event: *mut sortid_event,
                ) -> sortid_status;
                #[link_name = concat!("sortid_", $name, "_fill_text")]
                pub fn fill_text(
                    text: *mut c_char,
                    capacity: usize,
                    written: *mut usize,
                    count: usize,
                    separator: c_int,
                    event: *mut sortid_event,
                ) -> sortid_status;
                #[link_name = concat!("sortid_", $name, "_generator_next")]
                pub fn generator_next(
                    generator: *mut sortid_generator,
                    out: *mut [u8; $size],
                    event: *mut sortid_event,
                ) -> sortid_status;
            }
        }
    };
}

format_calls!(scru128, "scru128", 16);
format_calls!(scru128v1, "scru128v1", 16);
format_calls!(scru160, "scru160", 20);
format_calls!(scru64, "scru64", 8);
format_calls!(ulid, "ulid", 16);
format_calls!(uuidv7, "uuidv7", 16);
format_calls!(ksuid, "ksuid", 20);

#[cfg(feature = "std")]
unsafe extern "C" {
    /// By format; `BAD_FORMAT` for scru64.
    pub fn sortid_new_at(format: *const sortid_format, id: *mut u8, unix_ms: u64) -> sortid_status;
}
