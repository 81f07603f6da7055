/* SPDX-License-Identifier: MIT */
/* metrics_file.c: see metrics_file.h. The file is written under another name and then renamed, so
 * no reader sees a part of it. The numbers of several programs of a machine differ in the label
 * `file`. */
#include "metrics_file.h"

#include "../../common/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PATH_SIZE 4096

static struct {
    const char *path, *realm; /* path NULL: no file */
    struct metrics_file_numbers last;
    bool written, reported; /* the last write succeeded; its failure was reported */
    bool exists;            /* some write succeeded */
} metrics;

void metrics_file_begin(const char *path, const char *realm)
{
    metrics.path = path;
    metrics.realm = realm;
}

/* The name of the file, without its folder, as the value of a label. */
static void print_file_name(FILE *out)
{
    const char *slash = strrchr(metrics.path, '/');
    for (const char *c = slash != NULL ? slash + 1 : metrics.path; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            fputc('\\', out);
        fputc((unsigned char)*c < 0x20 ? '?' : *c, out);
    }
}

static void print_number(FILE *out, const char *name, const char *type, const char *help,
                         uint64_t value)
{
    fprintf(out, "# HELP sortid_node_%s %s\n# TYPE sortid_node_%s %s\n", name, help, name, type);
    fprintf(out, "sortid_node_%s{realm=\"%s\",file=\"", name, metrics.realm);
    print_file_name(out);
    fprintf(out, "\"} %" PRIu64 "\n", value);
}

/* A new file under a name that nobody can guess: others may write to the folder, and a file or a
 * link of theirs is not opened. NULL: see errno. */
static FILE *open_other(char other[PATH_SIZE])
{
    uint64_t random;
    if (getentropy(&random, sizeof random) != 0)
        return NULL;
    snprintf(other, PATH_SIZE, "%s.%016" PRIx64, metrics.path, random);
    return fopen(other, "wxe"); // O_EXCL follows no link
}

/* False: see errno. */
static bool write_file(const struct metrics_file_numbers *numbers)
{
    char other[PATH_SIZE];
    FILE *out = open_other(other);
    if (out == NULL)
        return false;
    print_number(out, "reservations", "gauge", "Reservations that this program has.",
                 numbers->reservations);
    print_number(out, "reservations_lost_total", "counter", "Reservations that it has lost.",
                 numbers->lost);
    print_number(out, "renewals_failed_total", "counter",
                 "Renewals of its reservations that failed.", numbers->failed_renewals);
    bool good = ferror(out) == 0;
    good = fclose(out) == 0 && good && rename(other, metrics.path) == 0;
    if (good)
        return true;
    int error = errno;
    (void)unlink(other);
    errno = error;
    return false;
}

void metrics_file_write(const struct metrics_file_numbers *numbers)
{
    struct quote quote;
    bool same = metrics.written && memcmp(numbers, &metrics.last, sizeof *numbers) == 0;
    if (metrics.path == NULL || same)
        return;
    metrics.written = write_file(numbers);
    metrics.exists |= metrics.written;
    metrics.last = *numbers;
    if (!metrics.written && !metrics.reported)
        report_system(errno, "node: metrics file %s", quote_string(&quote, metrics.path));
    metrics.reported = !metrics.written;
}

void metrics_file_end(void)
{
    if (metrics.exists)
        (void)unlink(metrics.path);
    metrics.written = metrics.exists = false;
}
