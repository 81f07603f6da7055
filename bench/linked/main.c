/* SPDX-License-Identifier: MIT */
/* linked/main.c: makes the public calls, as a program that uses the library does. Built once for
 * each way to link the library (linked/CMakeLists.txt), started by bench/linked.c. Reads lines
 * "WORK COUNT", does WORK, a name of the table below, COUNT times, and answers with a line: "ok",
 * or an error message. The bench measures the time from the question to the answer. */
#include <sortid.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INPUTS 1024 /* a power of two */

/* Takes the result of every operation, so that the compiler keeps the work. */
static volatile uint64_t sink;

static sortid_status done(sortid_status status, uint64_t sum)
{
    sink = sum;
    return status;
}

static sortid_published published;

/* The default sources, with a clock that no longer advances. */
static sortid_status published_sources(sortid_sources *out)
{
    sortid_sources_default(out);
    sortid_clock_published(&out->clock, &published, 1000);
    return sortid_published_update(&published);
}

#define NEW(FORMAT)                                                                                \
    static sortid_status FORMAT##_new(uint64_t count)                                              \
    {                                                                                              \
        sortid_##FORMAT id = {{0}};                                                                \
        sortid_status status = SORTID_OK;                                                          \
        uint64_t sum = 0;                                                                          \
        for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {                              \
            status = sortid_##FORMAT##_new(&id, NULL);                                             \
            sum += id.bytes[0];                                                                    \
        }                                                                                          \
        return done(status, sum);                                                                  \
    }

#define CALLS(FORMAT, TEXT_SIZE)                                                                   \
    NEW(FORMAT)                                                                                    \
                                                                                                   \
    static sortid_status FORMAT##_new_text(uint64_t count)                                         \
    {                                                                                              \
        char text[TEXT_SIZE] = "";                                                                 \
        sortid_status status = SORTID_OK;                                                          \
        uint64_t sum = 0;                                                                          \
        for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {                              \
            status = sortid_##FORMAT##_new_text(text, NULL);                                       \
            sum += (unsigned char)text[0];                                                         \
        }                                                                                          \
        return done(status, sum);                                                                  \
    }                                                                                              \
                                                                                                   \
    static sortid_status FORMAT##_generator_next(uint64_t count)                                   \
    {                                                                                              \
        sortid_sources sources;                                                                    \
        sortid_##FORMAT##_generator generator;                                                     \
        sortid_##FORMAT id = {{0}};                                                                \
        uint64_t sum = 0;                                                                          \
        sortid_status status = published_sources(&sources);                                        \
        if (status == SORTID_OK)                                                                   \
            status = sortid_##FORMAT##_generator_init(&generator, NULL, &sources);                 \
        for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {                              \
            status = sortid_##FORMAT##_generator_next(&generator, &id, NULL);                      \
            sum += id.bytes[0];                                                                    \
        }                                                                                          \
        return done(status, sum);                                                                  \
    }                                                                                              \
                                                                                                   \
    static struct {                                                                                \
        sortid_##FORMAT ids[INPUTS];                                                               \
        char texts[INPUTS][TEXT_SIZE];                                                             \
    } FORMAT##_inputs;                                                                             \
                                                                                                   \
    static sortid_status FORMAT##_prepare(void)                                                    \
    {                                                                                              \
        sortid_random random;                                                                      \
        sortid_random_secure(&random);                                                             \
        sortid_status status =                                                                     \
            random.fill(random.context, FORMAT##_inputs.ids, sizeof FORMAT##_inputs.ids, 0);       \
        for (size_t i = 0; i < INPUTS; i++)                                                        \
            sortid_##FORMAT##_print(FORMAT##_inputs.texts[i], &FORMAT##_inputs.ids[i]);            \
        return status;                                                                             \
    }                                                                                              \
                                                                                                   \
    static sortid_status FORMAT##_print(uint64_t count)                                            \
    {                                                                                              \
        char text[TEXT_SIZE] = "";                                                                 \
        uint64_t sum = 0;                                                                          \
        for (uint64_t i = 0; i < count; i++) {                                                     \
            sortid_##FORMAT##_print(text, &FORMAT##_inputs.ids[i % INPUTS]);                       \
            sum += (unsigned char)text[0];                                                         \
        }                                                                                          \
        return done(SORTID_OK, sum);                                                               \
    }                                                                                              \
                                                                                                   \
    static sortid_status FORMAT##_parse(uint64_t count)                                            \
    {                                                                                              \
        sortid_##FORMAT id = {{0}};                                                                \
        sortid_status status = SORTID_OK;                                                          \
        uint64_t sum = 0;                                                                          \
        for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {                              \
            status = sortid_##FORMAT##_parse(&id, FORMAT##_inputs.texts[i % INPUTS],               \
                                             (TEXT_SIZE)-1, NULL);                                 \
            sum += id.bytes[0];                                                                    \
        }                                                                                          \
        return done(status, sum);                                                                  \
    }

CALLS(scru128, SORTID_SCRU128_TEXT_SIZE)
CALLS(ulid, SORTID_ULID_TEXT_SIZE)
NEW(scru128v1)
NEW(scru160)
NEW(uuidv7)
NEW(ksuid)

static const struct {
    const char *name;
    sortid_status (*run)(uint64_t count);
} WORKS[] = {
    {"scru128-new", scru128_new},
    {"scru128-new-text", scru128_new_text},
    {"scru128-next", scru128_generator_next},
    {"scru128-print", scru128_print},
    {"scru128-parse", scru128_parse},
    {"ulid-new", ulid_new},
    {"ulid-new-text", ulid_new_text},
    {"ulid-next", ulid_generator_next},
    {"ulid-print", ulid_print},
    {"ulid-parse", ulid_parse},
    {"scru128v1-new", scru128v1_new},
    {"scru160-new", scru160_new},
    {"uuidv7-new", uuidv7_new},
    {"ksuid-new", ksuid_new},
};

static const char *work(const char *name, uint64_t count)
{
    for (size_t i = 0; i < sizeof WORKS / sizeof *WORKS; i++) {
        if (strcmp(WORKS[i].name, name) != 0)
            continue;
        sortid_status status = WORKS[i].run(count);
        return status == SORTID_OK ? "ok" : sortid_status_text(status);
    }
    return "the program does not know this work";
}

/* Ends the name at the space and returns the count after it; 0 if there is none. */
static uint64_t split(char *line)
{
    char *space = strchr(line, ' ');
    if (space == NULL)
        return 0;
    *space = '\0';
    return strtoull(space + 1, NULL, 10);
}

int main(void)
{
    char line[80];
    if (sortid_simd_use(NULL) != SORTID_OK) /* the same as the bench */
        return 1;
    if (scru128_prepare() != SORTID_OK || ulid_prepare() != SORTID_OK)
        return 1;
    while (fgets(line, sizeof line, stdin) != NULL) {
        uint64_t count = split(line);
        if (puts(count != 0 ? work(line, count) : "no count in the question") < 0 ||
            fflush(stdout) != 0)
            return 2;
    }
    return 0;
}
