/* SPDX-License-Identifier: MIT */
/* node/etcd.c: see store.h. Clients of etcd, and their calls: each is one request, which rounds.h
 * tries at the endpoints, with a login if etcd wants one. From the bottom up: a request, a try, the
 * call; then the calls of a store. */
#include "endpoints.h"
#include "etcd_json.h"
#include "fail.h"
#include "http.h"
#include "platform.h"
#include "rounds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_SIZE 96 /* of a reply that is not JSON */

struct etcd {
    struct rounds rounds; /* first: see rounds.h */
    struct endpoints endpoints;
    struct http *http;
    char *user, *password; /* NULL: none */
    char *token;           /* NULL: none yet */
    struct etcd_cluster cluster;
};

struct call {
    struct attempt attempt; /* first: see rounds.h */
    const char *path;
    const char *body;
    const struct store_transaction *transaction; /* NULL: a call on a lease */
    struct store_reply *reply;
    enum store_lease_call kind;
    struct store_lease lease;

    /* Of the last try. */
    struct http_answer answer;
    int code; /* gRPC's, of an error of etcd; else 0 */
};

/* The gRPC codes that are used. */
enum {
    CALL_NOT_FOUND = 5,
    CALL_PERMISSION = 7,
    CALL_EXHAUSTED = 8,
    CALL_PRECONDITION = 9,
    CALL_UNAUTHENTICATED = 16
};

/* ---- One request to one endpoint ------------------------------------------------------------- */

/* Posts within the time that is left. Returns also replies other than 200. */
static sortid_node_status post(struct http_answer *answer, struct etcd *etcd, const char *endpoint,
                               const char *path, struct http_request *request, uint64_t end_ms)
{
    char url[ENDPOINTS_URL_SIZE + 64];
    uint32_t left = sortid_node_platform_left_ms(end_ms);
    *answer = (struct http_answer){.why = "no answer in time"};
    if (left == 0)
        return SORTID_NODE_UNREACHABLE;
    snprintf(url, sizeof url, "%s%s", endpoint, path);
    request->url = url;
    request->whole_ms = left;
    if (request->connect_ms > left)
        request->connect_ms = left;
    sortid_node_status status = sortid_node_http_post(answer, etcd->http, request);
    request->url = NULL;
    return status;
}

/* Fails with the server's message, unless that contains a secret. */
static sortid_node_status fail_saying(struct call *call, const struct etcd *etcd,
                                      sortid_node_status status, const char *endpoint,
                                      const char *words)
{
    if ((etcd->password != NULL && etcd->password[0] != '\0' &&
         strstr(words, etcd->password) != NULL) ||
        (etcd->token != NULL && strstr(words, etcd->token) != NULL))
        words = "an error whose text contains the password or the token";
    return sortid_node_fail(&call->attempt.error, status, "%s: %s", endpoint, words);
}

static bool has(const char *text, const char *words)
{
    return strstr(text, words) != NULL;
}

/* Whether another endpoint, or the same one later, may succeed. */
static bool is_passing(int code, const char *message)
{
    switch (code) {
    case 0:
    case 1:  /* canceled */
    case 2:  /* unknown */
    case 4:  /* deadline exceeded */
    case 13: /* internal */
    case 14: /* unavailable: no leader, timed out, stopped */
        return true;
    case CALL_EXHAUSTED:
        return !has(message, "space"); /* of the disk, else too many requests */
    default:
        return false;
    }
}

/* Whether etcd does not know the token (any more). */
static bool wants_login(int code, const char *message)
{
    return code == CALL_UNAUTHENTICATED || has(message, "invalid auth token") ||
           has(message, "user name is empty") || has(message, "auth store is old");
}

/* An error of etcd, or a reply that is not one. */
struct refusal {
    long http;              /* code */
    int code;               /* gRPC's; 0: none */
    char *message;          /* NULL: the reply is not JSON of etcd's */
    char words[WORDS_SIZE]; /* then its first line, cut */
};

/* Copies the first line that is not empty; other bytes than printable ones become spaces. */
static void copy_words(char words[WORDS_SIZE], const char *body)
{
    body += strspn(body, " \t\r\n");
    snprintf(words, WORDS_SIZE, "%.*s", (int)sooner(strcspn(body, "\r\n"), WORDS_SIZE), body);
    sortid_node_make_printable(words, ' ');
}

static sortid_node_status read_refusal(struct refusal *out, const struct http_answer *answer)
{
    *out = (struct refusal){.http = answer->code};
    sortid_node_status status =
        sortid_node_etcd_read_error(&out->code, &out->message, answer->body, answer->size);
    if (out->message == NULL)
        copy_words(out->words, answer->body);
    return status == SORTID_NODE_SYSTEM ? status : SORTID_NODE_OK;
}

/* A reply with an HTTP error that is not JSON of etcd's: of another server, or its HTTP server. */
static sortid_node_status fail_other(struct call *call, const struct etcd *etcd,
                                     const char *endpoint, const struct refusal *refusal)
{
    char text[WORDS_SIZE + 128];
    const char *advice = "check the endpoint";
    bool named = has(refusal->words, "CommonName of client");
    call->attempt.final = call->attempt.once || named;
    if (named)
        advice = "give this client a certificate without CN, and --user";
    else if (refusal->http == 404)
        advice = "start etcd with --enable-grpc-gateway, or check the endpoint";
    snprintf(text, sizeof text, "HTTP %ld%s%s%s; %s", refusal->http,
             refusal->words[0] != '\0' ? " \"" : "", refusal->words,
             refusal->words[0] != '\0' ? "\"" : "", advice);
    bool denied = named || refusal->http == 401 || refusal->http == 403;
    return fail_saying(call, etcd, denied ? SORTID_NODE_DENIED : SORTID_NODE_BAD_REPLY, endpoint,
                       text);
}

static sortid_node_status fail_refused(struct call *call, const struct etcd *etcd,
                                       const char *endpoint, const struct refusal *refusal)
{
    const char *message = refusal->message;
    bool denied = refusal->http == 401 || refusal->http == 403;
    if (message == NULL)
        return fail_other(call, etcd, endpoint, refusal);
    denied = denied || refusal->code == CALL_PERMISSION || wants_login(refusal->code, message);
    call->code = refusal->code;
    call->attempt.final = call->attempt.once || denied || !is_passing(refusal->code, message);
    return fail_saying(call, etcd, denied ? SORTID_NODE_DENIED : SORTID_NODE_STORE_FAILED, endpoint,
                       message);
}

/* ---- Users ----------------------------------------------------------------------------------- */

static sortid_node_status take_token(struct call *call, struct etcd *etcd, const char *endpoint,
                                     const struct http_answer *answer)
{
    sortid_node_status status =
        sortid_node_etcd_read_token(&etcd->token, answer->body, answer->size);
    if (status == SORTID_NODE_BAD_REPLY)
        return sortid_node_fail(&call->attempt.error, status,
                                "%s: the reply to the login has no token: check the endpoint",
                                endpoint);
    if (status != SORTID_NODE_OK)
        return sortid_node_fail_memory(&call->attempt.error);
    return status;
}

static sortid_node_status refuse_login(struct call *call, const struct etcd *etcd,
                                       const char *endpoint, const struct http_answer *answer)
{
    struct refusal refusal;
    sortid_node_status status = read_refusal(&refusal, answer);
    if (status != SORTID_NODE_OK)
        return sortid_node_fail_memory(&call->attempt.error);
    if (refusal.message != NULL && refusal.code == CALL_PRECONDITION &&
        has(refusal.message, "not enabled")) {
        status = SORTID_NODE_OK; /* the cluster has no authentication: continue without a token */
    } else {
        status = fail_refused(call, etcd, endpoint, &refusal);
        if (refusal.message != NULL && !is_passing(refusal.code, refusal.message)) {
            call->attempt.final = true;
            status = SORTID_NODE_DENIED;
        } else {
            call->attempt.final = false; /* the request itself was not sent */
        }
    }
    free(refusal.message);
    return status;
}

/* Gets a token, or learns that none is needed. */
static sortid_node_status log_in(struct call *call, struct etcd *etcd, const char *endpoint,
                                 uint64_t end_ms)
{
    struct http_answer answer;
    char *body = sortid_node_etcd_print_login(etcd->user, etcd->password);
    if (body == NULL)
        return sortid_node_fail_memory(&call->attempt.error);
    free(etcd->token);
    etcd->token = NULL;
    struct http_request request = {.body = body, .connect_ms = UINT32_MAX};
    sortid_node_status status =
        post(&answer, etcd, endpoint, "/v3/auth/authenticate", &request, end_ms);
    free(body);
    if (status != SORTID_NODE_OK)
        status = sortid_node_fail(&call->attempt.error, status, "%s: %s", endpoint, answer.why);
    else if (answer.code == 200)
        status = take_token(call, etcd, endpoint, &answer);
    else
        status = refuse_login(call, etcd, endpoint, &answer);
    sortid_node_http_answer_free(&answer);
    return status;
}

/* ---- One try --------------------------------------------------------------------------------- */

static sortid_node_status read_answer(struct call *call, struct etcd *etcd, const char *endpoint)
{
    const struct http_answer *answer = &call->answer;
    sortid_node_status status =
        call->transaction != NULL
            ? sortid_node_etcd_read_reply(call->reply, &etcd->cluster, call->transaction,
                                          answer->body, answer->size)
            : sortid_node_etcd_read_lease(&call->lease, &etcd->cluster, call->kind, answer->body,
                                          answer->size);
    call->attempt.final = call->attempt.once;
    if (status == SORTID_NODE_SYSTEM)
        return sortid_node_fail_memory(&call->attempt.error);
    if (status != SORTID_NODE_OK)
        return sortid_node_fail(
            &call->attempt.error, status, "%s: %s", endpoint,
            etcd->cluster.differs
                ? "the reply is from another cluster than replies before: check --store; after a "
                  "restore raise the bounds by sortid node init, then restart this program"
                : "the reply is not from etcd, or is damaged: check the endpoint");
    return status;
}

/* Sends the request with the current token. *unknown: etcd wants a login first. */
static sortid_node_status ask(struct call *call, struct etcd *etcd, const char *endpoint,
                              uint32_t share_ms, uint64_t end_ms, bool *unknown)
{
    struct http_request request = {.token = etcd->token,
                                   .body = call->body,
                                   .connect_ms = share_ms,
                                   .once = call->attempt.once};
    struct refusal refusal;
    sortid_node_http_answer_free(&call->answer);
    sortid_node_status status = post(&call->answer, etcd, endpoint, call->path, &request, end_ms);
    *unknown = false;
    if (status != SORTID_NODE_OK) {
        call->attempt.final = call->attempt.once && call->answer.sent;
        return sortid_node_fail(&call->attempt.error, status, "%s: %s", endpoint, call->answer.why);
    }
    if (call->answer.code == 200)
        return read_answer(call, etcd, endpoint);
    status = read_refusal(&refusal, &call->answer);
    if (status != SORTID_NODE_OK)
        return sortid_node_fail_memory(&call->attempt.error);
    *unknown = refusal.message != NULL && wants_login(refusal.code, refusal.message);
    status = fail_refused(call, etcd, endpoint, &refusal);
    free(refusal.message);
    return status;
}

/* Tries one endpoint, with a login if it wants one: once more, because tokens run out. */
static sortid_node_status try_one(struct attempt *attempt, struct rounds *rounds, size_t server,
                                  uint64_t share_end_ms)
{
    struct call *call = (struct call *)attempt; // its first member
    struct etcd *etcd = (struct etcd *)rounds;
    const char *endpoint = etcd->endpoints.urls[server];
    uint32_t share_ms = sortid_node_platform_left_ms(share_end_ms);
    uint64_t end_ms = attempt->once ? attempt->end_ms : share_end_ms;
    bool unknown = false, fresh = etcd->user != NULL && etcd->token == NULL;
    sortid_node_status status = SORTID_NODE_OK;
    call->code = 0;
    if (fresh)
        status = log_in(call, etcd, endpoint, end_ms);
    if (status == SORTID_NODE_OK)
        status = ask(call, etcd, endpoint, share_ms, end_ms, &unknown);
    if (!unknown || fresh || etcd->user == NULL)
        return status;
    call->attempt.final = false;
    status = log_in(call, etcd, endpoint, end_ms);
    return status == SORTID_NODE_OK ? ask(call, etcd, endpoint, share_ms, end_ms, &unknown)
                                    : status;
}

/* Runs the call with this body, which it frees; NULL is an error. */
static sortid_node_status run_call(struct call *call, struct etcd *etcd, char *body,
                                   sortid_node_error *error)
{
    if (body == NULL)
        return sortid_node_fail(error, SORTID_NODE_SYSTEM,
                                "no memory, or a text that JSON cannot represent");
    call->body = body;
    sortid_node_status status = sortid_node_rounds_run(&call->attempt, &etcd->rounds,
                                                       etcd->endpoints.count, try_one, error);
    sortid_node_http_answer_free(&call->answer);
    free(body);
    return status;
}

/* ---- Options and their state ----------------------------------------------------------------- */

static struct etcd *etcd_of(struct store *store)
{
    return (struct etcd *)store; // its first member
}

/* Also checks that JSON can represent them. */
static sortid_node_status copy_login(struct etcd *etcd, const sortid_node_client_options *options,
                                     sortid_node_error *error)
{
    if (options->user == NULL)
        return SORTID_NODE_OK;
    char *login = sortid_node_etcd_print_login(options->user, options->password);
    if (login == NULL)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION, "user and password must be UTF-8");
    free(login);
    etcd->user = strdup(options->user);
    etcd->password = strdup(options->password);
    if (etcd->user == NULL || etcd->password == NULL)
        return sortid_node_fail_memory(error);
    return SORTID_NODE_OK;
}

static void close_etcd(struct store *store)
{
    struct etcd *etcd = etcd_of(store);
    if (!sortid_node_rounds_close(&etcd->rounds))
        return;
    sortid_node_http_close(etcd->http);
    free(etcd->user);
    free(etcd->password);
    free(etcd->token);
    free(etcd);
}

/* etcd needs nothing before its first key. */
static sortid_node_status prepare(struct store *store, sortid_node_error *error)
{
    (void)store, (void)error;
    return SORTID_NODE_OK;
}

/* ---- The calls of a store -------------------------------------------------------------------- */

static sortid_node_status transact(struct store_reply *reply, struct store *store,
                                   const struct store_transaction *transaction, bool repeatable,
                                   sortid_node_error *error)
{
    struct call call = {.path = "/v3/kv/txn",
                        .attempt.once = !repeatable,
                        .transaction = transaction,
                        .reply = reply};
    sortid_node_status status =
        run_call(&call, etcd_of(store), sortid_node_etcd_print_transaction(transaction), error);
    if (status == SORTID_NODE_OK)
        reply->times = call.answer.times;
    return status;
}

/* An error of etcd that says that the lease does not exist is a result. */
static sortid_node_status lease(struct store_lease *out, struct store *store,
                                enum store_lease_call kind, sortid_node_error *error)
{
    static const char *const paths[] = {[STORE_GRANT] = "/v3/lease/grant",
                                        [STORE_KEEP_ALIVE] = "/v3/lease/keepalive",
                                        [STORE_TIME_LEFT] = "/v3/lease/timetolive",
                                        [STORE_REVOKE] = "/v3/lease/revoke"};
    struct call call = {.path = paths[kind], .kind = kind, .lease = *out};
    char *body = kind == STORE_GRANT ? sortid_node_etcd_print_grant(out->ttl_s)
                                     : sortid_node_etcd_print_lease(out->id);
    sortid_node_status status = run_call(&call, etcd_of(store), body, error);
    if (status == SORTID_NODE_STORE_FAILED && call.code == CALL_NOT_FOUND && kind != STORE_GRANT) {
        call.lease.ttl_s = kind == STORE_TIME_LEFT ? -1 : 0;
        status = SORTID_NODE_OK;
    }
    if (status == SORTID_NODE_OK) {
        *out = call.lease;
        out->times = call.answer.times;
    }
    return status;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static sortid_node_status fill(struct rounds *rounds, const sortid_node_client_options *options,
                               sortid_node_error *error)
{
    struct etcd *etcd = etcd_of(&rounds->store);
    sortid_node_status status = sortid_node_endpoints_read(&etcd->endpoints, options->store, error);
    if (status == SORTID_NODE_OK)
        status = copy_login(etcd, options, error);
    if (status == SORTID_NODE_OK)
        status = sortid_node_http_open(&etcd->http, options, error);
    if (status == SORTID_NODE_OK)
        rounds->good = (size_t)sortid_node_platform_below(etcd->endpoints.count);
    return status;
}

sortid_node_status sortid_node_etcd_open(struct store **out,
                                         const sortid_node_client_options *options,
                                         sortid_node_error *error)
{
    static const struct store_calls calls = {
        .close = close_etcd, .prepare = prepare, .transact = transact, .lease = lease};
    return sortid_node_rounds_open(out, sizeof(struct etcd), &calls, fill, options, error);
}
