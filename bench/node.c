/* SPDX-License-Identifier: MIT */
/* node.c: the npm peers, see node.h. A line "NAME COUNT" is sent, a line comes back
 * when it is done: "ok", or why not. The process is started by the first question
 * and ends when the bench does, as its socket closes. */
#define _POSIX_C_SOURCE 200809L
#include "node.h"

#include "process.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

static const char *folder;
static int line_to_node;
static FILE *answers; /* NULL until node has been started */

void node_use(const char *packages)
{
    folder = packages;
}

static const char *start_node(void)
{
    static const struct program NODE = {"node", "node", 1};
    char line[160];
    (void)snprintf(line, sizeof line, "%s/peers.mjs", folder); // longest: under 100
    const char *failed = process_talk(&line_to_node, &NODE, line);
    if (failed != NULL)
        return failed;
    answers = fdopen(line_to_node, "r");
    return answers != NULL ? NULL : "no memory for node's answers";
}

/* A node that has died must not end the bench by SIGPIPE. */
static const char *ask(const char *name, uint64_t count)
{
    char question[80];
    int size = snprintf(question, sizeof question, "%s %" PRIu64 "\n", name, count);
    return send(line_to_node, question, (size_t)size, MSG_NOSIGNAL) == size
               ? NULL
               : "node has ended: are the packages installed?";
}

static const char *answer(void)
{
    static char line[80];
    if (fgets(line, sizeof line, answers) == NULL)
        return "node has ended: are the packages installed?";
    line[strcspn(line, "\n")] = '\0';
    return strcmp(line, "ok") == 0 ? NULL : line;
}

const char *node_make(uint64_t count, const void *name)
{
    const char *failed = answers == NULL ? start_node() : NULL;
    if (failed == NULL)
        failed = ask(name, count);
    return failed == NULL ? answer() : failed;
}
