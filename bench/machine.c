/* SPDX-License-Identifier: MIT */
/* machine.c: implements machine.h. The processor's name comes from /proc/cpuinfo; on other systems
 * than Linux it is unknown. */
#define _GNU_SOURCE /* _SC_NPROCESSORS_ONLN, getloadavg: not in POSIX.1-2008 */
#include "machine.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

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
static void find_cpu(struct machine *out)
{
    char line[256];
    const char *value;
    FILE *file = fopen("/proc/cpuinfo", "r");
    (void)snprintf(out->cpu, sizeof out->cpu, "unknown");
    while (file != NULL && fgets(line, sizeof line, file) != NULL && line[0] != '\n') {
        if (has_key(line, "model name", &value))
            (void)snprintf(out->cpu, sizeof out->cpu, "%s", value);
    }
    if (file != NULL)
        (void)fclose(file);
    clean(out->cpu);
}

double machine_load(void)
{
    double load;
    return getloadavg(&load, 1) == 1 ? load : -1;
}

void machine_describe(struct machine *out)
{
    struct utsname name;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    find_cpu(out);
    (void)snprintf(out->system, sizeof out->system, "unknown");
    if (uname(&name) == 0)
        (void)snprintf(out->system, sizeof out->system, "%.30s %.40s %.20s", name.sysname,
                       name.release, name.machine);
    clean(out->system);
    out->cores = cores > 0 ? (unsigned)cores : 1;
    out->compiler = COMPILER;
}
