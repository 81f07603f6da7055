/* SPDX-License-Identifier: MIT */
/* node_spec.c: fuzz target: the input is a node spec as text, and its first bytes are one in
 * binary. The rules of the format decide what is accepted, and what is refused at which position; a
 * printed spec is read as the same spec, which prints the same text. */
#include "../fuzz.h"
#include "tests/support/oracle.h"

#define ID_DIGITS "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

struct wanted {
    sortid_status status;
    size_t position;
    sortid_scru64_node_spec spec;
};

/* How many bytes of text[from..to) are in the set, at most `most`. */
static size_t span(const char *text, size_t from, size_t to, const char *set, size_t most)
{
    size_t count = 0;
    while (from + count < to && count < most && text[from + count] != '\0' &&
           strchr(set, text[from + count]) != NULL)
        count++;
    return count;
}

static uint32_t number(const char *text, size_t from, size_t to, const char *alphabet)
{
    uint8_t bytes[4];
    MUST(oracle_parse(bytes, sizeof bytes, alphabet, text + from, to - from), "the judge");
    return (uint32_t)oracle_bits(bytes, 0, 32);
}

/* Whether text[from..to) is 1 to `most` digits; *position: where they end. */
static bool is_number(size_t *position, const char *text, size_t from, size_t to, const char *set,
                      size_t most)
{
    *position = from + span(text, from, to, set, most);
    return *position == to && to > from;
}

/* The part before the slash; false: wrong at *position. */
static bool judge_left(struct wanted *wanted, const char *text, size_t slash)
{
    bool is_hex = slash >= 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    size_t from = is_hex ? 2 : 0;
    wanted->spec.has_last = slash == 12;
    if (slash == 12) {
        wanted->position = span(text, 0, slash, ID_DIGITS, 12);
        oracle_parse(wanted->spec.last.bytes, 8, SUPPORT_SCRU64->alphabet, text, wanted->position);
        return wanted->position == 12;
    }
    if (!is_number(&wanted->position, text, from, slash,
                   is_hex ? "0123456789abcdefABCDEF" : SUPPORT_DECIMAL_DIGITS, is_hex ? 6 : 8))
        return false;
    wanted->spec.node_id =
        number(text, from, slash, is_hex ? SUPPORT_HEX_DIGITS : SUPPORT_DECIMAL_DIGITS);
    return true;
}

/* Checks the values of a spec, and takes its node from its ID if it has one. */
static sortid_status judge_values(sortid_scru64_node_spec *spec)
{
    uint64_t timestamp = oracle_bits(spec->last.bytes, 0, 40);
    if (spec->has_last)
        spec->node_id = (uint32_t)oracle_bits(spec->last.bytes, 40, spec->node_id_size);
    if (spec->has_last && (timestamp == 0 || timestamp == SUPPORT_SCRU64->timestamp_max))
        return SORTID_RESERVED;
    return spec->node_id >= UINT32_C(1) << spec->node_id_size ? SORTID_OUT_OF_RANGE : SORTID_OK;
}

static struct wanted judge(const char *text, size_t length)
{
    struct wanted wanted = {.status = SORTID_BAD_NODE_SPEC};
    size_t slash = 0;
    while (slash < length && text[slash] != '/')
        slash++;
    if (!judge_left(&wanted, text, slash))
        return wanted;
    if (slash == length ||
        !is_number(&wanted.position, text, slash + 1, length, SUPPORT_DECIMAL_DIGITS, 3)) {
        wanted.position = slash == length ? length : wanted.position;
        return wanted;
    }
    wanted.spec.node_id_size = number(text, slash + 1, length, SUPPORT_DECIMAL_DIGITS);
    bool is_size = wanted.spec.node_id_size >= 1 && wanted.spec.node_id_size <= 23;
    wanted.status = is_size ? judge_values(&wanted.spec) : SORTID_OUT_OF_RANGE;
    wanted.position = is_size ? 0 : slash + 1;
    return wanted;
}

static bool is_same(const sortid_scru64_node_spec *a, const sortid_scru64_node_spec *b)
{
    return a->node_id == b->node_id && a->node_id_size == b->node_id_size &&
           a->has_last == b->has_last &&
           (!a->has_last || memcmp(&a->last, &b->last, sizeof a->last) == 0);
}

/* A valid spec prints a text that is read as the same spec. */
static void expect_fixed_point(const sortid_scru64_node_spec *spec)
{
    char text[SORTID_SCRU64_NODE_SPEC_SIZE], again[SORTID_SCRU64_NODE_SPEC_SIZE];
    sortid_scru64_node_spec back;
    size_t length = sortid_scru64_node_spec_print(text, spec);
    MUST(length > 0 && length == strlen(text), "%s: length %zu", text, length);
    MUST(sortid_scru64_node_spec_parse(&back, text, length, NULL) == SORTID_OK, "%s", text);
    MUST(is_same(&back, spec), "%s is another spec", text);
    MUST(sortid_scru64_node_spec_print(again, &back) == length, "%s", text);
    MUST(strcmp(again, text) == 0, "%s, then %s", text, again);
}

static void read_spec(const char *text, size_t length)
{
    sortid_scru64_node_spec spec;
    size_t position = SIZE_MAX;
    struct wanted wanted = judge(text, length);
    memset(&spec, CANARY, sizeof spec);
    sortid_status status = sortid_scru64_node_spec_parse(&spec, text, length, &position);
    MUST(status == wanted.status, "status %d, not %d", status, wanted.status);
    if (status == SORTID_OK) {
        MUST(is_same(&spec, &wanted.spec), "another spec");
        expect_fixed_point(&spec);
    } else {
        MUST(position == wanted.position, "position %zu, not %zu", position, wanted.position);
        MUST(is_untouched(&spec, sizeof spec), "output changed");
    }
}

/* A spec that a caller has filled in is printed as nothing if it breaks a rule. */
static void print_spec(struct fuzz_input input)
{
    char text[SORTID_SCRU64_NODE_SPEC_SIZE];
    sortid_scru64_node_spec spec = {.node_id = (uint32_t)fuzz_number(&input)};
    spec.node_id_size = fuzz_below(&input, 32);
    spec.node_id >>= fuzz_below(&input, 32);
    spec.has_last = fuzz_below(&input, 2) == 1;
    fuzz_bytes(&spec.last, sizeof spec.last, &input);
    sortid_scru64_node_spec judged = spec;
    bool is_good = spec.node_id_size >= 1 && spec.node_id_size <= 23 &&
                   judge_values(&judged) == SORTID_OK && judged.node_id == spec.node_id &&
                   (!spec.has_last || judge_parse(SUPPORT_SCRU64, SORTID_ENCODING_BIN,
                                                  (const char *)spec.last.bytes, 8)
                                              .status == SORTID_OK);
    if (is_good)
        expect_fixed_point(&spec);
    else
        MUST(sortid_scru64_node_spec_print(text, &spec) == 0 && text[0] == '\0', "%s", text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_spec((const char *)data, size);
    print_spec((struct fuzz_input){data, size});
    return 0;
}
