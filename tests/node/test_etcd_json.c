/* SPDX-License-Identifier: MIT */
/* test_etcd_json.c: node/etcd_json.c and base64.c without a server: the exact text of requests;
 * answers of each form, valid and invalid (the fuzz target etcd_json spoils them at random).
 * Answers are in blocks of their size, for the sanitizers, and written here with ' instead of "
 * (support_json). */
#include "client.h"

#include "node/base64.h"
#include "node/etcd_json.h"

#define HEADER "'header':{'cluster_id':'7','member_id':'8','revision':'9','raft_term':'2'}"

/* ---- Base 64 -------------------------------------------------------------------------------- */

static void expect_both(const char *bytes, const char *text)
{
    char got[64];
    size_t size = 99;
    sortid_node_base64_encode(got, bytes, strlen(bytes));
    assert_string_equal(got, text);
    assert_true(sortid_node_base64_decode(got, &size, text, strlen(text)));
    EXPECT(size == strlen(bytes) && memcmp(got, bytes, size) == 0, "%s", text);
}

TEST(base64_examples)
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

TEST(base64_there_and_back)
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

TEST(base64_refused)
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

/* ---- Writing --------------------------------------------------------------------------------- */

static void expect_text(char *text, const char *expected)
{
    char *wanted = support_json(expected, strlen(expected));
    assert_non_null(text);
    assert_string_equal(text, wanted);
    free(wanted);
    free(text);
}

TEST(written)
{
    struct store_compare compares[] = {{"a", STORE_CREATED_AT, 0, NULL},
                                       {"b", STORE_CHANGED_AT, INT64_MAX, NULL},
                                       {"c", STORE_VALUE, 0, "b"}};
    struct store_operation operations[] = {
        {.kind = STORE_PUT, .key = "a", .value = "", .lease = INT64_MAX},
        {.kind = STORE_DELETE, .key = "a"},
        {.kind = STORE_DELETE, .key = "a", .end = "b"}};
    struct store_operation otherwise[] = {{.kind = STORE_RANGE,
                                           .key = "a",
                                           .end = "b",
                                           .order = STORE_BY_CHANGE,
                                           .keys_only = true,
                                           .limit = UINT32_MAX},
                                          {.kind = STORE_RANGE, .key = "a", .count_only = true}};
    struct store_transaction transaction = {compares, 3, operations, 3, otherwise, 2, false};
    expect_text(
        sortid_node_etcd_print_transaction(&transaction),
        "{'compare':[{'key':'YQ==','result':'EQUAL','target':'CREATE','create_revision':'0'},{'key'"
        ":'Yg==','result':'EQUAL','target':'MOD','mod_revision':'9223372036854775807'},{'key':'Yw=="
        "','result':'EQUAL','target':'VALUE','value':'Yg=='}],'success':[{'request_put':{'key':'YQ="
        "=','value':'','lease':'9223372036854775807'}},{'request_delete_range':{'key':'YQ==','"
        "range_end':''}},{'request_delete_range':{'key':'YQ==','range_end':'Yg=='}}],'failure':[{'"
        "request_range':{'"
        "key':'YQ==','range_end':'Yg==','limit':'4294967295','sort_order':'ASCEND','sort_target':'"
        "MOD','keys_only':true,'count_only':false}},{'request_range':{'key':'YQ==','range_end'"
        ":'','limit':'0','sort_order':'ASCEND','sort_target':'KEY','keys_only':false,'count_only':"
        "true}}]}");
    transaction = (struct store_transaction){0};
    expect_text(sortid_node_etcd_print_transaction(&transaction),
                "{'compare':[],'success':[],'failure':[]}");
    expect_text(sortid_node_etcd_print_grant(3600), "{'TTL':'3600'}");
    expect_text(sortid_node_etcd_print_lease(INT64_MAX), "{'ID':'9223372036854775807'}");
    expect_text(sortid_node_etcd_print_login("u\"", "p\\"), "{'name':'u\\'','password':'p\\\\'}");
}

/* ---- Replies of transactions ----------------------------------------------------------------- */

/* If there is no x, put it; otherwise get the keys from a to before c, at most 3, and delete x. */
static const struct store_operation ranges[] = {
    {.kind = STORE_RANGE, .key = "a", .end = "c", .limit = 3}, {.kind = STORE_DELETE, .key = "x"}};
static const struct store_operation put = {.kind = STORE_PUT, .key = "x", .value = "y"};
static const struct store_compare compare = {"x", STORE_CREATED_AT, 0, NULL};
static const struct store_transaction request = {&compare, 1, &put, 1, ranges, 2, false};

#define DELETED "{'response_delete_range':{'header':{'revision':'9'},'deleted':'1'}}"
#define PAIRS(pairs, count)                                                                        \
    "{" HEADER ",'responses':[{'response_range':{'kvs':[" pairs "],'count':'" count "'}}," DELETED \
    "]}"

static sortid_node_status read_reply(struct store_reply *reply, uint64_t cluster_id,
                                     const char *body, size_t size)
{
    struct etcd_cluster cluster = {.id = cluster_id};
    char *exact = support_json(body, size);
    sortid_node_status status = sortid_node_etcd_read_reply(reply, &cluster, &request, exact, size);
    free(exact);
    return status;
}

static void expect_bad_reply(const char *body)
{
    struct store_reply reply = {.range_count = 77};
    EXPECT(read_reply(&reply, 7, body, strlen(body)) == SORTID_NODE_BAD_REPLY, "%s", body);
    EXPECT(reply.range_count == 77, "%s: written to", body);
}

static const char good_pairs[] = PAIRS(
    "{'key':'YQ==','create_revision':'2','mod_revision':'3','version':'1','value':'Yg==','lease':'"
    "5'},{'key':'YgH/','create_revision':4,'mod_revision':'9223372036854775807','value':'AGEg'}",
    "12");

TEST(good_replies)
{
    static const char done[] =
        "{" HEADER ",'succeeded':true,'responses':[{'response_put':{'header':{'revision':'9'}}}]}";
    struct store_reply reply = {.times = {1, 2, 3, 4, 5}};
    assert_int_equal(read_reply(&reply, 0, done, strlen(done)), SORTID_NODE_OK);
    EXPECT(reply.succeeded && reply.range_count == 0 && reply.times.earliest_ms == 4, "a put");
    assert_string_equal(reply.identity, "etcd:0000000000000007");
    assert_int_equal(reply.position, 9);
    sortid_node_store_reply_free(&reply);
    assert_int_equal(read_reply(&reply, 7, good_pairs, strlen(good_pairs)), SORTID_NODE_OK);
    const struct store_range *range = &reply.ranges[0];
    EXPECT(!reply.succeeded && reply.range_count == 1 && range->count == 2 && range->total == 12,
           "a range");
    assert_string_equal(range->pairs[0].key, "a");
    assert_string_equal(range->pairs[0].value, "b");
    EXPECT(range->pairs[0].created_at == 2 && range->pairs[0].changed_at == 3 &&
               range->pairs[0].lease == 5,
           "its first pair");
    assert_string_equal(range->pairs[1].key, "b\x7f\x7f");
    assert_string_equal(range->pairs[1].value, "\x7f\x61 ");
    EXPECT(range->pairs[1].created_at == 4 && range->pairs[1].changed_at == INT64_MAX &&
               range->pairs[1].lease == 0,
           "its second pair");
    sortid_node_store_reply_free(&reply);
    sortid_node_store_reply_free(&reply); /* all is freed */
}

#define PAIR(key, created, changed, more)                                                          \
    "{'key':" key ",'create_revision':" created ",'mod_revision':" changed more "}"

#define PUT ",'succeeded':true,'responses':[{'response_put':{}}]}"

TEST(bad_replies)
{
    static const char *const bad[] = {
        "",
        "x",
        "null",
        "[]",
        "7",
        "''",
        "{}",
        "{" HEADER "}",
        "{" HEADER ",'responses':{}}",
        "{" HEADER ",'responses':[]}",
        "{" HEADER ",'responses':[7,8]}",
        "{" HEADER ",'responses':[{},{}]}",
        "{" HEADER ",'responses':[" DELETED "," DELETED "]}",
        "{" HEADER ",'succeeded':'true','responses':[{'response_put':{}}]}",
        "{" HEADER ",'succeeded':true,'responses':[{'response_put':7}]}",
        "{" HEADER ",'succeeded':true,'responses':[{'response_range':{}}]}",
        "{" HEADER ",'succeeded':true,'responses':[{'response_put':{}}]} x",
        "{" HEADER "," HEADER PUT,
        "{'header':7" PUT,
        "{'header':{}" PUT,
        "{'header':{'cluster_id':'7'}" PUT,
        "{'header':{'cluster_id':'','revision':'1'}" PUT,
        "{'header':{'cluster_id':'-7','revision':'1'}" PUT,
        "{'header':{'cluster_id':'18446744073709551623','revision':'1'}" PUT, /* 2^64 + 7 */
        "{'header':{'cluster_id':'7','revision':'0'}" PUT,
        "{'header':{'cluster_id':'8','revision':'1'}" PUT, /* another cluster */
        PAIRS("", "-1"),
        PAIRS("", "1.5"),
        PAIRS("7", "1"),
        PAIRS("{}", "1"),
        PAIRS(PAIR("'YQ=='", "2", "3", ""), "0"), /* fewer than there are */
        PAIRS(PAIR("'YQ=='", "0", "3", ""), "1"),
        PAIRS(PAIR("'YQ=='", "3", "2", ""), "1"),
        PAIRS(PAIR("'YQ=='", "-3", "2", ""), "1"),
        PAIRS(PAIR("'YQ=='", "true", "2", ""), "1"),
        PAIRS(PAIR("'YQ=='", "2", "2.0", ""), "1"),
        PAIRS(PAIR("'YQ=='", "'2 '", "2", ""), "1"),
        PAIRS(PAIR("'YQ=='", "'+2'", "2", ""), "1"),
        PAIRS(PAIR("'YQ=='", "'02'", "2", ""), "1"),
        PAIRS(PAIR("'YQ=='", "''", "2", ""), "1"),
        PAIRS(PAIR("'YQ=='", "'-'", "2", ""), "1"),
        PAIRS(PAIR("'YQ=='", "'0x2'", "2", ""), "1"),
        PAIRS(PAIR("'YQ=='", "2", "'9223372036854775808'", ""), "1"),
        PAIRS(PAIR("'YQ=='", "2", "'18446744073709551618'", ""), "1"),
        PAIRS(PAIR("'YQ=='", "2", "92233720368547758070", ""), "1"),
        PAIRS(PAIR("'YQ='", "2", "2", ""), "1"),
        PAIRS(PAIR("7", "2", "2", ""), "1"),
        PAIRS(PAIR("null", "2", "2", ""), "1"),
        PAIRS(PAIR("'YQ=='", "2", "2", ",'value':7"), "1"),
        PAIRS(PAIR("'YQ=='", "2", "2", ",'lease':-1"), "1"),
        PAIRS(PAIR("'YQ=='", "2", "2", ",'lease':[]"), "1"),
        PAIRS(PAIR("'YA=='", "2", "2", ""), "1"), /* before a */
        PAIRS(PAIR("'Yw=='", "2", "2", ""), "1"), /* c */
        PAIRS(PAIR("'YgBj'", "2", "2", "") "," PAIR("'YgBj'", "2", "2", "") "," PAIR(
                  "'YgBj'", "2", "2", "") "," PAIR("'YgBj'", "2", "2", ""),
              "4"), /* > 3 */
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        expect_bad_reply(bad[i]);
}

TEST(deep_and_long)
{
    static char deep[200001];
    memset(deep, '[', sizeof deep - 1);
    expect_bad_reply(deep);
    memset(deep, ' ', sizeof deep - 1);
    expect_bad_reply(deep);
    for (size_t i = 0; i + 5 < sizeof deep; i += 5)
        memcpy(deep + i, "{'':", 4);
    expect_bad_reply(deep);
}

/* ---- Leases, tokens, errors ------------------------------------------------------------------ */

static void expect_lease(enum store_lease_call kind, const char *body, bool good, int64_t ttl_s)
{
    struct etcd_cluster cluster = {.id = 7};
    struct store_lease lease = {.id = kind == STORE_GRANT ? 0 : 5, .ttl_s = 99};
    char *json = support_json(body, strlen(body));
    sortid_node_status status =
        sortid_node_etcd_read_lease(&lease, &cluster, kind, json, strlen(body));
    free(json);
    EXPECT(status == (good ? SORTID_NODE_OK : SORTID_NODE_BAD_REPLY), "%d %s", (int)kind, body);
    EXPECT(lease.id == (good || kind != STORE_GRANT ? 5 : 0) && lease.ttl_s == (good ? ttl_s : 99),
           "%d %s: %jd s", (int)kind, body, (intmax_t)lease.ttl_s);
}

TEST(leases)
{
    expect_lease(STORE_GRANT, "{" HEADER ",'ID':'5','TTL':'15'}", true, 15);
    expect_lease(STORE_GRANT, "{" HEADER ",'ID':'5'}", false, 0);
    expect_lease(STORE_GRANT, "{" HEADER ",'TTL':'15'}", false, 0);
    expect_lease(STORE_GRANT, "{" HEADER ",'ID':'-5','TTL':'15'}", false, 0);
    expect_lease(STORE_GRANT, "{'ID':'5','TTL':'15'}", false, 0);
    expect_lease(STORE_GRANT, "{'result':{" HEADER ",'ID':'5','TTL':'15'}}", false, 0);
    expect_lease(STORE_KEEP_ALIVE, "{'result':{" HEADER ",'ID':'5','TTL':'15'}}\n", true, 15);
    expect_lease(STORE_KEEP_ALIVE, "{'result':{" HEADER ",'ID':'5'}}", true, 0);
    expect_lease(STORE_KEEP_ALIVE, "{'result':{" HEADER ",'ID':'5','TTL':'-1'}}", false, 0);
    expect_lease(STORE_KEEP_ALIVE, "{'result':{'ID':'5','TTL':'15'}}", false, 0);
    expect_lease(STORE_KEEP_ALIVE, "{'result':[]}", false, 0);
    expect_lease(STORE_KEEP_ALIVE, "{" HEADER ",'ID':'5','TTL':'15'}", false, 0);
    expect_lease(STORE_KEEP_ALIVE, "{}", false, 0);
    expect_lease(STORE_TIME_LEFT, "{" HEADER ",'ID':'5','TTL':'-1'}", true, -1);
    expect_lease(STORE_TIME_LEFT, "{" HEADER ",'ID':'5'}", true, 0);
    expect_lease(STORE_TIME_LEFT, "{" HEADER ",'ID':'5','TTL':'-2'}", false, 0);
    expect_lease(STORE_TIME_LEFT, "{" HEADER ",'ID':'6','TTL':'15'}", false, 0);
    expect_lease(STORE_REVOKE, "{" HEADER "}", true, 99);
    expect_lease(STORE_REVOKE, "{}", false, 0);
}

static void expect_token(const char *body, const char *expected)
{
    char *token = NULL, *json = support_json(body, strlen(body));
    sortid_node_status status = sortid_node_etcd_read_token(&token, json, strlen(body));
    EXPECT(status == (expected != NULL ? SORTID_NODE_OK : SORTID_NODE_BAD_REPLY), "%s", body);
    if (expected != NULL)
        assert_string_equal(token, expected);
    free(json);
    free(token);
}

TEST(tokens)
{
    expect_token("{'token':'abc.1'}", "abc.1");
    expect_token("{'token':''}", NULL);
    expect_token("{'token':'a\\r\\nX-Other: 1'}", NULL);
    expect_token("{'token':'a b'}", NULL);
    expect_token("{'token':'\xc3\xa4'}", NULL);
    expect_token("{'token':7}", NULL);
    expect_token("{}", NULL);
    expect_token("[]", NULL);
}

static void expect_error(const char *body, int code, const char *expected)
{
    int got = 99;
    char *message = NULL, *json = support_json(body, strlen(body));
    sortid_node_status status = sortid_node_etcd_read_error(&got, &message, json, strlen(body));
    EXPECT(status == (expected != NULL ? SORTID_NODE_OK : SORTID_NODE_BAD_REPLY), "%s", body);
    if (expected != NULL) {
        EXPECT(got == code, "%s: code %d", body, got);
        assert_string_equal(message, expected);
    }
    free(json);
    free(message);
}

TEST(errors)
{
    expect_error("{'error':'e','message':'m','code':5}", 5, "m");
    expect_error("{'error':'e'}", 0, "e");
    expect_error("{'message':'m','code':16,'details':[]}", 16, "m");
    expect_error("{'error':{'grpc_code':14,'http_code':503,'message':'m'}}", 14, "m");
    expect_error("{'error':'e','code':-5}", 0, "e");
    expect_error("{'error':'e','code':4294967301}", 0, "e"); /* 2^32 + 5 */
    expect_error("{'error':'e','code':'5'}", 0, "e");
    expect_error("{'error':{}}", 0, NULL);
    expect_error("{'error':7}", 0, NULL);
    expect_error("{}", 0, NULL);
    expect_error("<html>", 0, NULL);
}

CASES_MAIN(NULL, NULL)
