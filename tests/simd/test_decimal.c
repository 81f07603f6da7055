/* SPDX-License-Identifier: MIT */
/* test_decimal.c: each implementation's print and parse of many IDs of 16 bytes as decimal
 * integers, compared with the oracle's long division: random IDs of every size, multiples of powers
 * of 10 and 2 and their neighbors, counts around the groups, guard pages, every separator, bad
 * bytes, rounding modes. */
#include "support/guard.h"
#include "support/oracle.h"
#include "each_simd.h"

#define SIZE   16
#define DIGITS 39
#define MANY   100 /* three groups and a tail */
#define STRIDE (DIGITS + 1)

static const int separators[] = {'\n', 0, '/', ':', 0xff};

/* IDs, and what print_decimals must write. */
struct batch {
    int separator;
    size_t count, length;
    uint8_t ids[MANY * SIZE];
    char text[MANY * STRIDE];
    size_t begins[MANY + 1]; /* of each number in `text`; the end */
};

static void begin_batch(struct batch *batch, int separator)
{
    *batch = (struct batch){.separator = separator};
}

static void add(struct batch *batch, const uint8_t *id)
{
    char digits[DIGITS + 1];
    size_t length = oracle_decimal(digits, id, SIZE);
    memcpy(batch->ids + SIZE * batch->count++, id, SIZE);
    memcpy(batch->text + batch->length, digits, length);
    batch->text[batch->length + length] = (char)batch->separator;
    batch->length += length + 1;
    batch->begins[batch->count] = batch->length;
}

/* Of any number of bits; or 10^32 or more. */
static void append_random(struct batch *batch, bool is_long)
{
    uint8_t id[SIZE];
    support_random_bytes(id, SIZE);
    if (is_long)
        id[0] |= 1;
    else
        memset(id, 0, (size_t)support_below(SIZE));
    add(batch, id);
}

/* Now and then a short number. */
static void random_batch(struct batch *batch, int separator, size_t count)
{
    uint64_t rarity = support_below(3) == 0 ? 1 : 40;
    begin_batch(batch, separator);
    while (batch->count < count)
        append_random(batch, support_below(rarity) != 0);
}

/* ---- Expectations ---------------------------------------------------------- */

static void expect_print(const struct simd *simd, const struct batch *batch, const uint8_t *ids,
                         char *text)
{
    size_t written = simd->bulk->print_decimals(text, ids, batch->count, batch->separator);
    EXPECT(written == batch->length, "%zu numbers: wrote %zu bytes, not %zu", batch->count, written,
           batch->length);
    EXPECT_BYTES(text, batch->text, batch->length, "%zu numbers", batch->count);
}

/* Reads the batch as a caller does: where a call stops, one number is read by the scalar code.
 * Numbers from `bad` on must not be read. Returns how many calls for many read. */
static size_t expect_parse(const struct simd *simd, const struct batch *batch, size_t bad,
                           const char *text, uint8_t *ids)
{
    size_t made = 0, in_bulk = 0;
    while (made < bad) {
        size_t at = batch->begins[made], consumed = 0;
        size_t done =
            simd->bulk->parse_decimals(ids + SIZE * made, &consumed, text + at, batch->length - at,
                                       batch->count - made, batch->separator);
        EXPECT(made + done <= bad, "read number %zu of %zu, bad is %zu", made + done, batch->count,
               bad);
        EXPECT(consumed == batch->begins[made + done] - at, "consumed %zu bytes of %zu numbers",
               consumed, done);
        made += done;
        in_bulk += done;
        if (made < bad) {
            memcpy(ids + SIZE * made, batch->ids + SIZE * made, SIZE);
            made++;
        }
    }
    EXPECT_BYTES(ids, batch->ids, SIZE * bad, "%zu numbers", bad);
    return in_bulk;
}

static void expect_both_ways(const struct simd *simd, const struct batch *batch)
{
    static char text[MANY * STRIDE + 64];
    static uint8_t ids[MANY * SIZE];
    memset(text, CANARY, sizeof text);
    expect_print(simd, batch, batch->ids, text);
    EXPECT(only_within((uint8_t *)text, sizeof text, 0, batch->length),
           "%zu numbers: written behind the last", batch->count);
    expect_parse(simd, batch, batch->count, batch->text, ids);
}

/* ---- Tests ------------------------------------------------------------------- */

TEST_SIMD(random)
{
    static struct batch batch;
    for (int tried = 0; tried < 2000; tried++) {
        random_batch(&batch, separators[tried % (int)COUNT_OF(separators)], MANY);
        expect_both_ways(simd, &batch);
    }
}

/* The vector code reads long numbers except the last: else other tests would test nothing. */
TEST_SIMD(in_bulk)
{
    static struct batch batch;
    static uint8_t ids[MANY * SIZE];
    begin_batch(&batch, '\n');
    while (batch.count < MANY)
        append_random(&batch, true);
    size_t in_bulk = expect_parse(simd, &batch, MANY, batch.text, ids);
    bool has_code = strncmp(simd->name, "avx", 3) == 0;
    EXPECT(in_bulk == 0 || has_code, "%s reads numbers", simd->name);
    EXPECT(in_bulk >= MANY - 3 || !has_code, "read %zu of %d numbers in bulk", in_bulk, MANY);
}

static void flush(const struct simd *simd, struct batch *batch)
{
    expect_both_ways(simd, batch);
    begin_batch(batch, batch->separator);
}

static void add_around(const struct simd *simd, struct batch *batch, const uint8_t *edge)
{
    uint8_t id[SIZE];
    memcpy(id, edge, SIZE);
    if (batch->count > MANY - 4)
        flush(simd, batch);
    add(batch, id);
    if (oracle_increment(id, SIZE))
        add(batch, id);
    memcpy(id, edge, SIZE);
    if (oracle_decrement(id, SIZE))
        add(batch, id);
    append_random(batch, true);
}

/* Each digit, alone and after random ones, before zeros and before nines. */
static void add_multiples(const struct simd *simd, struct batch *batch, size_t place)
{
    uint8_t id[SIZE];
    char digits[DIGITS];
    for (int digit = '0'; digit <= '9'; digit++) {
        for (int way = 0; way < 4; way++) {
            memset(digits, '0', DIGITS);
            for (size_t i = 0; i < place && (way & 1) != 0; i++)
                digits[i] = (char)('0' + support_below(i == 0 ? 4 : 10));
            digits[place] = (char)digit;
            memset(digits + place + 1, (way & 2) != 0 ? '9' : '0', DIGITS - place - 1);
            if (oracle_parse(id, SIZE, "0123456789", digits, DIGITS))
                add_around(simd, batch, id);
        }
    }
}

TEST_SIMD(edges)
{
    static struct batch batch;
    begin_batch(&batch, '\n');
    for (size_t place = 0; place < DIGITS; place++)
        for (int tries = 0; tries < 20; tries++)
            add_multiples(simd, &batch, place);
    for (size_t bit = 0; bit < 8 * SIZE; bit++) {
        uint8_t id[SIZE] = {0};
        oracle_set_bits(id, bit, 1, 1);
        add_around(simd, &batch, id);
    }
    flush(simd, &batch);
}

TEST_SIMD(counts)
{
    static struct batch batch, part;
    for (size_t e = 0; e < COUNT_OF(separators); e++) {
        random_batch(&batch, separators[e], MANY);
        begin_batch(&part, separators[e]);
        expect_both_ways(simd, &part);
        while (part.count < MANY) {
            add(&part, batch.ids + SIZE * part.count);
            expect_both_ways(simd, &part);
        }
    }
}

TEST_SIMD(guards)
{
    static struct batch batch;
    struct guarded texts = guarded_new(MANY * STRIDE), ids = guarded_new(MANY * SIZE);
    for (size_t count = 0; count <= MANY; count++) {
        random_batch(&batch, '\n', count);
        for (int ends = 0; ends < 4; ends++) {
            char *text = (char *)guarded_place(&texts, batch.length, (ends & 1) != 0);
            uint8_t *bytes = guarded_place(&ids, SIZE * count, (ends & 2) != 0);
            memcpy(bytes, batch.ids, SIZE * count);
            expect_print(simd, &batch, bytes, text);
            expect_parse(simd, &batch, count, text, bytes);
        }
    }
    guarded_free(&texts);
    guarded_free(&ids);
}

/* Whether the text from `at` to its separator is still a number, perhaps another one. */
static bool is_number(const struct batch *batch, size_t index, uint8_t id[SIZE])
{
    const char *digits = batch->text + batch->begins[index];
    size_t length = batch->begins[index + 1] - batch->begins[index] - 1;
    for (size_t i = 0; i < length; i++)
        if (digits[i] < '0' || digits[i] > '9')
            return false;
    return digits[length] == (char)batch->separator && (digits[0] != '0' || length == 1) &&
           oracle_parse(id, SIZE, "0123456789", digits, length);
}

/* Every byte at a place of a text or its separator: a number with another value, or bad. A
 * separator in the middle would make two numbers; it is left out. */
static void try_every_byte(const struct simd *simd, struct batch *batch, size_t index, size_t place)
{
    static uint8_t ids[MANY * SIZE];
    char *byte = batch->text + batch->begins[index] + place, before = *byte;
    uint8_t *id = batch->ids + SIZE * index, id_before[SIZE];
    memcpy(id_before, id, SIZE);
    for (int value = 0; value < 256; value++) {
        if ((char)value == (char)batch->separator && before != (char)value)
            continue;
        *byte = (char)value;
        memcpy(id, id_before, SIZE);
        bool good = is_number(batch, index, id);
        expect_parse(simd, batch, good ? batch->count : index, batch->text, ids);
    }
    *byte = before;
    memcpy(id, id_before, SIZE);
}

TEST_SIMD(every_byte)
{
    static struct batch batch;
    for (int tries = 0; tries < 4; tries++) {
        begin_batch(&batch, '\n');
        while (batch.count < 6)
            append_random(&batch, true);
        for (size_t i = 0; i < batch.count; i++)
            for (size_t place = 0; place < batch.begins[i + 1] - batch.begins[i]; place++)
                try_every_byte(simd, &batch, i, place);
    }
}

/* The largest number is read, the next ones and longer ones are not. */
TEST_SIMD(range)
{
    static const char *const too_large[] = {
        "340282366920938463463374607431768211456", "340282366920938463463374607431769000000",
        "340282300000000000000000000000000000000", /* fits */
        "340282400000000000000000000000000000000", "999999999999999999999999999999999999999",
        "340282366920938463463400000000000000000",
    };
    for (size_t i = 0; i < COUNT_OF(too_large); i++) {
        static struct batch batch;
        static uint8_t ids[MANY * SIZE];
        uint8_t ones[SIZE];
        memset(ones, 0xff, SIZE);
        begin_batch(&batch, '\n');
        while (batch.count < 10)
            add(&batch, ones);
        memcpy(batch.text + batch.begins[4], too_large[i], DIGITS);
        bool fits = is_number(&batch, 4, batch.ids + SIZE * 4);
        assert_int_equal(fits, i == 2);
        expect_parse(simd, &batch, fits ? batch.count : 4, batch.text, ids);
    }
}

TEST_SIMD(rounding)
{
    test_in_each_rounding_mode(counts_of, simd);
}

CASES_MAIN(NULL, NULL)
