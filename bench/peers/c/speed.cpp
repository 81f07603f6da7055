/* SPDX-License-Identifier: MIT */
/* speed.cpp: sortid in C and in C++ and what Debian has, measured in turn, and a JSON object a line:
 * the best and the median round of each call, in ns for an ID.
 *     speed COMMAND ROUNDS      COMMAND: the path of sortid */
#include "peers.hpp"

#include <algorithm>
#include <functional>
#include <spawn.h>
#include <sys/wait.h>
#include <vector>

static constexpr std::size_t INPUTS = 1024, MANY = 1000;
static constexpr double ROUND_NS = 2e5;

/* Nothing that is computed may be left out, nor moved over this. */
template <class Value> static void use(const Value &value) { asm volatile("" : : "r,m"(value) : "memory"); }

static void check(bool is_good) {
    if (!is_good) throw std::runtime_error("a call fails");
}

struct row {
    const char *group, *name, *version;
    std::size_t each; /* IDs of a call */
    std::function<void(std::size_t)> run;
    std::size_t count;
    std::vector<double> times;
};

static std::vector<row> rows;

/* `call` gets a number below INPUTS. */
template <class Call>
static void add(const char *group, const char *name, const char *version, const Call &call, std::size_t each = 1) {
    rows.push_back({group,
                    name,
                    version,
                    each,
                    [call](std::size_t count) {
                        for (std::size_t i = 0; i < count; i++) call(i % INPUTS);
                    },
                    1,
                    {}});
}

static double time_of(row &row) {
    const auto begin = std::chrono::steady_clock::now();
    row.run(row.count);
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count();
}

/* ---- sortid ----------------------------------------------------------------------------------- */

/* The rows of a format in C and in C++; KIND is its name in groups. */
#define SORTID(FORMAT, FORMATS_TEXT_SIZE, KIND)                                                                        \
    static void add_##FORMAT() {                                                                                       \
        static std::vector<sortid::FORMAT> ids(INPUTS), many(MANY);                                                    \
        static std::vector<sortid_##FORMAT> c_many(MANY), c_ids;                                                       \
        static std::vector<std::string> texts;                                                                         \
        static sortid_##FORMAT##_generator c_generator;                                                                \
        static sortid::generator<sortid::FORMAT> generator;                                                            \
        sortid::FORMAT::make_many(ids);                                                                                \
        for (const auto &id : ids) texts.push_back(id.to_string()), c_ids.push_back(id.c());                           \
        check(sortid_##FORMAT##_generator_init(&c_generator, nullptr, nullptr) == SORTID_OK);                          \
        const auto c = [](const char *group, const char *name, const auto &call, std::size_t each = 1) {               \
            add(group, name, SORTID_VERSION, call, each);                                                              \
        };                                                                                                             \
        c("make a " KIND, "sortid sortid_" #FORMAT "_new()", [](std::size_t) {                                         \
            sortid_##FORMAT id;                                                                                        \
            check(sortid_##FORMAT##_new(&id, nullptr) == SORTID_OK), use(id);                                          \
        });                                                                                                            \
        c("make a " KIND, "sortid " #FORMAT "::make()", [](std::size_t) { use(sortid::FORMAT::make()); });             \
        c("make the text of a " KIND, "sortid sortid_" #FORMAT "_new_text()", [](std::size_t) {                        \
            char text[FORMATS_TEXT_SIZE];                                                                              \
            check(sortid_##FORMAT##_new_text(text, nullptr) == SORTID_OK), use(text);                                  \
        });                                                                                                            \
        c("make the text of a " KIND, "sortid " #FORMAT "::make().to_string()",                                        \
          [](std::size_t) { use(sortid::FORMAT::make().to_string()); });                                               \
        c("make a " KIND " by a private generator", "sortid sortid_" #FORMAT "_generator_next()", [](std::size_t) {    \
            sortid_##FORMAT id;                                                                                        \
            check(sortid_##FORMAT##_generator_next(&c_generator, &id, nullptr) == SORTID_OK), use(id);                 \
        });                                                                                                            \
        c("make a " KIND " by a private generator", "sortid generator<" #FORMAT ">::make()",                           \
          [](std::size_t) { use(generator.make()); });                                                                 \
        c(                                                                                                             \
            "make 1000 " KIND "s, each", "sortid sortid_" #FORMAT "_fill()",                                           \
            [](std::size_t) {                                                                                          \
                std::size_t done;                                                                                      \
                check(sortid_##FORMAT##_fill(c_many.data(), MANY, &done, nullptr) == SORTID_OK), use(c_many[0]);       \
            },                                                                                                         \
            MANY);                                                                                                     \
        c(                                                                                                             \
            "make 1000 " KIND "s, each", "sortid " #FORMAT "::make_many()",                                            \
            [](std::size_t) { sortid::FORMAT::make_many(many), use(many[0]); }, MANY);                                 \
        c("print a " KIND, "sortid sortid_" #FORMAT "_print()", [](std::size_t i) {                                    \
            char text[FORMATS_TEXT_SIZE];                                                                              \
            use(sortid_##FORMAT##_print(text, &c_ids[i])), use(text);                                                  \
        });                                                                                                            \
        c("print a " KIND, "sortid " #FORMAT "::to_string()", [](std::size_t i) { use(ids[i].to_string()); });         \
        c("parse a " KIND, "sortid sortid_" #FORMAT "_parse()", [](std::size_t i) {                                    \
            sortid_##FORMAT id;                                                                                        \
            check(sortid_##FORMAT##_parse(&id, texts[i].data(), texts[i].size(), nullptr) == SORTID_OK), use(id);      \
        });                                                                                                            \
        c("parse a " KIND, "sortid " #FORMAT "(text)", [](std::size_t i) { use(sortid::FORMAT(texts[i])); });          \
        c("read the time of a " KIND, "sortid sortid_" #FORMAT "_unix_ms()",                                           \
          [](std::size_t i) { use(sortid_##FORMAT##_unix_ms(&c_ids[i])); });                                           \
        c("read the time of a " KIND, "sortid " #FORMAT "::unix_ms()", [](std::size_t i) { use(ids[i].unix_ms()); });  \
    }
SORTID(ulid, SORTID_ULID_TEXT_SIZE, "ULID")
SORTID(uuidv7, SORTID_UUIDV7_TEXT_SIZE, "UUIDv7")

/* ---- Others ----------------------------------------------------------------------------------- */

template <class Generate>
static void add_binary(const char *group, const char *name, const char *version, const Generate &generate) {
    add(group, name, version, [generate](std::size_t) {
        unsigned char id[16];
        generate(id), use(id);
    });
}

static void add_others() {
    using namespace boost::uuids;
    static const char *const boost = BOOST_LIB_VERSION, *const any = "make a UUID of another version";
    static std::vector<std::string> texts;
    static std::vector<uuid> ids;
    for (std::size_t i = 0; i < INPUTS; i++) {
        texts.push_back(sortid::uuidv7::make().to_string());
        ids.push_back(string_generator()(texts.back()));
    }
    static time_generator_v7 v7;
    static random_generator v4;
    add_binary("make a UUIDv7", "libuuid uuid_generate_time_v7()", LIBUUID_13, uuid_generate_time_v7);
    add("make the text of a UUIDv7", "libuuid uuid_generate_time_v7(), uuid_unparse_lower()", LIBUUID_13,
        [](std::size_t) {
            unsigned char id[16];
            char text[37];
            uuid_generate_time_v7(id), uuid_unparse_lower(id, text), use(text);
        });
    add("make the text of a UUIDv7", "boost::uuids::time_generator_v7, to_string()", boost,
        [](std::size_t) { use(to_string(v7())); });
    add("make a UUIDv7 by a private generator", "boost::uuids::time_generator_v7", boost,
        [](std::size_t) { use(v7()); });
    const auto print = [](std::size_t i) {
        char text[37];
        uuid_unparse_lower(ids[i].data(), text), use(text);
    };
    add("print a UUIDv7", "libuuid uuid_unparse_lower()", LIBUUID_13, print);
    add("print a UUIDv7", "boost::uuids::to_string()", boost, [](std::size_t i) { use(to_string(ids[i])); });
    add("print a UUIDv7", "boost::uuids::to_chars()", boost, [](std::size_t i) {
        char text[37];
        to_chars(ids[i], text), use(text);
    });
    add("parse a UUIDv7", "libuuid uuid_parse()", LIBUUID_13, [](std::size_t i) {
        unsigned char id[16];
        check(uuid_parse(texts[i].c_str(), id) == 0), use(id);
    });
    add("parse a UUIDv7", "boost::uuids::string_generator", boost,
        [](std::size_t i) { use(string_generator()(texts[i])); });
    add("parse a UUIDv7", "OSSP uuid_import()", OSSP, [](std::size_t i) {
        peers::ossp::check(peers::ossp::import(peers::ossp::mine(), peers::ossp::TEXT, texts[i].data(), 36));
    });
    add("read the time of a UUIDv7", "libuuid uuid_time()", LIBUUID_13, [](std::size_t i) {
        timeval time;
        uuid_time(ids[i].data(), &time), use(time);
    });
    add("read the time of a UUIDv7", "boost::uuids::uuid::time_point_v7()", boost,
        [](std::size_t i) { use(ids[i].time_point_v7().time_since_epoch().count()); });
    add_binary(any, "libuuid uuid_generate_random()", LIBUUID_13, uuid_generate_random);
    add_binary(any, "libuuid 2.38 uuid_generate_random()", LIBUUID_12, peers::uuid12::generate_random);
    add_binary(any, "libuuid uuid_generate_time_v6()", LIBUUID_13, uuid_generate_time_v6);
    add(any, "boost::uuids::random_generator", boost, [](std::size_t) { use(v4()); });
    add(any, "OSSP uuid_make(v1)", OSSP,
        [](std::size_t) { peers::ossp::check(peers::ossp::make(peers::ossp::mine(), peers::ossp::V1)); });
    add(any, "OSSP uuid_make(v4)", OSSP,
        [](std::size_t) { peers::ossp::check(peers::ossp::make(peers::ossp::mine(), peers::ossp::V4)); });
    add(any, "g_uuid_string_random()", GLIB, [](std::size_t) { peers::glib::free(peers::glib::random()); });
    add("make an ObjectId", "bson_oid_init()", LIBBSON, [](std::size_t) {
        bson_oid_t id;
        bson_oid_init(&id, nullptr), use(id);
    });
}

/* ---- Commands: each round starts a process ------------------------------------------------------ */

static void add_command(const char *group, const char *name, const char *version, std::vector<std::string> words,
                        std::size_t each = 1) {
    add(
        group, name, version,
        [words](std::size_t) {
            std::vector<char *> arguments;
            for (const std::string &word : words) arguments.push_back(const_cast<char *>(word.c_str()));
            arguments.push_back(nullptr);
            posix_spawn_file_actions_t actions;
            pid_t child;
            int status;
            posix_spawn_file_actions_init(&actions);
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
            check(posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ) == 0);
            posix_spawn_file_actions_destroy(&actions);
            check(waitpid(child, &status, 0) == child && status == 0);
        },
        each);
}

static void add_commands(const char *sortid) {
    static const char *const one = "start a command that makes one", *const many =
                                                                         "write 100000 lines by a command, each";
    const std::string old = FOLDER "/bookworm", next = FOLDER "/trixie";
    const std::vector<std::string> uuidgen = {next + "/usr/lib/" MACHINE "/ld-linux-x86-64.so.2", "--library-path",
                                              next + "/usr/lib/" MACHINE, next + "/usr/bin/uuidgen"};
    const auto with = [](std::vector<std::string> words, std::initializer_list<std::string> more) {
        words.insert(words.end(), more);
        return words;
    };
    add_command(one, "true", "coreutils", {"true"});
    add_command(one, "sortid gen -n 1 uuidv7", SORTID_VERSION, {sortid, "gen", "-n", "1", "uuidv7"});
    add_command(one, "uuidgen -r", LIBUUID_12, {old + "/usr/bin/uuidgen", "-r"});
    add_command(one, "uuidgen -7", LIBUUID_13, with(uuidgen, {"-7"}));
    add_command(many, "sortid gen uuidv7", SORTID_VERSION, {sortid, "gen", "-n", "100000", "uuidv7"}, 100000);
    add_command(many, "uuidgen -7 -C", LIBUUID_13, with(uuidgen, {"-7", "-C", "100000"}), 100000);
    add_command(many, "uuid -v4 -n", OSSP,
                {"env", "LD_LIBRARY_PATH=" + old + "/usr/lib/" MACHINE, old + "/usr/bin/uuid", "-v4", "-n", "100000"},
                100000);
}

/* ---- All of them -------------------------------------------------------------------------------- */

int main(int count, char **arguments) {
    if (count != 3) return std::fprintf(stderr, "usage: speed COMMAND ROUNDS\n"), 2;
    add("floor", "clock_gettime(CLOCK_REALTIME)", "libc", [](std::size_t) {
        timespec now;
        clock_gettime(CLOCK_REALTIME, &now), use(now);
    });
    add_ulid(), add_uuidv7(), add_others(), add_commands(arguments[1]);
    for (row &row : rows)
        while (time_of(row) < ROUND_NS) row.count *= 2;
    for (int round = 0; round < std::atoi(arguments[2]); round++)
        for (row &row : rows) row.times.push_back(time_of(row) / static_cast<double>(row.count * row.each));
    for (row &row : rows) {
        std::sort(row.times.begin(), row.times.end());
        std::printf("{\"group\": \"%s\", \"name\": \"%s\", \"version\": \"%s\", \"best\": %.3f, \"median\": %.3f}\n",
                    row.group, row.name, row.version, row.times[0], row.times[row.times.size() / 2]);
    }
}
