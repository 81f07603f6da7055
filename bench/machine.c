/* SPDX-License-Identifier: MIT */
/* machine.c: implements machine.h. The processor's name comes from /proc/cpuinfo; on other systems
 * than Linux it is unknown. */
#define _GNU_SOURCE /* _SC_NPROCESSORS_ONLN is not in POSIX.1-2008 */
#include "machine.h"

#include <stdio.h>
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

/* Makes text safe for JSON: replaces characters that need an escape by spaces, then removes spaces at the
 * end. */
static void clean(char *text)
{
    for (char *c = text; *c != '\0'; c++)
        if (*c == '"' || *c == '\\' || (unsigned char)*c < ' ')
            *c = ' ';
    for (size_t length = strlen(text); length > 0 && text[length - 1] == ' '; length--)
        text[length - 1] = '\0';
}

static void find_cpu(char *out, size_t size)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    (void)snprintf(out, size, "unknown");
    if (file == NULL)
        return;
    while (fgets(line, sizeof line, file) != NULL) {
        const char *value = strchr(line, ':');
        if (value == NULL || strncmp(line, "model name", 10) != 0)
            continue;
        (void)snprintf(out, size, "%s", value + 1 + strspn(value + 1, " "));
        break;
    }
    (void)fclose(file);
    clean(out);
}

void machine_describe(struct machine *out)
{
    struct utsname name;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    find_cpu(out->cpu, sizeof out->cpu);
    (void)snprintf(out->system, sizeof out->system, "unknown");
    if (uname(&name) == 0)
        (void)snprintf(out->system, sizeof out->system, "%.30s %.40s %.20s", name.sysname,
                       name.release, name.machine);
    clean(out->system);
    out->cores = cores > 0 ? (unsigned)cores : 1;
    out->compiler = COMPILER;
}
