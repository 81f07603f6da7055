/* SPDX-License-Identifier: MIT */
/* loops.c: what the calls cost a program in C: each function makes one call `count` times. */
#include <sortid.h>
#include <stdlib.h>

/* The compiler must have written what `object` points to. */
#define USE(object) __asm__ volatile("" : : "r"(object) : "memory")
#define CHECK(status) \
    if ((status) != SORTID_OK) \
    abort()

static const char text_ulid[] = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
static const char text_uuidv7[] = "01890a5d-ac96-774b-bcce-b302099a8057";
static const char text_ksuid[] = "0ujtsYcgvSTl8PAuAdqWYSMnLOv";
static const char text_scru128[] = "03amo4vrpq412337hsqsbn956";
static const char text_scru64[] = "0ugzz2plp5he";

/* volatile: the compiler must not know the text. */
#define LOOPS(name, LENGTH) \
    void loop_##name##_next(sortid_generator *generator, size_t count) \
    { \
        sortid_##name id; \
        while (count-- > 0) { \
            CHECK(sortid_##name##_generator_next((sortid_##name##_generator *)generator, &id, NULL)); \
            USE(&id); \
        } \
    } \
    void loop_##name##_text(size_t count) \
    { \
        sortid_##name id; \
        char text[LENGTH + 1]; \
        CHECK(sortid_##name##_parse(&id, text_##name, LENGTH, NULL)); \
        while (count-- > 0) { \
            USE(&id); \
            if (sortid_##name##_print(text, &id) != LENGTH) \
                abort(); \
            USE(text); \
        } \
    } \
    void loop_##name##_parse(size_t count) \
    { \
        sortid_##name id; \
        const char *text = text_##name; \
        while (count-- > 0) { \
            size_t position; \
            __asm__ volatile("" : "+r"(text)); \
            CHECK(sortid_##name##_parse(&id, text, LENGTH, &position)); \
            USE(&id); \
        } \
    }

#define LOOPS_NEW(name) \
    void loop_##name##_new(size_t count) \
    { \
        sortid_##name id; \
        while (count-- > 0) { \
            CHECK(sortid_##name##_new(&id, NULL)); \
            USE(&id); \
        } \
    } \
    void loop_##name##_fill(size_t count) \
    { \
        static sortid_##name ids[1000]; \
        for (size_t done; count >= 1000; count -= 1000) { \
            CHECK(sortid_##name##_fill(ids, 1000, &done, NULL)); \
            USE(ids); \
        } \
    }

LOOPS(ulid, 26)
LOOPS(uuidv7, 36)
LOOPS(ksuid, 27)
LOOPS(scru128, 25)
LOOPS(scru64, 12)
LOOPS_NEW(ulid)
LOOPS_NEW(uuidv7)
LOOPS_NEW(ksuid)
LOOPS_NEW(scru128)
