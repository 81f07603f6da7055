/* SPDX-License-Identifier: MIT */
/* test_node_spec.c: SCRU64 node specs: tables of forms that FORMATS allows, and of those that it
 * refuses, with status and position; the split of an ID by a node_id_size; any other text and any
 * spec filled in by hand, judged by the fuzz target node_spec. */
#include "fuzz/target/node_spec.c" // NOLINT(bugprone-suspicious-include)
#include "support/cases.h"

static sortid_status parse(sortid_scru64_node_spec *spec, const char *text, size_t length,
                           size_t *position)
{
    char *exact = support_exact_copy(text, length);
    sortid_status status = sortid_scru64_node_spec_parse(spec, exact, length, position);
    free(exact);
    return status;
}

static void expect_refused(const char *text, size_t length, sortid_status status, size_t position)
{
    sortid_scru64_node_spec spec, untouched;
    memset(&untouched, 0xa5, sizeof untouched);
    memcpy(&spec, &untouched, sizeof spec);
    size_t where = SIZE_MAX;
    EXPECT_STATUS(parse(&spec, text, length, &where), status, "\"%.*s\"", (int)length, text);
    EXPECT(where == position, "\"%.*s\": position %zu, expected %zu", (int)length, text, where,
           position);
    EXPECT(memcmp(&spec, &untouched, sizeof spec) == 0, "\"%.*s\": output touched", (int)length,
           text);
    EXPECT_STATUS(parse(&spec, text, length, NULL), status, "\"%.*s\"", (int)length, text);
}

/* ---- Good specs ------------------------------------------------------------------ */

TEST(good)
{
    static const struct {
        const char *text;
        uint32_t node_id, node_id_size;
        const char *last;  // NULL: none
        const char *print; // the canonical form
    } good[] = {
        {"42/8", 42, 8, NULL, "42/8"},
        {"0xb00/12", 2816, 12, NULL, "2816/12"},
        {"0u2r85hm2pt3/16", 11001, 16, "0u2r85hm2pt3", "0u2r85hm2pt3/16"},
        {"0U2R85HM2PT3/16", 11001, 16, "0u2r85hm2pt3", "0u2r85hm2pt3/16"},
        {"v0rbps7ay8ks/1", 0, 1, "v0rbps7ay8ks", "v0rbps7ay8ks/1"},
        {"0/1", 0, 1, NULL, "0/1"},
        {"1/1", 1, 1, NULL, "1/1"},
        {"11/4", 11, 4, NULL, "11/4"},
        {"255/8", 255, 8, NULL, "255/8"},
        {"8388607/23", 8388607, 23, NULL, "8388607/23"},
        {"08388607/23", 8388607, 23, NULL, "8388607/23"},
        {"0x7fffff/23", 8388607, 23, NULL, "8388607/23"},
        {"0X7FFFFF/23", 8388607, 23, NULL, "8388607/23"},
        {"0x7c6bc4/23", 8154052, 23, NULL, "8154052/23"},
        {"0x0/1", 0, 1, NULL, "0/1"},
        {"0x00002a/8", 42, 8, NULL, "42/8"},
        {"00000042/8", 42, 8, NULL, "42/8"},
        {"042/08", 42, 8, NULL, "42/8"},
        {"42/008", 42, 8, NULL, "42/8"},
        {"1/016", 1, 16, NULL, "1/16"},
        {"0x0000000042/8", 16, 8, "0x0000000042", "0x0000000042/8"},
        {"0X0000000042/8", 16, 8, "0x0000000042", "0x0000000042/8"},
        /* Twelve decimal digits are an ID as well. */
        {"000001000002/23", 6260737, 23, "000001000002", "000001000002/23"},
    };
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        sortid_scru64_node_spec spec;
        char text[SUPPORT_MAX_TEXT], last[SUPPORT_MAX_TEXT];
        size_t position = 99;
        EXPECT_STATUS(parse(&spec, good[i].text, strlen(good[i].text), &position), SORTID_OK, "%s",
                      good[i].text);
        EXPECT(position == 99, "%s: a position without a failure", good[i].text);
        EXPECT(spec.node_id == good[i].node_id, "%s: node_id %u", good[i].text, spec.node_id);
        EXPECT(spec.node_id_size == good[i].node_id_size, "%s: size", good[i].text);
        EXPECT(spec.has_last == (good[i].last != NULL), "%s: has_last", good[i].text);
        if (good[i].last != NULL) {
            assert_int_equal(sortid_scru64_print(last, &spec.last), 12);
            assert_string_equal(last, good[i].last);
        }
        memset(text, '#', sizeof text);
        assert_int_equal(sortid_scru64_node_spec_print(text, &spec), strlen(good[i].print));
        assert_string_equal(text, good[i].print);
        EXPECT(text[strlen(good[i].print) + 1] == '#', "%s: written beyond the NUL", good[i].text);
    }
}

/* ---- Bad specs -------------------------------------------------------------------- */

TEST(bad)
{
    static const struct {
        const char *text;
        sortid_status status;
        size_t position;
    } bad[] = {
        {"", SORTID_BAD_NODE_SPEC, 0},
        {"42", SORTID_BAD_NODE_SPEC, 2},
        {"/8", SORTID_BAD_NODE_SPEC, 0},
        {"/", SORTID_BAD_NODE_SPEC, 0},
        {"42/", SORTID_BAD_NODE_SPEC, 3},
        {" 42/8", SORTID_BAD_NODE_SPEC, 0},
        {"42/8 ", SORTID_BAD_NODE_SPEC, 4},
        {" 42/8 ", SORTID_BAD_NODE_SPEC, 0},
        {"42 / 8", SORTID_BAD_NODE_SPEC, 2},
        {"42/8\n", SORTID_BAD_NODE_SPEC, 4},
        {"+42/8", SORTID_BAD_NODE_SPEC, 0},
        {"42/+8", SORTID_BAD_NODE_SPEC, 3},
        {"-42/8", SORTID_BAD_NODE_SPEC, 0},
        {"42/-8", SORTID_BAD_NODE_SPEC, 3},
        {"42/0x8", SORTID_BAD_NODE_SPEC, 4},
        {"ab/8", SORTID_BAD_NODE_SPEC, 0},
        {"4b/8", SORTID_BAD_NODE_SPEC, 1},
        {"1/2/3", SORTID_BAD_NODE_SPEC, 3},
        {"1//3", SORTID_BAD_NODE_SPEC, 2},
        {"0x/8", SORTID_BAD_NODE_SPEC, 2},
        {"0xg/8", SORTID_BAD_NODE_SPEC, 2},
        {"0x+2a/8", SORTID_BAD_NODE_SPEC, 2},
        {"0x-2a/8", SORTID_BAD_NODE_SPEC, 2},
        {"0x 2a/8", SORTID_BAD_NODE_SPEC, 2},
        {"0x2a_/8", SORTID_BAD_NODE_SPEC, 4},
        {"0x000002a/8", SORTID_BAD_NODE_SPEC, 8},
        {"x2a/8", SORTID_BAD_NODE_SPEC, 0},
        {"000000042/8", SORTID_BAD_NODE_SPEC, 8},
        {"0000000000001/8", SORTID_BAD_NODE_SPEC, 8},
        {"0u2r85hm2p_3/16", SORTID_BAD_NODE_SPEC, 10},
        {"+u2r85hm2pt3/16", SORTID_BAD_NODE_SPEC, 0},
        {"1/0016", SORTID_BAD_NODE_SPEC, 5},
        {"0/0", SORTID_OUT_OF_RANGE, 2},
        {"0/000", SORTID_OUT_OF_RANGE, 2},
        {"0/24", SORTID_OUT_OF_RANGE, 2},
        {"42/800", SORTID_OUT_OF_RANGE, 3},
        {"42/999", SORTID_OUT_OF_RANGE, 3},
        {"0u2r85hm2pt3/24", SORTID_OUT_OF_RANGE, 13},
        {"8/1", SORTID_OUT_OF_RANGE, 0},
        {"2/1", SORTID_OUT_OF_RANGE, 0},
        {"1024/8", SORTID_OUT_OF_RANGE, 0},
        {"99999999/23", SORTID_OUT_OF_RANGE, 0},
        {"0xffffff/23", SORTID_OUT_OF_RANGE, 0},
        {"000000000042/8", SORTID_RESERVED, 0},
        {"00000009zldr/23", SORTID_RESERVED, 0},
        {"zzzzzzzq0em8/8", SORTID_RESERVED, 0},
        {"zzzzzzzzzzzz/8", SORTID_RESERVED, 0},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        expect_refused(bad[i].text, strlen(bad[i].text), bad[i].status, bad[i].position);
    expect_refused("42\0/8", 5, SORTID_BAD_NODE_SPEC, 2);
    expect_refused("42/8\0", 5, SORTID_BAD_NODE_SPEC, 4);
    expect_refused("\xef\xbc\x94/8", 5, SORTID_BAD_NODE_SPEC, 0); // a full-width 4
    /* Bytes after an empty text are not read. */
    sortid_scru64_node_spec spec;
    size_t position = 99;
    EXPECT_GIVES(sortid_scru64_node_spec_parse(&spec, "42/8", 0, &position), SORTID_BAD_NODE_SPEC);
    assert_int_equal(position, 0);
}

/* ---- Any spec ------------------------------------------------------------------------- */

static void try_spec(const char *text, size_t length)
{
    char *exact = fuzz_exact(text, length);
    read_spec(exact, length);
    free(exact);
}

/* Every node id that is the last of its size, and the one after it. */
TEST(every_size)
{
    static const char *const forms[] = {"%u/%u", "0x%x/%u", "0X%06X/%03u", "%08u/%u"};
    for (uint32_t size = 1; size <= 23; size++)
        for (size_t i = 0; i < 2 * COUNT_OF(forms); i++) {
            char text[32];
            snprintf(text, sizeof text, forms[i / 2], (UINT32_C(1) << size) - 1 + i % 2, size);
            try_spec(text, strlen(text));
        }
}

TEST(every_byte)
{
    static const char *const specs[] = {"42/8", "00000042/008", "0xb00/12", "0u2r85hm2pt3/16"};
    for (size_t i = 0; i < COUNT_OF(specs); i++)
        for (size_t place = 0; place < strlen(specs[i]); place++)
            for (int byte = 0; byte < 256; byte++) {
                char text[32];
                strcpy(text, specs[i]);
                text[place] = (char)byte;
                try_spec(text, strlen(specs[i]));
            }
}

/* Letters that specs are made of; an earlier ID; a spec filled in by hand. */
TEST(random)
{
    static const char letters[] = "0123456789/xXaz";
    for (int i = 0; i < 100000; i++) {
        char text[32];
        size_t length = (size_t)support_below(16);
        for (size_t k = 0; k < length; k++)
            text[k] = letters[support_below(sizeof letters - 1)];
        try_spec(text, length);
        uint8_t filled[19], *id = filled + 11; // node id, size, shift, has_last, last
        support_random_bytes(filled, sizeof filled);
        support_random_id(id, SUPPORT_SCRU64);
        if (support_below(2) == 0) { // the node of the ID, of 8 bits
            filled[0] = id[5];
            filled[1] = filled[2] = filled[3] = filled[9] = 0;
            filled[8] = 8;
        }
        judge_print(text, SUPPORT_SCRU64, SORTID_ENCODING_TEXT, id);
        snprintf(text + 12, sizeof text - 12, "/%u", (unsigned)support_below(25));
        try_spec(text, strlen(text));
        print_spec((struct fuzz_input){filled, sizeof filled});
    }
}

/* ---- Split -------------------------------------------------------------------------- */

TEST(split)
{
    sortid_scru64 id;
    EXPECT_OK(sortid_scru64_parse(&id, "0u2r85hm2pt3", 12, NULL));
    uint32_t node_id = 7, counter = 7;
    EXPECT_OK(sortid_scru64_split(&node_id, &counter, &id, 16));
    assert_int_equal(node_id, 11001);
    assert_int_equal(counter, 2816295 - 11001 * 256);
    for (unsigned size = 1; size <= 23; size++) {
        EXPECT_STATUS(sortid_scru64_split(&node_id, &counter, &id, size), SORTID_OK, "%u", size);
        assert_int_equal(node_id, oracle_bits(id.bytes, 40, size));
        assert_int_equal(counter, oracle_bits(id.bytes, 40 + size, 24 - size));
    }
    node_id = counter = 7;
    EXPECT_STATUS(sortid_scru64_split(&node_id, &counter, &id, 0), SORTID_OUT_OF_RANGE, "0");
    EXPECT_STATUS(sortid_scru64_split(&node_id, &counter, &id, 24), SORTID_OUT_OF_RANGE, "24");
    EXPECT_STATUS(sortid_scru64_split(&node_id, &counter, &id, 64), SORTID_OUT_OF_RANGE, "64");
    assert_true(node_id == 7 && counter == 7);
    EXPECT_OK(sortid_scru64_split(NULL, NULL, &id, 8));
}

CASES_MAIN(NULL, NULL)
