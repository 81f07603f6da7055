/* SPDX-License-Identifier: MIT */
/* peer.cpp: what C and C++ programs have for IDs. bench/peers/try says what its lines mean. */
#include "peers.hpp"

#include <functional>
#include <iostream>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using std::string;

/* Calls throw what they refuse; a missing call is empty. */
struct peer {
    string name, version, format, promises, source;
    std::function<string()> make, full;
    std::function<string(const string &)> parse;
};

/* ---- sortid ----------------------------------------------------------------------------------- */

static void check(sortid_status status) {
    if (status != SORTID_OK) throw std::runtime_error(sortid_status_name(status));
}

static const char PROMISES[] = "order fork threads clock secure parse";
static const char CHACHA[] = "ChaCha20, seeded by getrandom in each thread";

static peer sortid_c(const char *name) {
    const sortid_format *format = sortid_format_find(name);
    const auto make = [format] {
        char text[SORTID_MAX_TEXT_SIZE];
        size_t written;
        check(sortid_new_text(format, text, sizeof text, &written, nullptr));
        return string(text);
    };
    const auto parse = [format](const string &bytes) {
        char text[SORTID_MAX_TEXT_SIZE];
        uint8_t id[SORTID_MAX_SIZE];
        size_t at, written;
        sortid_status status = sortid_format_parse(format, id, SORTID_ENCODING_TEXT, bytes.data(), bytes.size(), &at);
        if (status != SORTID_OK) throw std::runtime_error(sortid_status_name(status) + (" at " + std::to_string(at)));
        check(sortid_format_print(format, text, sizeof text, &written, SORTID_ENCODING_TEXT, id));
        return string(text);
    };
    return {string("sortid_") + name + "_new", SORTID_VERSION, name, PROMISES, CHACHA, make, {}, parse};
}

template <class Id> peer sortid_cpp(const char *format) {
    const auto full = [] {
        static sortid::generator<Id> generator([] {
            sortid::options ones;
            ones.set_clock([] { return 1780315200000; });
            ones.set_random([](void *bytes, size_t size) { std::memset(bytes, 0xff, size); });
            return ones;
        }());
        return generator.make().to_string();
    };
    return {string("sortid::") + format + "::make",
            SORTID_VERSION,
            format,
            PROMISES,
            CHACHA,
            [] { return Id::make().to_string(); },
            full,
            [](const string &text) { return Id(text).to_string(); }};
}

/* ---- The others --------------------------------------------------------------------------------- */

using bytes16 = unsigned char[16];

template <class Unparse> string unparsed(const Unparse &unparse, const bytes16 &id) {
    char text[37];
    unparse(id, text);
    return text;
}

/* A C string cannot have a NUL. */
static const char *without_nul(const string &text) {
    if (text.find('\0') != string::npos) throw std::runtime_error("a C string ends at the NUL");
    return text.c_str();
}

template <class Generate, class Unparse, class Parse>
static peer libuuid(const char *name, const char *version, const char *promises, const char *source,
                    const Generate &generate, const Unparse &unparse, const Parse &parse) {
    const auto make = [=] {
        bytes16 id;
        generate(id);
        return unparsed(unparse, id);
    };
    const auto read = [=](const string &text) {
        bytes16 id;
        if (parse(without_nul(text), id) != 0) throw std::runtime_error("refused");
        return unparsed(unparse, id);
    };
    return {name, version, "uuid", promises, source, make, {}, read};
}

static void time_safe_12(unsigned char *id) {
    if (peers::uuid12::generate_time_safe(id) != 0) throw std::runtime_error("it says that this UUID is not safe");
}

static string ossp_text() {
    char text[37], *to = text;
    size_t size = sizeof text;
    peers::ossp::check(peers::ossp::write(peers::ossp::mine(), peers::ossp::TEXT, &to, &size));
    return text;
}

static peer ossp(const char *name, unsigned mode, const char *promises, const char *source) {
    const auto make = [mode] {
        peers::ossp::check(peers::ossp::make(peers::ossp::mine(), mode));
        return ossp_text();
    };
    const auto parse = [](const string &text) {
        peers::ossp::check(peers::ossp::import(peers::ossp::mine(), peers::ossp::TEXT, text.data(), text.size()));
        return ossp_text();
    };
    return {name, OSSP, "uuid", promises, source, make, {}, parse};
}

/* A generator for each thread: its documents say that two threads must not share one. */
template <class Generator> peer boost_uuid(const char *name, const char *promises, const char *source) {
    const auto make = [] {
        thread_local Generator generator;
        return to_string(generator());
    };
    const auto parse = [](const string &text) { return to_string(boost::uuids::string_generator()(text)); };
    return {name, BOOST_LIB_VERSION, "uuid", promises, source, make, {}, parse};
}

static string glib_make() {
    char *made = peers::glib::random();
    string text = made;
    peers::glib::free(made);
    return text;
}

static string glib_parse(const string &text) {
    if (!peers::glib::is_valid(without_nul(text))) throw std::runtime_error("refused");
    return text;
}

static string bson_text(const bson_oid_t &id) {
    char text[25];
    bson_oid_to_string(&id, text);
    return text;
}

static string bson_make() {
    bson_oid_t id;
    bson_oid_init(&id, nullptr);
    return bson_text(id);
}

static string bson_parse(const string &text) {
    bson_oid_t id;
    if (!bson_oid_is_valid(text.data(), text.size())) throw std::runtime_error("refused");
    bson_oid_init_from_string(&id, text.c_str());
    return bson_text(id);
}

#define NEW(FUNCTION, PROMISES, SOURCE)                                                                                \
    libuuid("libuuid " #FUNCTION, LIBUUID_13, PROMISES, SOURCE, FUNCTION, uuid_unparse_lower, uuid_parse)
#define OLD(NAME, PROMISES, SOURCE, CALL)                                                                              \
    libuuid("libuuid 2.38 " NAME, LIBUUID_12, PROMISES, SOURCE, CALL, peers::uuid12::unparse, peers::uuid12::parse)

static std::vector<peer> all() {
    using namespace boost::uuids;
    const char *const random = "getrandom in lib/randutils.c";
    const char *const clock = "time and a clock sequence, in libuuid/src/gen_uuid.c";
    return {sortid_c("ulid"),
            sortid_c("uuidv7"),
            sortid_c("ksuid"),
            sortid_c("scru128"),
            sortid_cpp<sortid::ulid>("ulid"),
            sortid_cpp<sortid::uuidv7>("uuidv7"),
            NEW(uuid_generate_time_v7, "-", random),
            NEW(uuid_generate_time_v6, "-", clock),
            NEW(uuid_generate_random, "secure", random),
            NEW(uuid_generate_time, "-", clock),
            OLD("uuid_generate_random", "secure", random, peers::uuid12::generate_random),
            OLD("uuid_generate_time_safe", "fork", clock, time_safe_12),
            boost_uuid<time_generator_v7>("boost::uuids::time_generator_v7", "order secure",
                                          "ChaCha20, seeded by std::random_device in each generator"),
            boost_uuid<random_generator>("boost::uuids::random_generator", "secure",
                                         "ChaCha20, seeded by std::random_device in each generator"),
            ossp("OSSP uuid_make v1", peers::ossp::V1, "-", "time and a clock sequence, in uuid.c"),
            ossp("OSSP uuid_make v4", peers::ossp::V4, "-", "/dev/urandom and rand, in prng.c"),
            {"g_uuid_string_random",
             GLIB,
             "uuid",
             "-",
             "g_random_int, a Mersenne twister, in guuid.c",
             glib_make,
             {},
             glib_parse},
            {"bson_oid_init",
             LIBBSON,
             "objectid",
             "fork threads",
             "a hash of time, process and host, in bson-context.c",
             bson_make,
             {},
             bson_parse}};
}

/* ---- Answers ------------------------------------------------------------------------------------ */

static string texts(const std::function<string()> &make, unsigned count) {
    string lines;
    for (unsigned i = 0; i < count; i++) try {
            lines += make() + "\n";
        } catch (const std::exception &error) { lines += string("! ") + error.what() + "\n"; }
    return lines;
}

static void run_threads(const peer &peer, unsigned threads, unsigned count) {
    std::vector<string> blocks(threads);
    std::vector<std::thread> running;
    for (string &block : blocks) running.emplace_back([&] { block = texts(peer.make, count); });
    for (unsigned i = 0; i < threads; i++) running[i].join(), std::cout << blocks[i];
}

/* The answers of the children are read one after the other, from pipes. */
static void run_forks(const peer &peer, unsigned count) {
    FILE *from[2];
    std::cout << std::flush;
    for (FILE *&each : from) {
        int ends[2];
        if (pipe(ends) != 0) std::abort();
        if (fork() == 0) {
            FILE *to = fdopen(ends[1], "w");
            std::fputs(texts(peer.make, count).c_str(), to);
            std::fclose(to);
            _exit(0);
        }
        close(ends[1]);
        each = fdopen(ends[0], "r");
    }
    std::cout << texts(peer.make, count);
    for (FILE *each : from) {
        for (int letter; (letter = std::getc(each)) != EOF;) std::cout << static_cast<char>(letter);
        std::fclose(each);
        wait(nullptr);
    }
}

static string parsed(const peer &peer, const string &hex) {
    string bytes;
    for (size_t i = 0; i + 1 < hex.size(); i += 2) bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    try {
        return "ok " + peer.parse(bytes);
    } catch (const std::exception &error) { return string("no ") + error.what(); }
}

int main(int count, char **arguments) {
    for (const peer &peer : all()) {
        if (count < 2)
            std::cout << peer.name << '\t' << peer.version << '\t' << peer.format << '\t' << peer.promises << '\t'
                      << peer.source << '\n';
        else if (peer.name == arguments[1])
            for (string line; std::getline(std::cin, line); std::cout << ".\n" << std::flush) {
                std::istringstream words(line);
                string command, hex;
                unsigned threads, number;
                words >> command;
                if (command == "make" && words >> number)
                    std::cout << texts(peer.make, number);
                else if (command == "fork" && words >> number)
                    run_forks(peer, number);
                else if (command == "threads" && words >> threads >> number)
                    run_threads(peer, threads, number);
                else if (command == "full" && peer.full)
                    std::cout << texts(peer.full, 3);
                else if (command == "parse")
                    words >> hex, std::cout << parsed(peer, hex) << '\n';
                else
                    std::cout << "- no such call\n";
            }
    }
}
