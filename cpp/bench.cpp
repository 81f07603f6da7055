/* SPDX-License-Identifier: MIT */
/* cpp/bench.cpp: each call of sortid.hpp next to the same call in C: ns for a call, the best and the
 * median of interleaved rounds in one run: make bench-cpp. */
#include <sortid.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

static constexpr int CALLS = 1024, ROUNDS = 400;

/* Nothing that is computed may be left out, nor moved over this. */
template <class Value> static void use(const Value &value) { asm volatile("" : : "r"(&value) : "memory"); }

/* IDs and texts for all rows. The second of each pair differs in its last bytes. */
struct input {
    std::vector<sortid::ulid> ids = std::vector<sortid::ulid>(CALLS), other = ids;
    std::vector<std::string> texts;
    std::vector<sortid_ulid> c, c_other;
    input() {
        sortid::ulid::make_many(ids);
        sortid::ulid::make_many(other);
        for (const sortid::ulid &id : ids) texts.push_back(id.to_string()), c.push_back(id.c());
        for (const sortid::ulid &id : other) c_other.push_back(id.c());
    }
};

struct row {
    const char *name;
    std::vector<double> c, cpp;
};

template <class Call> static double round_of(const Call &call, int each) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < CALLS; i++) call(static_cast<std::size_t>(i));
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
    return time.count() / CALLS / each;
}

/* One round of both; the order changes, so that none profits from the other. */
template <class C, class Cpp> static void measure(row &result, int number, const C &c, const Cpp &cpp, int each = 1) {
    if (number % 2 == 0) result.c.push_back(round_of(c, each));
    result.cpp.push_back(round_of(cpp, each));
    if (number % 2 != 0) result.c.push_back(round_of(c, each));
}

int main() {
    const input in;
    std::vector<row> rows = {{"make", {}, {}},
                             {"generator.make", {}, {}},
                             {"make_many, each of 256", {}, {}},
                             {"text", {}, {}},
                             {"to_string", {}, {}},
                             {"constructor", {}, {}},
                             {"from_string", {}, {}},
                             {"from_string, refused", {}, {}},
                             {"unix_ms", {}, {}},
                             {"==", {}, {}},
                             {"<", {}, {}},
                             {"hash", {}, {}}};
    sortid_ulid_generator generator;
    if (sortid_ulid_generator_init(&generator, nullptr, nullptr) != SORTID_OK) return 1;
    sortid::generator<sortid::ulid> cpp_generator;
    std::vector<sortid_ulid> many(256);
    std::vector<sortid::ulid> cpp_many(256);

    for (int number = 0; number < ROUNDS; number++) {
        row *next = rows.data();
        measure(
            *next++, number,
            [](std::size_t) {
                sortid_ulid id;
                if (sortid_ulid_new(&id, nullptr) != SORTID_OK) std::terminate();
                use(id);
            },
            [](std::size_t) { use(sortid::ulid::make()); });
        measure(
            *next++, number,
            [&](std::size_t) {
                sortid_ulid id;
                if (sortid_ulid_generator_next(&generator, &id, nullptr) != SORTID_OK) std::terminate();
                use(id);
            },
            [&](std::size_t) { use(cpp_generator.make()); });
        if (number % 16 == 0)
            measure(
                *next, number,
                [&](std::size_t) {
                    std::size_t done;
                    if (sortid_ulid_fill(many.data(), 256, &done, nullptr) != SORTID_OK) std::terminate();
                    use(many[0]);
                },
                [&](std::size_t) {
                    sortid::ulid::make_many(cpp_many);
                    use(cpp_many[0]);
                },
                256);
        next++;
        measure(
            *next++, number,
            [&](std::size_t i) {
                char text[SORTID_ULID_TEXT_SIZE];
                use(sortid_ulid_print(text, &in.c[i]));
                use(text);
            },
            [&](std::size_t i) { use(in.ids[i].text().c_str); });
        measure(
            *next++, number,
            [&](std::size_t i) {
                char text[SORTID_ULID_TEXT_SIZE];
                use(std::string(text, sortid_ulid_print(text, &in.c[i])));
            },
            [&](std::size_t i) { use(in.ids[i].to_string()); });
        const auto parse = [&](std::size_t i) {
            sortid_ulid id;
            size_t at;
            if (sortid_ulid_parse(&id, in.texts[i].data(), in.texts[i].size(), &at) != SORTID_OK) std::terminate();
            use(id);
        };
        measure(*next++, number, parse, [&](std::size_t i) { use(sortid::ulid(in.texts[i])); });
        measure(*next++, number, parse, [&](std::size_t i) { use(sortid::ulid::from_string(in.texts[i])); });
        measure(
            *next++, number,
            [&](std::size_t i) {
                sortid_ulid id;
                size_t at;
                use(sortid_ulid_parse(&id, in.texts[i].data(), 25, &at));
            },
            [&](std::size_t i) {
                use(sortid::ulid::from_string(std::string_view(in.texts[i].data(), 25)).has_value());
            });
        measure(
            *next++, number, [&](std::size_t i) { use(sortid_ulid_unix_ms(&in.c[i])); },
            [&](std::size_t i) { use(in.ids[i].unix_ms()); });
        measure(
            *next++, number, [&](std::size_t i) { use(sortid_ulid_compare(&in.c[i], &in.c_other[i]) == 0); },
            [&](std::size_t i) { use(in.ids[i] == in.other[i]); });
        measure(
            *next++, number, [&](std::size_t i) { use(sortid_ulid_compare(&in.c[i], &in.c_other[i]) < 0); },
            [&](std::size_t i) { use(in.ids[i] < in.other[i]); });
        const auto hash_text = [&](std::size_t i) { use(std::hash<std::string>()(in.texts[i])); };
        measure(*next++, number, hash_text, [&](std::size_t i) { use(std::hash<sortid::ulid>()(in.ids[i])); });
    }

    std::printf("| call | C, ns: best, median | C++ | C++ to C |\n| --- | ---: | ---: | ---: |\n");
    for (row &each : rows) {
        std::sort(each.c.begin(), each.c.end());
        std::sort(each.cpp.begin(), each.cpp.end());
        const std::size_t middle = each.c.size() / 2;
        std::printf("| %s | %.2f, %.2f | %.2f, %.2f | %.2f |\n", each.name, each.c[0], each.c[middle], each.cpp[0],
                    each.cpp[middle], each.cpp[0] / each.c[0]);
    }
    std::printf("\nhash: C is std::hash of the text as a std::string.\n");
}
