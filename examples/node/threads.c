/* SPDX-License-Identifier: MIT */
/* A server with threads: all make IDs with one reservation. */
#include <pthread.h>
#include <sortid.h>
#include <sortid/node.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS  4
#define REQUESTS 1000 /* of each thread; a real server has no end */

static void *serve(void *served)
{
    for (int request = 0; request < REQUESTS; request++) {
        char text[SORTID_SCRU64_TEXT_SIZE];
        sortid_status status = sortid_scru64_new_text(text, NULL);
        if (status != SORTID_OK) { /* BOUND_REACHED: try later. RESERVATION_LOST: end */
            fprintf(stderr, "%s\n", sortid_status_text(status));
            return NULL;
        }
        puts(text);
    }
    *(int *)served = 1;
    return NULL;
}

int main(void)
{
    const sortid_node_client_options connect = {.store = getenv("SORTID_STORE")};
    const sortid_node_reservation_options reserve = {
        .realm = "prod", .pool = "web", .renewal_thread = true, .wait_ms = 60000};
    sortid_node_client *client;
    sortid_node_reservation *reservation;
    sortid_node_error error;
    pthread_t threads[THREADS];
    int served[THREADS] = {0}, started = 0, failed = 0;

    sortid_node_status made = sortid_node_client_open(&client, &connect, &error);
    if (made == SORTID_NODE_OK)
        made = sortid_node_reservation_acquire(client, &reservation, &reserve, &error);
    if (made != SORTID_NODE_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    sortid_options options = {.bound = *sortid_node_reservation_bound(reservation)};
    sortid_node_reservation_spec(reservation, &options.node);
    failed = sortid_scru64_set_default(&options) != SORTID_OK;

    while (!failed && started < THREADS &&
           pthread_create(&threads[started], NULL, serve, &served[started]) == 0)
        started++;
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
        failed |= !served[i];
    }
    if (sortid_node_reservation_release(reservation, &error) != SORTID_NODE_OK) /* last */
        fprintf(stderr, "not released: %s\n", error.text);
    sortid_node_client_close(client);
    return failed || started < THREADS;
}
