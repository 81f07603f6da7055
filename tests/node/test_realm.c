/* SPDX-License-Identifier: MIT */
/* test_realm.c: pools and their text, which ids exclude each other, keys and values of a realm in
 * etcd: written, read back, and refused if another program wrote them. */
#include "../support/cases.h"
#include "node/realm.h"

static sortid_node_pool pool_of(const char *text)
{
    sortid_node_pool pool;
    sortid_node_error error;
    EXPECT(sortid_node_pool_parse(&pool, text, strlen(text), &error) == SORTID_NODE_OK, "%s: %s",
           text, error.text);
    return pool;
}

/* ---- Pools ---------------------------------------------------------------------------------- */

TEST(pool_text)
{
    static const struct {
        const char *text, *name;
        uint32_t first, last, size;
    } cases[] = {{"hot=0x0-0x7/4", "hot", 0, 7, 4}, {"c.o_l-d=128-255/8", "c.o_l-d", 128, 255, 8},
                 {"one=0X2a/8", "one", 42, 42, 8},  {"b=0xB0-0xbF/8", "b", 0xb0, 0xbf, 8},
                 {"z=0/1", "z", 0, 0, 1},           {"all=0-8388607/23", "all", 0, 8388607, 23},
                 {"lead=007-08/4", "lead", 7, 8, 4}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        sortid_node_pool pool = pool_of(cases[i].text);
        assert_string_equal(pool.name, cases[i].name);
        assert_int_equal(pool.first, cases[i].first);
        assert_int_equal(pool.last, cases[i].last);
        assert_int_equal(pool.size, cases[i].size);
    }
}

TEST(pool_text_refused)
{
    static const char *const texts[] = {
        "",
        "p",
        "p=",
        "=0-1/4",
        "p=0-1",
        "p=0-1/",
        "p=-1/4",
        "p=0-/4",
        "p=0-1/0",
        "p=0-1/24",
        "p=8-3/4",
        "p=0-16/4",
        "p=16/4",
        "p=0x/4",
        "p=0-1/4 ",
        " p=0-1/4",
        "p=0 -1/4",
        "p=a-f/4",
        ".p=0-1/4",
        "p/q=0-1/4",
        "p=+1/4",
        "p=0-1/0x4",
        "p=1/4/4",
        "p=0-1-2/4",
        "\xc3=0/4",
        "p=4294967296/23",
        "p=0-99999999999999999999/23",
        "p=0x100000000/23",
        "p==0/4",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=0-1/4"};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        sortid_node_pool pool, before;
        sortid_node_error error = {.text = ""};
        memset(&pool, 0xa5, sizeof pool);
        memset(&before, 0xa5, sizeof before);
        EXPECT(sortid_node_pool_parse(&pool, texts[i], strlen(texts[i]), &error) ==
                   SORTID_NODE_BAD_OPTION,
               "\"%s\" is read", texts[i]);
        assert_memory_equal(&pool, &before, sizeof pool);
        EXPECT(error.text[0] != '\0', "\"%s\": no message", texts[i]);
        assert_int_equal(sortid_node_pool_parse(&pool, texts[i], strlen(texts[i]), NULL),
                         SORTID_NODE_BAD_OPTION);
    }
}

/* Bytes after the length are not read, a NUL does not end the text, and a text is never longer than
 * that of a pool. */
TEST(pool_text_length)
{
    sortid_node_pool pool;
    char zeros[200];
    memset(zeros, '0', sizeof zeros);
    memcpy(zeros, "p=", 2);
    memcpy(zeros + 198, "/1", 2);
    assert_int_equal(sortid_node_pool_parse(&pool, "p=0-1/45", 7, NULL), SORTID_NODE_OK);
    assert_int_equal(pool.size, 4);
    assert_int_equal(sortid_node_pool_parse(&pool, "p=0-1/4\0005", 9, NULL),
                     SORTID_NODE_BAD_OPTION);
    assert_int_equal(sortid_node_pool_parse(&pool, "p=0-1/4\0", 8, NULL), SORTID_NODE_BAD_OPTION);
    assert_int_equal(sortid_node_pool_parse(&pool, zeros, sizeof zeros, NULL),
                     SORTID_NODE_BAD_OPTION);
    for (size_t i = 0; i < COUNT_OF(pool.reserved); i++)
        assert_int_equal(pool.reserved[i], 0);
}

/* Compared with the bits of each id. */
static bool share_by_bits(const sortid_node_pool *a, const sortid_node_pool *b)
{
    for (uint32_t x = a->first; x <= a->last; x++)
        for (uint32_t y = b->first; y <= b->last; y++) {
            uint32_t size = a->size < b->size ? a->size : b->size;
            if (x >> (a->size - size) == y >> (b->size - size))
                return true;
        }
    return false;
}

TEST(exclusion)
{
    unsigned shared = 0;
    for (unsigned i = 0; i < 20000; i++) {
        sortid_node_pool pools[2];
        for (size_t j = 0; j < 2; j++) {
            pools[j].size = (uint32_t)support_below(6) + 1;
            pools[j].first = (uint32_t)support_below(UINT64_C(1) << pools[j].size);
            pools[j].last =
                pools[j].first + (uint32_t)support_below((1U << pools[j].size) - pools[j].first);
        }
        bool share = share_by_bits(&pools[0], &pools[1]);
        shared += share;
        assert_int_equal(sortid_node_realm_pools_exclude(&pools[0], &pools[1]), !share);
    }
    EXPECT(shared > 1000 && shared < 19000, "%u of 20000 pairs share ids", shared);
}

TEST(add_pools)
{
    sortid_node_realm realm = {.pool_count = 0};
    const sortid_node_pool first[] = {pool_of("hot=0-7/4"), pool_of("cold=128-255/8")};
    const sortid_node_pool again[] = {pool_of("cold=128-255/8"), pool_of("new=8-9/5")};
    const sortid_node_pool other = pool_of("hot=0-6/4"), overlap = pool_of("x=0x7f/8");
    const sortid_node_pool twins[] = {pool_of("a=30/5"), pool_of("b=0x3d/6")};
    sortid_node_pool bad = pool_of("bad=31/5");
    sortid_node_error error;
    assert_int_equal(sortid_node_realm_add_pools(&realm, first, 2, &error), SORTID_NODE_OK);
    assert_int_equal(sortid_node_realm_add_pools(&realm, first, 2, &error), SORTID_NODE_OK);
    assert_int_equal(realm.pool_count, 2);
    // 8/5 is the id 4/4, of hot, with one more bit
    assert_int_equal(sortid_node_realm_add_pools(&realm, again, 2, &error),
                     SORTID_NODE_REALM_DIFFERS);
    assert_string_equal(
        error.text, "pools hot and new share ids, or one has the first bits of an id of the other: "
                    "choose other ids");
    assert_int_equal(sortid_node_realm_add_pools(&realm, &other, 1, &error),
                     SORTID_NODE_REALM_DIFFERS);
    assert_string_equal(
        error.text,
        "pool hot has other ids, 0x0-0x7/4: sortid node pool grow and shrink change them");
    assert_int_equal(sortid_node_realm_add_pools(&realm, &overlap, 1, &error),
                     SORTID_NODE_REALM_DIFFERS);
    assert_int_equal(sortid_node_realm_add_pools(&realm, twins, 2, &error),
                     SORTID_NODE_REALM_DIFFERS);
    bad.last = 32;
    assert_int_equal(sortid_node_realm_add_pools(&realm, &bad, 1, &error), SORTID_NODE_BAD_OPTION);
    bad = (sortid_node_pool){.size = 5};
    assert_int_equal(sortid_node_realm_add_pools(&realm, &bad, 1, &error), SORTID_NODE_BAD_OPTION);
    memset(bad.name, 'a', sizeof bad.name);
    assert_int_equal(sortid_node_realm_add_pools(&realm, &bad, 1, &error), SORTID_NODE_BAD_OPTION);
    assert_int_equal(realm.pool_count, 2);
    assert_ptr_equal(sortid_node_realm_find_pool(&realm, "cold"), &realm.pools[1]);
    assert_null(sortid_node_realm_find_pool(&realm, "col"));
    sortid_node_realm_free(&realm);
}

TEST(most_pools)
{
    sortid_node_realm realm = {.pool_count = 0};
    sortid_node_pool pools[REALM_MAX_POOLS + 1];
    memset(pools, 0, sizeof pools);
    for (uint32_t i = 0; i < COUNT_OF(pools); i++) {
        snprintf(pools[i].name, sizeof pools[i].name, "p%u", (unsigned)i);
        pools[i].size = 10;
        pools[i].first = pools[i].last = i;
    }
    assert_int_equal(sortid_node_realm_add_pools(&realm, pools, 257, NULL), SORTID_NODE_BAD_OPTION);
    assert_int_equal(sortid_node_realm_add_pools(&realm, pools, 256, NULL), SORTID_NODE_OK);
    assert_int_equal(sortid_node_realm_add_pools(&realm, pools, 256, NULL), SORTID_NODE_OK);
    assert_int_equal(sortid_node_realm_add_pools(&realm, &pools[256], 1, NULL),
                     SORTID_NODE_BAD_OPTION);
    assert_int_equal(realm.pool_count, 256);
    sortid_node_realm_free(&realm);
}

/* ---- Keys ----------------------------------------------------------------------------------- */

TEST(keys)
{
    char key[KEY_SIZE];
    uint32_t id, size;
    const sortid_node_pool range = pool_of("p=0x1a-0x2b/8");
    sortid_node_realm_key(key, "r.1");
    assert_string_equal(key, "sortid/r.1/realm");
    sortid_node_realm_id_key(key, "r.1", KEY_HOLDER, 0x7fffff, 23);
    assert_string_equal(key, "sortid/r.1/holder/23/7fffff");
    const struct key_range part = sortid_node_realm_range_keys("r", KEY_ID, &range);
    assert_string_equal(part.first, "sortid/r/id/08/00001a");
    for (uint32_t i = 0; i < 256; i++) {
        char one[KEY_SIZE];
        sortid_node_realm_id_key(one, "r", KEY_ID, i, 8);
        bool in = strcmp(one, part.first) >= 0 && strcmp(one, part.end) < 0;
        assert_int_equal(in, i >= 0x1a && i <= 0x2b);
        assert_true(sortid_node_realm_id_of_key(&id, &size, one));
        assert_int_equal(id, i);
        assert_int_equal(size, 8);
    }
    const struct key_range all = sortid_node_realm_all_keys("r", KEY_ID);
    assert_true(strcmp("sortid/r/id/01/000000", all.first) > 0 &&
                strcmp("sortid/r/id/23/7fffff", all.end) < 0);
    assert_true(strcmp("sortid/r/holder/23/7fffff", all.first) < 0 &&
                strcmp("sortid/r/realm", all.end) > 0);
}

TEST(keys_refused)
{
    static const char *const keys[] = {"",
                                       "sortid/r/id/08/0000f",
                                       "sortid/r/id/08/0000fg",
                                       "sortid/r/id/08/0000FF",
                                       "sortid/r/id/08/000100",
                                       "sortid/r/id/24/000000",
                                       "sortid/r/id/00/000000",
                                       "sortid/r/id/0a/000000",
                                       "sortid/r/id/08-000000",
                                       "sortid/r/id/08/00000 ",
                                       "/08/00000"};
    uint32_t id, size;
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        EXPECT(!sortid_node_realm_id_of_key(&id, &size, keys[i]), "%s is read", keys[i]);
}

#define TOKEN "0123456789abcdef0123456789abcdef"

/* ---- Values --------------------------------------------------------------------------------- */

/* JSON is written with ' instead of " here: see support_json. */
static void expect_json(const char *text, const char *expected)
{
    char *json = support_json(expected, strlen(expected));
    assert_string_equal(text, json);
    free(json);
}

TEST(realm_value)
{
    sortid_node_realm realm = {.floor = UINT64_C(282429536480),
                               .max_ahead_ms = 600000,
                               .max_quarantine_ms = 3600000,
                               .incarnation = TOKEN,
                               .store = "etcd 1"},
                      read;
    const sortid_node_pool pools[] = {pool_of("hot=0-7/4"), pool_of("cold=128-255/8")};
    assert_int_equal(sortid_node_realm_add_pools(&realm, pools, 2, NULL), SORTID_NODE_OK);
    char *text = sortid_node_realm_print(&realm, TOKEN);
    expect_json(text, "{'version':2,'floor':282429536480,'maxAheadMs':600000,"
                      "'maxQuarantineMs':3600000,'incarnation':'" TOKEN "','store':'etcd 1',"
                      "'nonce':'" TOKEN "','pools':["
                      "{'name':'hot','first':0,'last':7,'size':4},"
                      "{'name':'cold','first':128,'last':255,'size':8}]}");
    assert_true(sortid_node_realm_read(&read, "r", text));
    assert_string_equal(read.name, "r");
    assert_int_equal(read.floor, realm.floor);
    assert_int_equal(read.max_ahead_ms, 600000);
    assert_int_equal(read.max_quarantine_ms, 3600000);
    assert_string_equal(read.incarnation, TOKEN);
    assert_string_equal(read.store, "etcd 1");
    assert_int_equal(read.pool_count, 2);
    assert_memory_equal(read.pools, realm.pools, 2 * sizeof *realm.pools);
    assert_false(sortid_node_realm_read(&read, "r/", text));
    free(text);
    sortid_node_realm_free(&read);
    sortid_node_realm_free(&realm);
}

/* Whether the first `length` bytes of a text are read. */
static bool is_realm(const char *text, size_t length)
{
    sortid_node_realm realm = {.pool_count = 0};
    char *json = support_json(text, length);
    bool good = sortid_node_realm_read(&realm, "r", json);
    free(json);
    sortid_node_realm_free(&realm);
    return good;
}

TEST(realm_value_refused)
{
#define REST ",'maxAheadMs':600000,'maxQuarantineMs':0,'incarnation':'','store':'s','floor':"
#define POOL "{'name':'p','first':0,'last':7,'size':4}"
    static const char *const values[] = {
        "",
        "{}",
        "[]",
        "1",
        "null",
        "{'version':2" REST "0,'pools':[" POOL "]} x",
        "{'version':1,'floor':0,'pools':[" POOL "]}",
        "{'version':3" REST "0,'pools':[" POOL "]}",
        "{'version':2,'floor':0,'pools':[" POOL "]}",
        "{'version':'2'" REST "0,'pools':[" POOL "]}",
        "{'version':2" REST "-1,'pools':[" POOL "]}",
        "{'version':2" REST "1.5,'pools':[" POOL "]}",
        "{'version':2" REST "9007199254740992,'pools':[" POOL "]}",
        "{'version':2" REST "0}",
        "{'version':2" REST "0,'pools':{}}",
        "{'version':2" REST "0,'pools':[1]}",
        "{'version':2" REST "0,'pools':[" POOL "," POOL "]}",
        "{'version':2,'version':2" REST "0,'pools':[" POOL "]}",
        "{'version':2" REST "0,'pools':[{'name':'p','first':8,'last':7,'size':4}]}",
        "{'version':2" REST "0,'pools':[{'name':'p/','first':0,'last':7,'size':4}]}",
        "{'version':2" REST "0,'pools':[{'name':'p','first':0,'last':4294967296,'size':4}]}"};
    static const char good[] = "{'version':2" REST "0,'pools':[" POOL "],'more':[]}";
    for (size_t i = 0; i < COUNT_OF(values); i++)
        EXPECT(!is_realm(values[i], strlen(values[i])), "%s is read", values[i]);
    assert_true(is_realm(good, strlen(good)));
    for (size_t length = 0; length < strlen(good); length++)
        EXPECT(!is_realm(good, length), "%zu bytes are read", length);
}

TEST(id_value)
{
    struct id_record read;
    const struct id_record record = {.bound = 6640625000,
                                     .clean = true,
                                     .nonce = TOKEN,
                                     .quarantine_ms = 3600000,
                                     .token = TOKEN,
                                     .label = "a \"host\" \\ 1"};
    char *text = sortid_node_realm_print_id(&record);
    expect_json(text, "{'bound':6640625000,'clean':true,'quarantineMs':3600000,'token':'" TOKEN
                      "','nonce':'" TOKEN "','label':'a \\'host\\' \\\\ 1'}");
    assert_true(sortid_node_realm_read_id(&read, text));
    assert_int_equal(read.bound, record.bound);
    assert_true(read.clean);
    assert_int_equal(read.quarantine_ms, record.quarantine_ms);
    assert_string_equal(read.token, record.token);
    assert_string_equal(read.label, record.label);
    free(text);
    static const char *const refused[] = {
        "",
        "{}",
        "{'bound':1,'clean':1,'quarantineMs':0,'token':'','nonce':'','label':''}",
        "{'bound':1,'clean':true,'quarantineMs':-1,'token':'','nonce':'','label':''}",
        "{'bound':1,'clean':true,'quarantineMs':0,'token':'x','nonce':'','label':''}",
        "{'bound':1,'clean':true,'quarantineMs':0,'token':'','nonce':'','label':'\\u0007'}",
        "{'bound':1,'clean':true,'quarantineMs':0,'token':'','nonce':'','label':'\\u00e9'}",
        "{'bound':1,'clean':true,'quarantineMs':0,'token':'','nonce':''}",
        "{'bound':1,'clean':true,'quarantineMs':0,'token':'','label':''}",
        "{'bound':-1,'clean':true,'quarantineMs':0,'token':'','nonce':'','label':''}",
        "{'bound':'1','clean':true,'quarantineMs':0,'token':'','nonce':'','label':''}",
        "{'bound':99999999999999,'clean':true,'quarantineMs':0,'token':'','nonce':'','label':''}"};
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        char *json = support_json(refused[i], strlen(refused[i]));
        EXPECT(!sortid_node_realm_read_id(&read, json), "%s is read", json);
        free(json);
    }
}

TEST(holder_value)
{
    struct holder_record read;
    const struct holder_record record = {.token = TOKEN, .since_ms = 1700000000000, .label = "l"};
    char *text = sortid_node_realm_print_holder(&record);
    expect_json(text, "{'token':'" TOKEN "','sinceMs':1700000000000,'label':'l'}");
    assert_true(sortid_node_realm_read_holder(&read, text));
    assert_string_equal(read.token, TOKEN);
    assert_int_equal(read.since_ms, record.since_ms);
    free(text);
    static const char *const refused[] = {"",
                                          "{}",
                                          "{'token':'','sinceMs':1,'label':''}",
                                          "{'token':'" TOKEN "0','sinceMs':1,'label':''}",
                                          "{'token':'" TOKEN "','sinceMs':-1,'label':''}",
                                          "{'token':'" TOKEN "','label':''}"};
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        char *json = support_json(refused[i], strlen(refused[i]));
        EXPECT(!sortid_node_realm_read_holder(&read, json), "%s is read", json);
        free(json);
    }
}

CASES_MAIN(NULL, NULL)
