/* SPDX-License-Identifier: MIT */
/* test_state_print.c: prints of reports about state files that cases/state.sh does not have:
 * without an ID, of an unknown format, with steps by a mutex. */
#include "../../support/cases.h"
#include "cli/output/state_print.h"

#define AT_MS UINT64_C(1795176000123) /* 2026-11-20T12:00:00.123Z */

static const struct {
    const char *format; /* of the report */
    sortid_state_report report;
    const char *pretty, *json;
} rows[] = {
    {"scru64",
     {.version = 1, .node_id = 42, .node_id_size = 8, .current = true},
     "-- state file of SCRU64 v1.0.0 ------------------------------------------------\n"
     "  node  42/8\n"
     "  last  no ID yet\n"
     "  bound none: no ID yet\n"
     "  steps atomic, layout version 1\n",
     "{\"format\":\"scru64\",\"version\":1,\"locking\":\"atomic\",\"fraction\":false,\"nodeId\":"
     "\"42\",\"nodeSize\":8,"
     "\"current\":true,\"lastTimestampIso\":null,\"last\":null,\"durableUntil\":null}\n"},
    {"scru160",
     {.version = 1,
      .has_lock = true,
      .current = true,
      .started = true,
      .last_unix_ms = AT_MS,
      .bound_unix_ms = AT_MS + 1001},
     "-- state file of SCRU160 v0.1.0 -----------------------------------------------\n"
     "  time  2026-11-20T12:00:00.123Z  (of the last ID)\n"
     "  bound 2026-11-20T12:00:01.124Z  (on disk: no ID is later)\n"
     "  steps by a mutex, layout version 1\n",
     "{\"format\":\"scru160\",\"version\":1,\"locking\":\"mutex\",\"fraction\":false,\"current\":"
     "true,"
     "\"lastTimestampIso\":\"2026-11-20T12:00:00.123Z\",\"last\":null,"
     "\"durableUntil\":\"2026-11-20T12:00:01.124Z\"}\n"},
    {"uuidv7",
     {.version = 2, .current = true, .fraction = true},
     "-- state file of UUIDv7 (RFC 9562) --------------------------------------------\n"
     "  last  no ID yet\n"
     "  bound none: no ID yet\n"
     "  steps atomic, layout version 2, for gen --fraction\n",
     "{\"format\":\"uuidv7\",\"version\":2,\"locking\":\"atomic\",\"fraction\":true,\"current\":"
     "true,"
     "\"lastTimestampIso\":null,\"last\":null,\"durableUntil\":null}\n"},
    {NULL,
     {.version = 1, .current = true, .bound_unix_ms = AT_MS},
     "-- state file of an unknown format --------------------------------------------\n"
     "  last  no ID yet\n"
     "  bound 2026-11-20T12:00:00.123Z  (on disk: no ID is later)\n"
     "  steps atomic, layout version 1\n",
     "{\"format\":null,\"version\":1,\"locking\":\"atomic\",\"fraction\":false,\"current\":true,"
     "\"lastTimestampIso\":null,\"last\":null,\"durableUntil\":\"2026-11-20T12:00:00.123Z\"}\n"},
};

TEST(prints)
{
    char text[STATE_PRINT_SIZE + 1];
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        sortid_state_report report = rows[i].report;
        if (rows[i].format != NULL)
            report.format = sortid_format_find(rows[i].format);
        text[state_print_pretty(text, &report)] = '\0';
        assert_string_equal(text, rows[i].pretty);
        text[state_print_json(text, &report)] = '\0';
        assert_string_equal(text, rows[i].json);
    }
}

CASES_MAIN(NULL, NULL)
