// SPDX-License-Identifier: MIT
//! Makes and reads IDs without std and without memory that is allocated; its exit status says whether they are
//! right. Built for thumbv7em-none-eabi (Cortex-M4), where qemu-arm runs it, or for Linux.
#![no_std]
#![no_main]

use core::fmt::Write;
use core::panic::PanicInfo;

use sortid::{Machine, NodeSpec, Options, Scru64, TypeId, Ulid, Uuid7};

const ROOT: Ulid = match Ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV") {
    Ok(id) => id,
    Err(_) => panic!(),
};

fn check() -> Option<()> {
    let good = |is_good: bool| is_good.then_some(());
    good(*ROOT.text() == *"01ARZ3NDEKTSV4RRFFQ69G5FAV")?;
    good("01ARZ3NDEKTSV4RRFFQ69G5FAV".parse() == Ok(ROOT))?;
    let mut machine = Machine::<Uuid7>::new(&Options::new()).ok()?;
    let (id, _) = machine.step(1_700_000_000_000_000, |bytes| bytes.fill(0x55)).ok()?;
    let mut line = Line { bytes: [0; 64], length: 0 };
    write!(line, "{id}").ok()?;
    good(line.bytes.starts_with(b"018bcfe5-6800-7555-9555-555555555555"))?;
    let node: NodeSpec = "42/8".parse().ok()?;
    let mut machine = Machine::<Scru64>::new(&Options::new().node(node)).ok()?;
    good(machine.step(1_700_000_000_000_000, |bytes| bytes.fill(0)).ok()?.0.node_ctr() >> 16 == 42)?;
    good(TypeId::from_uuid("order", id.to_bytes()).ok()?.text().parse::<TypeId>().ok()?.uuid7() == Some(id))?;
    good(Ulid::range(0..10u64)?.contains(&Ulid::min_at(9u64)?))
}

struct Line {
    bytes: [u8; 64],
    length: usize,
}

impl Write for Line {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        let end = self.length + text.len();
        self.bytes.get_mut(self.length..end).ok_or(core::fmt::Error)?.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

#[cfg(target_os = "none")]
#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    exit(if check().is_some() { 0 } else { 1 })
}

/// exit(status) of Linux, for qemu.
#[cfg(target_os = "none")]
fn exit(status: i32) -> ! {
    // SAFETY: the call ends the process. r7 has its number, and cannot be named.
    unsafe { core::arch::asm!("mov r7, #1", "svc 0", in("r0") status, options(noreturn)) }
}

#[cfg(target_os = "none")]
#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    exit(2)
}

/// Elsewhere the C library starts the program, and has memcpy.
#[cfg(not(target_os = "none"))]
mod hosted {
    #[link(name = "c")]
    unsafe extern "C" {
        fn abort() -> !;
    }

    #[unsafe(no_mangle)]
    extern "C" fn main() -> i32 {
        if super::check().is_some() { 0 } else { 1 }
    }

    #[panic_handler]
    fn panic(_: &super::PanicInfo) -> ! {
        // SAFETY: it ends the process.
        unsafe { abort() }
    }
}
