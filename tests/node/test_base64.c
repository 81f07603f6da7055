/* SPDX-License-Identifier: MIT */
/* test_base64.c: node/base64.c compared with the examples of RFC 4648; random bytes written and
 * read back; and all texts that differ in one digit from valid ones: it reads exactly the texts
 * that it writes. */
#include "support/cases.h"

#include "node/base64.h"

static void expect_both(const char *bytes, const char *text)
{
    char got[64];
    size_t size = 99;
    sortid_node_base64_encode(got, bytes, strlen(bytes));
    assert_string_equal(got, text);
    assert_true(sortid_node_base64_decode(got, &size, text, strlen(text)));
    EXPECT(size == strlen(bytes) && memcmp(got, bytes, size) == 0, "%s", text);
}

TEST(examples)
{
    expect_both("", "");
    expect_both("f", "Zg==");
    expect_both("fo", "Zm8=");
    expect_both("foo", "Zm9v");
    expect_both("foob", "Zm9vYg==");
    expect_both("fooba", "Zm9vYmE=");
    expect_both("foobar", "Zm9vYmFy");
    expect_both("\xfb\xff\xfe", "+//+");
}

TEST(there_and_back)
{
    unsigned char bytes[200], back[204];
    for (size_t size = 0; size <= sizeof bytes; size++) {
        support_random_bytes(bytes, size);
        char *text = malloc(BASE64_LENGTH(size) + 1);
        size_t got = 0;
        assert_non_null(text);
        sortid_node_base64_encode(text, bytes, size);
        EXPECT(strlen(text) == BASE64_LENGTH(size), "%zu bytes: %s", size, text);
        char *exact = support_exact_copy(text, strlen(text)); /* without NUL */
        assert_true(sortid_node_base64_decode(back, &got, exact, strlen(text)));
        EXPECT(got == size && memcmp(back, bytes, size) == 0, "%s", text);
        free(exact);
        free(text);
    }
}

/* A text is accepted exactly if writing the result gives the same text. */
static void expect_canonical(const char *text, size_t length)
{
    char bytes[16], again[32];
    size_t size = 0;
    if (sortid_node_base64_decode(bytes, &size, text, length)) {
        sortid_node_base64_encode(again, bytes, size);
        EXPECT(strlen(again) == length && memcmp(again, text, length) == 0, "%.*s is read as %s",
               (int)length, text, again);
    }
}

TEST(each_byte_at_each_place)
{
    static const char *const good[] = {"Zm9vYmFy", "Zm9vYmE=", "Zm9vYg=="};
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t read = 0;
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        for (size_t at = 0; at < 8; at++) {
            for (int byte = 0; byte < 256; byte++) {
                char text[9], bytes[8];
                size_t size;
                snprintf(text, sizeof text, "%s", good[i]);
                text[at] = (char)byte;
                expect_canonical(text, 8);
                bool is_digit = byte != 0 && strchr(digits, byte) != NULL;
                bool taken = sortid_node_base64_decode(bytes, &size, text, 8);
                EXPECT(!taken || is_digit || byte == '=', "byte %d at %zu", byte, at);
                read += taken;
            }
        }
    }
    /* 8 * 64 and a padding of the first; 6 * 64 whole places, 4 digits... of the others */
    EXPECT(read > 1000, "%zu texts were read", read);
}

TEST(refusals)
{
    static const char *const bad[] = {"Z",        "Zg",   "Zg=",  "=",          "====",  "Z===",
                                      "Zg==Zg==", "Zh==", "Zm9=", "Zm9vYg==\n", " Zg==", "Zm-_",
                                      "Zg======", "Z=g=", "=g==", "Zm9vYm=="};
    char bytes[16];
    size_t size;
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        EXPECT(!sortid_node_base64_decode(bytes, &size, bad[i], strlen(bad[i])), "%s is read",
               bad[i]);
    EXPECT(!sortid_node_base64_decode(bytes, &size, "Zg\0=", 4), "a NUL is read");
}

CASES_MAIN(NULL, NULL)
