/* SPDX-License-Identifier: MIT */
/* test_postgres_url.c: URLs of PostgreSQL, and servers that have no TLS although the URL requires
 * it. */
#include "client.h"
#include "stub.h"

TEST(urls)
{
    static const char *const bad[] = {"postgresql://secret@[::1/x",
                                      "postgresql://h:1,h:2,h:3,x/?port=1,2",
                                      "postgresql://secret@h/d?nosuch=1",
                                      "postgresql://a,b/?port=1,2,3",
                                      "postgres://a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a/",
                                      "postgresql://%zz"};
    struct store *store = NULL;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        const sortid_node_client_options options = client_options(bad[i], 100);
        EXPECT(sortid_node_postgres_open(&store, &options, &error) == SORTID_NODE_BAD_OPTION, "%s",
               bad[i]);
        EXPECT(strstr(error.text, "secret") == NULL, "%s", error.text);
    }
    sortid_node_client_options options = client_options("postgresql://a/b", 100);
    options.ca_file = "/nonexistent";
    EXPECT_NODE(sortid_node_postgres_open(&store, &options, &error), BAD_OPTION);
    EXPECT_WORDS("cannot read /nonexistent");
    options.ca_file = NULL;
    options.cert_file = "/dev/null";
    EXPECT_NODE(sortid_node_postgres_open(&store, &options, &error), BAD_OPTION);
    EXPECT(sortid_node_postgres_is_url("postgres://a") &&
               !sortid_node_postgres_is_url("http://a") && !sortid_node_postgres_is_url(NULL),
           "URLs");
}

/* A server without TLS refuses a client that wants it: to ask again would not help. A connection
 * that is lost meanwhile, or an answer of something else, may be of a server that starts. */
TEST(no_tls)
{
    static const struct {
        const char *answer;
        sortid_node_status status;
    } cases[] = {{"N", SORTID_NODE_DENIED},
                 {"S", SORTID_NODE_UNREACHABLE},
                 {"H", SORTID_NODE_UNREACHABLE},
                 {"", SORTID_NODE_UNREACHABLE}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char url[80];
        int64_t total;
        struct stub *stub = stub_start("bare_tls", cases[i].answer);
        bool denied = cases[i].status == SORTID_NODE_DENIED;
        snprintf(url, sizeof url, "postgresql://sortid@%s/x?sslmode=require",
                 stub->url + strlen("http://"));
        struct store *store = client_open(url, denied ? PATIENT_MS : 1000);
        sortid_node_status status = client_count(&total, store, "a", "z");
        EXPECT(status == cases[i].status, "\"%s\": %d %s", cases[i].answer, (int)status,
               error.text);
        if (denied)
            assert_int_equal(stub_requests(stub), 1);
        client_close(store);
        stub_end(stub);
    }
}

CASES_MAIN(NULL, NULL)
