/* SPDX-License-Identifier: MIT */
/* easy/thread.c: the one-call way of the formats that need no node: a generator of
 * each format for each thread, prepared at its first use with the defaults and
 * wiped when the thread ends. scru64 is elsewhere: it has one per process. */
#include "../source/busy.h"
#include "../source/system.h"

#include <sortid/scru128.h>
#include <sortid/scru128v1.h>
#include <sortid/scru160.h>
#include <sortid/ulid.h>

/* `preparing` keeps a signal handler out of a generator half prepared; one that
 * came just before has prepared it, hence the second look. */
#define EASY(TYPE, SIZES)                                                                          \
    static _Thread_local struct {                                                                  \
        TYPE##_generator generator;                                                                \
        struct wiped_memory exit;                                                                  \
        bool prepared;                                                                             \
        busy_flag preparing;                                                                       \
    } TYPE##_own;                                                                                  \
                                                                                                   \
    static sortid_status TYPE##_prepare(void)                                                      \
    {                                                                                              \
        if (!busy_enter(&TYPE##_own.preparing))                                                    \
            return SORTID_BUSY;                                                                    \
        sortid_status status = wipe_at_exit(&TYPE##_own.exit, &TYPE##_own, sizeof TYPE##_own);     \
        if (status == SORTID_OK && !TYPE##_own.prepared)                                           \
            status = TYPE##_generator_init(&TYPE##_own.generator, NULL, NULL);                     \
        TYPE##_own.prepared = status == SORTID_OK;                                                 \
        busy_leave(&TYPE##_own.preparing);                                                         \
        return status;                                                                             \
    }                                                                                              \
                                                                                                   \
    sortid_status TYPE##_make(TYPE *out, sortid_event *event)                                      \
    {                                                                                              \
        if (!TYPE##_own.prepared) {                                                                \
            sortid_status status = TYPE##_prepare();                                               \
            if (status != SORTID_OK)                                                               \
                return status;                                                                     \
        }                                                                                          \
        return TYPE##_generate(out, event, &TYPE##_own.generator);                                 \
    }                                                                                              \
                                                                                                   \
    sortid_status TYPE##_text(char text[SIZES##_TEXT_SIZE], sortid_event *event)                   \
    {                                                                                              \
        TYPE id;                                                                                   \
        sortid_status status = TYPE##_make(&id, event);                                            \
        if (status == SORTID_OK)                                                                   \
            TYPE##_print(text, &id);                                                               \
        return status;                                                                             \
    }

EASY(sortid_scru128, SORTID_SCRU128)
EASY(sortid_scru128v1, SORTID_SCRU128V1)
EASY(sortid_scru160, SORTID_SCRU160)
EASY(sortid_ulid, SORTID_ULID)
