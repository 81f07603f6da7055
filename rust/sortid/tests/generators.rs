// SPDX-License-Identifier: MIT
//! Generators: sources, failures, threads, files, processes.
#![cfg(feature = "std")]
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sortid::{
    Clock, Error, Events, FileOptions, Generator, Id, Ksuid, Machine, Mode, NodeSpec, Options,
    PublishedClock, Scru64, Scru128, Scru160, Shared, Status, Ulid, Uuid7,
};

/// A clock that a test sets, in ms.
fn clock(now: &Arc<AtomicU64>) -> Clock {
    let now = now.clone();
    Clock::from_fn(1000, move || Ok(now.load(Relaxed) * 1000))
}

fn status<T: std::fmt::Debug>(result: Result<T, Error>) -> Status {
    result.unwrap_err().status()
}

/// A path that no other test uses; its file is removed at the end.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("sortid-test-{}-{name}", std::process::id())))
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn modes() {
    let now = Arc::new(AtomicU64::new(20_000));
    let options = Options::new().clock(clock(&now)).allowance(Duration::from_secs(1));
    let mut abort = Generator::<Ulid>::with(options.clone().mode(Mode::Abort)).unwrap();
    let mut reset = Generator::<Ulid>::with(options.clone().mode(Mode::Reset)).unwrap();
    let slept = Arc::new(Mutex::new(Vec::new()));
    let (log, sleeper) = (slept.clone(), now.clone());
    let wait = options.mode(Mode::Wait).sleep(move |time| {
        log.lock().unwrap().push(time);
        sleeper.store(19_000, Relaxed);
        Ok(())
    });
    let mut wait = Generator::<Ulid>::with(wait).unwrap();
    for generator in [&mut abort, &mut reset, &mut wait] {
        generator.next_id().unwrap();
    }
    now.store(18_999, Relaxed);
    assert_eq!(status(abort.next_id()), Status::ROLLBACK);
    let (id, events) = reset.next_with_events().unwrap();
    assert_eq!((id.unix_ms(), events), (18_999, Events::RESET));
    assert_eq!(wait.next_id().unwrap().unix_ms(), 20_000);
    assert_eq!(*slept.lock().unwrap(), [Duration::from_millis(1)]);
    // Many: after the reset the rest is made too.
    now.store(10_000, Relaxed);
    let mut ids = [Ulid::MIN; 10];
    assert!(reset.fill(&mut ids).unwrap().contains(Events::RESET));
    assert!(ids.iter().all(|id| id.unix_ms() == 10_000) && ids.is_sorted_by(|a, b| a < b));
    let mut text = String::new();
    now.store(1, Relaxed);
    reset.new_many_text(10, b'\n', &mut text).unwrap();
    assert_eq!(text.lines().count(), 10);
    // A failure leaves no rest that is not an ID.
    now.store(1 << 50, Relaxed);
    let mut ids = [Ulid::MAX; 3];
    assert_eq!(status(abort.fill(&mut ids)), Status::CLOCK_OUT_OF_RANGE);
    assert_eq!(ids, [Ulid::MIN; 3]);
}

#[test]
fn allowances() {
    for (allowance, back, good) in [
        (Some(Duration::ZERO), 1, false),
        (Some(Duration::from_micros(999)), 1, false),
        (None, 10_000, true),
        (None, 10_001, false),
        (Some(Duration::MAX), 1_000_000, true),
    ] {
        let now = Arc::new(AtomicU64::new(2_000_000));
        let mut options = Options::new().clock(clock(&now)).mode(Mode::Abort);
        if let Some(allowance) = allowance {
            options = options.allowance(allowance);
        }
        let mut generator = Generator::<Uuid7>::with(options).unwrap();
        generator.next_id().unwrap();
        now.fetch_sub(back, Relaxed);
        assert_eq!(generator.next_id().is_ok(), good, "{allowance:?} {back}");
    }
}

#[test]
fn options_of_formats() {
    let fraction = || Options::new().fraction();
    let mut generator = Generator::<Uuid7>::with(fraction()).unwrap();
    assert!(generator.next_id().unwrap() < generator.next_id().unwrap());
    // Without a clock of its own it gets one of microseconds, also with another source.
    Generator::<Uuid7>::with(fraction().random(|_| Ok(()))).unwrap().next_id().unwrap();
    assert_eq!(
        status(Generator::<Uuid7>::with(fraction().clock(Clock::tsc())).map(drop)),
        Status::BAD_OPTION
    );
    assert_eq!(status(Generator::<Ksuid>::with(fraction()).map(drop)), Status::BAD_OPTION);
    let node = Options::new().extension_bits(4).node_bits(8, 0xab);
    let id = Generator::<Scru160>::with(node).unwrap().next_id().unwrap();
    assert_eq!(id.random16() >> 4 & 0xff, 0xab);
    let zeros = Options::new().clock(Clock::from_fn(1000, || Ok(1_700_000_000_000_000))).random(|_| Ok(()));
    let mut steps = Generator::<Ulid>::with(zeros.clone().random_step()).unwrap();
    let first = steps.next_id().unwrap();
    assert_eq!(steps.next_id().unwrap().randomness() - first.randomness(), 1);
    let ones = zeros.clone().random(|bytes| {
        bytes.fill(0xff);
        Ok(())
    });
    let mut full = Generator::<Ulid>::with(ones.clone()).unwrap();
    full.next_id().unwrap();
    assert_eq!(status(full.next_id()), Status::OVERFLOW);
    let mut borrows = Generator::<Ulid>::with(ones.clone().borrow()).unwrap();
    borrows.next_id().unwrap();
    assert_eq!(borrows.next_with_events().unwrap().1, Events::TIMESTAMP_BORROWED);
    let guarded = Generator::<Ulid>::with(ones.clone().guard_bits(1)).unwrap().next_id().unwrap();
    assert_eq!(guarded.randomness() >> 79, 0);
    let mut stateless = Generator::<Ulid>::with(zeros.stateless()).unwrap();
    assert_eq!(stateless.next_id().unwrap(), stateless.next_id().unwrap());
}

/// What a source says arrives as it is, a panic too; afterwards the generator works.
#[test]
fn sources_that_fail() {
    let fails = Arc::new(AtomicBool::new(true));
    let fault = |fails: &Arc<AtomicBool>, status: Option<Status>| {
        let fails = fails.clone();
        move || match (fails.load(Relaxed), status) {
            (false, _) => Ok(()),
            (true, Some(status)) => Err(status),
            (true, None) => panic!("the source's own words"),
        }
    };
    let made = |by: u8, status: Option<Status>| {
        let fault = fault(&fails, status);
        match by {
            0 => Options::new().clock(Clock::from_fn(1000, move || fault().map(|()| 1_700_000_000_000_000))),
            _ => Options::new().random(move |bytes| {
                bytes.fill(0x42);
                fault()
            }),
        }
    };
    for by in [0, 1] {
        for expected in [Status::user(7), Status::CLOCK_FAILED, Status::user(65_534)] {
            fails.store(true, Relaxed);
            let mut generator = Generator::<Scru128>::with(made(by, Some(expected))).unwrap();
            assert_eq!(status(generator.next_id()), expected);
            fails.store(false, Relaxed);
            generator.next_id().unwrap();
        }
        fails.store(true, Relaxed);
        let mut generator = Generator::<Scru128>::with(made(by, Some(Status::OK))).unwrap();
        assert_eq!(status(generator.next_id()), Status::SOURCE_FAILED);
        let mut generator = Generator::<Scru128>::with(made(by, None)).unwrap();
        let panic = catch_unwind(AssertUnwindSafe(|| generator.next_id())).unwrap_err();
        assert_eq!(panic.downcast_ref(), Some(&"the source's own words"));
        fails.store(false, Relaxed);
        generator.next_id().unwrap();
        fails.store(true, Relaxed);
        let shared = Shared::<Scru128>::with(made(by, None)).unwrap();
        assert!(catch_unwind(AssertUnwindSafe(|| shared.next_id())).is_err());
        fails.store(false, Relaxed);
        shared.next_id().unwrap();
    }
    let mut machine = Machine::<Ulid>::new(&Options::new()).unwrap();
    assert!(catch_unwind(AssertUnwindSafe(|| machine.step(1, |_| panic!("no bytes")))).is_err());
    assert!(machine.step(1_000_000, |bytes| bytes.fill(1)).is_ok());
    assert_eq!(
        status(Machine::<Ulid>::new(&Options::new().clock(Clock::exact())).map(drop)),
        Status::BAD_OPTION
    );
}

#[test]
fn machines_wait_and_fork() {
    let mut machine = Machine::<Ulid>::new(&Options::new().mode(Mode::Wait)).unwrap();
    let (first, _) = machine.step(20_000_000, |bytes| bytes.fill(0)).unwrap();
    let error = machine.step(9_999_999, |bytes| bytes.fill(0)).unwrap_err();
    assert_eq!((error.status(), error.wait()), (Status::WAIT, Some(Duration::from_micros(1))));
    machine.after_fork().unwrap();
    let (child, events) = machine.step(20_000_000, |bytes| bytes.fill(0)).unwrap();
    assert_eq!((child.unix_ms() - first.unix_ms(), events), (1, Events::TIMESTAMP_BORROWED));
}

#[test]
fn published_clocks() {
    static CLOCK: PublishedClock = PublishedClock::new();
    let options = Options::new().clock(Clock::published(&CLOCK, 1000));
    let mut generator = Generator::<Ulid>::with(options.clone()).unwrap();
    let shared = Shared::<Uuid7>::with(options).unwrap();
    assert_eq!(status(generator.next_id()), Status::CLOCK_FAILED);
    CLOCK.set(1_700_000_000_000_000);
    assert_eq!(generator.next_id().unwrap().unix_ms(), 1_700_000_000_000);
    CLOCK.set(1_700_000_000_001_000);
    assert_eq!(shared.next_id().unwrap().unix_ms(), 1_700_000_000_001);
    CLOCK.update().unwrap();
    assert!(generator.next_id().unwrap().unix_ms() > 1_700_000_000_001);
}

#[test]
fn nodes() {
    assert_eq!(status(Generator::<Scru64>::new().map(drop)), Status::NO_NODE_SPEC);
    let spec: NodeSpec = "0xb00/12".parse().unwrap();
    assert_eq!((spec.node_id(), spec.node_id_size(), spec.last()), (0xb00, 12, None));
    assert_eq!((spec.to_string().as_str(), Some(spec)), ("2816/12", NodeSpec::new(2816, 12)));
    let error = "+42/8".parse::<NodeSpec>().unwrap_err();
    assert_eq!((error.status(), error.position()), (Status::BAD_NODE_SPEC, 0));
    assert_eq!([NodeSpec::new(1, 0), NodeSpec::new(0, 24), NodeSpec::new(256, 8)], [None; 3]);
    let mut generator = Generator::<Scru64>::with(Options::new().node(spec)).unwrap();
    let last = generator.next_id().unwrap();
    assert_eq!(generator.node().unwrap(), NodeSpec::after(last, 12).unwrap());
    assert_eq!(generator.node().unwrap().last(), Some(last));
    assert_eq!([NodeSpec::after(last, 0), NodeSpec::after(last, 24), NodeSpec::after(last, 99)], [None; 3]);
    assert_eq!(NodeSpec::after(Scru64::MIN, 8), None); // a reserved timestamp
    generator.set_node("43/8".parse().unwrap()).unwrap();
    let next = generator.next_id().unwrap();
    assert!(next > last && next.node_ctr() >> 16 == 43);
    // A bound that ends with the current tick.
    let asked = Arc::new(AtomicU64::new(0));
    let seen = asked.clone();
    let now = Arc::new(AtomicU64::new(1_700_000_000_000));
    let options = Options::new().node(spec).clock(clock(&now)).bound(move |tick| {
        let first = seen.swap(tick, Relaxed) == 0;
        if first { Ok(()) } else { Err(Status::BOUND_REACHED) }
    });
    let mut bounded = Generator::<Scru64>::with(options).unwrap();
    let id = bounded.next_id().unwrap();
    assert_eq!(asked.load(Relaxed), id.timestamp());
    now.fetch_add(256, Relaxed);
    assert_eq!(status(bounded.next_id()), Status::BOUND_REACHED);
}

#[test]
fn threads() {
    let shared = Shared::<Scru128>::new().unwrap();
    let lists: Vec<Vec<Scru128>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let mut ids: Vec<_> = (0..5000).map(|_| shared.next_id().unwrap()).collect();
                    ids.extend(shared.new_many(5000).unwrap());
                    ids.extend((0..5000).map(|_| Scru128::new())); // the thread's default generator
                    ids
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(lists.iter().all(|ids| ids[..10_000].is_sorted_by(|a, b| a < b)));
    assert!(lists.iter().all(|ids| ids[10_000..].is_sorted_by(|a, b| a < b)));
    let all: HashSet<_> = lists.iter().flatten().collect();
    assert_eq!(all.len(), 60_000);
    // A generator goes from thread to thread.
    let mut generator = Generator::<Ulid>::new().unwrap();
    let before = generator.next_id().unwrap();
    let after = std::thread::spawn(move || generator.next_id().unwrap()).join().unwrap();
    assert!(before < after);
}

#[test]
fn files() {
    let file = File::new("file");
    let options = Options::new().node("42/8".parse().unwrap());
    let missing = Shared::<Scru64>::open_with(&file.0, &FileOptions::new().must_exist(), options.clone());
    let error = missing.map(drop).unwrap_err();
    assert_eq!(error.status(), Status::FILE_FAILED);
    assert_eq!(error.system_error().unwrap().kind(), std::io::ErrorKind::NotFound);
    assert!(error.to_string().contains("os error"), "{error}");
    let first = Shared::<Scru64>::open(&file.0, options.clone()).unwrap();
    let second = Shared::<Scru64>::open(&file.0, options.clone()).unwrap();
    let mut last = Scru64::MIN;
    for shared in [&first, &second, &first] {
        let id = shared.next_id().unwrap();
        assert!(id > last);
        last = id;
    }
    drop((first, second));
    assert!(Shared::<Scru64>::open(&file.0, options).unwrap().next_id().unwrap() > last);
    let other = Options::new().node("43/8".parse().unwrap());
    assert_eq!(status(Shared::<Scru64>::open(&file.0, other).map(drop)), Status::STATE_MISMATCH);
    assert_eq!(status(Shared::<Ulid>::open("a\0b", Options::new()).map(drop)), Status::BAD_ARGUMENT);
    let rest = Options::new().mode(Mode::Reset);
    assert_eq!(status(Shared::<Ulid>::with(rest).map(drop)), Status::BAD_OPTION);
}

#[cfg(unix)]
mod processes {
    use super::*;
    use sortid::{Scope, SharedState};
    use std::ffi::{c_int, c_long, c_void};
    use std::io::{Read, Write};
    use std::os::fd::AsRawFd;
    use std::os::unix::net::UnixStream;

    unsafe extern "C" {
        fn fork() -> c_int;
        fn _exit(status: c_int) -> !;
        fn waitpid(id: c_int, status: *mut c_int, options: c_int) -> c_int;
        fn mmap(
            at: *mut c_void,
            size: usize,
            access: c_int,
            how: c_int,
            file: c_int,
            from: c_long,
        ) -> *mut c_void;
    }

    /// Runs `child` in a forked child, and returns the bytes that it gives.
    fn in_child(child: impl FnOnce() -> Vec<u8>) -> Vec<u8> {
        let (mut reader, mut writer) = UnixStream::pair().unwrap();
        // SAFETY: the child only makes IDs, writes them and exits.
        match unsafe { fork() } {
            0 => {
                let good = catch_unwind(AssertUnwindSafe(|| writer.write_all(&child()).unwrap())).is_ok();
                // SAFETY: it ends the child.
                unsafe { _exit(if good { 0 } else { 1 }) }
            }
            id => {
                drop(writer);
                let mut bytes = Vec::new();
                reader.read_to_end(&mut bytes).unwrap();
                let mut status = 0;
                // SAFETY: the buffer is valid.
                assert_eq!(unsafe { waitpid(id, &mut status, 0) }, id);
                assert_eq!(status, 0);
                bytes
            }
        }
    }

    fn bytes_of<T: Id>(ids: &[T]) -> Vec<u8> {
        ids.iter().flat_map(|id| id.as_ref().to_vec()).collect()
    }

    fn ids_of<T: Id>(bytes: &[u8]) -> Vec<T> {
        bytes.chunks(T::SIZE).map(|id| T::from_slice(id).unwrap()).collect()
    }

    #[test]
    fn a_forked_child_repeats_nothing() {
        let mut generator = Generator::<Ulid>::new().unwrap();
        let shared = Shared::<Ulid>::new().unwrap();
        let mut all: Vec<Ulid> = vec![Ulid::new(), generator.next_id().unwrap(), shared.next_id().unwrap()];
        for _ in 0..20 {
            let bytes = in_child(|| {
                let ids: Vec<Ulid> = (0..50)
                    .flat_map(|_| [Ulid::new(), generator.next_id().unwrap(), shared.next_id().unwrap()])
                    .collect();
                bytes_of(&ids)
            });
            all.extend(ids_of::<Ulid>(&bytes));
            all.extend([Ulid::new(), generator.next_id().unwrap(), shared.next_id().unwrap()]);
        }
        assert_eq!(all.len(), 3 + 20 * 153);
        // The random bits alone differ: not only the times.
        let unique: HashSet<u128> = all.iter().map(|id| id.randomness()).collect();
        assert_eq!(unique.len(), all.len());
    }

    #[test]
    fn a_node_belongs_to_one_process() {
        let mut generator = Generator::<Scru64>::with(Options::new().node("42/8".parse().unwrap())).unwrap();
        generator.next_id().unwrap();
        let bytes = in_child(|| {
            assert_eq!(status(generator.next_id()), Status::FORKED);
            generator.set_node("43/8".parse().unwrap()).unwrap();
            bytes_of(&[generator.next_id().unwrap()])
        });
        assert_eq!(ids_of::<Scru64>(&bytes)[0].node_ctr() >> 16, 43);
        generator.next_id().unwrap();
    }

    #[test]
    fn shared_memory() {
        const READ_WRITE: c_int = 3;
        const SHARED: c_int = 1;
        let size = size_of::<SharedState>();
        let path = File::new("memory");
        let mut open = std::fs::File::options();
        let file = open.read(true).write(true).create_new(true).open(&path.0).unwrap();
        file.set_len(size as u64).unwrap(); // zeros
        // SAFETY: a new mapping, which is never unmapped.
        let memory = unsafe { mmap(std::ptr::null_mut(), size, READ_WRITE, SHARED, file.as_raw_fd(), 0) };
        assert_ne!(memory as isize, -1);
        // SAFETY: the memory is shared, and stays.
        let attach =
            || unsafe { Shared::<Ulid>::attach(memory.cast(), Scope::Processes, Options::new()).unwrap() };
        let parent = attach();
        let before = parent.new_many(100).unwrap();
        let child: Vec<Ulid> = ids_of(&in_child(|| {
            let mut ids = parent.new_many(100).unwrap();
            ids.extend(attach().new_many(100).unwrap());
            bytes_of(&ids)
        }));
        let all = [before, child, parent.new_many(100).unwrap()].concat();
        assert_eq!(all.len(), 400);
        assert!(all.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn a_file_continues_in_a_child() {
        let file = File::new("child");
        let options = Options::new().node("42/8".parse().unwrap());
        let shared = Shared::<Scru64>::open(&file.0, options.clone()).unwrap();
        let before = shared.next_id().unwrap();
        let child: Vec<Scru64> = ids_of(&in_child(|| bytes_of(&[shared.next_id().unwrap()])));
        assert!(before < child[0] && child[0] < shared.next_id().unwrap());
    }

    #[test]
    fn snapshots_count_as_forks() {
        let mut generator = Generator::<Scru64>::with(Options::new().node("42/8".parse().unwrap())).unwrap();
        generator.next_id().unwrap();
        in_child(|| {
            sortid::snapshot_resumed();
            assert!(Ulid::new() < Ulid::new());
            Vec::new()
        });
        generator.next_id().unwrap();
    }
}

#[test]
fn what_a_program_prints() {
    let options = Options::new().clock(Clock::exact());
    assert_eq!(format!("{:?}", Clock::exact()), "Clock::exact");
    assert_eq!(format!("{:?}", Generator::<Ulid>::with(options).unwrap()), "Generator<ulid>");
    assert_eq!(format!("{:?}", Shared::<Ulid>::new()), "Ok(Shared<ulid>)");
    assert_eq!(Status::user(7).to_string(), "status 7 of a source of the program");
    assert_eq!(
        Ulid::new_many_text(usize::MAX, b' ', &mut String::new()).unwrap_err().status(),
        Status::NO_SPACE
    );
    let failed: Error = "?".parse::<Ulid>().unwrap_err().into();
    assert_eq!(failed.status(), Status::BAD_LENGTH);
    for bits in [17, 254, 255] {
        let error = Generator::<Scru160>::with(Options::new().guard_bits(bits)).unwrap_err();
        assert_eq!(error.status(), Status::BAD_OPTION);
    }
}
