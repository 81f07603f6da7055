/* SPDX-License-Identifier: MIT */
/* test_etcd_users.c: node/etcd.c with a user and a password, and with certificates of both
 * sides. */
#include "client.h"
#include "server.h"

/* The server of a test, with TLS or without. */
static struct servers *servers;

#define TEST_OF(name, tls) TEST_AROUND(name, begin(tls), servers_end(servers))

static void begin(bool tls)
{
    SERVERS_NEEDED();
    servers = servers_start(1, tls);
}

/* A client that opened its connection before there were users logs in. Tokens are in the server's
 * memory: after a restart the client's token is unknown. Who has access to what is in
 * etcd/access.sh. */
TEST_OF(users, false)
{
    sortid_node_client_options options = client_options(servers->endpoints, PATIENT_MS);
    options.user = "ann";
    options.password = "pa55";
    struct store *etcd = client_open_with(&options);
    EXPECT_NODE(client_put(etcd, "a", "x"), OK); /* nobody asks */
    servers_order(servers, "users ann pa55");
    EXPECT_NODE(client_put(etcd, "sortid/a", "x"), OK);
    EXPECT_NODE(client_put(etcd, "other", "x"), DENIED);
    servers_order(servers, "kill 0");
    servers_order(servers, "restart 0");
    EXPECT_NODE(client_put(etcd, "sortid/b", "x"), OK);
    client_close(etcd);
}

/* ---- Certificates ---------------------------------------------------------------------------- */

/* The errors of a client whose certificate the server refuses. Usually the client reads the
 * server's reason. The server sends it after the handshake and closes the connection, so it can be
 * lost while the client still writes: then the error names the possible cause. */
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
        client_expect(status, expected == LET_IN ? SORTID_NODE_OK : SORTID_NODE_DENIED, PLACE);
}

/* Options with files of the server's folder; NULL: without the file. They last until the next
 * call. */
static sortid_node_client_options with_files(const char *url, const char *ca, const char *client)
{
    static char ca_file[256], cert_file[256], key_file[256];
    sortid_node_client_options options = client_options(url, PATIENT_MS);
    snprintf(ca_file, sizeof ca_file, "%s/%s.pem", servers->folder, ca != NULL ? ca : "");
    snprintf(cert_file, sizeof cert_file, "%s/%s.pem", servers->folder, client ? client : "");
    snprintf(key_file, sizeof key_file, "%s/%s.key", servers->folder, client ? client : "");
    options.ca_file = ca != NULL ? ca_file : NULL;
    options.cert_file = client != NULL ? cert_file : NULL;
    options.key_file = client != NULL ? key_file : NULL;
    return options;
}

static void expect_tls(const char *ca, const char *client, enum answer expected)
{
    sortid_node_client_options options = with_files(servers->endpoints, ca, client);
    if (expected == REFUSED) /* it repeats a request for which a connection was lost until then */
        options.timeout_ms = 20000;
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
        sortid_node_status status = client_put(etcd, "a", "x");
        EXPECT(status == SORTID_NODE_UNREACHABLE || status == SORTID_NODE_BAD_REPLY ||
                   status == SORTID_NODE_DENIED,
               "%s: status %d", url, (int)status);
        client_check_error(url);
        answered = strstr(error.text, "timed out") == NULL;
        client_close(etcd);
    }
    EXPECT(answered, "%s", error.text);
}

TEST_OF(certificates, true)
{
    expect_tls("ca", "client", LET_IN);
    expect_tls("ca", NULL, REFUSED);
    expect_tls("ca", "stranger", REFUSED);
    expect_tls("stranger", "client", DENIED);
    expect_tls(NULL, "client", DENIED);

    char plain[64];
    snprintf(plain, sizeof plain, "http%s", servers->endpoints + 5);
    expect_no_talk(plain);
}

/* Everything is right except the host name, which the certificate lacks. */
TEST_OF(another_name, true)
{
    char url[64];
    snprintf(url, sizeof url, "https://localhost:%u", servers->port);
    const sortid_node_client_options options = with_files(url, "ca", "client");
    struct store *etcd = client_open_with(&options);
    EXPECT_NODE(client_put(etcd, "a", "x"), DENIED);
    EXPECT_WORDS("localhost");
    client_close(etcd);
}

/* etcd's gateway refuses the certificate of a client that has a name, once there are users. */
TEST_OF(named_certificate, true)
{
    servers_order(servers, "users me secret");
    for (unsigned nameless = 0; nameless < 2; nameless++) {
        sortid_node_client_options options =
            with_files(servers->endpoints, "ca", nameless ? "nameless" : "client");
        options.user = "me";
        options.password = "secret";
        struct store *etcd = client_open_with(&options);
        EXPECT_NODE_IS(client_put(etcd, "sortid/a", "x"),
                       nameless ? SORTID_NODE_OK : SORTID_NODE_DENIED);
        EXPECT(nameless || strstr(error.text, "\"CommonName of client") != NULL, "%s", error.text);
        EXPECT(nameless || strstr(error.text, "without CN") != NULL, "%s", error.text);
        client_close(etcd);
    }
}

TEST_OF(tls_to_a_plain_server, false)
{
    char url[64];
    snprintf(url, sizeof url, "https%s", servers->endpoints + 4);
    expect_no_talk(url);
}

CASES_MAIN(NULL, NULL)
