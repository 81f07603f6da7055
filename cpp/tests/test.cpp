/* SPDX-License-Identifier: MIT */
/* cpp/tests/test.cpp: sortid.hpp: the vectors and traces of the formats, the errors, generators with
 * callable objects. run.sh compiles it in each standard of C++ and runs it in an empty
 * folder with the folder of vectors. */
#include <sortid.hpp>
#include <sortid/chrono.hpp>
#if __has_include(<format>) && __cplusplus >= 202002L
#include <sortid/format.hpp>
#endif

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <set>
#include <sstream>
#include <thread>
#include <unordered_set>
#include <vector>

static int checks, failures;
static std::string place; // the row of data that is being checked

static void check_at(bool good, const char *what, int line) {
    checks++;
    if (good) return;
    failures++;
    std::printf("FAILED: line %d: %s %s\n", line, what, place.c_str());
}
#define CHECK(...) check_at((__VA_ARGS__), #__VA_ARGS__, __LINE__)

/* Checks that an expression throws sortid::error with a status and a position. */
#define CHECK_ERROR(expression, expected_code, expected_position)                                                      \
    do {                                                                                                               \
        sortid::fault got;                                                                                             \
        try {                                                                                                          \
            static_cast<void>(expression);                                                                             \
        } catch (const sortid::error &error) {                                                                         \
            got = {error.code(), error.position()};                                                                    \
        }                                                                                                              \
        check_at(got.code == (expected_code) && got.position == (expected_position), #expression, __LINE__);           \
    } while (false)

static constexpr std::size_t none = std::string::npos;

/* ---- Types --------------------------------------------------------------- */

template <class Id, std::size_t Size, std::size_t Length> constexpr bool has_traits() {
    return sizeof(Id) == Size && Id::size == Size && Id::text_length == Length && std::is_trivially_copyable_v<Id> &&
           std::is_standard_layout_v<Id> && std::is_nothrow_default_constructible_v<Id> && alignof(Id) == 1 &&
           !std::is_convertible_v<std::string_view, Id> && !std::is_convertible_v<Id, std::string> &&
           !std::is_copy_constructible_v<sortid::generator<Id>> &&
           !std::is_move_constructible_v<sortid::generator<Id>> && !std::is_copy_assignable_v<sortid::generator<Id>> &&
           Id() == Id::min() && Id::min() < Id::max() && !(Id::max() < Id::min()) && Id::max() >= Id::max() &&
           Id::min() != Id::max() && hash_value(Id::min()) != hash_value(Id::max());
}
static_assert(has_traits<sortid::ulid, 16, 26>());
static_assert(has_traits<sortid::uuidv7, 16, 36>());
static_assert(has_traits<sortid::ksuid, 20, 27>());
static_assert(has_traits<sortid::scru128, 16, 25>());
static_assert(has_traits<sortid::scru128v1, 16, 26>());
static_assert(has_traits<sortid::scru160, 20, 32>());
static_assert(has_traits<sortid::scru64, 8, 12>());
static_assert(noexcept(sortid::ulid::from_string("")) &&noexcept(sortid::ulid().text()));
static_assert(!std::is_copy_constructible_v<sortid::options>);

#if __cplusplus >= 202002L
using namespace sortid::literals;
static_assert("01ARZ3NDEKTSV4RRFFQ69G5FAV"_ulid < "01arz3ndektsv4rrffq69g5faw"_ulid);
static_assert("7ZZZZZZZZZZZZZZZZZZZZZZZZZ"_ulid == sortid::ulid::max());
static_assert("ffffffff-ffff-7fff-BFFF-ffffffffffff"_uuidv7 == sortid::uuidv7::max());
static_assert("aWgEPTl1tmebfsQzFP4bxwgy80V"_ksuid == sortid::ksuid::max());
static_assert("f5lxx1zz5pnorynqglhzmsp33"_scru128 == sortid::scru128::max());
static_assert("7VVVVVVVVVVVVVVVVVVVVVVVVV"_scru128v1 == sortid::scru128v1::max());
static_assert("VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV"_scru160 == sortid::scru160::max());
static_assert("zzzzzzzzzzzz"_scru64 == sortid::scru64::max());
static_assert(std::three_way_comparable<sortid::ksuid, std::strong_ordering>);
#endif

/* ---- Vectors ------------------------------------------------------------- */

using row = std::vector<std::string>;
static std::string folder; // of the vectors

static std::vector<row> rows_of(const std::string &file) {
    std::vector<row> rows;
    std::ifstream in(folder + "/" + file);
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        row fields(1);
        for (char c : line) {
            if (c == '\t')
                fields.emplace_back();
            else
                fields.back().push_back(c);
        }
        rows.push_back(fields);
    }
    CHECK(rows.size() > 20);
    return rows;
}

/* A text with its bytes for \xNN. */
static std::string unescaped(const std::string &text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); i++) {
        const bool escape = text.compare(i, 2, "\\x") == 0;
        out += escape ? static_cast<char>(std::stoi(text.substr(i + 2, 2), nullptr, 16)) : text[i];
        i += escape ? 3 : 0;
    }
    return out;
}

/* What reads a text refuses it with this status, whose name is without SORTID_, and position. */
template <class Id> void check_refused(const std::string &text, const std::string &status, std::size_t position) {
    sortid::fault why;
    CHECK(!Id::from_string(text, SORTID_ENCODING_TEXT, &why));
    CHECK(sortid_status_name(why.code) == "SORTID_" + status && why.position == position);
    CHECK_ERROR(Id(text), why.code, position);
#ifdef __cpp_lib_expected
    CHECK(Id::parse(text).error().position == position);
#endif
}

template <class Id> void check_vector(const std::string &hex, const std::string &text) {
    const Id id(text);
    CHECK(id.to_string() == text && std::string_view(id.text()) == text);
    CHECK(id.to_string(SORTID_ENCODING_HEX) == hex && Id(hex, SORTID_ENCODING_HEX) == id);
    CHECK(Id::from_bytes(id.bytes()) == id && Id::from_string(text) == id && Id(id.c()) == id);
    CHECK(Id(id.to_string(SORTID_ENCODING_BIN), SORTID_ENCODING_BIN) == id);
    CHECK(id.unix_ms() == sortid_format_unix_ms(Id::format_type::c_format(), id.bytes()));
    CHECK(std::chrono::milliseconds(id.unix_ms()) == sortid::time_of(id).time_since_epoch());
    CHECK(Id::min_at(id.unix_ms()) <= id && id <= Id::max_at(sortid::time_of(id)));
    const auto next = id.successor(), last = id.predecessor();
    CHECK(next ? *next > id && *next->predecessor() == id : id == Id::max());
    CHECK(last ? *last < id && *last->successor() == id : id == Id::min());
#ifdef __cpp_lib_expected
    CHECK(Id::parse(text) == id);
#endif
}

template <class Id> void vectors(const char *file) {
    std::vector<std::string> texts;
    for (const row &fields : rows_of(file)) {
        place = file + (": " + fields[0]) + " " + fields[1];
        if (fields[0] == "!")
            check_refused<Id>(unescaped(fields[1]), fields[2], std::stoul(fields[3]));
        else if (fields[0] == "+")
            CHECK(Id(fields[1], SORTID_ENCODING_HEX).successor() == Id(fields[2], SORTID_ENCODING_HEX));
        else if (fields[0] == "!+")
            CHECK(!Id(fields[1], SORTID_ENCODING_HEX).successor());
        else if (fields[0] == "~")
            CHECK(Id(fields[1]).to_string(SORTID_ENCODING_HEX) == fields[2]);
        else
            texts.push_back(fields[file == std::string("scru64.tsv") ? 2 : 1]),
                check_vector<Id>(fields[0], texts.back());
    }
    for (std::size_t i = 1; i < texts.size(); i++) { // texts are ordered as IDs are
        place = texts[i - 1] + " " + texts[i];
        const Id a(texts[i - 1]), b(texts[i]);
        CHECK((a < b) == (texts[i - 1] < texts[i]) && (a > b) == (b < a) && (a == b) == !(a != b));
        CHECK((a <= b) == !(b < a) && (a >= b) == !(a < b) && (std::hash<Id>()(a) == std::hash<Id>()(b)) == (a == b));
    }
    place.clear();
}

/* ---- Traces -------------------------------------------------------------- */

/* Runs a trace: columns are where its fields are; `fill` makes the random bytes. */
struct trace {
    const char *file;
    std::size_t node, allowance, clock; // columns; node 0: none
    std::function<void(const std::string &draws, std::uint8_t *, std::size_t)> fill;
};

static void fill_all(const std::string &draws, std::uint8_t *bytes, std::size_t size) {
    std::fill_n(bytes, size, std::uint8_t(draws == "ones" ? 0xff : 0));
}

static void fill_uuidv7(const std::string &draws, std::uint8_t *bytes, std::size_t size) {
    static const std::uint8_t zeros[] = {0, 0, 0, 0, 0, 0x3f, 0, 0, 0, 0},
                              ones[] = {255, 255, 255, 255, 255, 0xc0, 255, 255, 255, 255},
                              near[] = {255, 255, 255, 255, 255, 0x2a, 0xa5, 0xa5, 0xa5, 0xa5};
    const std::uint8_t *script = draws == "zeros" ? zeros : draws == "ones" ? ones : near;
    std::copy_n(size == 4 ? script + 6 : script, size, bytes);
}

template <class Id> void run(const trace &data) {
    std::unique_ptr<sortid::generator<Id>> generator;
    std::string last;
    std::uint64_t now = 0;
    for (const row &fields : rows_of(data.file)) {
        place = data.file + (": trace " + fields[0]) + " at " + fields[data.clock];
        if (fields[0] != last) {
            sortid::options options;
            options.mode = fields[1] == "abort" ? SORTID_MODE_ABORT : SORTID_MODE_RESET;
            options.allowance_ms = std::stoull(fields[data.allowance]);
            if (options.allowance_ms == 0) options.allowance_ms = SORTID_ALLOWANCE_NONE;
            if (data.node != 0) options.set_node(fields[data.node]).guard_bits = SORTID_GUARD_NONE;
            options.set_clock([&now] { return now; });
            options.set_random([draws = fields[2], fill = data.fill](void *bytes, std::size_t size) {
                fill(draws, static_cast<std::uint8_t *>(bytes), size);
            });
            generator = std::make_unique<sortid::generator<Id>>(std::move(options));
        }
        last = fields[0];
        now = std::stoull(fields[data.clock]);
        const std::string &result = fields[data.clock + 1];
        if (result == "ABORT" || result == "EXHAUSTED") {
            CHECK_ERROR(generator->make(), result == "ABORT" ? SORTID_ROLLBACK : SORTID_EXHAUSTED, none);
            continue;
        }
        sortid::event how = 0;
        const Id id = generator->make(&how);
        CHECK(id.to_string(data.node != 0 ? SORTID_ENCODING_INT : SORTID_ENCODING_HEX) == result && how != 0);
    }
    place.clear();
}

/* ---- Making IDs ---------------------------------------------------------- */

/* That the IDs increase. */
template <class Ids> bool increase(const Ids &ids) {
    return std::adjacent_find(std::begin(ids), std::end(ids), std::greater_equal<>()) == std::end(ids);
}

template <class Maker> void make_all_ways(Maker &&make, const char *name) {
    place = name;
    using Id = decltype(make.make());
    std::vector<Id> ids(5000);
    make.make_many(ids);
    Id array[3];
    make.make_many(array);
    const Id one = make.make();
    CHECK(increase(ids) && increase(array) && ids.back() < array[0] && one > array[2]);
    std::set<Id> some;
    make.make_many(std::inserter(some, some.end()), std::size_t(1000));
    CHECK(some.size() == 1000 && *some.begin() > one);
    CHECK(&*make.make_many(ids.begin(), std::size_t(0)) == &ids[0]);
    make.make_many(std::vector<Id>());
    place.clear();
}

/* The calls of the default generator, as those of a generator. */
template <class Id> struct standard {
    Id make() { return Id::make(); }
    template <class... In> auto make_many(In &&...in) { return Id::make_many(std::forward<In>(in)...); }
};

template <class Id> void making() {
    const char *name = "";
    sortid_format_info info;
    if (sortid_format_describe(Id::format_type::c_format(), &info, sizeof info) == SORTID_OK) name = info.name;
    make_all_ways(standard<Id>(), name);
    make_all_ways(sortid::generator<Id>(), name);
    const auto before = Id::try_make();
    CHECK(before && *before < Id::make());

    const auto now = std::chrono::system_clock::now();
    CHECK(Id::at(now).unix_ms() / info.unit_ms == Id::min_at(now).unix_ms() / info.unit_ms);
    CHECK(Id::min_at(now) <= Id::at(now) && Id::at(now) <= Id::max_at(now) && Id::at(now) != Id::at(now));
    CHECK_ERROR(Id::at(UINT64_MAX), SORTID_OUT_OF_RANGE, none);
    CHECK_ERROR(Id::min_at(-1), SORTID_OUT_OF_RANGE, none);
    const auto [first, last] = Id::range(now - std::chrono::seconds(5), now);
    CHECK(first < last && first > Id::min_at(now - std::chrono::seconds(7)) && last <= Id::max_at(now));
    CHECK(Id::range(now).second == Id::max());
    CHECK_ERROR(Id::range(now, now), SORTID_OUT_OF_RANGE, none);

    std::unordered_set<Id> set{first, last, first};
    CHECK(set.size() == 2 && set.count(last) == 1);
    std::ostringstream out;
    out << first << ' ';
    CHECK(out.str() == first.to_string() + " ");
#ifdef __cpp_lib_format
    CHECK(std::format("{:>40}", first) == std::format("{:>40}", first.to_string()));
#endif
}

static void times() {
    using namespace std::chrono;
    using clock = system_clock;
    const auto us = [](auto d) { return sortid::unix_time(time_point<clock, decltype(d)>(d)).us(); };
    CHECK(us(nanoseconds(1999)) == 1 && us(microseconds(7)) == 7 && us(milliseconds(7)) == 7000);
    CHECK(us(seconds(2)) == 2000000 && us(hours(24)) == 86400000000 && us(duration<double>(1.5)) == 1500000);
    CHECK(us(duration<std::int64_t, std::ratio<1, 60>>(60 * 1700000000LL + 30)) == 1700000000500000);
    CHECK(us(duration<std::int64_t, std::ratio<3, 1000000000>>(1000000000)) == 3000000);
    CHECK(us(duration<std::int64_t, std::ratio<3, 2000000>>(2000001)) == 3000001);
    CHECK(us(duration<double>(1e300)) == UINT64_MAX && us(duration<double>(std::nan(""))) == UINT64_MAX);
    CHECK(sortid::unix_time(5).us() == 5000 && sortid::unix_time(UINT64_MAX).us() == UINT64_MAX);
    CHECK_ERROR(us(nanoseconds(-1)), SORTID_OUT_OF_RANGE, none);
}

/* ---- Generators ---------------------------------------------------------- */

struct broken {};

static void callables() {
    // Objects are kept as long as the generator, which calls them.
    auto alive = std::make_shared<int>(0);
    bool fails = false;
    {
        sortid::options options;
        options.set_clock([alive, &fails] {
            if (fails) throw broken();
            return std::chrono::system_clock::time_point(std::chrono::milliseconds(1700000000000));
        });
        options.set_random([alive](void *bytes, std::size_t size) {
            fill_all("zeros", static_cast<std::uint8_t *>(bytes), size);
            ++*alive;
        });
        sortid::generator<sortid::ulid> generator(std::move(options));
        CHECK(alive.use_count() == 3 && options.given() == nullptr); // they moved
        CHECK(generator.make().to_string() == "01HF7YAT000000000000000000" && *alive == 1);
        CHECK(generator().to_string() == "01HF7YAT000000000000000001");

        // What they throw arrives as it is, and the generator continues.
        fails = true;
        bool caught = false;
        try {
            generator.make();
        } catch (const broken &) { caught = true; }
        CHECK(caught);
        fails = false;
        CHECK(generator.make().to_string() == "01HF7YAT000000000000000002");
    }
    CHECK(alive.use_count() == 1);

    // Mode wait uses the sleep, whose exception ends the wait.
    std::uint64_t now = 20000000, slept = 0;
    sortid::options waiting;
    waiting.mode = SORTID_MODE_WAIT;
    waiting.set_clock([&now] { return now; }).set_sleep([&](std::uint64_t microseconds) {
        if (slept > 0) throw broken();
        slept = microseconds;
    });
    sortid::generator<sortid::uuidv7> waits(std::move(waiting));
    const auto before = waits.make();
    now -= 20000;
    try {
        waits.make();
        CHECK(slept == 0);
    } catch (const broken &) { CHECK(slept > 0 && before.unix_ms() == now + 20000); }

    CHECK_ERROR(sortid::options().set_node("42/x"), SORTID_BAD_NODE_SPEC, 3u);
    sortid::options wrong;
    wrong.guard_bits = 30;
    CHECK_ERROR(sortid::generator<sortid::ulid>(std::move(wrong)), SORTID_BAD_OPTION, none);
    sortid::options exact;
    exact.flags = SORTID_OPTION_FRACTION; // takes the exact clock
    CHECK(increase(std::array{sortid::uuidv7(), sortid::generator<sortid::uuidv7>(std::move(exact)).make()}));
}

static void nodes() {
    sortid::options options;
    options.set_node("42/8");
    sortid::generator<sortid::scru64> generator(std::move(options));
    make_all_ways(generator, "scru64");
    const auto id = generator.make();
    CHECK(id.c().bytes[5] == 42);
    CHECK(generator.node() == id.to_string() + "/8");
    generator.set_node(std::string("43/8"));
    CHECK(generator.make().c().bytes[5] == 43);
    CHECK_ERROR(generator.set_node("256/8"), SORTID_OUT_OF_RANGE, 0u);
    CHECK_ERROR(generator.set_node("0/0"), SORTID_OUT_OF_RANGE, 2u);
    CHECK_ERROR(sortid::generator<sortid::ulid>().node(), SORTID_WRONG_FORMAT, none);
    CHECK_ERROR(sortid::generator<sortid::scru64>(), SORTID_NO_NODE_SPEC, none);

    std::uint64_t end = 0, asked = 0;
    sortid::options reserved;
    reserved.set_node("42/8").set_bound([&](std::uint64_t tick) { return (asked = tick) < end; });
    sortid::generator<sortid::scru64> bounded(std::move(reserved));
    CHECK_ERROR(bounded.make(), SORTID_BOUND_REACHED, none);
    end = UINT64_MAX;
    CHECK(bounded.make().fields().timestamp >= asked && asked > 0);
}

static void shared() {
    alignas(8) static sortid_shared_state state;
    sortid::generator<sortid::ulid> a(state, SORTID_SCOPE_THREADS), b(state, SORTID_SCOPE_THREADS);
    std::vector<sortid::ulid> one(20000), two(20000);
    std::thread thread([&] { b.make_many(one); });
    for (auto &id : two) id = a.make();
    thread.join();
    CHECK(increase(one) && increase(two));
    std::set<sortid::ulid> all(one.begin(), one.end());
    all.insert(two.begin(), two.end());
    const sortid::ulid after = a.make();
    CHECK(all.size() == 40000 && after > *all.rbegin() && b.make() > after);

    sortid::ksuid last;
    for (int i = 0; i < 3; i++) {
        sortid::generator<sortid::ksuid> file("state");
        const sortid::ksuid next = file.make();
        CHECK(next > std::exchange(last, next));
        CHECK_ERROR(sortid::generator<sortid::ulid>("state"), SORTID_STATE_MISMATCH, none);
    }
    sortid_file_options exists{};
    exists.must_exist = true;
    CHECK_ERROR(sortid::generator<sortid::ulid>("missing", {}, exists), SORTID_FILE_FAILED, none);
    static_cast<void>(std::remove("state"));
}

/* ---- The rest ------------------------------------------------------------ */

static void errors() {
    check_refused<sortid::ulid>("01BX5ZZKBKACTAV9WEVGEMMVRU", "BAD_DIGIT", 25);
    check_refused<sortid::ulid>("80000000000000000000000000", "OUT_OF_RANGE", 0);
    check_refused<sortid::scru64>(std::string("00000\0"
                                              "000000",
                                              12),
                                  "BAD_DIGIT", 5);
    check_refused<sortid::scru160>({}, "BAD_LENGTH", 0);
    try {
        sortid::ulid("01BX5ZZKBKACTAV9WEVGEMMVRU");
    } catch (const std::exception &error) { CHECK(error.what() == std::string("not a digit of this format, at 25")); }
    const std::array<std::uint8_t, 16> four{0, 0, 0, 0, 0, 0, 0x40};
    sortid::fault why;
    CHECK(!sortid::uuidv7::from_bytes(four, &why) && why.code == SORTID_BAD_VERSION && why.position == 6);
    CHECK(sortid::ulid::from_bytes(four) && !sortid::ksuid::from_bytes(four));
    sortid_uuidv7 c{};
    CHECK_ERROR(sortid::uuidv7(c), SORTID_BAD_VERSION, 6u);
    CHECK_ERROR(sortid::ksuid().to_string(SORTID_ENCODING_UUID), SORTID_BAD_OPTION, none);
    CHECK(sortid::ulid::max().to_string(SORTID_ENCODING_URN) == "urn:uuid:ffffffff-ffff-ffff-ffff-ffffffffffff");
}

static void type_ids() {
    const std::string text = "order_01h455vb4pex5vsknk084sn02q";
    const sortid::type_id id(text);
    CHECK(id.prefix() == "order" && id.text() == text);
    CHECK(sortid::uuidv7::from_bytes(id.bytes())->to_string() == "01890a5d-ac96-774b-bcce-b302099a8057");
    CHECK(sortid::type_id("order", id.bytes()) == id && sortid::type_id("", id.bytes()).text() == text.substr(6));
    const auto made = sortid::type_id::make("a");
    CHECK(made < sortid::type_id::make("a") && made != id && made.prefix() == "a");
    CHECK(sortid::type_id::from_string(text) == id && !sortid::type_id::from_string("order"));
    CHECK_ERROR(sortid::type_id("Order_01h455vb4pex5vsknk084sn02q"), SORTID_BAD_DIGIT, 0u);
    CHECK_ERROR(sortid::type_id("or-der", id.bytes()), SORTID_BAD_DIGIT, 2u);
}

static void inspect() {
    std::vector<sortid::reading> readings;
    sortid::inspect("01ARZ3NDEKTSV4RRFFQ69G5FAV", std::back_inserter(readings));
    CHECK(readings.size() == 1 && readings[0].name() == std::string("ulid"));
    CHECK(readings[0].as<sortid::ulid>()->to_string() == readings[0].to_string() &&
          !readings[0].as<sortid::scru128v1>());
    readings.clear();
    sortid::inspect("!", std::back_inserter(readings));
    CHECK(readings.empty());
    sortid_recognize_options wrong{};
    wrong.flags = 64;
    CHECK_ERROR(sortid::inspect("", std::back_inserter(readings), wrong), SORTID_BAD_OPTION, none);
}

static void all() {
    vectors<sortid::ulid>("ulid.tsv");
    vectors<sortid::uuidv7>("uuidv7.tsv");
    vectors<sortid::ksuid>("ksuid.tsv");
    vectors<sortid::scru128>("scru128.tsv");
    vectors<sortid::scru128v1>("scru128v1.tsv");
    vectors<sortid::scru160>("scru160.tsv");
    vectors<sortid::scru64>("scru64.tsv");
    run<sortid::scru128>({"scru128-generate.tsv", 0, 3, 4, fill_all});
    run<sortid::uuidv7>({"uuidv7-generate.tsv", 0, 3, 4, fill_uuidv7});
    run<sortid::scru64>({"scru64-generate.tsv", 3, 4, 5, fill_all});
    making<sortid::ulid>();
    making<sortid::uuidv7>();
    making<sortid::ksuid>();
    making<sortid::scru128>();
    making<sortid::scru128v1>();
    making<sortid::scru160>();
    times();
    callables();
    nodes();
    shared();
    errors();
    type_ids();
    inspect();
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    folder = arguments[1];
    try {
        all();
    } catch (const std::exception &error) { check_at(false, error.what(), 0); }
    std::printf("%d checks, %d failed, C++%ld\n", checks, failures, __cplusplus / 100 % 100);
    return failures > 0 || checks < 1000;
}
