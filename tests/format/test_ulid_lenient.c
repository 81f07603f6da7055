/* SPDX-License-Identifier: MIT */
/* test_ulid_lenient.c: ULID's lenient parse: Crockford's aliases and hyphens, the leniency it
 * reports, and what it refuses as the strict parse does. Lengths count digits, positions count
 * input bytes. The strict parse must refuse each alias and each hyphen. Expectations come only
 * from FORMATS. */
#include "../support/cases.h"
#include "../support/formats.h"
#include "../support/oracle.h"

static const char known[] = "01BX5ZZKBKACTAV9WEVGEMMVRZ";

/* Expects the lenient parse to give what the strict parse gives for `canonical`. */
static void expect_read(const char *text, const char *canonical, unsigned leniency)
{
    sortid_ulid id, expected;
    unsigned met = 0xa5;
    EXPECT_STATUS(sortid_ulid_parse(&expected, canonical, strlen(canonical), NULL), SORTID_OK, "%s",
                  canonical);
    EXPECT_STATUS(sortid_ulid_parse_lenient(&id, text, strlen(text), NULL, &met), SORTID_OK, "%s",
                  text);
    EXPECT_BYTES(&id, &expected, sizeof id, "%s", text);
    EXPECT(met == leniency, "%s: leniency %u, expected %u", text, met, leniency);
    EXPECT_STATUS(sortid_ulid_parse_lenient(&id, text, strlen(text), NULL, NULL), SORTID_OK, "%s",
                  text);
}

static void expect_refused(const char *text, size_t length, sortid_status status, size_t position)
{
    sortid_ulid id, untouched;
    memset(&untouched, 0xa5, sizeof untouched);
    id = untouched;
    unsigned met = 0xa5;
    size_t where = SIZE_MAX;
    char *exact = support_exact_copy(text, length);
    EXPECT_STATUS(sortid_ulid_parse_lenient(&id, exact, length, &where, &met), status, "\"%.*s\"",
                  (int)length, text);
    free(exact);
    EXPECT(where == position, "\"%.*s\": position %zu, expected %zu", (int)length, text, where,
           position);
    EXPECT_BYTES(&id, &untouched, sizeof id, "\"%.*s\": output touched", (int)length, text);
    EXPECT(met == 0xa5, "\"%.*s\": leniency touched", (int)length, text);
}

static void expect_strict_refuses(const char *text, size_t position)
{
    sortid_ulid id;
    size_t where = SIZE_MAX;
    sortid_status status = sortid_ulid_parse(&id, text, strlen(text), &where);
    EXPECT_STATUS(status, strlen(text) == 26 ? SORTID_BAD_DIGIT : SORTID_BAD_LENGTH, "%s", text);
    EXPECT(where == position, "%s: strict position %zu", text, where);
}

TEST(canonical)
{
    expect_read(known, known, 0);
    expect_read("01bx5zzkbkactav9wevgemmvrz", known, 0);
    expect_read("7zzzzzzzzzzzzzzzzzzzzzzzzz", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", 0);
    expect_read("00000000000000000000000000", "00000000000000000000000000", 0);
}

TEST(aliases)
{
    static const char *const aliases = "iIlLoO";
    for (size_t place = 0; place < 26; place++) {
        for (size_t i = 0; aliases[i] != '\0'; i++) {
            char text[27], canonical[27];
            strcpy(text, known);
            strcpy(canonical, known);
            text[place] = aliases[i];
            canonical[place] = i < 4 ? '1' : '0';
            expect_read(text, canonical, SORTID_ULID_ALIAS);
            expect_strict_refuses(text, place);
        }
    }
    expect_read("1IiLl0Ooabcdefghijkmnopqrs", "11111000ABCDEFGH1JKMN0PQRS", SORTID_ULID_ALIAS);
    expect_read("ooooooooooooooooooooooooil", "00000000000000000000000011", SORTID_ULID_ALIAS);
}

/* A hyphen in each of the 25 gaps, then in all of them at once. */
TEST(hyphens)
{
    char all[52];
    for (size_t gap = 1; gap < 26; gap++) {
        char text[28];
        snprintf(text, sizeof text, "%.*s-%s", (int)gap, known, known + gap);
        expect_read(text, known, SORTID_ULID_HYPHEN);
        expect_strict_refuses(text, 26);
    }
    for (size_t i = 0; i < 26; i++) {
        all[2 * i] = known[i];
        all[2 * i + 1] = '-';
    }
    all[51] = '\0';
    expect_read(all, known, SORTID_ULID_HYPHEN);
    expect_read("01BX5ZZKBK-ACTAV9WEVG-EMMVRZ", known, SORTID_ULID_HYPHEN);
    expect_read("0L-BX5ZZKBKACTAV9WEVGEMMVRZ", known, SORTID_ULID_ALIAS | SORTID_ULID_HYPHEN);
}

TEST(bad_hyphens)
{
    expect_refused("-01BX5ZZKBKACTAV9WEVGEMMVRZ", 27, SORTID_BAD_DIGIT, 0);
    expect_refused("01BX5ZZKBKACTAV9WEVGEMMVRZ-", 27, SORTID_BAD_DIGIT, 26);
    /* Twenty-six places, twenty-five digits: the length comes first. */
    expect_refused("-1BX5ZZKBKACTAV9WEVGEMMVRZ", 26, SORTID_BAD_LENGTH, 26);
    expect_refused("01BX5ZZKBKACTAV9WEVGEMMVR-", 26, SORTID_BAD_LENGTH, 26);
    expect_refused("--------------------------", 26, SORTID_BAD_LENGTH, 26);
    expect_refused("-", 1, SORTID_BAD_LENGTH, 1);
}

/* Of two consecutive hyphens neither is between two digits: the first is reported. */
TEST(double_hyphens)
{
    for (size_t gap = 1; gap < 26; gap++) {
        char text[29];
        snprintf(text, sizeof text, "%.*s--%s", (int)gap, known, known + gap);
        expect_refused(text, 28, SORTID_BAD_DIGIT, gap);
    }
}

TEST(length)
{
    expect_refused("", 0, SORTID_BAD_LENGTH, 0);
    expect_refused(known, 25, SORTID_BAD_LENGTH, 25);
    expect_refused("01BX5-ZZKBKACTAV9WEVGEMMVR", 26, SORTID_BAD_LENGTH, 26);
    expect_refused("01BX5ZZKBKACTAV9WEVGEMMVRZ0", 27, SORTID_BAD_LENGTH, 26);
    expect_refused("01BX5ZZKBKACTAV9WEVGEMMVRZ00", 28, SORTID_BAD_LENGTH, 26);
    /* The hyphens shift the position of the 27th digit. */
    expect_refused("01BX5-ZZKBKACTAV9WEVGEMMVRZ0", 28, SORTID_BAD_LENGTH, 27);
    expect_refused("0-1-B-X5ZZKBKACTAV9WEVGEMMVRZ-0", 31, SORTID_BAD_LENGTH, 30);
}

TEST(range)
{
    expect_refused("80000000000000000000000000", 26, SORTID_OUT_OF_RANGE, 0);
    expect_refused("8-0000000000000000000000000", 27, SORTID_OUT_OF_RANGE, 0);
    expect_refused("ZOOOOOOOOOOOOOOOOOOOOOOOOO", 26, SORTID_OUT_OF_RANGE, 0);
    expect_refused("8000000000000000000000000U", 26, SORTID_BAD_DIGIT, 25);
}

/* Any byte at any place: what is no digit, alias or hyphen is refused there, u
 * among it; what is a digit reads as in the strict parse. */
TEST(every_byte)
{
    for (size_t place = 0; place < 26; place++) {
        for (int byte = 0; byte < 256; byte++) {
            char text[27];
            strcpy(text, known);
            text[place] = (char)byte;
            bool alias = byte != 0 && strchr("iIlLoO", byte) != NULL;
            int digit = oracle_digit(SUPPORT_ULID->alphabet, byte);
            if (alias || byte == '-')
                continue;
            if (digit < 0)
                expect_refused(text, 26, SORTID_BAD_DIGIT, place);
            else if (place == 0 && digit > 7)
                expect_refused(text, 26, SORTID_OUT_OF_RANGE, 0);
            else
                expect_read(text, text, 0);
        }
    }
}

CASES_MAIN(NULL, NULL)
