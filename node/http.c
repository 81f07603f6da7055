/* SPDX-License-Identifier: MIT */
/* node/http.c: see http.h. One handle of libcurl keeps connections open between calls. If libcurl
 * sent nothing of a request, no server can have it. */
#include "http.h"

#include "fail.h"
#include "platform.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

struct http {
    CURL *curl;
    char error[CURL_ERROR_SIZE];

    /* Of the current call. */
    struct http_answer *answer;
    FILE *body; /* in memory: what was received */
    size_t size;
    bool too_large;
};

/* ---- What libcurl calls --------------------------------------------------------------------- */

/* A part of the reply's body. A return below its size ends the call. */
static size_t take(char *from, size_t one, size_t count, void *context)
{
    struct http *http = context;
    http->too_large = one * count > HTTP_LARGEST_BODY - http->size;
    http->size += http->too_large ? 0 : one * count;
    return http->too_large ? 0 : fwrite(from, 1, one * count, http->body);
}

/* One line of the reply's head. The Date of the last head counts: a time that was rounded down to a
 * second. */
static size_t take_header(char *line, size_t one, size_t count, void *context)
{
    struct http *http = context;
    struct store_times *times = &http->answer->times;
    size_t length = one * count;
    char date[64];
    if (length >= 5 && memcmp(line, "HTTP/", 5) == 0)
        times->earliest_ms = times->latest_ms = 0;
    if (length < 5 || length > sizeof date || strncasecmp(line, "date:", 5) != 0)
        return length;
    snprintf(date, sizeof date, "%.*s", (int)length - 5, line + 5);
    time_t seconds = curl_getdate(date, NULL); // -1: not a date
    times->earliest_ms = seconds > 0 ? (uint64_t)seconds * 1000 : 0;
    times->latest_ms = seconds > 0 ? times->earliest_ms + 999 : 0;
    return length;
}

/* A socket that executed programs do not inherit. */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    (void)context;
    (void)purpose;
#if defined(SOCK_CLOEXEC)
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
    int socket_ = socket(address->family, address->socktype, address->protocol);
    if (socket_ >= 0)
        fcntl(socket_, F_SETFD, FD_CLOEXEC);
    return socket_;
#endif
}

/* ---- Opening --------------------------------------------------------------------------------- */

static pthread_once_t curl_once = PTHREAD_ONCE_INIT;
static CURLcode curl_began;

static void begin_curl(void)
{
    curl_began = curl_global_init(CURL_GLOBAL_DEFAULT);
}

/* Options of libcurl take variable arguments, so each line is its own call. */
#define SET(option, value)                                                                         \
    do {                                                                                           \
        if (curl_easy_setopt(http->curl, option, value) != CURLE_OK)                               \
            return false;                                                                          \
    } while (0)

static bool set_callbacks(struct http *http)
{
    SET(CURLOPT_ERRORBUFFER, http->error);
    SET(CURLOPT_WRITEFUNCTION, take);
    SET(CURLOPT_WRITEDATA, http);
    SET(CURLOPT_HEADERFUNCTION, take_header);
    SET(CURLOPT_HEADERDATA, http);
    SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
    return true;
}

static bool set_manners(struct http *http)
{
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_NOPROGRESS, 1L);
    SET(CURLOPT_POST, 1L);
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_PROXY, "");
#if LIBCURL_VERSION_NUM >= 0x075500
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
#else
    SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    SET(CURLOPT_HTTP09_ALLOWED, 0L);
    SET(CURLOPT_TCP_KEEPALIVE, 1L);
    return true;
}

static bool set_certificates(struct http *http, const sortid_node_client_options *options)
{
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2); /* or later */
    SET(CURLOPT_SSL_VERIFYPEER, 1L);
    SET(CURLOPT_SSL_VERIFYHOST, 2L);
    if (options->ca_file != NULL) {
        SET(CURLOPT_CAINFO, options->ca_file);
        SET(CURLOPT_CAPATH, NULL); /* only ca_file */
    }
    if (options->cert_file != NULL) {
        SET(CURLOPT_SSLCERT, options->cert_file);
        SET(CURLOPT_SSLKEY, options->key_file);
    }
    return true;
}

static bool set_options(struct http *http, const sortid_node_client_options *options)
{
    return set_callbacks(http) && set_manners(http) && set_certificates(http, options);
}

sortid_node_status sortid_node_http_open(struct http **out,
                                         const sortid_node_client_options *options,
                                         sortid_node_error *error)
{
    if (pthread_once(&curl_once, begin_curl) != 0 || curl_began != CURLE_OK)
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "cannot initialize libcurl");
    struct http *http = calloc(1, sizeof *http);
    if (http != NULL)
        http->curl = curl_easy_init();
    if (http == NULL || http->curl == NULL || !set_options(http, options)) {
        if (http != NULL)
            curl_easy_cleanup(http->curl);
        free(http);
        return sortid_node_fail(error, SORTID_NODE_SYSTEM,
                                "libcurl: no memory, or this build of it lacks a feature");
    }
    *out = http;
    return SORTID_NODE_OK;
}

void sortid_node_http_close(struct http *http)
{
    if (http == NULL)
        return;
    curl_easy_cleanup(http->curl);
    free(http);
}

/* ---- One request ----------------------------------------------------------------------------- */

/* Whether TLS was refused, by either side, rather than the connection lost. In version 1.3 the
 * server reports a refusal of our certificate after the handshake, while we wait for data. */
static bool is_refusal(const struct http *http, CURLcode code)
{
    switch (code) {
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
        return true;
    case CURLE_SSL_CONNECT_ERROR:
        return strstr(http->error, "SYSCALL") == NULL && strstr(http->error, "reset") == NULL;
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
        return strstr(http->error, "alert") != NULL;
    default:
        return false;
    }
}

static sortid_node_status status_of(const struct http *http, CURLcode code)
{
    if (is_refusal(http, code))
        return SORTID_NODE_DENIED;
    switch (code) {
    case CURLE_OK:
        return SORTID_NODE_OK;
    case CURLE_OUT_OF_MEMORY:
        return SORTID_NODE_SYSTEM;
    case CURLE_WRITE_ERROR:
        return http->too_large ? SORTID_NODE_BAD_REPLY : SORTID_NODE_SYSTEM;
    case CURLE_UNSUPPORTED_PROTOCOL: /* HTTP 0.9, or not HTTP */
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING:
        return SORTID_NODE_BAD_REPLY;
    default:
        return SORTID_NODE_UNREACHABLE;
    }
}

/* Whether a new connection ended after its handshake. In version 1.3 the handshake ends before the
 * server checks our certificate, and its alert is lost if we are still writing when it closes. */
static bool may_be_refusal(const struct http *http, CURLcode code)
{
    long connections = 0;
    curl_off_t shaken_us = 0; /* 0: without TLS, or not yet */
    curl_easy_getinfo(http->curl, CURLINFO_NUM_CONNECTS, &connections);
    curl_easy_getinfo(http->curl, CURLINFO_APPCONNECT_TIME_T, &shaken_us);
    return connections > 0 && shaken_us > 0 &&
           (code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR || code == CURLE_GOT_NOTHING);
}

/* What failed: the system's error of the connection, else libcurl's message for this call, else its
 * text for the code. */
static void say_why(struct http *http, CURLcode code)
{
    bool refused = !is_refusal(http, code) && may_be_refusal(http, code);
    const char *perhaps = refused ? "; the server may want another client certificate" : "";
    long number = 0;
    const char *why = http->error[0] != '\0' ? http->error : curl_easy_strerror(code);
    curl_easy_getinfo(http->curl, CURLINFO_OS_ERRNO, &number);
    if (code == CURLE_COULDNT_CONNECT && number > 0 && number <= INT_MAX)
        why = strerror((int)number);
    if (code == CURLE_UNSUPPORTED_PROTOCOL) // such as of a port for gRPC alone
        why = "the reply is not HTTP/1.1; check the endpoint: if etcd has "
              "--listen-client-http-urls, use one of them";
    if (http->too_large)
        why = "a reply of more than 64 MiB";
    size_t length = strlen(why);
    while (length > 0 && why[length - 1] == ' ') // as libcurl's texts may end
        length--;
    snprintf(http->answer->why, sizeof http->answer->why, "%.*s%s",
             (int)(length < HTTP_WHY_SIZE / 2 ? length : HTTP_WHY_SIZE / 2), why, perhaps);
}

static bool prepare(struct http *http, const struct http_request *request,
                    struct curl_slist *headers)
{
    http->size = 0;
    http->too_large = false;
    http->error[0] = '\0';
    SET(CURLOPT_URL, request->url);
    SET(CURLOPT_HTTPHEADER, headers);
    SET(CURLOPT_POSTFIELDS, request->body);
    SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)strlen(request->body));
    SET(CURLOPT_CONNECTTIMEOUT_MS, (long)request->connect_ms);
    SET(CURLOPT_TIMEOUT_MS, (long)request->whole_ms);
    SET(CURLOPT_FRESH_CONNECT, request->once ? 1L : 0L);
    return true;
}

static sortid_node_status post(struct http *http, const struct http_request *request,
                               struct curl_slist *headers)
{
    struct http_answer *answer = http->answer;
    struct store_times *times = &answer->times;
    long sent_size = 0;
    if (!prepare(http, request, headers))
        return SORTID_NODE_SYSTEM;
    if (!sortid_node_platform_boot_ms(&times->sent_boot_ms) ||
        !sortid_node_platform_unix_ms(&times->sent_unix_ms))
        return SORTID_NODE_SYSTEM;
    http->body = open_memstream(&answer->body, &answer->size);
    if (http->body == NULL)
        return SORTID_NODE_SYSTEM;
    CURLcode code = curl_easy_perform(http->curl);
    bool is_timed = sortid_node_platform_unix_ms(&times->answered_unix_ms);
    bool is_whole = fclose(http->body) == 0;
    curl_easy_getinfo(http->curl, CURLINFO_REQUEST_SIZE, &sent_size);
    answer->sent = sent_size > 0;
    if (code != CURLE_OK) {
        say_why(http, code);
        return status_of(http, code);
    }
    if (!is_timed || !is_whole)
        return SORTID_NODE_SYSTEM;
    curl_easy_getinfo(http->curl, CURLINFO_RESPONSE_CODE, &answer->code);
    return SORTID_NODE_OK;
}

sortid_node_status sortid_node_http_post(struct http_answer *answer, struct http *http,
                                         const struct http_request *request)
{
    const char *token = request->token != NULL ? request->token : "";
    char type[] = "Content-Type: application/json", name[] = "Authorization: ";
    char expect[] = "Expect:"; /* send the body without waiting for a 100 Continue */
    size_t size = sizeof name + strlen(token);
    char *login = malloc(size);
    struct curl_slist headers[] = {
        {type, &headers[1]}, {expect, request->token != NULL ? &headers[2] : NULL}, {login, NULL}};
    *answer = (struct http_answer){.why = "no memory, or the system's clock cannot be read"};
    if (login == NULL)
        return SORTID_NODE_SYSTEM;
    snprintf(login, size, "%s%s", name, token);
    http->answer = answer;
    sortid_node_status status = post(http, request, headers);
    curl_easy_setopt(http->curl, CURLOPT_HTTPHEADER, NULL);
    free(login);
    http->answer = NULL;
    return status;
}

void sortid_node_http_answer_free(struct http_answer *answer)
{
    free(answer->body);
    answer->body = NULL;
}
