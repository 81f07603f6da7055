/* SPDX-License-Identifier: MIT */
/* pieces.c: reads a stream of KSUIDs, one a line, in pieces that end anywhere. SORTID_MORE leaves
 * an incomplete last line where it is; the last call has no SORTID_MORE and reads it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sortid.h>

enum { LINES = 300, LINE = SORTID_KSUID_TEXT_SIZE };

static char stream[LINES * LINE];
static sortid_ksuid made[LINES], read_ids[LINES];

/* Reads `length` bytes of the stream in pieces of `piece`. Returns the number of IDs. */
static size_t read_stream(size_t length, size_t piece)
{
    char buffer[512];
    size_t kept = 0, count = 0;
    for (size_t at = 0; at < length;) {
        size_t part = length - at < piece ? length - at : piece, done, consumed;
        memcpy(buffer + kept, stream + at, part);
        at += part;
        kept += part;
        int separator = '\n' | (at < length ? SORTID_MORE : 0);
        sortid_status status = sortid_ksuid_parse_many(read_ids + count, LINES - count, &done,
                                                       &consumed, buffer, kept, separator, NULL);
        if (status != SORTID_OK)
            return 0;
        count += done;
        kept -= consumed;
        memmove(buffer, buffer + consumed, kept);
    }
    return kept == 0 ? count : 0;
}

int main(void)
{
    size_t done, written, wrong = 0;
    if (sortid_ksuid_fill(made, LINES, &done, NULL) != SORTID_OK || done != LINES ||
        sortid_ksuid_print_many(stream, sizeof stream, &written, made, LINES, '\n') != SORTID_OK)
        return EXIT_FAILURE;
    for (size_t piece = 1; piece <= 400; piece++) {
        /* also without the last newline */
        wrong += read_stream(written, piece) != LINES || memcmp(read_ids, made, sizeof made) != 0;
        wrong += read_stream(written - 1, piece) != LINES;
    }
    printf("%zu of 800 wrong\n", wrong);
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
