// SPDX-License-Identifier: MIT
//! What a call costs in Rust: as a multiple of C's call, which is measured in the same rounds of the same
//! process; and what those of other crates cost, with their own randomness.
//!
//! Each round runs every row once, for about `MILLISECONDS`; the table has the best round and the median.
//!   cargo run --release [--features fast-rng] [-- ROUNDS]
use std::ffi::c_void;
use std::hint::black_box;
use std::time::Instant;

use ferroid::base32::Base32UlidExt;
use sortid::{Clock, Generator, Ksuid, Options, PublishedClock, Scru64, Scru128, Shared, Ulid, Uuid7};
use svix_ksuid::KsuidLike;

const MILLISECONDS: f64 = 0.2; // less than other processes leave us

static CLOCK: PublishedClock = PublishedClock::new();

macro_rules! loops {
    ($($name:ident)*) => {
        unsafe extern "C" {
            $(safe fn $name(count: usize);)*
        }
    };
}
loops! {
    loop_ulid_new loop_ulid_fill loop_ulid_text loop_ulid_parse
    loop_uuidv7_new loop_uuidv7_fill loop_uuidv7_text loop_uuidv7_parse
    loop_ksuid_new loop_ksuid_text loop_ksuid_parse
    loop_scru128_new loop_scru128_text loop_scru128_parse
    loop_scru64_text loop_scru64_parse
}
unsafe extern "C" {
    fn loop_ulid_next(generator: *mut c_void, count: usize);
    fn loop_scru64_next(generator: *mut c_void, count: usize);
}

struct Row {
    group: &'static str,
    name: &'static str,
    run: Box<dyn FnMut(usize)>,
    count: usize,
    rounds: Vec<f64>, // ns of a call
}

#[derive(Default)]
struct Table(Vec<Row>);

impl Table {
    fn add_loop(&mut self, group: &'static str, name: &'static str, run: impl FnMut(usize) + 'static) {
        self.0.push(Row { group, name, run: Box::new(run), count: 1000, rounds: Vec::new() });
    }

    fn add<T>(&mut self, group: &'static str, name: &'static str, mut call: impl FnMut() -> T + 'static) {
        self.add_loop(group, name, move |count| {
            for _ in 0..count {
                black_box(&call()); // as C: in memory, without another copy
            }
        });
    }

    fn run(&mut self, rounds: usize) {
        for round in 0..=rounds {
            for row in &mut self.0 {
                CLOCK.update().unwrap();
                let begin = Instant::now();
                (row.run)(row.count);
                let ns = begin.elapsed().as_nanos() as f64 / row.count as f64;
                match round {
                    // Whole thousands, for the rows that make a thousand at once.
                    0 => row.count = ((MILLISECONDS * 1e6 / ns / 1000.0).ceil() as usize).max(1) * 1000,
                    _ => row.rounds.push(ns),
                }
            }
        }
    }

    fn print(&mut self) {
        println!("| what | call | best, ns | median | of C, best | median |");
        println!("| --- | --- | ---: | ---: | ---: | ---: |");
        let mut c = (0.0, 0.0);
        for row in &mut self.0 {
            row.rounds.sort_by(f64::total_cmp);
            let (best, median) = (row.rounds[0], row.rounds[row.rounds.len() / 2]);
            if row.name == "C" {
                c = (best, median);
            }
            println!(
                "| {} | {} | {best:.2} | {median:.2} | {:.2} | {:.2} |",
                row.group,
                row.name,
                best / c.0,
                median / c.1
            );
        }
    }
}

/// A generator in C, never freed; with the published clock, or for scru64 with the default one.
fn generator_in_c(
    format: *const sortid_sys::sortid_format,
    options: &sortid_sys::sortid_options,
    is_shared: bool,
) -> usize {
    let generator = Box::leak(Box::new(sortid_sys::sortid_generator { opaque: [0; 64] }));
    // SAFETY: the pointers are valid; the clock is static.
    unsafe {
        let mut sources = std::mem::zeroed();
        sortid_sys::sortid_sources_default(&mut sources);
        if options.node.node_id_size == 0 {
            let clock = std::ptr::from_ref(&CLOCK).cast_mut().cast();
            sortid_sys::sortid_clock_published(&mut sources.clock, clock, 1000);
        }
        let status = if is_shared {
            let state = Box::leak(Box::new(sortid_sys::sortid_shared_state { opaque: [0; 72] }));
            let scope = sortid_sys::SCOPE_THREADS;
            sortid_sys::sortid_generator_attach(generator, format, state, scope, options, &sources)
        } else {
            sortid_sys::sortid_generator_init(generator, format, options, &sources)
        };
        assert_eq!(status, 0);
    }
    std::ptr::from_mut(generator) as usize
}

fn ulid(table: &mut Table) {
    use ferroid::generator::thread_local::Ulid as Ferroid;
    const TEXT: &str = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    let wait = |_| std::thread::yield_now();

    let group = "ulid: new";
    table.add_loop(group, "C", |count| loop_ulid_new(count));
    table.add(group, "Ulid::new", Ulid::new);
    table.add(group, "Ulid::try_new", Ulid::try_new);
    table.add(group, "ulid generate", ulid::Ulid::generate);
    let mut theirs = ulid::Generator::new();
    table.add(group, "ulid Generator", move || theirs.generate().is_ok());
    table.add(group, "ferroid new_ulid", Ferroid::new_ulid);
    table.add(group, "ferroid new_ulid_mono", move || Ferroid::new_ulid_mono(wait));

    let group = "ulid: new String";
    table.add_loop(group, "C", |count| loop_ulid_new(count));
    table.add(group, "String::from(Ulid::new())", || String::from(Ulid::new()));
    table.add(group, "Ulid::new().to_string()", || Ulid::new().to_string());
    table.add(group, "ulid generate().to_string()", || ulid::Ulid::generate().to_string());
    table.add(group, "ferroid encode().as_string()", move || {
        Ferroid::new_ulid_mono(wait).encode().as_string()
    });

    let group = "ulid: generator, published clock";
    // SAFETY: no arguments; zeros are the defaults.
    let (format, in_c_options) = unsafe { (sortid_sys::ulid::format(), std::mem::zeroed()) };
    let in_c = generator_in_c(format, &in_c_options, false);
    // SAFETY: a generator that is never freed.
    table.add_loop(group, "C", move |count| unsafe { loop_ulid_next(in_c as *mut c_void, count) });
    let options = Options::new().clock(Clock::published(&CLOCK, 1000));
    let mut generator = Generator::<Ulid>::with(options.clone()).unwrap();
    table.add(group, "Generator::next_id", move || generator.next_id());
    table.add(group, "ferroid new_ulid_mono", move || Ferroid::new_ulid_mono(wait));
    let group = "ulid: shared, published clock";
    let in_c = generator_in_c(format, &in_c_options, true);
    // SAFETY: a generator that is never freed.
    table.add_loop(group, "C", move |count| unsafe { loop_ulid_next(in_c as *mut c_void, count) });
    let shared = Shared::<Ulid>::with(options).unwrap();
    table.add(group, "Shared::next_id", move || shared.next_id());

    let group = "ulid: many, each";
    table.add_loop(group, "C", |count| loop_ulid_fill(count));
    let mut ids = vec![Ulid::MIN; 1000];
    table.add_loop(group, "Ulid::fill", move |count| {
        for _ in 0..count / 1000 {
            Ulid::fill(black_box(&mut ids)).unwrap();
        }
    });

    let group = "ulid: text";
    let (ours, theirs): (Ulid, ulid::Ulid) = (TEXT.parse().unwrap(), TEXT.parse().unwrap());
    let ferroid = ferroid::id::ULID::decode(TEXT).unwrap();
    table.add_loop(group, "C", |count| loop_ulid_text(count));
    table.add(group, "text", move || black_box(ours).text());
    table.add(group, "String::from", move || String::from(black_box(ours)));
    table.add(group, "to_string", move || black_box(ours).to_string());
    let mut buffer = [0; 26];
    table.add(group, "ulid array_to_str", move || {
        black_box(black_box(theirs).array_to_str(&mut buffer)).len()
    });
    table.add(group, "ulid to_string", move || black_box(theirs).to_string());
    table.add(group, "ferroid encode", move || black_box(ferroid).encode());

    let group = "ulid: parse";
    table.add_loop(group, "C", |count| loop_ulid_parse(count));
    table.add(group, "text.parse", || black_box(TEXT).parse::<Ulid>());
    table.add(group, "Ulid::parse, const", || Ulid::parse(black_box(TEXT)));
    table.add(group, "ulid from_string", || ulid::Ulid::from_string(black_box(TEXT)));
    table.add(group, "ferroid decode", || ferroid::id::ULID::decode(black_box(TEXT)).is_ok());
}

fn uuid7(table: &mut Table) {
    const TEXT: &str = "01890a5d-ac96-774b-bcce-b302099a8057";
    let group = "uuid7: new";
    table.add_loop(group, "C", |count| loop_uuidv7_new(count));
    table.add(group, "Uuid7::new", Uuid7::new);
    table.add(group, "uuid now_v7", uuid::Uuid::now_v7);
    table.add(group, "uuid new_v4", uuid::Uuid::new_v4);
    let group = "uuid7: many, each";
    table.add_loop(group, "C", |count| loop_uuidv7_fill(count));
    let mut ids = vec![Uuid7::MIN; 1000];
    table.add_loop(group, "Uuid7::fill", move |count| {
        for _ in 0..count / 1000 {
            Uuid7::fill(black_box(&mut ids)).unwrap();
        }
    });
    let group = "uuid7: text";
    let (ours, theirs): (Uuid7, uuid::Uuid) = (TEXT.parse().unwrap(), TEXT.parse().unwrap());
    table.add_loop(group, "C", |count| loop_uuidv7_text(count));
    table.add(group, "text", move || black_box(ours).text());
    table.add(group, "String::from", move || String::from(black_box(ours)));
    let mut buffer = [0; 36];
    table.add(group, "uuid encode_lower", move || {
        black_box(black_box(theirs).hyphenated().encode_lower(&mut buffer)).len()
    });
    table.add(group, "uuid to_string", move || black_box(theirs).to_string());
    let group = "uuid7: parse";
    table.add_loop(group, "C", |count| loop_uuidv7_parse(count));
    table.add(group, "text.parse", || black_box(TEXT).parse::<Uuid7>());
    table.add(group, "Uuid7::parse, const", || Uuid7::parse(black_box(TEXT)));
    table.add(group, "uuid parse_str", || uuid::Uuid::parse_str(black_box(TEXT)));
}

fn ksuid(table: &mut Table) {
    const TEXT: &str = "0ujtsYcgvSTl8PAuAdqWYSMnLOv";
    let group = "ksuid: new";
    table.add_loop(group, "C", |count| loop_ksuid_new(count));
    table.add(group, "Ksuid::new", Ksuid::new);
    table.add(group, "svix-ksuid now", || svix_ksuid::Ksuid::now(None));
    let group = "ksuid: text";
    let ours: Ksuid = TEXT.parse().unwrap();
    let theirs = svix_ksuid::Ksuid::from_base62(TEXT).unwrap();
    table.add_loop(group, "C", |count| loop_ksuid_text(count));
    table.add(group, "text", move || black_box(ours).text());
    table.add(group, "String::from", move || String::from(black_box(ours)));
    table.add(group, "svix-ksuid to_base62", move || black_box(&theirs).to_base62());
    let group = "ksuid: parse";
    table.add_loop(group, "C", |count| loop_ksuid_parse(count));
    table.add(group, "text.parse", || black_box(TEXT).parse::<Ksuid>());
    table.add(group, "Ksuid::parse, const", || Ksuid::parse(black_box(TEXT)));
    table.add(group, "svix-ksuid from_base62", || svix_ksuid::Ksuid::from_base62(black_box(TEXT)).is_ok());
}

fn scru128(table: &mut Table) {
    const TEXT: &str = "03amo4vrpq412337hsqsbn956";
    let group = "scru128: new";
    table.add_loop(group, "C", |count| loop_scru128_new(count));
    table.add(group, "Scru128::new", Scru128::new);
    table.add(group, "scru128 new", scru128::new);
    let group = "scru128: text";
    let (ours, theirs): (Scru128, scru128::Id) = (TEXT.parse().unwrap(), TEXT.parse().unwrap());
    table.add_loop(group, "C", |count| loop_scru128_text(count));
    table.add(group, "text", move || black_box(ours).text());
    table.add(group, "scru128 encode", move || black_box(theirs).encode());
    let group = "scru128: parse";
    table.add_loop(group, "C", |count| loop_scru128_parse(count));
    table.add(group, "text.parse", || black_box(TEXT).parse::<Scru128>());
    table.add(group, "Scru128::parse, const", || Scru128::parse(black_box(TEXT)));
    table.add(group, "scru128 parse", || black_box(TEXT).parse::<scru128::Id>());
}

fn scru64(table: &mut Table) {
    const TEXT: &str = "0ugzz2plp5he";
    let group = "scru64: generator";
    let node: sortid::NodeSpec = "42/8".parse().unwrap();
    // SAFETY: no arguments; zeros are the defaults.
    let (format, mut in_c_options) =
        unsafe { (sortid_sys::scru64::format(), std::mem::zeroed::<sortid_sys::sortid_options>()) };
    (in_c_options.node.node_id, in_c_options.node.node_id_size) = (42, 8);
    in_c_options.allowance_ms = sortid_sys::ALLOWANCE_UNLIMITED; // more IDs than a node of 8 bits has
    let in_c = generator_in_c(format, &in_c_options, false);
    // SAFETY: a generator that is never freed.
    table.add_loop(group, "C", move |count| unsafe { loop_scru64_next(in_c as *mut c_void, count) });
    let options = Options::new().node(node).allowance(std::time::Duration::MAX);
    let mut generator = Generator::<Scru64>::with(options).unwrap();
    table.add(group, "Generator::next_id", move || generator.next_id());
    let mut theirs = scru64::Scru64Generator::new("42/8".parse().unwrap());
    table.add(group, "scru64 generate_or_abort_core", move || {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        theirs.generate_or_abort_core(now.as_millis() as u64, 1 << 40)
    });
    let group = "scru64: text";
    let (ours, theirs): (Scru64, scru64::Scru64Id) = (TEXT.parse().unwrap(), TEXT.parse().unwrap());
    table.add_loop(group, "C", |count| loop_scru64_text(count));
    table.add(group, "text", move || black_box(ours).text());
    table.add(group, "scru64 encode", move || black_box(theirs).encode());
    let group = "scru64: parse";
    table.add_loop(group, "C", |count| loop_scru64_parse(count));
    table.add(group, "text.parse", || black_box(TEXT).parse::<Scru64>());
    table.add(group, "scru64 parse", || black_box(TEXT).parse::<scru64::Scru64Id>());
}

fn main() {
    let rounds = std::env::args().nth(1).map_or(300, |text| text.parse().expect("ROUNDS is a number"));
    CLOCK.update().unwrap();
    let mut table = Table::default();
    ulid(&mut table);
    uuid7(&mut table);
    ksuid(&mut table);
    scru128(&mut table);
    scru64(&mut table);
    table.run(rounds);
    table.print();
}
