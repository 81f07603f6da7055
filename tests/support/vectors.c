/* SPDX-License-Identifier: MIT */
/* vectors.c: see vectors.h. It never calls the code under test, so no expectation depends on it. */
#include "vectors.h"

#include <errno.h>

#define MAX_COLUMNS 8
#define ANY_COLUMNS 0 /* rows differ, the reader tells them apart */

static const struct file {
    const char *name;
    size_t columns, rows;
} files[] = {
    {"scru128.tsv", 6, 108},
    {"scru128v1.tsv", 6, 59},
    {"scru160.tsv", 6, 67},
    {"scru64.tsv", 5, 65},
    {"ulid.tsv", 3, 59},
    {"uuidv7.tsv", ANY_COLUMNS, 149},
    {"ksuid.tsv", ANY_COLUMNS, 155},
    {"neighbors.tsv", 4, 251},
    {"scru128-generate.tsv", 6, 205},
    {"scru64-generate.tsv", 7, 120},
    {"uuidv7-generate.tsv", 7, 154},
};

static const struct file *find_file(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(files); i++)
        if (strcmp(files[i].name, name) == 0)
            return &files[i];
    fail_msg("%s is not in the list of vectors.c", name);
    return NULL;
}

static FILE *open_file(const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", SORTID_TEST_VECTORS, name);
    FILE *stream = fopen(path, "r");
    EXPECT(stream != NULL, "%s: %s", path, strerror(errno));
    return stream;
}

/* Splits a line at its tabs, in place; returns the number of columns. */
static size_t split_columns(char *line, char **columns)
{
    size_t count = 0;
    for (char *rest = line; rest != NULL && count < MAX_COLUMNS; count++) {
        columns[count] = rest;
        rest = strchr(rest, '\t');
        if (rest != NULL)
            *rest++ = '\0';
    }
    return count;
}

void support_each_row(const char *file, support_row *row, void *context)
{
    const struct file *known = find_file(file);
    FILE *stream = open_file(file);
    char line[512], place[128];
    char *columns[MAX_COLUMNS] = {NULL};
    size_t rows = 0;
    for (size_t number = 1; fgets(line, sizeof line, stream) != NULL; number++) {
        if (line[0] == '#')
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(place, sizeof place, "%s:%zu", file, number);
        size_t count = split_columns(line, columns);
        EXPECT(count == known->columns || known->columns == ANY_COLUMNS, "%s: %zu columns, not %zu",
               place, count, known->columns);
        row(columns, place, context);
        rows++;
    }
    fclose(stream);
    EXPECT(rows == known->rows, "%s: %zu rows, expected %zu", file, rows, known->rows);
}

struct reader {
    const support_format *format;
    void (*test)(const support_vector *vector, void *context);
    support_row *other;
    void *context;
};

static void read_vector(char **columns, const char *place, void *context)
{
    const struct reader *reader = context;
    support_vector vector = {.format = reader->format, .place = place, .columns = columns};
    if (strchr("~!+", columns[0][0]) != NULL) {
        if (reader->other != NULL)
            reader->other(columns, place, reader->context);
        return;
    }
    vector.hex = columns[0];
    vector.text = columns[reader->format == SUPPORT_SCRU64 ? 2 : 1];
    support_unhex(vector.id, reader->format->size, vector.hex);
    reader->test(&vector, reader->context);
}

void support_each_vector(const support_format *format,
                         void (*test)(const support_vector *vector, void *context),
                         support_row *other, void *context)
{
    struct reader reader = {format, test, other, context};
    char name[32];
    snprintf(name, sizeof name, "%s.tsv", format->name);
    support_each_row(name, read_vector, &reader);
}

size_t support_unescape(char *text)
{
    char *out = text;
    for (const char *in = text; *in != '\0';) {
        if (strncmp(in, "\\x", 2) != 0) {
            *out++ = *in++;
            continue;
        }
        const char digits[] = {in[2], in[3], '\0'};
        uint8_t byte;
        support_unhex(&byte, 1, digits);
        *out++ = (char)byte;
        in += 4;
    }
    return (size_t)(out - text);
}
