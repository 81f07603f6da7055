/* SPDX-License-Identifier: MIT */
/* report.c: implements report.h. The processor's name comes from /proc/cpuinfo; on other systems
 * than Linux it is unknown. */
#define _GNU_SOURCE /* _SC_NPROCESSORS_ONLN, getloadavg: not in POSIX.1-2008 */
#include "report.h"

#include <sortid.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

static FILE *json;
static unsigned rows_written;

/* Name and unit of each group. tools/plot uses the same names. */
static const struct {
    const char *name, *unit;
} GROUP[GROUPS] = {
    [GROUP_ONE] = {"one", "ID"},         [GROUP_TEXT] = {"text", "text"},
    [GROUP_MANY] = {"many", "ID"},       [GROUP_SHARED] = {"shared", "ID"},
    [GROUP_COMMAND] = {"command", "ID"}, [GROUP_FORMS] = {"forms", "ID"},
};

/* ---- The table -------------------------------------------------------------------- */

void report_group(enum group group)
{
    (void)printf("\n%-10s ns for one %-39s %9s %9s %9s\n", GROUP[group].name, GROUP[group].unit,
                 "best", "median", "M/s");
}

static void print_name(const struct row *row)
{
    char at[24] = "", name[96];
    if (row->at != 0)
        (void)snprintf(at, sizeof at, ", %u", row->at);
    (void)snprintf(name, sizeof name, "%s%s%s%s", row->name, row->simd != NULL ? ", " : "",
                   row->simd != NULL ? row->simd : "", at); // longest: under 80
    (void)printf("%-61s", name);
}

static void print_row(const struct row *row, const struct figures *figures)
{
    print_name(row);
    (void)printf("%9.2f %9.2f %9.2f\n", figures->best, figures->median, 1e3 / figures->median);
    (void)fflush(stdout);
}

/* ---- The machine ------------------------------------------------------------------- */

double report_load(void)
{
    double load;
    return getloadavg(&load, 1) == 1 ? load : -1;
}

/* Makes text safe for JSON: replaces characters that need an escape by spaces, then removes spaces
 * at the end. */
static void clean(char *text)
{
    for (char *c = text; *c != '\0'; c++)
        if (*c == '"' || *c == '\\' || (unsigned char)*c < ' ')
            *c = ' ';
    for (size_t length = strlen(text); length > 0 && text[length - 1] == ' '; length--)
        text[length - 1] = '\0';
}

/* Whether a line of /proc/cpuinfo has this key; *value is then what follows the colon. */
static bool has_key(const char *line, const char *key, const char **value)
{
    size_t length = strlen(key);
    const char *colon = strchr(line, ':');
    if (colon == NULL || strncmp(line, key, length) != 0 ||
        (line[length] != '\t' && line[length] != ' '))
        return false;
    *value = colon + 1 + strspn(colon + 1, " ");
    return true;
}

/* Reads the lines of the first CPU, up to an empty line. */
static void find_cpu(char *cpu, size_t size)
{
    char line[256];
    const char *value;
    FILE *file = fopen("/proc/cpuinfo", "r");
    (void)snprintf(cpu, size, "unknown");
    while (file != NULL && fgets(line, sizeof line, file) != NULL && line[0] != '\n') {
        if (has_key(line, "model name", &value))
            (void)snprintf(cpu, size, "%s", value);
    }
    if (file != NULL)
        (void)fclose(file);
    clean(cpu);
}

/* ---- The same as JSON -------------------------------------------------------------- */

static void write_head(const char *commit, const struct effort *effort)
{
    char cpu[96], date[16] = "";
    struct utsname system = {.sysname = "unknown"};
    time_t now = time(NULL);
    struct tm parts;
    (void)uname(&system);
    find_cpu(cpu, sizeof cpu);
    if (gmtime_r(&now, &parts) != NULL)
        (void)strftime(date, sizeof date, "%Y-%m-%d", &parts); // always fits
    (void)fprintf(json,
                  "{\"machine\": \"%s, %ld cores, %.30s %.40s %.20s\", \"compiler\": \"%s\", "
                  "\"simd\": \"%s\",\n"
                  "\"date\": \"%s\", \"commit\": \"%s\", \"passes\": %u,\n\"rows\": [",
                  cpu, sysconf(_SC_NPROCESSORS_ONLN), system.sysname, system.release,
                  system.machine, COMPILER, sortid_simd_name(), date, commit, effort->passes);
}

/* Writes what measured and skipped rows share; the caller closes the object. */
static void open_row(const struct row *row)
{
    (void)fprintf(json, "%s\n  {\"group\": \"%s\", \"name\": \"%s\", \"by\": \"%s\"",
                  rows_written > 0 ? "," : "", GROUP[row->group].name, row->name,
                  row->maker != NULL ? row->maker : "sortid");
    if (row->simd != NULL)
        (void)fprintf(json, ", \"simd\": \"%s\"", row->simd);
    if (row->at != 0)
        (void)fprintf(json, ", \"at\": %u", row->at);
    rows_written++;
}

/* ---- Both --------------------------------------------------------------------------- */

bool report_begin(const char *path, const char *commit, const struct effort *effort)
{
    json = fopen(path, "w");
    if (json != NULL)
        write_head(commit, effort);
    return json != NULL;
}

void report_row(const struct row *row, const struct figures *figures)
{
    print_row(row, figures);
    open_row(row);
    (void)fprintf(json, ", \"best\": %.4f, \"median\": %.4f}", figures->best, figures->median);
}

void report_skipped(const struct row *row, const char *why)
{
    print_name(row);
    (void)printf("  skipped: %s\n", why);
    open_row(row);
    (void)fprintf(json, ", \"skipped\": \"%s\"}", why);
}

void report_loss(const struct row *before, const struct figures *before_figures,
                 const struct row *after, const struct figures *after_figures)
{
    print_name(after);
    (void)printf("%9.2f %9.2f, %s %.2f %.2f: %.2f times as long\n", after_figures->best,
                 after_figures->median, before->simd, before_figures->best, before_figures->median,
                 after_figures->best / before_figures->best);
}

bool report_end(unsigned *rows, double least_load, double most_load)
{
    (void)fprintf(json, "\n],\n\"load\": [%.2f, %.2f]}\n", least_load, most_load);
    *rows = rows_written;
    bool written = ferror(json) == 0;
    return fclose(json) == 0 && written;
}
