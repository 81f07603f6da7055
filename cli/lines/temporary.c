/* SPDX-License-Identifier: MIT */
/* temporary.c: see temporary.h. */
#include "temporary.h"
#include "../../common/output.h"
#include "../../common/report.h"
#include "../../common/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* How many bytes of the folder's path a message shows, so that the reason fits. */
#define SHOWN_MOST 200

_Noreturn static void give_up(const char *what)
{
    int error = errno;
    const char *folder = system_temporary_folder();
    report_system(error, "cannot %s a temporary file in %.*s%s; TMPDIR names another folder", what,
                  SHOWN_MOST, folder, strlen(folder) > SHOWN_MOST ? "..." : "");
    exit(report_status());
}

int temporary_open(void)
{
    int descriptor = system_open_temporary();
    if (descriptor < 0)
        give_up("make");
    return descriptor;
}

void temporary_write(int descriptor, const char *bytes, size_t size)
{
    while (size > 0) {
        ptrdiff_t written = system_write(descriptor, bytes, size);
        if (written < 0)
            give_up("write");
        bytes += written;
        size -= (size_t)written;
    }
}

void temporary_rewind(int descriptor)
{
    if (!system_rewind(descriptor))
        give_up("read");
}

size_t temporary_read(int descriptor, char *bytes, size_t size, bool may_end)
{
    ptrdiff_t got = system_read(descriptor, bytes, size);
    if (got == 0 && !may_end)
        errno = EIO; // another program cut the file
    if (got < 0 || (got == 0 && !may_end))
        give_up("read");
    return (size_t)got;
}

void held_output_add(struct held_output *held, const char *bytes, size_t size)
{
    if (size > 0)
        held->in_line = bytes[size - 1] != held->line_end;
    if (held->passes) {
        output_bytes(bytes, size);
        return;
    }
    if (!held->is_open)
        held->descriptor = temporary_open();
    held->is_open = true;
    temporary_write(held->descriptor, bytes, size);
}

void held_output_pass(struct held_output *held)
{
    size_t got;
    if (held->is_open)
        temporary_rewind(held->descriptor);
    while (held->is_open && (got = temporary_read(held->descriptor, output_reserve(OUTPUT_SIZE),
                                                  OUTPUT_SIZE, true)) > 0)
        output_commit(got);
    held->passes = true;
}

void held_output_end(struct held_output *held)
{
    if (held->is_open)
        system_close(held->descriptor);
    if (held->passes && held->in_line)
        output_bytes(&held->line_end, 1); // its stream failed
    *held = (struct held_output){.line_end = held->line_end};
}
