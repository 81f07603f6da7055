/* SPDX-License-Identifier: MIT */
/* test_etcd_answers.c: node/etcd.c with servers that are not etcd: garbage, no answer, half an
 * answer, errors of HTTP and of etcd, endless bodies, answers that drip, redirects, closed
 * connections. Each call returns its status and a text, contacts no other server, and sends no
 * request twice that may be done only once. */
#include "client.h"
#include "stub.h"

#include <pthread.h>
#include <unistd.h>

#define HEADER "\"header\":{\"cluster_id\":\"7\",\"member_id\":\"8\",\"revision\":\"9\"}"
#define GOOD   "{" HEADER ",\"succeeded\":true,\"responses\":[{\"response_put\":{" HEADER "}}]}"

enum { SHORT_MS = 100 };

static const struct store_operation put = {.kind = STORE_PUT, .key = "k", .value = "v"};

static sortid_node_status do_put(const char *endpoints, uint32_t timeout_ms, bool repeatable)
{
    struct store *store = client_open(endpoints, timeout_ms);
    sortid_node_status status = client_do(NULL, store, &put, repeatable, &error);
    client_close(store);
    return status;
}

/* The same with a call that repeats its request until its timeout, since an error may be temporary:
 * the timeout is long enough that one answer has come on this machine. */
static sortid_node_status do_put_answered(const char *endpoints, bool repeatable)
{
    sortid_node_status status = SORTID_NODE_UNREACHABLE;
    for (uint32_t ms = repeatable ? SHORT_MS : PATIENT_MS; ms <= PATIENT_MS; ms *= 4) {
        status = do_put(endpoints, ms, repeatable);
        if (status != SORTID_NODE_UNREACHABLE)
            break;
    }
    return status;
}

/* A server and a client of it; those of a test of TEST_AT. */
static struct stub *stub;
static struct store *etcd;

static void begin_as(const char *behavior, const char *argument, const char *user)
{
    stub = stub_start(behavior, argument);
    sortid_node_client_options options = client_options(stub->url, PATIENT_MS);
    options.user = user;
    options.password = user != NULL ? "passw0rd" : NULL;
    etcd = client_open_with(&options);
}

static void end(void)
{
    client_close(etcd);
    stub_end(stub);
}

#define TEST_AT(name, behavior) TEST_AROUND(name, begin_as(behavior, NULL, NULL), end())

static sortid_node_status put_at(bool repeatable)
{
    return client_do(NULL, etcd, &put, repeatable, &error);
}

/* ---- Answers given as bytes ------------------------------------------------------------------ */

static void expect_bytes(const char *bytes, sortid_node_status expected, const char *words)
{
    stub = stub_start("bytes", bytes);
    for (unsigned repeatable = 0; repeatable < 2; repeatable++) {
        size_t before = stub_requests(stub);
        sortid_node_status status = expected == SORTID_NODE_UNREACHABLE
                                        ? do_put(stub->url, SHORT_MS, repeatable)
                                        : do_put_answered(stub->url, repeatable);
        EXPECT(status == expected, "%s: status %d: %s", bytes, (int)status, error.text);
        client_check_error(bytes);
        EXPECT(strncmp(error.text, stub->url, strlen(stub->url)) == 0 &&
                   strstr(error.text, words) != NULL,
               "%s: %s", bytes, error.text);
        EXPECT(repeatable || stub_requests(stub) - before <= 1, "%s: sent twice", bytes);
    }
    stub_end(stub);
}

#define HTTP(code, body) "HTTP/1.1 " code "\r\nConnection: close\r\n\r\n" body

TEST(replies_not_from_etcd)
{
    expect_bytes("hello\r\n", SORTID_NODE_BAD_REPLY, "not HTTP/1.1; check the endpoint");
    expect_bytes("\x16\x03\x01", SORTID_NODE_BAD_REPLY,
                 "--listen-client-http-urls, use one of them");
    expect_bytes(HTTP("200 OK", ""), SORTID_NODE_BAD_REPLY, "is not from etcd");
    expect_bytes(HTTP("200 OK", "<html>"), SORTID_NODE_BAD_REPLY, "is not from etcd");
    expect_bytes(HTTP("200 OK", "{}"), SORTID_NODE_BAD_REPLY, "is not from etcd");
    expect_bytes(HTTP("200 OK", GOOD "x"), SORTID_NODE_BAD_REPLY, "is not from etcd");
    expect_bytes(HTTP("204 No Content", ""), SORTID_NODE_BAD_REPLY, "HTTP 204");
    expect_bytes(HTTP("404 Not Found", "404 page not found"), SORTID_NODE_BAD_REPLY, "HTTP 404");
    expect_bytes(HTTP("502 Bad Gateway", "<html>"), SORTID_NODE_BAD_REPLY, "HTTP 502");
    expect_bytes(HTTP("500 Oh", GOOD), SORTID_NODE_BAD_REPLY, "HTTP 500");
    expect_bytes(HTTP("401 Who", "x"), SORTID_NODE_DENIED, "HTTP 401 \"x\"; check");
    expect_bytes(HTTP("502 Bad", "\r\n <html>\x1b[2J\nmore"), SORTID_NODE_BAD_REPLY,
                 "HTTP 502 \"<html> [2J\"; check the endpoint");
    expect_bytes(HTTP("500 Bad", ""), SORTID_NODE_BAD_REPLY, "HTTP 500; check");
    expect_bytes(HTTP("404 No", "404 page not found\n"), SORTID_NODE_BAD_REPLY,
                 "HTTP 404 \"404 page not found\"; start etcd with --enable-grpc-gateway");
    expect_bytes(HTTP("403 No", "x"), SORTID_NODE_DENIED, "HTTP 403");
}

TEST(broken_off)
{
    expect_bytes("", SORTID_NODE_UNREACHABLE, "");
    expect_bytes("HTTP/1.1 200 OK\r\nContent-Le", SORTID_NODE_BAD_REPLY, "");
    expect_bytes("HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n" GOOD, SORTID_NODE_UNREACHABLE,
                 "");
    expect_bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\"",
                 SORTID_NODE_UNREACHABLE, "");
}

TEST(errors_from_etcd)
{
    expect_bytes(HTTP("503 Un", "{\"error\":\"etcdserver: no leader\",\"code\":14}"),
                 SORTID_NODE_STORE_FAILED, ": etcdserver: no leader");
    expect_bytes(HTTP("429 Many", "{\"error\":\"etcdserver: mvcc: database space exceeded\","
                                  "\"code\":8}"),
                 SORTID_NODE_STORE_FAILED, "space");
    expect_bytes(HTTP("400 Bad", "{\"error\":\"etcdserver: user name is empty\",\"code\":3}"),
                 SORTID_NODE_DENIED, "user name is empty");
    expect_bytes(HTTP("403 No", "{\"error\":\"etcdserver: permission denied\",\"code\":7}"),
                 SORTID_NODE_DENIED, "permission denied");
    expect_bytes(HTTP("404 No", "{\"error\":\"a\\u001b[2J\\nb\xc3\xa4\\u007f\",\"code\":5}"),
                 SORTID_NODE_STORE_FAILED, ": a?[2J?b???");
}

/* A long error is cut and does not overflow its buffer. */
TEST(long_error)
{
    static char bytes[8192];
    int length = snprintf(bytes, sizeof bytes, HTTP("400 Bad", "{\"code\":5,\"error\":\""));
    memset(bytes + length, 'x', 5000);
    snprintf(bytes + length + 5000, 8, "\"}");
    expect_bytes(bytes, SORTID_NODE_STORE_FAILED, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
}

/* ---- Redirects ------------------------------------------------------------------------------- */

TEST(redirects_are_not_followed)
{
    struct stub *other = stub_start("good", NULL);
    stub = stub_start("redirect", other->url);
    EXPECT_NODE(do_put_answered(stub->url, true), BAD_REPLY);
    EXPECT_WORDS("HTTP 307");
    EXPECT(stub_requests(other) == 0, "the other one was asked");
    EXPECT_NODE(do_put(other->url, PATIENT_MS, true), OK);
    stub_end(stub);
    stub_end(other);
}

/* The environment's proxy is not used. */
TEST_AT(no_proxy, "good")
{
    struct stub *proxy = stub_start("good", NULL);
    setenv("http_proxy", proxy->url, 1);
    setenv("ALL_PROXY", proxy->url, 1);
    EXPECT_NODE(put_at(true), OK);
    unsetenv("http_proxy");
    unsetenv("ALL_PROXY");
    EXPECT(stub_requests(proxy) == 0 && stub_requests(stub) == 1, "a proxy was asked");
    stub_end(proxy);
}

/* ---- Slow and large -------------------------------------------------------------------------- */

TEST(time_is_kept)
{
    static const char *const slow[] = {"nothing", "drip", "interim"};
    for (size_t i = 0; i < COUNT_OF(slow); i++) {
        stub = stub_start(slow[i], NULL);
        for (unsigned repeatable = 0; repeatable < 2; repeatable++) {
            uint64_t start = client_now();
            EXPECT_NODE(do_put(stub->url, SHORT_MS, repeatable), UNREACHABLE);
            uint64_t took = client_now() - start;
            EXPECT(took >= SHORT_MS - 20, "%zu: given up after %ju ms", i, (uintmax_t)took);
            EXPECT(took < 30000, "%zu: after %ju ms", i, (uintmax_t)took);
        }
        stub_end(stub);
    }
}

TEST_AT(endless_head, "endless_head")
{
    sortid_node_status status = do_put(stub->url, 2000, false);
    EXPECT(status == SORTID_NODE_UNREACHABLE || status == SORTID_NODE_BAD_REPLY, "status %d",
           (int)status);
    client_check_error(PLACE);
}

TEST_AT(too_large, "much")
{
    EXPECT_NODE(put_at(false), BAD_REPLY);
    EXPECT_WORDS("64 MiB");
}

/* ---- Requests that may be done only once ----------------------------------------------------- */

TEST(kept_connection_closes)
{
    for (unsigned repeatable = 0; repeatable < 2; repeatable++) {
        begin_as(repeatable ? "third_closed" : "two_good", NULL, NULL);
        EXPECT_NODE(put_at(true), OK);
        EXPECT_NODE(put_at(true), OK);
        EXPECT_NODE_IS(put_at(repeatable), repeatable ? SORTID_NODE_OK : SORTID_NODE_UNREACHABLE);
        EXPECT(stub_requests(stub) == (repeatable ? 4 : 3), "%zu requests, repeatable %u",
               stub_requests(stub), repeatable);
        end();
    }
}

/* A port at which no program listens, because its socket was just closed. */
static void dead_url(char url[STUB_URL_SIZE])
{
    struct stub *dead = stub_start("good", NULL);
    snprintf(url, STUB_URL_SIZE, "%s", dead->url);
    stub_end(dead);
}

TEST(refused_goes_on_once)
{
    char dead[STUB_URL_SIZE], list[3 * STUB_URL_SIZE];
    stub = stub_start("good", NULL);
    dead_url(dead);
    snprintf(list, sizeof list, "%s,%s,%s", dead, stub->url, dead);
    for (size_t i = 0; i < 10; i++) { /* from a random one on */
        EXPECT_NODE(do_put(list, PATIENT_MS, false), OK);
        EXPECT(stub_requests(stub) == i + 1, "%zu requests", stub_requests(stub));
    }
    stub_end(stub);
    EXPECT_NODE(do_put(dead, 1000, false), UNREACHABLE);
    EXPECT_WORDS("refused");
}

/* A call that gives up is ahead of the stub that counts its request, if the machine is busy. Waits
 * for the first one; a second one counts here or for the next call. */
static size_t requests_after(struct stub *const stubs[2], size_t before)
{
    size_t count = 0;
    for (unsigned ms = 0; count == 0 && ms < 10000; ms++) {
        count = stub_requests(stubs[0]) + stub_requests(stubs[1]) - before;
        if (count == 0)
            usleep(1000);
    }
    return count;
}

/* A server that takes the request and does not answer is the last one that gets it. */
TEST(silent_is_the_end_once)
{
    char list[2 * STUB_URL_SIZE];
    struct stub *const stubs[] = {stub_start("nothing", NULL), stub_start("good", NULL)};
    size_t ended = 0;
    snprintf(list, sizeof list, "%s,%s", stubs[0]->url, stubs[1]->url);
    for (unsigned i = 0; i < 24; i++) {
        size_t silent = stub_requests(stubs[0]), good = stub_requests(stubs[1]);
        sortid_node_status status = do_put(list, SHORT_MS, false);
        EXPECT(requests_after(stubs, silent + good) <= 1, "a request came twice");
        size_t to_silent = stub_requests(stubs[0]) - silent;
        EXPECT(to_silent == 0 || status == SORTID_NODE_UNREACHABLE, "status %d", (int)status);
        ended += to_silent;
    }
    EXPECT(ended > 0 && ended < 24, "%zu of 24 began at the silent one", ended);
    for (unsigned i = 0; i < 2; i++) { /* a repeatable request is sent to the other */
        EXPECT_NODE(do_put(list, 4000, true), OK);
    }
    stub_end(stubs[0]);
    stub_end(stubs[1]);
}

/* The good endpoint is remembered: the other one is asked at most once. */
TEST(good_one_is_remembered)
{
    char list[2 * STUB_URL_SIZE];
    size_t began_there = 0;
    for (unsigned client = 0; client < 24; client++) {
        struct stub *bad = stub_start("hang_up", NULL), *good = stub_start("good", NULL);
        snprintf(list, sizeof list, "%s,%s", bad->url, good->url);
        etcd = client_open(list, PATIENT_MS);
        for (unsigned i = 0; i < 20; i++)
            EXPECT_NODE(put_at(true), OK);
        EXPECT(stub_requests(bad) <= 1 && stub_requests(good) == 20, "%zu and %zu requests",
               stub_requests(bad), stub_requests(good));
        began_there += stub_requests(bad);
        client_close(etcd);
        stub_end(bad);
        stub_end(good);
    }
    EXPECT(began_there > 0 && began_there < 24, "%zu of 24 clients began there", began_there);
}

TEST_AT(rounds_go_on, "third_good")
{
    EXPECT_NODE(do_put(stub->url, PATIENT_MS, true), OK);
    EXPECT(stub_requests(stub) == 3, "%zu requests", stub_requests(stub));
}

/* ---- Times, clusters ------------------------------------------------------------------------- */

TEST_AT(times, "dated")
{
    struct store_lease lease = {.id = 5};
    uint64_t boot = client_now(), unix_ms = 0, end_unix = 0;
    assert_true(sortid_node_platform_unix_ms(&unix_ms));
    assert_in_range(unix_ms / 1000, time(NULL) - 60, time(NULL) + 60);
    EXPECT_NODE(etcd->calls->lease(&lease, etcd, STORE_KEEP_ALIVE, &error), OK);
    assert_true(sortid_node_platform_unix_ms(&end_unix));
    EXPECT(lease.id == 5 && lease.ttl_s == 15, "a lease");
    assert_int_equal(lease.times.earliest_ms, UINT64_C(1795278737000));
    assert_int_equal(lease.times.latest_ms, UINT64_C(1795278737999));
    /* times of the answered try: a pause of at least 20 ms before it, 100 ms of the server in it */
    EXPECT(lease.times.sent_boot_ms >= boot + 20 && lease.times.sent_boot_ms + 95 <= client_now(),
           "sent %ju ms after the start", (uintmax_t)(lease.times.sent_boot_ms - boot));
    EXPECT(lease.times.sent_unix_ms >= unix_ms + 20 &&
               lease.times.answered_unix_ms >= lease.times.sent_unix_ms + 95 &&
               lease.times.answered_unix_ms <= end_unix,
           "wall clock");
    for (unsigned i = 0; i < 2; i++) {
        EXPECT_NODE(etcd->calls->lease(&lease, etcd, STORE_KEEP_ALIVE, i == 0 ? &error : NULL), OK);
        EXPECT(lease.times.latest_ms == 0, "another header's date, another head's, or none");
    }
}

/* A reply for another lease is refused. */
TEST(another_lease)
{
    struct store_lease lease = {.id = 6, .ttl_s = 99};
    sortid_node_status status = SORTID_NODE_UNREACHABLE;
    stub = stub_start("lease", NULL);
    etcd = NULL;
    /* until a timeout is long enough that one answer has come */
    for (uint32_t ms = SHORT_MS; ms <= PATIENT_MS && status == SORTID_NODE_UNREACHABLE; ms *= 4) {
        client_close(etcd);
        etcd = client_open(stub->url, ms);
        status = etcd->calls->lease(&lease, etcd, STORE_KEEP_ALIVE, &error);
    }
    client_expect(status, SORTID_NODE_BAD_REPLY, PLACE);
    EXPECT(lease.id == 6 && lease.ttl_s == 99, "written to");
    end();
}

TEST_AT(another_cluster, "clusters")
{
    EXPECT_NODE(put_at(true), OK);
    EXPECT_NODE(put_at(false), BAD_REPLY);
    EXPECT_WORDS("another cluster");
}

/* ---- Users ----------------------------------------------------------------------------------- */

TEST(secrets_stay)
{
    for (unsigned token = 0; token < 2; token++) {
        begin_as("echo", token ? "token" : NULL, "u");
        EXPECT_NODE_IS(put_at(true), token ? SORTID_NODE_STORE_FAILED : SORTID_NODE_DENIED);
        EXPECT(strstr(error.text, "passw0rd") == NULL && strstr(error.text, "t0ken") == NULL &&
                   strstr(error.text, "contains") != NULL,
               "%s", error.text);
        end();
    }
}

TEST(token_is_renewed_once)
{
    for (unsigned never = 0; never < 2; never++) {
        begin_as("tokens", never ? "never" : NULL, "u");
        EXPECT_NODE(put_at(false), OK);
        EXPECT_NODE_IS(put_at(false), never ? SORTID_NODE_DENIED : SORTID_NODE_OK);
        EXPECT(stub_requests(stub) == 5, "%zu requests", stub_requests(stub));
        end();
    }
}

/* ---- Threads and forks ----------------------------------------------------------------------- */

static void *put_often(void *argument)
{
    for (unsigned i = 0; i < 50; i++) {
        if (client_do(NULL, argument, &put, true, NULL) != SORTID_NODE_OK)
            return argument;
    }
    return NULL;
}

TEST_AT(threads, "good")
{
    pthread_t threads[4];
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, put_often, etcd), 0);
    for (size_t i = 0; i < COUNT_OF(threads); i++) {
        void *failed = NULL;
        pthread_join(threads[i], &failed);
        EXPECT(failed == NULL, "a thread's call failed");
    }
    EXPECT(stub_requests(stub) == 200, "%zu requests", stub_requests(stub));
}

/* Ends by exec, so that neither destructors nor leak checks run: the child must not free what other
 * threads of its parent used. */
static int use_in_child(void *argument)
{
    (void)argument;
    CHILD_CHECK(put_at(true) == SORTID_NODE_SYSTEM);
    CHILD_CHECK(strstr(error.text, "child") != NULL);
    CHILD_CHECK(client_do(NULL, etcd, &put, true, NULL) == SORTID_NODE_SYSTEM);
    client_close(etcd);
    return 0;
}

TEST_AT(forked_child, "good")
{
    EXPECT_NODE(put_at(true), OK);
    assert_int_equal(support_in_child(use_in_child, etcd), 0);
    EXPECT_NODE(put_at(true), OK);
    EXPECT(stub_requests(stub) == 2, "%zu requests", stub_requests(stub));
}

CASES_MAIN(NULL, NULL)
