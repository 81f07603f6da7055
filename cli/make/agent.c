/* SPDX-License-Identifier: MIT */
/* agent.c: one request at a time; what is left of a block is used by the next call. An agent that
 * was copied, or is wrong, is noticed where a block of its own shows it. */
#include "run.h"
#include "../../common/output.h"
#include "../../common/report.h"
#include "../../common/system.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ANSWER_SIZE 256
#define MOST_IDS    65536 /* of a request */
#define NODES       64    /* of which the last block is remembered, at most */

static struct {
    const char *path;
    int descriptor;
    uint64_t next, left; /* of the block: its next ID as an integer, how many are left */
    uint64_t until_ms;   /* on the clock of system_monotonic_ms(): when it expires */
} agent;

/* IDs that were made are written first. */
REPORT_FORMAT(1, 2) _Noreturn static void fail(const char *format, ...)
{
    char text[2 * ANSWER_SIZE];
    struct quote quote;
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    output_flush();
    report(STATUS_SYSTEM, "gen: agent %s: %s", quote_string(&quote, agent.path), text);
    exit(report_status());
}

_Noreturn static void fail_system(void)
{
    if (errno == 0)
        fail("it has closed the connection: it ended, or refuses this user");
    fail("%s", strerror(errno));
}

void agent_open(const char *path)
{
    agent.path = path;
    agent.descriptor = system_connect(path);
    if (agent.descriptor < 0)
        fail_system();
}

static void send_request(size_t most)
{
    char line[32];
    int size = snprintf(line, sizeof line, "GET %zu\n", most < MOST_IDS ? most : MOST_IDS);
    for (ptrdiff_t sent = 0; sent < size;) {
        ptrdiff_t part = system_write(agent.descriptor, line + sent, (size_t)(size - sent));
        if (part < 0)
            fail_system();
        sent += part;
    }
}

/* Reads one line, without its newline: there is never more than one. */
static void read_answer(char answer[ANSWER_SIZE])
{
    size_t size = 0;
    do {
        errno = 0;
        ptrdiff_t part = system_read(agent.descriptor, answer + size, ANSWER_SIZE - 1 - size);
        if (part <= 0)
            fail_system();
        size += (size_t)part;
    } while (answer[size - 1] != '\n' && size < ANSWER_SIZE - 1);
    answer[size - 1] = '\0';
}

/* Takes a number of up to 19 digits, and the blank or the end behind it. */
static bool take_number(uint64_t *number, const char **at)
{
    size_t digits = strspn(*at, "0123456789");
    if (digits == 0 || digits > 19)
        return false;
    *number = strtoull(*at, NULL, 10);
    *at += digits;
    if (**at != ' ')
        return **at == '\0';
    ++*at;
    return true;
}

/* Whether a block is above the last one of its node id, if that is remembered. All blocks of an agent
 * are, over all its reservations. `node` has a bit above its digits, for its size. */
static bool rises(uint64_t node, uint64_t first, uint64_t last)
{
    static uint64_t nodes[NODES], lasts[NODES];
    size_t at = node % NODES;
    if (nodes[at] == node && first <= lasts[at])
        return false;
    nodes[at] = node;
    lasts[at] = last;
    return true;
}

/* "BLOCK TEXT INTEGER COUNT MS SIZE" behind the first word. "": it is taken; else what it is. */
static const char *take_block(const char *at, uint64_t asked_ms)
{
    static const char wrong[] = ", which is not a block";
    sortid_scru64 first, last;
    uint64_t next, count, ms, size;
    if (strlen(at) < SORTID_SCRU64_TEXT_SIZE ||
        sortid_scru64_parse(&first, at, SORTID_SCRU64_TEXT_SIZE - 1, NULL) != SORTID_OK)
        return wrong;
    at += SORTID_SCRU64_TEXT_SIZE;
    if (!take_number(&next, &at) || !take_number(&count, &at) || !take_number(&ms, &at) ||
        !take_number(&size, &at) || next != sortid_scru64_to_int(&first) || count == 0 ||
        count > MOST_IDS || size < 1 || size > 23 ||
        sortid_scru64_from_int(&last, next + count - 1) != SORTID_OK ||
        next >> (24 - size) != (next + count - 1) >> (24 - size))
        return wrong;
    if (sortid_format_is_reserved(sortid_scru64_format(), first.bytes))
        return ": no generator makes these reserved IDs";
    if (!rises((next & 0xffffff) >> (24 - size) | UINT64_C(1) << size, next, next + count - 1))
        return ": an earlier block of this node id has these IDs or higher ones. Stop this agent: "
               "it may be a copy of another one";
    agent.next = next;
    agent.left = count;
    agent.until_ms = asked_ms + ms;
    return "";
}

static void wait_ms(uint64_t ms)
{
    sortid_sleep system;
    sortid_sleep_system(&system);
    output_flush();
    if (system.sleep(system.context, (ms < 1000 ? ms : 1000) * 1000) != SORTID_OK)
        fail("waiting was interrupted");
}

/* Asks until there is a block. */
static void get_block(size_t most)
{
    static const char block[] = "BLOCK ", busy[] = "BUSY ";
    char answer[ANSWER_SIZE];
    struct quote quote;
    while (agent.left == 0) {
        uint64_t ms, asked_ms = system_monotonic_ms();
        send_request(most);
        read_answer(answer);
        const char *at = answer + sizeof busy - 1, *fault = "";
        if (strncmp(answer, block, sizeof block - 1) == 0)
            fault = take_block(answer + sizeof block - 1, asked_ms);
        else if (strncmp(answer, busy, sizeof busy - 1) == 0 && take_number(&ms, &at))
            wait_ms(ms);
        else
            fail("it answered %s", quote_string(&quote, answer));
        if (*fault != '\0')
            fail("it answered %s%s", quote_string(&quote, answer), fault);
    }
}

size_t agent_fill(sortid_scru64 *ids, size_t most)
{
    size_t made = 0;
    if (system_monotonic_ms() >= agent.until_ms)
        agent.left = 0;
    get_block(most);
    for (; made < most && agent.left > 0; made++, agent.left--)
        if (sortid_scru64_from_int(&ids[made], agent.next++) != SORTID_OK)
            break;
    return made;
}
