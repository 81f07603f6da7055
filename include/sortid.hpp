/* SPDX-License-Identifier: MIT */
/* sortid.hpp: sortable unique identifiers in C++17 and later, over <sortid.h> and its library.
 *
 *     sortid::ulid id = sortid::ulid::make();
 *     std::string text = id.to_string();
 *
 * The seven formats have the same members, those of basic_id. A value is always a valid ID. A call
 * that fails throws sortid::error, except those that return an optional or an expected. Times are
 * Unix times in ms or, with <sortid/chrono.hpp>, time points; <sortid/format.hpp> is for
 * std::format. The headers in C describe each call in full. */
#ifndef SORTID_HPP
#define SORTID_HPP

#include "sortid.h"

#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#if __cplusplus >= 202002L
#include <compare>
#endif
#if __cplusplus > 202002L && __has_include(<expected>)
#include <expected>
#endif

#ifdef __clang__ // reports a view that outlives what it shows
#define SORTID_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define SORTID_LIFETIMEBOUND
#endif

namespace sortid {

/* ---- Errors -------------------------------------------------------------- */

using status = sortid_status; // SORTID_BAD_DIGIT and the like
using event = sortid_event;   // how an ID was made: SORTID_EVENT_RESET and the like

inline constexpr std::size_t no_position = static_cast<std::size_t>(-1);

/* Why a text is refused or a call failed. */
struct fault {
    status code = SORTID_OK;
    std::size_t position = no_position; // of the first wrong byte of a text
};

class error : public std::runtime_error {
  public:
    explicit error(fault why) : std::runtime_error(message(why)), fault_(why) {}
    status code() const noexcept { return fault_.code; }
    std::size_t position() const noexcept { return fault_.position; }
    int system_error() const noexcept { return system_error_; } // see sortid_system_error

  private:
    static std::string message(fault why) {
        std::string text = sortid_status_text(why.code);
        return why.position == no_position ? text : text + ", at " + std::to_string(why.position);
    }
    fault fault_;
    int system_error_ = sortid_system_error();
};

namespace detail {

/* What a callable object threw in a call of this thread, and the status of that call. */
inline constexpr status thrown = static_cast<status>(SORTID_STATUS_USER_LAST);
inline std::exception_ptr &exception() noexcept {
    thread_local std::exception_ptr pending;
    return pending;
}

[[noreturn, gnu::cold]] inline void raise([[maybe_unused]] fault why) {
#ifdef __cpp_exceptions
    if (why.code == thrown && exception() != nullptr)
        std::rethrow_exception(std::exchange(exception(), nullptr));
    throw error(why);
#else
    std::terminate();
#endif
}

inline void check(status code, std::size_t position = no_position) {
    if (code != SORTID_OK)
        raise({code, position});
}

/* Calls a callable object for code in C, which no exception should leave. */
template <class Call> status guarded(const Call &call) noexcept {
#ifdef __cpp_exceptions
    try {
        return call();
    } catch (...) {
        exception() = std::current_exception();
        return thrown;
    }
#else
    return call();
#endif
}

/* The Unix time of an argument in microseconds: microseconds<Time>::of(time). Numbers are ms;
 * <sortid/chrono.hpp> has time points. */
template <class Time, class = void> struct microseconds;
template <class Number>
struct microseconds<Number, std::enable_if_t<std::is_integral_v<Number>>> {
    static constexpr std::uint64_t of(Number unix_ms) {
        if constexpr (std::is_signed_v<Number>)
            if (unix_ms < 0)
                raise({SORTID_OUT_OF_RANGE});
        const auto ms = static_cast<std::uint64_t>(unix_ms);
        return ms < UINT64_MAX / 1000 ? ms * 1000 : UINT64_MAX; // beyond each format
    }
};

} // namespace detail

/* ---- Arguments and results ----------------------------------------------- */

/* A Unix time in ms or, with <sortid/chrono.hpp>, a time point of std::chrono::system_clock. One
 * before 1970 is SORTID_OUT_OF_RANGE. */
class unix_time {
  public:
    template <class Time, class = decltype(&detail::microseconds<Time>::of)>
    constexpr unix_time(const Time &time) : us_(detail::microseconds<Time>::of(time)) {}
    constexpr std::uint64_t us() const noexcept { return us_; }
    constexpr std::uint64_t ms() const noexcept { return us_ / 1000; }

  private:
    std::uint64_t us_;
};

/* How a text writes an ID: sortid_encoding. uuid, braces and urn are for formats of 128 bits. */
enum class encoding { text, hex, integer, uuid, binary, braces, urn };

/* A text on the stack, with a NUL. */
template <std::size_t Capacity> class stack_text {
  public:
    template <class Print> explicit stack_text(const Print &print) : size_(print(text_)) {}
    constexpr const char *c_str() const noexcept SORTID_LIFETIMEBOUND { return text_; }
    constexpr const char *data() const noexcept SORTID_LIFETIMEBOUND { return text_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr std::string_view view() const noexcept SORTID_LIFETIMEBOUND { return {text_, size_}; }
    constexpr operator std::string_view() const noexcept SORTID_LIFETIMEBOUND { return view(); }

  private:
    std::size_t size_;
    char text_[Capacity];
};

/* ---- Formats ------------------------------------------------------------- */

namespace detail {

/* What basic_id needs of a format: types, constants and calls in C, the digits of its texts. */
#define SORTID_CPP_FORMAT(NAME, UPPER, MAKE_AT, DIGITS)                                            \
    struct NAME {                                                                                  \
        using id = sortid_##NAME;                                                                  \
        using fields = sortid_##NAME##_fields;                                                     \
        using generator = sortid_##NAME##_generator;                                               \
        static constexpr id min = SORTID_##UPPER##_MIN, max = SORTID_##UPPER##_MAX;                \
        static constexpr std::size_t text_size = SORTID_##UPPER##_TEXT_SIZE;                       \
        static constexpr std::string_view digits = DIGITS;                                         \
        static constexpr auto format = sortid_##NAME##_format;                                     \
        static constexpr auto make = sortid_##NAME##_new;                                          \
        static constexpr auto make_many = sortid_##NAME##_fill;                                    \
        static constexpr auto make_at = MAKE_AT;                                                   \
        static constexpr auto parse = sortid_##NAME##_parse;                                       \
        static constexpr auto parse_as = sortid_##NAME##_parse_as;                                 \
        static constexpr auto print = sortid_##NAME##_print;                                       \
        static constexpr auto print_as = sortid_##NAME##_print_as;                                 \
        static constexpr auto from_fields = sortid_##NAME##_from_fields;                           \
        static constexpr auto to_fields = sortid_##NAME##_to_fields;                               \
        static constexpr auto unix_ms = sortid_##NAME##_unix_ms;                                   \
        static constexpr auto min_at = sortid_##NAME##_min_at;                                     \
        static constexpr auto max_at = sortid_##NAME##_max_at;                                     \
        static constexpr auto range = sortid_##NAME##_range;                                       \
        static constexpr auto successor = sortid_##NAME##_successor;                               \
        static constexpr auto predecessor = sortid_##NAME##_predecessor;                           \
        static constexpr auto init = sortid_##NAME##_generator_init;                               \
        static constexpr auto next = sortid_##NAME##_generator_next;                               \
        static constexpr auto fill = sortid_##NAME##_generator_fill;                               \
    }
#define SORTID_CPP_36 "0123456789abcdefghijklmnopqrstuvwxyz"
#define SORTID_CPP_62 "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
SORTID_CPP_FORMAT(ulid, ULID, sortid_ulid_new_at, "0123456789abcdefghjkmnpqrstvwxyz");
SORTID_CPP_FORMAT(uuidv7, UUIDV7, sortid_uuidv7_new_at, "0123456789abcdef");
SORTID_CPP_FORMAT(ksuid, KSUID, sortid_ksuid_new_at, SORTID_CPP_62);
SORTID_CPP_FORMAT(scru128, SCRU128, sortid_scru128_new_at, SORTID_CPP_36);
SORTID_CPP_FORMAT(scru128v1, SCRU128V1, sortid_scru128v1_new_at, "0123456789abcdefghijklmnopqrstuv");
SORTID_CPP_FORMAT(scru160, SCRU160, sortid_scru160_new_at, "0123456789abcdefghijklmnopqrstuv");
SORTID_CPP_FORMAT(scru64, SCRU64, nullptr, SORTID_CPP_36);
#undef SORTID_CPP_62
#undef SORTID_CPP_36
#undef SORTID_CPP_FORMAT

/* Constructors for what makes sure of the bytes itself. */
struct unset {};
struct trusted {};

/* Makes `count` IDs. A call stops short where the order would break; the next one continues. */
template <class Id, class Call> void fill(Id *ids, std::size_t count, const Call &call) {
    for (std::size_t done = 0; count > 0; ids += done, count -= done)
        check(call(reinterpret_cast<typename Id::c_type *>(ids), count, &done));
}
template <class Id, class Output, class Call>
Output fill_through(Output out, std::size_t count, const Call &call) {
    Id some[64];
    for (std::size_t n; count > 0; count -= n) {
        n = count < 64 ? count : 64;
        fill(some, n, call);
        for (std::size_t i = 0; i < n; i++)
            *out++ = some[i];
    }
    return out;
}

template <class Id> class any_generator;

} // namespace detail

/* ---- IDs ----------------------------------------------------------------- */

template <class Format> class basic_id {
  public:
    using format_type = Format;
    using c_type = typename Format::id;
    using fields_type = typename Format::fields;
    static constexpr std::size_t size = sizeof(c_type), text_length = Format::text_size - 1;
    using bytes_type = std::uint8_t[size];

    /* The smallest ID; that of a text, and that of the C interface. */
    constexpr basic_id() noexcept : c_(Format::min) {}
    explicit basic_id(std::string_view text, encoding as = encoding::text) {
        fault why = read(text, as);
        if (why.code != SORTID_OK)
            detail::raise(why);
    }
    explicit basic_id(const c_type &id) : basic_id(chars(id.bytes, size), encoding::binary) {}
    constexpr basic_id(const c_type &id, detail::trusted) noexcept : c_(id) {}
    static constexpr basic_id min() noexcept { return {Format::min, detail::trusted()}; }
    static constexpr basic_id max() noexcept { return {Format::max, detail::trusted()}; }

    /* The next ID of the thread's default generator. */
    static basic_id make() { return made(Format::make, nullptr); }
    static std::optional<basic_id> try_make() noexcept { return maybe(Format::make, nullptr); }

    /* Many: all of a span, a vector or an array; or `count` through an output iterator. */
    template <class Ids> static void make_many(Ids &&ids) {
        detail::fill(std::data(ids), std::size(ids), next_many);
    }
    template <class Output> static Output make_many(Output out, std::size_t count) {
        return detail::fill_through<basic_id>(out, count, next_many);
    }

    /* A random ID of a time, for data that is older than its IDs. */
    static basic_id at(unix_time time) {
        static_assert(!std::is_same_v<Format, detail::scru64>, "a random scru64 is not unique");
        return made(Format::make_at, time.ms());
    }

    /* Reads a text or bytes. *why tells why there is no ID. */
    static std::optional<basic_id> from_string(std::string_view text, encoding as = encoding::text,
                                               fault *why = nullptr) noexcept {
        std::optional<basic_id> id{basic_id(detail::unset())};
        fault wrong = id->read(text, as);
        if (wrong.code == SORTID_OK)
            return id;
        if (why != nullptr)
            *why = wrong;
        return std::nullopt;
    }
    template <class Bytes>
    static std::optional<basic_id> from_bytes(const Bytes &bytes, fault *why = nullptr) noexcept {
        return from_string(chars(std::data(bytes), std::size(bytes)), encoding::binary, why);
    }
#ifdef __cpp_lib_expected
    static std::expected<basic_id, fault> parse(std::string_view text,
                                                encoding as = encoding::text) noexcept {
        std::expected<basic_id, fault> id{basic_id(detail::unset())};
        fault why = id->read(text, as);
        return why.code == SORTID_OK ? id : std::unexpected(why);
    }
#endif

    /* The canonical text, on the stack or as a string; another text; the bytes. */
    stack_text<Format::text_size> text() const noexcept {
        return stack_text<Format::text_size>([this](char *out) { return Format::print(out, &c_); });
    }
    std::string to_string() const { return std::string(text().view()); }
    std::string to_string(encoding as) const {
        char text[SORTID_MAX_TEXT_SIZE];
        std::size_t written = 0;
        detail::check(Format::print_as(text, sizeof text, &written, sortid_encoding(as), &c_));
        return std::string(text, written);
    }
    constexpr const bytes_type &bytes() const noexcept SORTID_LIFETIMEBOUND { return c_.bytes; }
    constexpr const c_type &c() const noexcept SORTID_LIFETIMEBOUND { return c_; }

    /* The fields, in the struct of the C interface. */
    static basic_id from_fields(const fields_type &fields) {
        return made(Format::from_fields, &fields, nullptr);
    }
    fields_type fields() const noexcept {
        fields_type fields;
        Format::to_fields(&fields, &c_);
        return fields;
    }

    /* Times. A range is the first and the last ID with since <= time < until. */
    std::uint64_t unix_ms() const noexcept { return Format::unix_ms(&c_); }
    static basic_id min_at(unix_time time) { return made(Format::min_at, time.ms()); }
    static basic_id max_at(unix_time time) { return made(Format::max_at, time.ms()); }
    static std::pair<basic_id, basic_id> range(unix_time since, unix_time until = UINT64_MAX) {
        std::pair<basic_id, basic_id> ids;
        detail::check(Format::range(&ids.first.c_, &ids.second.c_, since.ms(), until.ms()));
        return ids;
    }

    /* The neighbors, if there are any. */
    std::optional<basic_id> successor() const noexcept {
        return maybe(Format::successor, &c_, nullptr);
    }
    std::optional<basic_id> predecessor() const noexcept {
        return maybe(Format::predecessor, &c_, nullptr);
    }

    /* The order, which is that of bytes and texts. */
    friend constexpr bool operator==(basic_id a, basic_id b) noexcept { return order(a, b) == 0; }
#ifdef __cpp_impl_three_way_comparison
    friend constexpr std::strong_ordering operator<=>(basic_id a, basic_id b) noexcept {
        return order(a, b) <=> 0;
    }
#else
    friend constexpr bool operator!=(basic_id a, basic_id b) noexcept { return order(a, b) != 0; }
    friend constexpr bool operator<(basic_id a, basic_id b) noexcept { return order(a, b) < 0; }
    friend constexpr bool operator>(basic_id a, basic_id b) noexcept { return order(a, b) > 0; }
    friend constexpr bool operator<=(basic_id a, basic_id b) noexcept { return order(a, b) <= 0; }
    friend constexpr bool operator>=(basic_id a, basic_id b) noexcept { return order(a, b) >= 0; }
#endif

    /* For std::hash, and for Boost. */
    friend constexpr std::size_t hash_value(basic_id id) noexcept {
        std::uint64_t mixed = (id.word(0) * 0x9e3779b97f4a7c15) ^ id.word(size - 8);
        mixed *= 0xd6e8feb86659fd93;
        return static_cast<std::size_t>(mixed ^ mixed >> 32);
    }

    /* Writes the text to what takes a std::string_view, such as a std::ostream. */
    template <class Stream, class = decltype(std::declval<Stream &>() << std::string_view())>
    friend Stream &operator<<(Stream &stream, const basic_id &id) {
        stream << id.text().view();
        return stream;
    }

  private:
    template <class Id> friend class detail::any_generator;
    explicit basic_id(detail::unset) noexcept {}

    template <class Call, class... Arguments>
    static basic_id made(const Call &call, Arguments... arguments) {
        basic_id id{detail::unset()};
        detail::check(call(&id.c_, arguments...));
        return id;
    }
    template <class Call, class... Arguments>
    static std::optional<basic_id> maybe(const Call &call, Arguments... arguments) noexcept {
        std::optional<basic_id> id{basic_id(detail::unset())};
        if (call(&id->c_, arguments...) != SORTID_OK)
            id.reset();
        return id;
    }
    static status next_many(c_type *ids, std::size_t count, std::size_t *done) {
        return Format::make_many(ids, count, done, nullptr);
    }

    fault read(std::string_view text, encoding as) noexcept {
        fault why;
        why.code = as == encoding::text
                       ? Format::parse(&c_, text.data(), text.size(), &why.position)
                       : Format::parse_as(&c_, sortid_encoding(as), text.data(), text.size(),
                                          &why.position);
        return why;
    }
    template <class Byte>
    static std::string_view chars(const Byte *bytes, std::size_t count) noexcept {
        static_assert(sizeof(Byte) == 1, "the bytes of an ID");
        return {reinterpret_cast<const char *>(bytes), count};
    }

    /* Eight bytes as a number. */
    constexpr std::uint64_t word(std::size_t at) const noexcept {
        std::uint64_t word = 0;
        for (std::size_t i = at; i < at + 8; i++)
            word = word << 8 | c_.bytes[i];
        return word;
    }
    static constexpr int order(const basic_id &a, const basic_id &b) noexcept {
        // The last two words overlap if the size is not a multiple of 8.
        for (std::size_t at : {std::size_t(0), size / 16 * 8, size - 8})
            if (a.word(at) != b.word(at))
                return a.word(at) < b.word(at) ? -1 : 1;
        return 0;
    }

    c_type c_;
};

using ulid = basic_id<detail::ulid>;
using uuidv7 = basic_id<detail::uuidv7>;
using ksuid = basic_id<detail::ksuid>;
using scru128 = basic_id<detail::scru128>;
using scru128v1 = basic_id<detail::scru128v1>;
using scru160 = basic_id<detail::scru160>;
using scru64 = basic_id<detail::scru64>;

/* ---- Literals: "01ARZ3NDEKTSV4RRFFQ69G5FAV"_ulid -------------------------- */

#if __cplusplus >= 202002L
namespace detail {

/* The compiler refuses to call these for a constant, and shows their names. */
void literal_has_another_length();
void literal_has_a_bad_digit();
void literal_is_out_of_range();
void literal_has_another_version_or_variant();

template <class Format> consteval basic_id<Format> literal(std::string_view text) {
    constexpr std::size_t radix = Format::digits.size();
    typename Format::id id = {};
    if (text.size() != Format::text_size - 1)
        literal_has_another_length();
    for (std::size_t i = 0; i < text.size(); i++) {
        char c = text[i];
        if (radix == 16 && (i == 8 || i == 13 || i == 18 || i == 23)) {
            if (c != '-')
                literal_has_a_bad_digit();
            continue;
        }
        if (radix <= 36 && c >= 'A' && c <= 'Z')
            c = static_cast<char>(c + ('a' - 'A'));
        std::size_t carry = Format::digits.find(c);
        if (carry == Format::digits.npos)
            literal_has_a_bad_digit();
        for (std::size_t place = sizeof id; place-- > 0; carry >>= 8) {
            carry += id.bytes[place] * radix;
            id.bytes[place] = carry & 0xff;
        }
        if (carry != 0)
            literal_is_out_of_range();
    }
    if (radix == 16 && (id.bytes[6] >> 4 != 7 || id.bytes[8] >> 6 != 2))
        literal_has_another_version_or_variant();
    return {id, trusted()};
}

} // namespace detail

inline namespace literals {
#define SORTID_CPP_LITERAL(NAME)                                                                   \
    consteval NAME operator""_##NAME(const char *text, std::size_t size) {                         \
        return detail::literal<detail::NAME>({text, size});                                        \
    }
SORTID_CPP_LITERAL(ulid)
SORTID_CPP_LITERAL(uuidv7)
SORTID_CPP_LITERAL(ksuid)
SORTID_CPP_LITERAL(scru128)
SORTID_CPP_LITERAL(scru128v1)
SORTID_CPP_LITERAL(scru160)
SORTID_CPP_LITERAL(scru64)
#undef SORTID_CPP_LITERAL
} // namespace literals
#endif

/* ---- TypeID -------------------------------------------------------------- */

/* A UUID of any version with a prefix, user_01h455vb4pex5vsknk084sn02q; made with a UUIDv7. */
class type_id {
  public:
    explicit type_id(std::string_view text) {
        fault why = read(text);
        detail::check(why.code, why.position);
    }
    type_id(std::string_view prefix, const uuidv7::bytes_type &uuid) {
        fault why;
        why.code = sortid_typeid_print(text_, sizeof text_, &size_, prefix.data(), prefix.size(),
                                       uuid, &why.position);
        detail::check(why.code, why.position);
        prefix_size_ = prefix.size();
    }
    static type_id make(std::string_view prefix) { return {prefix, uuidv7::make().bytes()}; }
    static std::optional<type_id> from_string(std::string_view text, fault *why = nullptr) noexcept;
    std::string_view text() const noexcept SORTID_LIFETIMEBOUND { return {text_, size_}; }
    std::string_view prefix() const noexcept SORTID_LIFETIMEBOUND { return {text_, prefix_size_}; }
    std::string to_string() const { return std::string(text()); }
    std::optional<uuidv7> uuid() const noexcept; // nothing if the version is another

    friend bool operator==(const type_id &a, const type_id &b) { return a.text() == b.text(); }
    friend bool operator<(const type_id &a, const type_id &b) { return a.text() < b.text(); }

  private:
    fault read(std::string_view text) noexcept;
    std::size_t size_, prefix_size_;
    char text_[SORTID_TYPEID_TEXT_SIZE];
};

/* ---- Generators ---------------------------------------------------------- */

/* A clock, randomness, sleep or bound: a source of the C interface, or a callable object, which is
 * kept. What it throws leaves the call that makes the ID. It must not use its own generator. */
template <class Source> class source;
using clock_source = source<sortid_clock>;   // unix_time()
using random_source = source<sortid_random>; // void(void *bytes, std::size_t size)
using sleep_source = source<sortid_sleep>;   // void(std::uint64_t microseconds)
using bound_source = source<sortid_bound>;   // bool(std::uint64_t tick): may its IDs be made

/* When the clock went back further than the allowance: sortid_mode. */
enum class rollback { by_format, abort, reset, wait };

/* sortid_options with the sources. A number that is not given is the default. */
struct options {
    rollback mode = rollback::by_format;
    bool stateless = false, borrow = false, random_step = false, fraction = false;
    std::optional<std::uint64_t> allowance_ms; // 0: none
    std::optional<std::uint8_t> guard_bits;
    std::uint8_t extension_bits = 0, node_bits = 0;
    std::uint32_t node_id = 0;
    std::string node; // of scru64: "42/8"
    // clock_source clock; std::uint32_t clock_resolution_us = 1000; random, sleep, bound
};

/* A private generator: one thread at a time may use it. It can be neither copied nor moved. */
template <class Id> class generator;
//  explicit generator(options = {});  Id make(event * = nullptr);  Id operator()();
//  make_many(ids), make_many(out, count);  set_node(spec), node() of scru64;  sortid_generator *c()

/* A generator on a state in memory or in a file, which any number of threads, processes share. */
template <class Id> class shared_generator;
//  shared_generator(std::string path, options = {}, sortid_file_options = {});
//  shared_generator(sortid_shared_state &, sortid_scope, options = {});

/* ---- What a text may be -------------------------------------------------- */

/* One way to understand a text. */
struct reading : sortid_reading {
    const char *name() const noexcept;                               // "ulid", "uuid-v4"
    template <class Id> std::optional<Id> as() const noexcept;       // if it is of that format
    std::string to_string() const;
};
/* All readings of a text, the most likely first. */
struct readings; // begin(), end(), size(), empty(), operator[]
readings inspect(std::string_view text, const sortid_recognize_options &options = {});

} // namespace sortid

template <class Format> struct std::hash<sortid::basic_id<Format>> {
    std::size_t operator()(const sortid::basic_id<Format> &id) const noexcept {
        return hash_value(id);
    }
};

#undef SORTID_LIFETIMEBOUND
#endif
