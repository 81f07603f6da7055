/* SPDX-License-Identifier: MIT */
/* test_reading.c: words of readings, the node of a scru64, distances for suggestions. */
#include "readings.h"
#include "cli/ids/reading.h"
#include "common/similar.h"

TEST(split_node)
{
    uint32_t node_id = 1, counter = 2;
    sortid_reading scru64 = read_one("0186ac4bad2af927");
    sortid_reading scru128 = read_one("036zg552n91mt9s0gyhdwif95");
    assert_true(reading_split_node(&node_id, &counter, &scru64, 8));
    assert_int_equal(node_id, 0x2a);
    assert_int_equal(counter, 0xf927);
    assert_true(reading_split_node(&node_id, &counter, &scru64, 23));
    assert_int_equal(node_id, 0x2af927 >> 1);
    assert_int_equal(counter, 1);
    assert_false(reading_split_node(&node_id, &counter, &scru64, 0));
    assert_false(reading_split_node(&node_id, &counter, &scru64, 24));
    assert_false(reading_split_node(&node_id, &counter, &scru128, 8));
    assert_int_equal(node_id, 0x2af927 >> 1);
    assert_int_equal(counter, 1);
}

/* Each bit of `why` has a word, and the words are in the order of the bits. */
TEST(words)
{
    const struct reading_reason *reason;
    size_t count = 0;
    for (; (reason = reading_reason_at(count)) != NULL; count++)
        assert_int_equal(reason->bit, 1u << count);
    assert_int_equal(1u << (count - 1), SORTID_WHY_LENGTH);
    assert_string_equal(reading_confidence(SORTID_CONFIDENCE_LOW), "low");
    assert_string_equal(reading_confidence(SORTID_CONFIDENCE_MEDIUM), "medium");
    assert_string_equal(reading_confidence(SORTID_CONFIDENCE_HIGH), "high");
}

TEST(same)
{
    assert_true(same_word("", ""));
    assert_true(same_word("counterHi", "COUNTERhI"));
    assert_false(same_word("time", "times"));
    assert_false(same_word("times", "time"));
    assert_false(same_word("a[", "a{"));
    assert_false(same_word("@", "`"));
    assert_false(same_word("\xc4", "\xe4"));
}

TEST(similar)
{
    assert_string_equal(similar_word("gne", "gen", NULL), "gen");
    assert_string_equal(similar_word("ge", "gen", NULL), "gen");
    assert_string_equal(similar_word("geen", "gen", NULL), "gen");
    assert_null(similar_word("make", "gen", NULL));
    assert_null(similar_word("ab", "gen", NULL));
    assert_string_equal(similar_word("inspcet", "inspect", NULL), "inspect");
    assert_string_equal(similar_word("inspct", "inspect", "formats"), "inspect");
    assert_string_equal(similar_word("inspect", "formats", "inspect"), "inspect");
    assert_null(similar_word("a-word-that-is-longer-than-any", "gen", NULL));
    assert_null(similar_word("", "gen", NULL));
    assert_null(similar_word("uuid-", "gen", NULL));
    assert_string_equal(similar_word("uuidv4", "uuid-v4", "uuidv7"), "uuid-v4");
    assert_string_equal(similar_word("UUID_V4", "uuid-v4", "uuidv7"), "uuid-v4");
    assert_string_equal(similar_word("uuid", "ulid", NULL), "ulid");
    assert_string_equal(similar_word("uuid", "uuidv7", "ulid"), "uuidv7"); // its first part
    assert_string_equal(similar_word("snow", "snowflake-twitter", NULL), "snowflake-twitter");
    assert_null(similar_word("sno", "snowflake-twitter", NULL));
}

CASES_MAIN(NULL, NULL)
