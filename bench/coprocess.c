/* SPDX-License-Identifier: MIT */
/* coprocess.c: implements coprocess.h. */
#define _POSIX_C_SOURCE 200809L
#include "coprocess.h"

#include <inttypes.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define NO_ANSWER "it ended without an answer"

static const char *start(struct coprocess *process)
{
    if (strchr(process->program.path, '/') != NULL && access(process->program.path, X_OK) != 0)
        return process->missing;
    const char *failed = process_talk(&process->socket, &process->program, process->line);
    if (failed != NULL)
        return failed;
    process->answers = fdopen(process->socket, "r");
    return process->answers != NULL ? NULL : "out of memory";
}

/* MSG_NOSIGNAL: if the program has died, SIGPIPE must not kill the bench. */
static const char *ask(const struct coprocess *process, const char *name, uint64_t count)
{
    char question[80];
    int size = snprintf(question, sizeof question, "%s %" PRIu64 "\n", name, count);
    return send(process->socket, question, (size_t)size, MSG_NOSIGNAL) == size ? NULL : NO_ANSWER;
}

static const char *answer(const struct coprocess *process)
{
    static char line[80];
    if (fgets(line, sizeof line, process->answers) == NULL)
        return NO_ANSWER;
    line[strcspn(line, "\n")] = '\0';
    return strcmp(line, "ok") == 0 ? NULL : line;
}

const char *coprocess_ask(struct coprocess *process, const char *name, uint64_t count)
{
    const char *failed = process->answers == NULL ? start(process) : NULL;
    if (failed == NULL)
        failed = ask(process, name, count);
    return failed == NULL ? answer(process) : failed;
}
