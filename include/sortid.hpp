/* SPDX-License-Identifier: MIT */
/* sortid.hpp: sortable unique identifiers in C++17 and later, over <sortid.h> and its library.
 *
 *     sortid::ulid id = sortid::ulid::make();
 *     std::string text = id.to_string();
 *
 * The seven formats have the same members, those of basic_id. A value is always a valid ID. A call that fails throws
 * sortid::error, except those that return an optional or an expected. The headers in C describe each call in full. */
#ifndef SORTID_HPP
#define SORTID_HPP

#include "sortid.h"
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#if __cplusplus > 202002L && __has_include(<expected>)
#include <expected>
#endif
#ifdef __clang__ // reports a view that outlives what it shows
#define SORTID_VIEW [[clang::lifetimebound]]
#else
#define SORTID_VIEW
#endif
namespace sortid {
/* ---- Errors -------------------------------------------------------------- */
using status = sortid_status; // SORTID_BAD_DIGIT and the like
using event = sortid_event;   // how an ID was made: SORTID_EVENT_RESET and the like
/* Why a text is refused or a call failed. */
struct fault {
    status code = SORTID_OK;
    std::size_t position = std::string::npos; // of the first wrong byte of a text
};
class error : public std::runtime_error {
  public:
    explicit error(fault why) : std::runtime_error(message(why)), fault_(why) {}
    status code() const noexcept { return fault_.code; }
    std::size_t position() const noexcept { return fault_.position; }
  private:
    static std::string message(fault why) {
        const std::string text = sortid_status_text(why.code);
        return why.position == std::string::npos ? text : text + ", at " + std::to_string(why.position);
    }
    fault fault_;
};
namespace detail {
/* What a callable object threw in a call of this thread, and the status of the call. */
inline thread_local std::exception_ptr exception;
inline constexpr status thrown = static_cast<status>(SORTID_STATUS_USER_LAST);
[[noreturn, gnu::cold, gnu::noinline]] inline void raise([[maybe_unused]] fault why) {
#ifdef __cpp_exceptions
    if (why.code == thrown && exception != nullptr) std::rethrow_exception(std::exchange(exception, nullptr));
    throw error(why);
#else
    std::terminate();
#endif
}
inline void check(fault result) {
    if (result.code != SORTID_OK) raise(result);
}
inline bool succeeds(fault result, fault *why) noexcept {
    if (result.code != SORTID_OK && why != nullptr) *why = result;
    return result.code == SORTID_OK;
}
} // namespace detail

/* ---- Arguments and results ----------------------------------------------- */
/* A Unix time in ms, or a time point of std::chrono::system_clock. One before 1970 is SORTID_OUT_OF_RANGE. */
class unix_time {
  public:
    template <class Number, std::enable_if_t<std::is_integral_v<Number> && (sizeof(Number) > 1), int> = 0>
    constexpr unix_time(Number ms) : us_(scale(ms, 1, 1000)) {}
    template <class Point, class Period = typename Point::period, class = decltype(&Point::clock::to_time_t),
              std::enable_if_t<(Period::num <= 18000000000000 / Period::den), int> = 0>
    constexpr unix_time(const Point &time) : us_(scale(time.time_since_epoch().count(), Period::num, Period::den)) {}
    constexpr std::uint64_t us() const noexcept { return us_; }
    constexpr std::uint64_t ms() const noexcept { return us_ / 1000; }
  private:
    template <class Count> // of num / den seconds; UINT64_MAX is later than all formats
    static constexpr std::uint64_t scale(Count count, std::uint64_t num, std::uint64_t den) {
        if (count < Count(0)) detail::raise({SORTID_OUT_OF_RANGE});
        const std::uint64_t factor = num * 1000000; // times any rest below den, less than 2^64: down to picoseconds
        if constexpr (std::is_floating_point_v<Count>)
            return (count *= Count(factor) / Count(den)) < 1e19 ? static_cast<std::uint64_t>(count) : UINT64_MAX;
        const auto n = static_cast<std::uint64_t>(count);
        return n / den < UINT64_MAX / factor ? n / den * factor + n % den * factor / den : UINT64_MAX;
    }
    std::uint64_t us_;
};

template <std::size_t Size> struct stack_text { // on the stack, with a NUL
    char c_str[Size];
    operator std::string_view() const noexcept SORTID_VIEW { return {c_str, Size - 1}; }
};

/* ---- Formats ------------------------------------------------------------- */
namespace detail {
/* What basic_id needs of a format: types, constants, digits, and calls in C. */
// clang-format off
#define SORTID_CPP_EACH(X) X(ulid) X(uuidv7) X(ksuid) X(scru128) X(scru128v1) X(scru160) X(scru64)
#define SORTID_CPP_CALL(NAME, CALL) static constexpr auto c_##CALL = sortid_##NAME##_##CALL
#define SORTID_CPP_FORMAT(NAME, UPPER, NEW_AT, DIGITS)                                                                  \
    struct NAME {                                                                                                      \
        using id = sortid_##NAME; using fields = sortid_##NAME##_fields; using generator = sortid_##NAME##_generator;   \
        static constexpr id min = SORTID_##UPPER##_MIN, max = SORTID_##UPPER##_MAX;                                    \
        static constexpr std::size_t text_size = SORTID_##UPPER##_TEXT_SIZE;                                           \
        static constexpr std::string_view digits = DIGITS; static constexpr auto c_new_at = NEW_AT;                    \
        SORTID_CPP_CALL(NAME, new); SORTID_CPP_CALL(NAME, fill); SORTID_CPP_CALL(NAME, to_fields);                     \
        SORTID_CPP_CALL(NAME, parse); SORTID_CPP_CALL(NAME, parse_as); SORTID_CPP_CALL(NAME, print);                   \
        SORTID_CPP_CALL(NAME, print_as); SORTID_CPP_CALL(NAME, min_at); SORTID_CPP_CALL(NAME, max_at);                 \
        SORTID_CPP_CALL(NAME, unix_ms); SORTID_CPP_CALL(NAME, range); SORTID_CPP_CALL(NAME, successor);                \
        SORTID_CPP_CALL(NAME, predecessor); SORTID_CPP_CALL(NAME, generator_init); SORTID_CPP_CALL(NAME, format);      \
        SORTID_CPP_CALL(NAME, generator_next); SORTID_CPP_CALL(NAME, generator_fill);                                  \
    }
// clang-format on
inline constexpr std::string_view base32 = "0123456789abcdefghjkmnpqrstvwxyz",
                                  base36 = "0123456789abcdefghijklmnopqrstuvwxyz",
                                  base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
SORTID_CPP_FORMAT(ulid, ULID, sortid_ulid_new_at, base32);
SORTID_CPP_FORMAT(uuidv7, UUIDV7, sortid_uuidv7_new_at, base36.substr(0, 16));
SORTID_CPP_FORMAT(ksuid, KSUID, sortid_ksuid_new_at, base62);
SORTID_CPP_FORMAT(scru128, SCRU128, sortid_scru128_new_at, base36);
SORTID_CPP_FORMAT(scru128v1, SCRU128V1, sortid_scru128v1_new_at, base36.substr(0, 32));
SORTID_CPP_FORMAT(scru160, SCRU160, sortid_scru160_new_at, base36.substr(0, 32));
SORTID_CPP_FORMAT(scru64, SCRU64, nullptr, base36);
#undef SORTID_CPP_FORMAT
#undef SORTID_CPP_CALL
/* Constructors for those who set the bytes later, or know them to be valid. */
struct unset {};
struct trusted {};
/* Makes `count` IDs. A call stops short where the order would break; the next one continues. */
template <class Id, class Call> void fill(Id *ids, std::size_t count, const Call &call) {
    static_assert(sizeof(Id) == Id::size, "an array of IDs, not of a type derived from them");
    for (std::size_t done = 0; count > 0; ids += done, count -= done)
        check({call(reinterpret_cast<typename Id::c_type *>(ids), count, &done)});
}
template <class Id, class Output, class Call> Output fill_through(Output out, std::size_t count, const Call &call) {
    Id some[64];
    for (std::size_t n; count > 0; count -= n) {
        n = count < 64 ? count : 64;
        fill(some, n, call);
        for (std::size_t i = 0; i < n; i++) *out++ = some[i];
    }
    return out;
}
} // namespace detail

/* ---- IDs ----------------------------------------------------------------- */
template <class Id> class generator;
template <class Format> class basic_id {
  public:
    using format_type = Format;
    using c_type = typename Format::id;
    static constexpr std::size_t size = sizeof(c_type), text_length = Format::text_size - 1;
    using bytes_type = std::uint8_t[size];
    using fields_type = typename Format::fields;
    using optional = std::optional<basic_id>;

    /* The smallest ID; that of a text; that of the C interface. */
    constexpr basic_id() noexcept : c_(Format::min) {}
    explicit basic_id(std::string_view text, sortid_encoding as = SORTID_ENCODING_TEXT) {
        detail::check(read(text, as));
    }
    explicit basic_id(const c_type &id) : basic_id(chars(id.bytes, size), SORTID_ENCODING_BIN) {}
    constexpr basic_id(const c_type &id, detail::trusted) noexcept : c_(id) {}
    explicit basic_id(detail::unset) noexcept {}
    static constexpr basic_id min() noexcept { return {Format::min, detail::trusted()}; }
    static constexpr basic_id max() noexcept { return {Format::max, detail::trusted()}; }

    /* The next ID of the thread's default generator. */
    static basic_id make() { return made(Format::c_new, nullptr); }
    static optional try_make() noexcept { return maybe(Format::c_new, nullptr); }
    /* Many: all of a span, a vector or an array; or `count` through an output iterator. */
    template <class Ids> static void make_many(Ids &&ids) { detail::fill(std::data(ids), std::size(ids), next_many); }
    template <class Output> static Output make_many(Output out, std::size_t count) {
        return detail::fill_through<basic_id>(out, count, next_many);
    }

    /* A random ID of a time, for data that is older than its IDs. */
    static basic_id at(unix_time time) {
        static_assert(!std::is_same_v<Format, detail::scru64>, "a random scru64 is not unique");
        return made(Format::c_new_at, time.ms());
    }

    /* The ID of a text or of bytes; *why tells why there is none. */
    static optional from_string(std::string_view text, sortid_encoding as = SORTID_ENCODING_TEXT,
                                fault *why = nullptr) noexcept {
        optional id{detail::unset()}; // in place: a copy would cost more than the rest of this face
        if (!detail::succeeds(id->read(text, as), why)) id.reset();
        return id;
    }
    template <class Bytes> static optional from_bytes(const Bytes &bytes, fault *why = nullptr) noexcept {
        return from_string(chars(std::data(bytes), std::size(bytes)), SORTID_ENCODING_BIN, why);
    }
#ifdef __cpp_lib_expected
    static std::expected<basic_id, fault> parse(std::string_view text,
                                                sortid_encoding as = SORTID_ENCODING_TEXT) noexcept {
        fault why;
        if (const auto id = from_string(text, as, &why)) return *id;
        return std::unexpected(why);
    }
#endif

    /* The canonical text, on the stack or as a string; another text; the bytes. */
    stack_text<Format::text_size> text() const noexcept {
        stack_text<Format::text_size> text;
        static_cast<void>(Format::c_print(text.c_str, &c_)); // valid IDs are never refused
        return text;
    }
    std::string to_string() const { return std::string(text()); }
    std::string to_string(sortid_encoding as) const {
        char text[SORTID_MAX_TEXT_SIZE];
        std::size_t written = 0;
        detail::check({Format::c_print_as(text, sizeof text, &written, as, &c_)});
        return std::string(text, written);
    }
    constexpr const bytes_type &bytes() const noexcept SORTID_VIEW { return c_.bytes; }
    constexpr const c_type &c() const noexcept SORTID_VIEW { return c_; }

    /* The parts of the layout: timestamp, counter and the like. */
    fields_type fields() const noexcept {
        fields_type parts;
        Format::c_to_fields(&parts, &c_);
        return parts;
    }

    /* Times. A range is the first and the last ID with since <= time < until. */
    std::uint64_t unix_ms() const noexcept { return Format::c_unix_ms(&c_); }
    static basic_id min_at(unix_time time) { return made(Format::c_min_at, time.ms()); }
    static basic_id max_at(unix_time time) { return made(Format::c_max_at, time.ms()); }
    static std::pair<basic_id, basic_id> range(unix_time since, unix_time until = UINT64_MAX) {
        std::pair<basic_id, basic_id> ids;
        detail::check({Format::c_range(&ids.first.c_, &ids.second.c_, since.ms(), until.ms())});
        return ids;
    }

    /* The neighbors, if there are any. */
    optional successor() const noexcept { return maybe(Format::c_successor, &c_, nullptr); }
    optional predecessor() const noexcept { return maybe(Format::c_predecessor, &c_, nullptr); }

    /* The order, which is that of bytes and texts. */
    friend constexpr bool operator==(basic_id a, basic_id b) noexcept { return order(a, b) == 0; }
#ifdef __cpp_impl_three_way_comparison
    friend constexpr std::strong_ordering operator<=>(basic_id a, basic_id b) noexcept { return order(a, b) <=> 0; }
#else
    friend constexpr bool operator!=(basic_id a, basic_id b) noexcept { return order(a, b) != 0; }
    friend constexpr bool operator<(basic_id a, basic_id b) noexcept { return order(a, b) < 0; }
    friend constexpr bool operator>(basic_id a, basic_id b) noexcept { return order(a, b) > 0; }
    friend constexpr bool operator<=(basic_id a, basic_id b) noexcept { return order(a, b) <= 0; }
    friend constexpr bool operator>=(basic_id a, basic_id b) noexcept { return order(a, b) >= 0; }
#endif

    /* For std::hash, and for Boost. */
    friend constexpr std::size_t hash_value(basic_id id) noexcept {
        std::uint64_t mixed = id.word(0) * 0x9e3779b97f4a7c15;
        if constexpr (size > 16) mixed = (mixed ^ id.word(8)) * 0x9e3779b97f4a7c15;
        mixed = (mixed ^ id.word(size - 8)) * 0xd6e8feb86659fd93;
        return static_cast<std::size_t>(mixed ^ mixed >> 32);
    }

    /* Writes the text to what takes a std::string_view, such as a std::ostream. */
    template <class Stream, class = decltype(std::declval<Stream &>() << std::string_view())>
    friend Stream &operator<<(Stream &stream, const basic_id &id) {
        stream << std::string_view(id.text());
        return stream;
    }
  private:
    friend class generator<basic_id>;
    template <class Call, class... Arguments> static basic_id made(Call call, Arguments... arguments) {
        basic_id id{detail::unset()};
        detail::check({call(&id.c_, arguments...)});
        return id;
    }
    template <class Call, class... Arguments> static optional maybe(Call call, Arguments... arguments) noexcept {
        optional id{detail::unset()};
        if (call(&id->c_, arguments...) != SORTID_OK) id.reset();
        return id;
    }
    static status next_many(c_type *ids, std::size_t count, std::size_t *done) {
        return Format::c_fill(ids, count, done, nullptr);
    }
    fault read(std::string_view text, sortid_encoding as) noexcept {
        std::size_t at = std::string::npos;
        const status code = as == SORTID_ENCODING_TEXT ? Format::c_parse(&c_, text.data(), text.size(), &at)
                                                       : Format::c_parse_as(&c_, as, text.data(), text.size(), &at);
        return {code, at};
    }
    template <class Byte> static std::string_view chars(const Byte *bytes, std::size_t count) noexcept {
        static_assert(sizeof(Byte) == 1, "the bytes of an ID");
        return {reinterpret_cast<const char *>(bytes), count};
    }
    /* Eight bytes as a number: one load, except for the compiler's own calculations. */
    constexpr std::uint64_t word(std::size_t at) const noexcept {
        std::uint64_t word = 0;
#if defined(__GNUC__) || defined(__clang__)
        if (!__builtin_is_constant_evaluated()) {
            __builtin_memcpy(&word, c_.bytes + at, sizeof word);
            return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? word : __builtin_bswap64(word);
        }
#endif
        for (std::size_t i = at; i < at + sizeof word; i++) word = word << 8 | c_.bytes[i];
        return word;
    }
    template <std::size_t At = 0> static constexpr int order(const basic_id &a, const basic_id &b) noexcept {
        const std::uint64_t x = a.word(At), y = b.word(At);
        if constexpr (At + 8 < size)
            if (x == y) // the last words overlap if 8 does not divide the size
                return order<(At + 16 <= size ? At + 8 : size - 8)>(a, b);
        return x == y ? 0 : x < y ? -1 : 1;
    }
    c_type c_;
};
#define SORTID_CPP_USING(NAME) using NAME = basic_id<detail::NAME>;
SORTID_CPP_EACH(SORTID_CPP_USING)

/* ---- Literals: "01ARZ3NDEKTSV4RRFFQ69G5FAV"_ulid -------------------------- */
#if __cplusplus >= 202002L
namespace detail {
void literal_is_not_an_id(); // cannot be called for a constant: the compiler shows its name
template <class Format> consteval basic_id<Format> literal(std::string_view text) {
    constexpr std::size_t radix = Format::digits.size();
    typename Format::id id = {};
    bool valid = text.size() == Format::text_size - 1;
    for (std::size_t i = 0; i < text.size(); i++) {
        const char c = text[i];
        const bool dash = radix == 16 && (i == 8 || i == 13 || i == 18 || i == 23);
        if (dash && c == '-') continue;
        const bool upper = radix <= 36 && c >= 'A' && c <= 'Z';
        std::size_t carry = Format::digits.find(upper ? static_cast<char>(c + 'a' - 'A') : c);
        valid = valid && !dash && carry < radix;
        for (std::size_t place = sizeof id; place-- > 0; carry >>= 8) {
            carry += id.bytes[place] * radix;
            id.bytes[place] = carry & 0xff;
        }
        valid = valid && carry == 0;
    }
    if (radix == 16) valid = valid && id.bytes[6] >> 4 == 7 && id.bytes[8] >> 6 == 2;
    if (!valid) literal_is_not_an_id();
    return {id, trusted()};
}
} // namespace detail
inline namespace literals {
#define SORTID_CPP_LITERAL(NAME)                                                                                       \
    consteval NAME operator""_##NAME(const char *text, std::size_t size) {                                             \
        return detail::literal<detail::NAME>({text, size});                                                            \
    }
SORTID_CPP_EACH(SORTID_CPP_LITERAL)
#undef SORTID_CPP_LITERAL
} // namespace literals
#endif
#undef SORTID_CPP_USING
#undef SORTID_CPP_EACH

/* ---- TypeID -------------------------------------------------------------- */
/* A UUID of any version with a prefix: user_01h455vb4pex5vsknk084sn02q. */
template <class Uuid> class basic_type_id {
  public:
    explicit basic_type_id(std::string_view text) { detail::check(read(text)); }
    basic_type_id(std::string_view prefix, const typename Uuid::bytes_type &uuid) {
        char text[SORTID_TYPEID_TEXT_SIZE];
        std::size_t size = 0;
        fault why;
        why.code = sortid_typeid_print(text, sizeof text, &size, prefix.data(), prefix.size(), uuid, &why.position);
        detail::check(why);
        detail::check(read({text, size}));
    }
    static basic_type_id make(std::string_view prefix) { return {prefix, Uuid::make().bytes()}; }
    static std::optional<basic_type_id> from_string(std::string_view text, fault *why = nullptr) {
        basic_type_id id;
        if (detail::succeeds(id.read(text), why)) return id;
        return std::nullopt;
    }
    std::string_view prefix() const noexcept SORTID_VIEW { return text().substr(0, prefix_size_); }
    std::string_view text() const noexcept SORTID_VIEW { return text_; }
    const typename Uuid::bytes_type &bytes() const noexcept SORTID_VIEW { return uuid_; }
    friend bool operator==(const basic_type_id &a, const basic_type_id &b) { return a.text_ == b.text_; }
    friend bool operator!=(const basic_type_id &a, const basic_type_id &b) { return a.text_ != b.text_; }
    friend bool operator<(const basic_type_id &a, const basic_type_id &b) { return a.text_ < b.text_; }
  private:
    basic_type_id() = default;
    fault read(std::string_view text) {
        text_ = text;
        fault why;
        why.code = sortid_typeid_parse(uuid_, &prefix_size_, text.data(), text.size(), &why.position);
        return why;
    }
    std::string text_;
    std::size_t prefix_size_ = 0;
    typename Uuid::bytes_type uuid_ = {};
};
using type_id = basic_type_id<uuidv7>;

/* ---- Generators ---------------------------------------------------------- */
namespace detail {
inline sortid_scru64_node_spec node(std::string_view text) {
    sortid_scru64_node_spec spec;
    fault why;
    why.code = sortid_scru64_node_spec_parse(&spec, text.data(), text.size(), &why.position);
    check(why);
    return spec;
}
/* Calls a callable object from code in C, which no exception should leave. A bound returns a bool. */
template <class F, class... In> status run(F &f, In... in) {
    if constexpr (std::is_void_v<decltype(f(in...))>)
        f(in...);
    else if (!f(in...))
        return SORTID_BOUND_REACHED;
    return SORTID_OK;
}
template <class F, class... In> status call(void *f, In... in) noexcept {
#ifdef __cpp_exceptions
    try {
        return run(*static_cast<F *>(f), in...);
    } catch (...) { exception = std::current_exception(); }
    return thrown;
#else
    return run(*static_cast<F *>(f), in...);
#endif
}
} // namespace detail
/* The options of the C interface, and its sources, which may be callable objects. These are kept, and must not use
 * their generator. What they throw leaves the call that makes the ID. */
class options : public sortid_options {
  public:
    options() noexcept : sortid_options() {}
    options(options &&from) noexcept
        : sortid_options(std::exchange<sortid_options>(from, {})), sources(std::exchange(from.sources, {})),
          kept_(std::exchange(from.kept_, nullptr)) {}
    ~options() { delete kept_; }
    options &set_node(std::string_view spec) { // of scru64: "42/8"
        node = detail::node(spec);
        return *this;
    }
    template <class F> options &set_clock(F f, std::uint64_t resolution_us = 1000) { // unix_time()
        own().clock.resolution_us = resolution_us;
        return set(own().clock.read, own().clock.context,
                   [f = std::move(f)](std::uint64_t *us) mutable { *us = unix_time(f()).us(); });
    }
    template <class F> options &set_random(F f) { // void(void *bytes, std::size_t size)
        return set(own().random.fill, own().random.context,
                   [f = std::move(f)](void *bytes, std::size_t size, std::uint64_t) mutable { f(bytes, size); });
    }
    template <class F> options &set_sleep(F f) { // void(std::uint64_t microseconds)
        return set(own().sleep.sleep, own().sleep.context, [f = std::move(f)](std::uint64_t us) mutable { f(us); });
    }
    template <class F> options &set_bound(F f) { // of scru64: bool(std::uint64_t tick)
        return set(bound.cover, bound.context,
                   [f = std::move(f)](std::uint64_t tick, std::uint32_t) mutable { return bool(f(tick)); });
    }
    sortid_sources sources{}; // zeros are the system's
    const sortid_sources *given() const noexcept { return sources.clock.read != nullptr ? &sources : nullptr; }
  private:
    struct object {
        virtual ~object() { delete next; }
        object *next;
    };
    template <class F> struct callable : object {
        explicit callable(F &&f) : function(std::move(f)) {}
        F function;
    };
    template <class F, class... In> options &set(status (*&function)(void *, In...), void *&context, F &&f) {
        auto *kept = new callable<F>(std::move(f));
        kept->next = std::exchange(kept_, kept);
        function = detail::call<F, In...>;
        context = &kept->function;
        return *this;
    }
    sortid_sources &own() {
        if (given() == nullptr) sortid_sources_default(&sources);
        return sources;
    }
    object *kept_ = nullptr;
};

/* Makes IDs with a state of its own. */
template <class Id> class generator {
    using format = typename Id::format_type;
  public:
    /* A private generator, for one thread at a time; one that shares a state in a file or in memory, for any thread. */
    explicit generator(options from = {}) : from_(std::move(from)) {
        detail::check({format::c_generator_init(&c_, &from_, from_.given())});
    }
    explicit generator(const std::string &path, options from = {}, const sortid_file_options &file = {})
        : from_(std::move(from)) {
        detail::check(
            {sortid_generator_open(&c_.base, format::c_format(), path.c_str(), &file, &from_, from_.given())});
    }
    generator(sortid_shared_state &state, sortid_scope scope, options from = {}) : from_(std::move(from)) {
        detail::check({sortid_generator_attach(&c_.base, format::c_format(), &state, scope, &from_, from_.given())});
    }
    generator(const generator &) = delete;
    generator &operator=(const generator &) = delete;
    ~generator() { sortid_generator_close(&c_.base); }

    /* The next ID, or many as in basic_id::make_many. */
    Id make(event *how = nullptr) {
        return Id::made([&](auto *id) { return format::c_generator_next(&c_, id, how); });
    }
    Id operator()() { return make(); }
    template <class Ids> void make_many(Ids &&ids) { detail::fill(std::data(ids), std::size(ids), next_many()); }
    template <class Output> Output make_many(Output out, std::size_t count) {
        return detail::fill_through<Id>(out, count, next_many());
    }

    /* The node of a scru64 generator, and its last ID once there is one: "42/8". */
    std::string node() const {
        sortid_scru64_node_spec spec;
        detail::check({sortid_generator_node(&c_.base, &spec)});
        char text[SORTID_SCRU64_NODE_SPEC_SIZE];
        return std::string(text, sortid_scru64_node_spec_print(text, &spec));
    }
    void set_node(std::string_view spec) {
        const sortid_scru64_node_spec node = detail::node(spec);
        detail::check({sortid_generator_set_node(&c_.base, &node)});
    }
    sortid_generator *c() noexcept { return &c_.base; } // for calls such as sortid_generator_set_bound
  private:
    auto next_many() {
        return [this](auto *ids, std::size_t count, std::size_t *done) {
            return format::c_generator_fill(&c_, ids, count, done, nullptr);
        };
    }
    typename format::generator c_;
    options from_; // keeps the callable objects
};

/* ---- What a text may be -------------------------------------------------- */
/* One way to read a text. */
struct reading : sortid_reading {
    const char *name() const { // "ulid", "uuid-v4"
        sortid_kind_info info;
        detail::check({sortid_kind_describe(kind, &info, sizeof info)});
        return info.name;
    }
    std::string to_string() const {
        char text[SORTID_READING_TEXT_SIZE];
        std::size_t written = 0;
        detail::check({sortid_reading_print(this, text, sizeof text, &written)});
        return std::string(text, written);
    }
    template <class Id> std::optional<Id> as() const noexcept { // if it is of this format
        const bool same = format == Id::format_type::c_format();
        return Id::from_bytes(std::string_view(reinterpret_cast<const char *>(id), same ? size : 0));
    }
};

/* Writes all readings of a text through an output iterator, the most likely first. */
template <class Output>
Output inspect(std::string_view text, Output out, const sortid_recognize_options &options = {}) {
    reading all[SORTID_READINGS_MAX];
    std::size_t count = 0;
    const status code =
        sortid_recognize(all, sizeof *all, SORTID_READINGS_MAX, &count, text.data(), text.size(), &options, nullptr);
    if (code == SORTID_BAD_OPTION) detail::raise({code});
    for (std::size_t i = 0; i < count; i++) *out++ = all[i];
    return out;
}
} // namespace sortid
template <class Format> struct std::hash<sortid::basic_id<Format>> {
    std::size_t operator()(sortid::basic_id<Format> id) const noexcept { return hash_value(id); }
};
#undef SORTID_VIEW
#endif
