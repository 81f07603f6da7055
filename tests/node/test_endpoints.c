/* SPDX-License-Identifier: MIT */
/* test_endpoints.c: node/endpoints.c and the options of sortid_node_etcd_open: which texts are a
 * list of endpoints, and that an error does not quote the text. It contacts no server. */
#include "client.h"
#include "node/rounds.h"

#include "node/endpoints.h"

#include <limits.h>

static void expect_list(const char *text, size_t count, const char *first, const char *last)
{
    struct endpoints read = {0};
    EXPECT_NODE(sortid_node_endpoints_read(&read, text, &error), OK);
    EXPECT(read.count == count, "%s: %zu endpoints", text, read.count);
    assert_string_equal(read.urls[0], first);
    assert_string_equal(read.urls[count - 1], last);
}

TEST(good_lists)
{
    expect_list("http://127.0.0.1:2379", 1, "http://127.0.0.1:2379", "http://127.0.0.1:2379");
    expect_list("https://etcd.example/", 1, "https://etcd.example", "https://etcd.example");
    expect_list("http://a_b-c.d:1,https://[::1]:65535/,http://[fe80::1]", 3, "http://a_b-c.d:1",
                "http://[fe80::1]");
    expect_list("http://a,http://a,http://a,http://a,http://a,http://a,http://a,http://a,"
                "http://a,http://a,http://a,http://a,http://a,http://a,http://a,http://b",
                16, "http://a", "http://b");
}

#define FOUR "http://a,http://a,http://a,http://a,"

static void expect_no_list(const char *text)
{
    struct endpoints read = {.count = 77};
    EXPECT(sortid_node_endpoints_read(&read, text, &error) == SORTID_NODE_BAD_OPTION, "%s", text);
    client_check_error(text);
    EXPECT(read.count == 77, "%s: output changed", text);
    EXPECT(strstr(error.text, "secret") == NULL, "%s: %s", text, error.text);
    EXPECT(strstr(error.text, "postgresql://") != NULL || strstr(error.text, "16") != NULL,
           "%s: %s", text, error.text);
}

TEST(bad_lists)
{
    static const char *const bad[] = {
        "",
        ",",
        "127.0.0.1:2379",
        "ftp://a:1",
        "HTTP://a:1",
        "http://",
        "http:///",
        "http://:2379",
        "http://a:",
        "http://a:0",
        "http://a:65536",
        "http://a:00001x",
        "http://a:999999",
        "http://a:2379/v3",
        "http://a:2379//",
        "http://a:2379?x",
        "http://a:2379#x",
        "http://user:secret@a:2379",
        "http://a:1,http://user:secret@b:1",
        "http://a:1,",
        ",http://a:1",
        "http://a:1,,http://b:1",
        "http://a:1, http://b:1",
        "http://a:1;http://b:1",
        "http://a b:1",
        "http://[::1:1",
        "http://[]:1",
        "http://[::1]x",
        "http://[::g]",
        "http://a\n:1",
        "http://\xc3\xa4:1",
        FOUR FOUR FOUR FOUR "http://a", /* 17 */
    };
    char longest[ENDPOINTS_URL_SIZE + 1] = "http://";
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        expect_no_list(bad[i]);
    memset(longest + 7, 'a', sizeof longest - 8);
    expect_no_list(longest);
    longest[sizeof longest - 2] = '\0';
    expect_list(longest, 1, longest, longest);
}

static void expect_refused(const sortid_node_client_options *options, const char *place)
{
    struct store *etcd = NULL;
    EXPECT(sortid_node_etcd_open(&etcd, options, &error) == SORTID_NODE_BAD_OPTION, "%s", place);
    client_check_error(place);
    EXPECT(etcd == NULL && strstr(error.text, "secret") == NULL, "%s: %s", place, error.text);
    EXPECT(sortid_node_etcd_open(&etcd, options, NULL) == SORTID_NODE_BAD_OPTION, "%s", place);
}

#define EXPECT_REFUSED(...)                                                                        \
    do {                                                                                           \
        sortid_node_client_options refused_ = client_options("http://127.0.0.1:1", 100);           \
        __VA_ARGS__;                                                                               \
        expect_refused(&refused_, PLACE);                                                          \
    } while (0)

TEST(bad_options)
{
    EXPECT_REFUSED(refused_.store = NULL);
    EXPECT_REFUSED(refused_.store = "http://user:secret@a");
    EXPECT_REFUSED(refused_.timeout_ms = 600001);
    EXPECT_REFUSED(refused_.user = "u");
    EXPECT_REFUSED(refused_.password = "secret");
    EXPECT_REFUSED(refused_.user = "", refused_.password = "secret");
    EXPECT_REFUSED(refused_.user = "\xff", refused_.password = "secret");
    EXPECT_REFUSED(refused_.user = "u", refused_.password = "secret\xff");
    EXPECT_REFUSED(refused_.ca_file = "/nonexistent/ca");
    EXPECT_REFUSED(refused_.cert_file = "/dev/null");
    EXPECT_REFUSED(refused_.key_file = "/dev/null");
    EXPECT_REFUSED(refused_.cert_file = "/nonexistent/cert", refused_.key_file = "/dev/null");
    EXPECT_REFUSED(refused_.cert_file = "/dev/null", refused_.key_file = "/nonexistent/key");
    EXPECT_REFUSED(refused_.reserved[3] = 1);
    EXPECT_REFUSED(refused_.reserved32 = 1);
}

TEST(good_options)
{
    sortid_node_client_options options = client_options("http://127.0.0.1:1", 600000);
    client_close(client_open_with(&options));
    options.user = "u";
    options.password = "";
    options.timeout_ms = 1;
    options.ca_file = options.cert_file = options.key_file = "/dev/null"; /* not used: http */
    client_close(client_open_with(&options));
    options = (sortid_node_client_options){.store = "http://127.0.0.1:1"};
    struct store *etcd = client_open_with(&options);
    assert_int_equal(((struct rounds *)etcd)->timeout_ms, SORTID_NODE_DEFAULT_TIMEOUT_MS);
    client_close(etcd);
}

CASES_MAIN(NULL, NULL)
