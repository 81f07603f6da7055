// SPDX-License-Identifier: MIT
// The design of the Rust crates: the tree, and the public interface as signatures. It is removed when the
// crate has them.
//
// rust/
//   Cargo.toml       a workspace of sortid-sys and sortid
//   package          copies the amalgamation into sortid-sys/c, packs both crates, builds them offline
//   sortid-sys/      build.rs (cc, or pkg-config with SORTID_SYS_PKG_CONFIG=1), the declarations in C
//   sortid/          the safe crate
//     src/lib.rs       the formats, each a call of the macro of id.rs
//     src/id.rs        the macro: what every ID can do; the sealed trait Id
//     src/digits.rs    `const fn parse` in Rust; the only code that repeats the core, and why
//     src/text.rs      Text<N>: a text on the stack       src/encoding.rs  Encoding
//     src/error.rs     Status, Error, ParseError          src/time.rs      u64 and SystemTime as times
//     src/options.rs   Options, Mode, Clock, PublishedClock, closures as sources
//     src/generator.rs Generator, Shared                  src/machine.rs   Machine, also without std
//     src/node.rs      NodeSpec                           src/type_id.rs   TypeId
//     src/inspect.rs   what a text may be                 src/{serde,uuid}.rs  features
//   bench/           what needs peers: measurements, oracles, the table of migration; not in the workspace
//
// Features: std (default), serde, uuid. Without std: texts, bytes, times, TypeId, Machine; the core is then
// compiled freestanding.

/// For each of Ulid, Uuid7, Ksuid, Scru128, Scru128v1, Scru160, Scru64. `repr(transparent)` over bytes.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ulid([u8; 16]);

impl Ulid {
    pub const MIN: Self;
    pub const MAX: Self;
    pub const SIZE: usize;
    pub const TEXT_LEN: usize;

    // Make: std; not Scru64, which needs a node.
    pub fn new() -> Self; // panics where try_new fails, in a cold function
    pub fn try_new() -> Result<Self, Error>;
    pub fn fill(ids: &mut [Self]) -> Result<(), Error>;
    pub fn new_many(count: usize) -> Result<Vec<Self>, Error>;
    pub fn at(time: impl Time) -> Result<Self, Error>; // a random ID of a time

    // Text.
    pub const fn parse(text: &str) -> Result<Self, ParseError>; // for constants; `text.parse()` is faster
    pub fn parse_ascii(text: &[u8]) -> Result<Self, ParseError>;
    pub fn parse_as(encoding: Encoding, text: &str) -> Result<Self, ParseError>;
    pub fn parse_lenient(text: &str) -> Result<Self, ParseError>; // Ulid
    pub fn text(self) -> Text<27>; // Copy, Deref<Target = str>, on the stack
    pub fn text_as(self, encoding: Encoding) -> Option<Text<80>>;
    pub fn parse_many(text: &[u8], separator: u8, ids: &mut Vec<Self>) -> Result<(), ParseError>;
    pub fn print_many(ids: &[Self], separator: u8, text: &mut String);

    // Bytes, numbers, fields. Result for Uuid7 and Scru64, of which not all bytes are IDs.
    pub const fn from_bytes(bytes: [u8; 16]) -> Self;
    pub const fn to_bytes(self) -> [u8; 16];
    pub const fn as_bytes(&self) -> &[u8; 16];
    pub const fn from_u128(number: u128) -> Self;
    pub const fn to_u128(self) -> u128; // Scru64: u64; none for 160 bits
    pub const fn from_fields(timestamp: u64, randomness: u128) -> Option<Self>;
    pub const fn timestamp(self) -> u64;
    pub const fn randomness(self) -> u128;

    // Order and time.
    pub const fn unix_ms(self) -> u64;
    pub fn time(self) -> SystemTime; // std
    pub fn min_at(time: impl Time) -> Option<Self>;
    pub fn max_at(time: impl Time) -> Option<Self>;
    pub fn range<T: Time>(span: impl RangeBounds<T>) -> Option<RangeInclusive<Self>>;
    pub fn successor(self) -> Option<Self>;
    pub fn predecessor(self) -> Option<Self>;
}
// Display (pads), Debug "Ulid(01...)", FromStr, From<Ulid> for String, [u8; 16], u128; From or TryFrom of
// these; AsRef<[u8]>; Serialize, Deserialize; From and TryFrom of uuid::Uuid.

/// What all types of IDs share, for generic code: sealed. A time: u64 (Unix time in ms), SystemTime (std).
pub trait Id: Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static {}
pub trait Time {}

pub struct Status(i32); // constants BAD_LENGTH, ...; name(); Display is the sentence; user(n)
pub struct ParseError; // Copy; status(), position()
pub struct Error; // Copy; status(), system_error() -> Option<io::Error> (std)
pub struct Events(u32); // NEW_TIMESTAMP, ...; contains(), bits()

/// A private generator. Its state has a fixed address on the heap, which safe code can neither move nor
/// copy; the handle may move to another thread. Not Clone, not Sync.
pub struct Generator<T: Id>;
impl<T: Id> Generator<T> {
    pub fn new() -> Result<Self, Error>;
    pub fn with(options: Options) -> Result<Self, Error>;
    pub fn next_id(&mut self) -> Result<T, Error>;
    pub fn next_text(&mut self) -> Result<T::Text, Error>;
    pub fn fill(&mut self, ids: &mut [T]) -> Result<(), Error>;
    pub fn events(&self) -> Events; // of the last call
}
impl Generator<Scru64> {
    pub fn node(&self) -> Result<NodeSpec, Error>;
    pub fn set_node(&mut self, node: NodeSpec) -> Result<(), Error>;
}

/// One sequence for any number of threads (Sync), or with a file for processes.
pub struct Shared<T: Id>;
impl<T: Id> Shared<T> {
    pub fn new(options: Options) -> Result<Self, Error>; // threads of this process
    pub fn open(path: impl AsRef<Path>, options: Options) -> Result<Self, Error>;
    pub unsafe fn attach(state: *mut SharedState, options: Options) -> Result<Self, Error>; // mapped memory
    pub fn next_id(&self) -> Result<T, Error>;
    pub fn fill(&self, ids: &mut [T]) -> Result<(), Error>;
}

/// Options::new().mode(Mode::Wait).clock(Clock::published(clock, 1000)).node("42/8".parse()?) ...
pub struct Options;
pub enum Mode { Abort, Reset, Wait }
/// tsc(), exact(), published(Arc<PublishedClock>, resolution_us), from_fn(resolution_us, Fn() -> Result<u64, Status>)
pub struct Clock;
pub struct PublishedClock; // set(unix_us), update(); Sync

/// The pure machine: time and randomness are arguments; also without std. Not Clone: copies repeat IDs.
pub struct Machine<T: Id>;
impl<T: Id> Machine<T> {
    pub fn new(options: MachineOptions) -> Result<Self, Error>;
    pub fn step(&mut self, unix_us: u64, random: impl FnMut(&mut [u8])) -> Result<(T, Events), StepError>;
}

pub struct NodeSpec; // FromStr, Display, new(node_id, size), with_last(Scru64)
pub struct TypeId; // new(prefix), from_uuid(prefix, bytes), parse, prefix(), uuid_bytes(), uuid7(), text()
pub fn inspect(text: &str) -> Vec<Reading>; // std
pub fn snapshot_resumed(); // std
