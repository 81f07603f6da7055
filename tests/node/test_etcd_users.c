/* SPDX-License-Identifier: MIT */
/* test_etcd_users.c: node/etcd.c with users and passwords, and with certificates of both sides:
 * permitted users can log in, others get an error, and no password is disclosed. */
#include "client.h"
#include "server.h"

static sortid_node_error error;

static struct store *open_as(const struct servers *servers, const char *user, const char *password)
{
    sortid_node_client_options options = client_options(servers->endpoints, PATIENT_MS);
    options.user = user;
    options.password = password;
    return client_open_with(&options);
}

static void expect_put(const struct servers *servers, const char *user, const char *password,
                       const char *key, sortid_node_status expected)
{
    struct store *etcd = open_as(servers, user, password);
    EXPECT_NODE(client_put(etcd, key, "x", &error), expected, &error);
    EXPECT(strstr(error.text, "pa55") == NULL, "%s", error.text);
    client_close(etcd);
}

static void test_users(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    struct servers *servers = servers_start(1, false);
    struct store *early = open_as(servers, "ann", "pa55");
    EXPECT_NODE(client_put(early, "a", "x", &error), SORTID_NODE_OK, &error); /* nobody asks */
    servers_want_users(servers, "ann", "pa55");
    EXPECT_NODE(client_put(early, "sortid/a", "x", &error), SORTID_NODE_OK, &error);
    expect_put(servers, "ann", "pa55", "sortid/a", SORTID_NODE_OK);
    expect_put(servers, "ann", "pa55", "other", SORTID_NODE_DENIED);
    expect_put(servers, "ann", "pa55x", "sortid/a", SORTID_NODE_DENIED);
    expect_put(servers, "bob", "pa55", "sortid/a", SORTID_NODE_DENIED);
    expect_put(servers, "ann", "", "sortid/a", SORTID_NODE_DENIED);
    expect_put(servers, NULL, NULL, "sortid/a", SORTID_NODE_DENIED);
    EXPECT(strstr(error.text, "user name is empty") != NULL, "%s", error.text);

    /* Tokens are in the server's memory: after a restart the client's token is unknown. */
    servers_kill(servers, 0);
    servers_restart(servers, 0);
    EXPECT_NODE(client_put(early, "sortid/b", "x", &error), SORTID_NODE_OK, &error);
    client_close(early);
    servers_end(servers);
}

/* ---- Certificates --------------------------------------------------------------------------------------- */

/* The errors of a client whose certificate the server refuses. Usually the client reads the server's
 * reason. The server sends it after the handshake and closes the connection, so it can be lost while
 * the client still writes: then the error reports a broken connection and the possible cause. */
static bool is_refused(sortid_node_status status)
{
    return status == SORTID_NODE_DENIED ||
           (status == SORTID_NODE_UNREACHABLE &&
            strstr(error.text, "another client certificate") != NULL);
}

/* The result of a repeatable request, and of a single one. */
enum answer { LET_IN, DENIED, REFUSED };

static void expect_answer(struct store *etcd, enum answer expected, bool repeatable)
{
    struct store_operation put = {.kind = STORE_PUT, .key = "a", .value = "x"};
    sortid_node_status status = client_do(NULL, etcd, &put, repeatable, &error);
    if (status != SORTID_NODE_OK)
        print_message("%s\n", error.text);
    if (expected == REFUSED)
        EXPECT(is_refused(status), "status %d", (int)status);
    else
        EXPECT_NODE(status, expected == LET_IN ? SORTID_NODE_OK : SORTID_NODE_DENIED, &error);
}

/* A client with files of the servers' folder; NULL: without the file. */
static void expect_tls(const struct servers *servers, const char *ca, const char *client,
                       enum answer expected)
{
    char ca_file[256], cert_file[256], key_file[256];
    /* A client repeats a request for which a connection was lost until its timeout. */
    uint32_t timeout_ms = expected == REFUSED ? 20000 : PATIENT_MS;
    sortid_node_client_options options = client_options(servers->endpoints, timeout_ms);
    snprintf(ca_file, sizeof ca_file, "%s/%s.pem", servers->folder, ca != NULL ? ca : "");
    snprintf(cert_file, sizeof cert_file, "%s/%s.pem", servers->folder, client ? client : "");
    snprintf(key_file, sizeof key_file, "%s/%s.key", servers->folder, client ? client : "");
    options.ca_file = ca != NULL ? ca_file : NULL;
    options.cert_file = client != NULL ? cert_file : NULL;
    options.key_file = client != NULL ? key_file : NULL;
    struct store *etcd = client_open_with(&options);
    expect_answer(etcd, expected, true);
    expect_answer(etcd, expected, false);
    client_close(etcd);
}

/* http to an https server, and the reverse: the server closes the connection, or answers in its own
 * way. The client tries until its timeout and reports the first failure, which must not be the
 * timeout. */
static void expect_no_talk(const char *url)
{
    bool answered = false;
    for (uint32_t ms = 500; ms <= PATIENT_MS && !answered; ms *= 4) {
        struct store *etcd = client_open(url, ms);
        sortid_node_status status = client_put(etcd, "a", "x", &error);
        EXPECT(status == SORTID_NODE_UNREACHABLE || status == SORTID_NODE_BAD_REPLY ||
                   status == SORTID_NODE_DENIED,
               "%s: status %d", url, (int)status);
        client_check_error(&error, url);
        answered = strstr(error.text, "timed out") == NULL;
        client_close(etcd);
    }
    EXPECT(answered, "%s", error.text);
}

static void test_certificates(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    struct servers *servers = servers_start(1, true);
    expect_tls(servers, "ca", "client", LET_IN);
    expect_tls(servers, "ca", NULL, REFUSED);
    expect_tls(servers, "ca", "stranger", REFUSED);
    expect_tls(servers, "stranger", "client", DENIED);
    expect_tls(servers, NULL, "client", DENIED);

    char plain[64];
    snprintf(plain, sizeof plain, "http%s", servers->endpoints + 5);
    expect_no_talk(plain);
    servers_end(servers);
}

/* etcd's gateway refuses the certificate of a client that has a name, once there are users. */
static void test_named_certificate(void **state)
{
    char ca_file[256], cert_file[256], key_file[256];
    (void)state;
    SERVERS_NEEDED();
    struct servers *servers = servers_start(1, true);
    servers_want_users(servers, "me", "secret");
    snprintf(ca_file, sizeof ca_file, "%s/ca.pem", servers->folder);
    sortid_node_client_options options = client_options(servers->endpoints, PATIENT_MS);
    options.ca_file = ca_file;
    options.cert_file = cert_file;
    options.key_file = key_file;
    options.user = "me";
    options.password = "secret";
    for (unsigned nameless = 0; nameless < 2; nameless++) {
        const char *name = nameless ? "nameless" : "client";
        snprintf(cert_file, sizeof cert_file, "%s/%s.pem", servers->folder, name);
        snprintf(key_file, sizeof key_file, "%s/%s.key", servers->folder, name);
        struct store *etcd = client_open_with(&options);
        EXPECT_NODE(client_put(etcd, "sortid/a", "x", &error),
                    nameless ? SORTID_NODE_OK : SORTID_NODE_DENIED, &error);
        EXPECT(nameless || strstr(error.text, "\"CommonName of client") != NULL, "%s", error.text);
        EXPECT(nameless || strstr(error.text, "without CN") != NULL, "%s", error.text);
        client_close(etcd);
    }
    servers_end(servers);
}

/* Everything is right except the host name, which the certificate lacks. */
static void test_another_name(void **state)
{
    char url[64], ca_file[256], cert_file[256], key_file[256];
    (void)state;
    SERVERS_NEEDED();
    struct servers *servers = servers_start(1, true);
    snprintf(url, sizeof url, "https://localhost:%u", servers->ports[0]);
    snprintf(ca_file, sizeof ca_file, "%s/ca.pem", servers->folder);
    snprintf(cert_file, sizeof cert_file, "%s/client.pem", servers->folder);
    snprintf(key_file, sizeof key_file, "%s/client.key", servers->folder);
    sortid_node_client_options options = client_options(url, PATIENT_MS);
    options.ca_file = ca_file;
    options.cert_file = cert_file;
    options.key_file = key_file;
    struct store *etcd = client_open_with(&options);
    EXPECT_NODE(client_put(etcd, "a", "x", &error), SORTID_NODE_DENIED, &error);
    EXPECT(strstr(error.text, "localhost") != NULL, "%s", error.text);
    client_close(etcd);
    servers_end(servers);
}

static void test_tls_to_a_plain_server(void **state)
{
    char url[64];
    (void)state;
    SERVERS_NEEDED();
    struct servers *servers = servers_start(1, false);
    snprintf(url, sizeof url, "https%s", servers->endpoints + 4);
    expect_no_talk(url);
    servers_end(servers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_users),
        cmocka_unit_test(test_certificates),
        cmocka_unit_test(test_named_certificate),
        cmocka_unit_test(test_another_name),
        cmocka_unit_test(test_tls_to_a_plain_server),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
