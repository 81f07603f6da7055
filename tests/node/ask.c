/* SPDX-License-Identifier: MIT */
/* ask.c: see ask.h. Each request has its own handle: nothing is kept between requests. */
#include "ask.h"

#include <curl/curl.h>

static size_t take(char *from, size_t one, size_t count, void *context)
{
    char *answer = context;
    size_t length = strlen(answer), size = one * count;
    size_t room = ASK_ANSWER_SIZE - 1 - length;
    memcpy(answer + length, from, size < room ? size : room);
    answer[length + (size < room ? size : room)] = '\0';
    return size;
}

static void set_certificates(CURL *curl, const struct servers *servers)
{
    char path[256];
    snprintf(path, sizeof path, "%s/ca.pem", servers->folder);
    curl_easy_setopt(curl, CURLOPT_CAINFO, path);
    snprintf(path, sizeof path, "%s/client.pem", servers->folder);
    curl_easy_setopt(curl, CURLOPT_SSLCERT, path);
    snprintf(path, sizeof path, "%s/client.key", servers->folder);
    curl_easy_setopt(curl, CURLOPT_SSLKEY, path);
}

long ask_server(char answer[ASK_ANSWER_SIZE], const struct servers *servers, size_t index,
                const char *path, const char *body)
{
    char url[256];
    long code = 0;
    CURL *curl = curl_easy_init();
    EXPECT(curl != NULL, "libcurl");
    snprintf(url, sizeof url, "%s%s", servers->urls[index], path);
    answer[0] = '\0';
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, 60000L);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, answer);
    if (servers->tls)
        set_certificates(curl, servers);
    if (curl_easy_perform(curl) == CURLE_OK)
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &code);
    curl_easy_cleanup(curl);
    return code;
}
