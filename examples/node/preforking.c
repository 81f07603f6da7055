/* SPDX-License-Identifier: MIT */
/* A preforking server: all children make IDs with one reservation, which their parent has. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <sortid.h>
#include <sortid/node.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHILDREN 4
#define REQUESTS 1000 /* of each child; a real server has no end */

static sortid_scru64_generator generator; /* parent and children: on one state */

static int serve(void)
{
    for (int request = 0; request < REQUESTS; request++) {
        char text[SORTID_SCRU64_TEXT_SIZE];
        sortid_scru64 id;
        sortid_status status = sortid_scru64_generator_next(&generator, &id, NULL);
        if (status != SORTID_OK) { /* BOUND_REACHED: try later. RESERVATION_LOST: end */
            fprintf(stderr, "%s\n", sortid_status_text(status));
            return 1;
        }
        if (sortid_scru64_print(text, &id) != 0)
            puts(text);
    }
    return 0;
}

/* Forks the children, and waits until all have ended. */
static int serve_all(void)
{
    int failed = 0;
    for (int i = 0; i < CHILDREN; i++) {
        pid_t pid = fork();
        if (pid == 0)
            _exit(serve()); /* not exit: the handlers and threads are those of the parent */
        failed |= pid < 0;
    }
    for (int result; wait(&result) > 0;)
        failed |= result != 0;
    return failed;
}

static sortid_status attach(const sortid_node_reservation *reservation)
{
    sortid_options options = {.flags = SORTID_OPTION_BOUND_IN_STATE};
    sortid_shared_state *state = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE,
                                      MAP_SHARED | MAP_ANONYMOUS, -1, 0); /* zeros */
    if (state == MAP_FAILED)
        return SORTID_STATE_UNUSABLE;
    sortid_node_reservation_spec(reservation, &options.node);
    return sortid_generator_attach(&generator.base, sortid_scru64_format(), state,
                                   SORTID_SCOPE_PROCESSES, &options, NULL);
}

int main(void)
{
    const sortid_node_client_options connect = {.store = getenv("SORTID_STORE")};
    const sortid_node_reservation_options reserve = {
        .realm = "prod", .pool = "web", .renewal_thread = true, .wait_ms = 60000};
    sortid_node_client *client;
    sortid_node_reservation *reservation;
    sortid_node_error error;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* each line by one write: the children share the file */

    sortid_node_status made = sortid_node_client_open(&client, &connect, &error);
    if (made == SORTID_NODE_OK)
        made = sortid_node_reservation_acquire(client, &reservation, &reserve, &error);
    if (made != SORTID_NODE_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    int failed = attach(reservation) != SORTID_OK;
    if (!failed) {
        made = sortid_node_reservation_share(reservation, &generator.base, &error);
        failed = made != SORTID_NODE_OK || serve_all() != 0;
    }
    if (sortid_node_reservation_release(reservation, &error) != SORTID_NODE_OK)
        fprintf(stderr, "not released: %s\n", error.text);
    sortid_node_client_close(client);
    return failed;
}
