/* SPDX-License-Identifier: MIT */
/* test_state_view.c: cards and JSON of reports written down here, of state files that the cases of
 * cases/state.sh do not come by: without an ID, of an unknown format, with steps by a mutex. */
#include "../../support/support.h"
#include "cli/state_view.h"

#define AT_MS UINT64_C(1795176000123) /* 2026-11-20T12:00:00.123Z */

static const struct {
    const char *format; /* of the report */
    sortid_state_report report;
    const char *card, *json;
} views[] = {
    {"scru64",
     {.version = 1, .node_id = 42, .node_id_size = 8, .current = true},
     "-- state file of SCRU64 v1.0.0 ------------------------------------------------\n"
     "  node  42/8\n"
     "  last  no ID yet\n"
     "  bound none: no ID yet\n"
     "  steps atomic, layout version 1\n",
     "{\"format\":\"scru64\",\"version\":1,\"locking\":\"atomic\",\"nodeId\":\"42\",\"nodeSize\":8,"
     "\"inForce\":true,\"lastTimestampIso\":null,\"last\":null,\"boundIso\":null}\n"},
    {"scru160",
     {.version = 1,
      .has_lock = true,
      .current = true,
      .started = true,
      .last_unix_ms = AT_MS,
      .bound_unix_ms = AT_MS + 1001},
     "-- state file of SCRU160 v0.1.0 -----------------------------------------------\n"
     "  time  2026-11-20T12:00:00.123Z  (of the last ID)\n"
     "  bound 2026-11-20T12:00:01.124Z  (on disk: no ID is behind it)\n"
     "  steps by a mutex, layout version 1\n",
     "{\"format\":\"scru160\",\"version\":1,\"locking\":\"mutex\",\"inForce\":true,"
     "\"lastTimestampIso\":\"2026-11-20T12:00:00.123Z\",\"last\":null,"
     "\"boundIso\":\"2026-11-20T12:00:01.124Z\"}\n"},
    {NULL,
     {.version = 1, .current = true, .bound_unix_ms = AT_MS},
     "-- state file of an unknown format --------------------------------------------\n"
     "  last  no ID yet\n"
     "  bound 2026-11-20T12:00:00.123Z  (on disk: no ID is behind it)\n"
     "  steps atomic, layout version 1\n",
     "{\"format\":null,\"version\":1,\"locking\":\"atomic\",\"inForce\":true,"
     "\"lastTimestampIso\":null,\"last\":null,\"boundIso\":\"2026-11-20T12:00:00.123Z\"}\n"},
};

static void test_views(void **state)
{
    char text[STATE_VIEW_SIZE + 1];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(views); i++) {
        sortid_state_report report = views[i].report;
        if (views[i].format != NULL)
            report.format = sortid_format_find(views[i].format);
        text[state_card(text, &report)] = '\0';
        assert_string_equal(text, views[i].card);
        text[state_json(text, &report)] = '\0';
        assert_string_equal(text, views[i].json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_views)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
