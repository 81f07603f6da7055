/* SPDX-License-Identifier: MIT */
/* databases.c: the rows of keys that a database makes by a function: its own functions and those of sortid's
 * extensions. For main.c. Each database is a process that runs as long as the bench: sqlite/main.c, and
 * peers/postgres, which starts a server. Rows of a database that is not installed are reported as skipped. */
#include "coprocess.h"
#include "rows.h"

static char sqlite_path[160], build[160];

static struct coprocess sqlite = {.program = {sqlite_path, "sqlite", 1},
                                  .line = "",
                                  .missing = "not built: SQLite is not installed"};

/* The first question starts a server, which takes some seconds. */
static struct coprocess postgres = {.program = {"bench/peers/postgres", "postgres", 1},
                                    .line = build,
                                    .missing = "bench/peers/postgres is not there"};

/* The context of a row. */
struct call {
    struct coprocess *process;
    const char *function;
};

static const char *make_keys(uint64_t count, const void *context)
{
    const struct call *call = context;
    return coprocess_ask(call->process, call->function, count);
}

/* ---- The rows ------------------------------------------------------------------ */

#define KEYS 500000 /* about 0.1 s */

#define ROW(NAME, MAKER, PROCESS, FUNCTION)                                                        \
    {                                                                                              \
        .group = GROUP_DATABASE, .name = NAME, .maker = MAKER, .run = make_keys,                   \
        .context = &(const struct call){PROCESS, FUNCTION}, .count = KEYS                          \
    }
#define IN_SQLITE(NAME, MAKER, FUNCTION)   ROW("SQLite " NAME, MAKER, &sqlite, FUNCTION)
#define IN_POSTGRES(NAME, MAKER, FUNCTION) ROW("PostgreSQL " NAME, MAKER, &postgres, FUNCTION)

static const struct row all[] = {
    IN_SQLITE("row without a function", "sqlite", "nothing"),
    IN_SQLITE("randomblob(16)", "sqlite", "randomblob"),
    IN_SQLITE("scru128()", "sortid", "scru128"),
    IN_SQLITE("scru160()", "sortid", "scru160"),
    IN_SQLITE("ulid()", "sortid", "ulid"),
    IN_SQLITE("uuidv7()", "sortid", "uuidv7"),
    IN_SQLITE("ksuid()", "sortid", "ksuid"),
    IN_POSTGRES("row without a function", "postgresql", "nothing"),
    IN_POSTGRES("gen_random_uuid()", "postgresql", "gen_random_uuid"),
    IN_POSTGRES("uuidv7(), since version 18", "postgresql", "uuidv7"),
    IN_POSTGRES("scru128()", "sortid", "scru128"),
    IN_POSTGRES("scru160()", "sortid", "scru160"),
    IN_POSTGRES("ulid()", "sortid", "ulid"),
    IN_POSTGRES("sortid_uuidv7()", "sortid", "sortid_uuidv7"),
    IN_POSTGRES("ksuid()", "sortid", "ksuid"),
};

const char *database_rows(struct rows *out, const struct settings *settings)
{
    (void)snprintf(sqlite_path, sizeof sqlite_path, "%s/sqlite", settings->linked);
    (void)snprintf(build, sizeof build, "%s/..", settings->linked);
    *out = (struct rows){all, sizeof all / sizeof *all};
    return NULL;
}
