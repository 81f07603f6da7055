/* SPDX-License-Identifier: MIT */
/* kinds.c: the rows of sortid/recognize.h, for main.c: a reading of mixed texts, and the readings
 * of one text of each kind. */
#include "hot.h"

#include "../mixed.h"

#include <string.h>

static sortid_reading readings[SORTID_READINGS_MAX];

/* `count` readings, of the texts in turn; a text that has none counts as one. */
static const char *recognize_mixed(size_t count, const void *context)
{
    (void)context;
    for (size_t i = 0, done = 0; done < count; i = (i + 1) % MIXED_COUNT) {
        size_t found = 1;
        sortid_status status = sortid_recognize(readings, sizeof *readings, SORTID_READINGS_MAX,
                                                &found, MIXED[i], strlen(MIXED[i]), NULL, NULL);
        if (status != SORTID_OK && found != 1)
            return sortid_status_text(status);
        done += found;
    }
    return NULL;
}

/* All readings of one text, `count` times. */
static const char *recognize_one(size_t count, const void *context)
{
    const char *text = context;
    size_t found, length = strlen(text);
    sortid_status status = SORTID_OK;
    for (size_t i = 0; i < count; i++)
        status = sortid_recognize(readings, sizeof *readings, SORTID_READINGS_MAX, &found, text,
                                  length, NULL, NULL);
    return status == SORTID_BAD_OPTION ? sortid_status_text(status) : NULL; /* one text is no ID */
}

void hot_kinds(void)
{
    hot_row("recognize, a reading of mixed texts", recognize_mixed, NULL);
    for (size_t i = 0; i < MIXED_COUNT; i++) {
        char name[80] = "recognize ";
        strncat(name, MIXED[i], sizeof name - sizeof "recognize ");
        hot_row(name, recognize_one, MIXED[i]);
    }
}
