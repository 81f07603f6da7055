/* SPDX-License-Identifier: MIT */
/* stub.c: see stub.h: one stubs.py for the whole program. */
#include "stub.h"

#include "server.h"

static struct servers *script;

static const char *order(const char *words, const char *url)
{
    return servers_order(script, "%s %s", words, url);
}

struct stub *stub_start(const char *behavior, const char *argument)
{
    size_t size = argument != NULL ? strlen(argument) : 0;
    struct stub *stub = calloc(1, sizeof *stub);
    char *hex = calloc(2 * size + 1, 1);
    EXPECT(stub != NULL && hex != NULL, "no memory");
    const char *lack = script == NULL ? servers_lack_of("stubs.py", "") : "";
    if (*lack != '\0')
        support_skip("%s", lack);
    if (script == NULL)
        script = servers_run("stubs.py", "1", NULL, NULL);
    for (size_t i = 0; i < size; i++)
        snprintf(hex + 2 * i, 3, "%02x", (unsigned char)argument[i]);
    snprintf(stub->url, sizeof stub->url, "%s",
             servers_order(script, "start %s %s", behavior, hex));
    free(hex);
    return stub;
}

void stub_end(struct stub *stub)
{
    order("end", stub->url);
    free(stub);
}

size_t stub_requests(const struct stub *stub)
{
    return (size_t)support_number(order("requests", stub->url));
}
