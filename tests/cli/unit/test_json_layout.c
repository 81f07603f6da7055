/* SPDX-License-Identifier: MIT */
/* test_json_layout.c: JSON as people see it at a terminal, and that only blanks outside of strings
 * are added. This program defines isatty and write, which the command's modules then call: standard
 * output is a terminal, and its bytes are kept. */
#include "../../support/cases.h"
#include "cli/output/json_layout.h"
#include "common/output.h"

#include <sys/syscall.h>
#include <unistd.h>

#define KEPT_SIZE (8 * OUTPUT_SIZE)

static char kept[KEPT_SIZE];
static size_t kept_size;
static bool keeps;

// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): libc's are reserved
int isatty(int descriptor)
{
    return descriptor == STDOUT_FILENO;
}

// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): libc's are reserved
ssize_t write(int descriptor, const void *bytes, size_t size)
{
    if (!keeps || descriptor != STDOUT_FILENO)
        return syscall(SYS_write, descriptor, bytes, size);
    if (size > sizeof kept - kept_size)
        abort();
    memcpy(kept + kept_size, bytes, size);
    kept_size += size;
    return (ssize_t)size;
}

static void commit(const char *json, size_t size)
{
    memcpy(output_reserve(size), json, size);
    json_commit(size);
}

static void begin(void)
{
    kept_size = 0;
    keeps = true;
}

static void end(void)
{
    output_flush();
    keeps = false;
}

static void expect(const char *json, const char *wanted)
{
    begin();
    commit(json, strlen(json));
    end();
    EXPECT(kept_size == strlen(wanted) && memcmp(kept, wanted, kept_size) == 0, "%s became\n%.*s",
           json, (int)kept_size, kept);
}

TEST(layout)
{
    expect("{\"a\":1}\n", "{\n  \"a\": 1\n}\n");
    expect("{\"a\":1,\"b\":null,\"c\":\"x\"}\n",
           "{\n  \"a\": 1,\n  \"b\": null,\n  \"c\": \"x\"\n}\n");
    expect("{\"a\":[1,2],\"b\":[]}\n", "{\n  \"a\": [1, 2],\n  \"b\": []\n}\n");
    expect("{\"a\":{\"b\":{\"c\":[{\"d\":1}]}}}\n",
           "{\n  \"a\": {\"b\": {\"c\": [{\"d\": 1}]}}\n}\n");
    expect(
        "{\"a\":[{\"b\":1,\"c\":[2,3]},{\"d\":{}}],\"e\":-0.5}\n",
        "{\n  \"a\": [\n    {\"b\": 1, \"c\": [2, 3]},\n    {\"d\": {}}\n  ],\n  \"e\": -0.5\n}\n");
    expect("{\"a\":1}\n{\"b\":2}\n", "{\n  \"a\": 1\n}\n{\n  \"b\": 2\n}\n");
}

/* Nothing in a string counts as a sign. */
TEST(strings)
{
    expect("{\"a,b:{}[]\":\"{\\\"x\\\":[1,2]}\"}\n",
           "{\n  \"a,b:{}[]\": \"{\\\"x\\\":[1,2]}\"\n}\n");
    expect("{\"a\":\"\\\\\",\"b\":\"\"}\n", "{\n  \"a\": \"\\\\\",\n  \"b\": \"\"\n}\n");
    expect("{\"a\":\"\\\\\\\",\\\\\",\"b\":1}\n",
           "{\n  \"a\": \"\\\\\\\",\\\\\",\n  \"b\": 1\n}\n");
    expect("{\"a\":\"\\u0000 \\n\\t\"}\n", "{\n  \"a\": \"\\u0000 \\n\\t\"\n}\n");
}

/* An object of many members, some with odd strings, and a list of objects; returns its length. */
static size_t make_object(char *json, size_t members)
{
    static const char *const values[] = {"1",        "\"{[,:]}\"", "\"\\\\\"",
                                         "\"\\\"\"", "[1,[2]]",    "{\"x\":[]}"};
    size_t length = (size_t)sprintf(json, "{");
    for (size_t i = 0; i < members; i++)
        length += (size_t)sprintf(json + length, "\"m%zu\":%s,", i, values[i % 6]);
    length += (size_t)sprintf(json + length, "\"list\":[");
    for (size_t i = 0; i < members; i++)
        length += (size_t)sprintf(json + length, "{\"i\":%zu}%s", i, i + 1 < members ? "," : "");
    return length + (size_t)sprintf(json + length, "]}\n");
}

/* Removes the blanks outside of strings, but the line break after each object. */
static size_t squeeze(char *to, const char *json, size_t size)
{
    size_t length = 0;
    bool in_string = false;
    for (size_t i = 0; i < size; i++) {
        bool escaped = in_string && json[i] == '\\';
        if (json[i] == '"')
            in_string = !in_string;
        if (in_string || strchr(" \n", json[i]) == NULL)
            to[length++] = json[i];
        if (escaped)
            to[length++] = json[++i];
        if (json[i] == '\n' && (i + 1 == size || json[i + 1] == '{') && json[i - 1] == '}')
            to[length++] = '\n';
    }
    return length;
}

/* However the object is split, unless after "[", the layout is that of the whole. */
TEST(parts)
{
    static char json[4096], whole[4 * 4096], squeezed[4096];
    size_t length = make_object(json, 12);
    begin();
    commit(json, length);
    end();
    size_t whole_size = kept_size;
    memcpy(whole, kept, whole_size);
    assert_int_equal(squeeze(squeezed, whole, whole_size), length);
    assert_memory_equal(squeezed, json, length);
    for (size_t at = 1; at < length; at++) {
        if (json[at - 1] == '[')
            continue;
        begin();
        commit(json, at);
        commit(json + at, length - at);
        end();
        EXPECT(kept_size == whole_size && memcmp(kept, whole, kept_size) == 0,
               "split at %zu: \n%.*s", at, (int)kept_size, kept);
    }
}

/* Objects that fill the buffer grow beyond it. */
TEST(large)
{
    static char json[OUTPUT_SIZE], squeezed[OUTPUT_SIZE];
    size_t length = make_object(json, 4500);
    assert_in_range(length, OUTPUT_SIZE / 3 * 2, OUTPUT_SIZE);
    begin();
    commit(json, length);
    end();
    assert_true(kept_size > OUTPUT_SIZE);
    assert_int_equal(squeeze(squeezed, kept, kept_size), length);
    assert_memory_equal(squeezed, json, length);
}

CASES_MAIN(NULL, NULL)
