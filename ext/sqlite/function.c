/* SPDX-License-Identifier: MIT */
/* function.c: see function.h. */
#include "function.h"

#include "generator.h"

static void free_call(void *data)
{
    struct call *call = data;
    if (call->generators != NULL)
        sortid_sqlite_release(call->generators);
    sqlite3_free(call);
}

int sortid_sqlite_register(sqlite3 *db, const struct entry *entry, const sortid_format *format,
                           struct generators *generators)
{
    struct call *call = sqlite3_malloc64(sizeof *call);
    if (call == NULL)
        return SQLITE_NOMEM;
    *call = (struct call){.format = format, .value = entry->value, .generators = generators};
    if (generators != NULL)
        sortid_sqlite_retain(generators);
    sqlite3_snprintf(sizeof call->name, call->name, "%s%s%s",
                     format != NULL ? info_of(format).name : "typeid",
                     *entry->suffix == '\0' ? "" : "_", entry->suffix);
    // SQLite calls free_call() if this fails, too.
    return sqlite3_create_function_v2(db, call->name, entry->arguments, SQLITE_UTF8 | entry->flags,
                                      call, entry->function, NULL, NULL, free_call);
}
