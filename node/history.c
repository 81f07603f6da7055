/* SPDX-License-Identifier: MIT */
/* node/history.c: see history.h. */
#include "history.h"

#include "platform.h"

#include <string.h>

struct history_point sortid_node_history_now(struct history *history)
{
    pthread_mutex_lock(&history->lock);
    const struct history_point now = {history->position, history->losses};
    pthread_mutex_unlock(&history->lock);
    return now;
}

unsigned sortid_node_history_note(struct history *history, struct history_point before,
                                  int64_t position, uint64_t latest_ms)
{
    bool fell = position < before.position;
    pthread_mutex_lock(&history->lock);
    bool is_first = before.losses == history->losses; // else another reply has shown the loss
    if (fell && is_first) {
        history->losses++;
        history->lost_ms = history->seen_ms;
    }
    if (is_first && (fell || position > history->position))
        history->position = position;
    history->seen_ms = later(history->seen_ms, latest_ms);
    unsigned losses = fell ? history->losses : before.losses;
    pthread_mutex_unlock(&history->lock);
    return losses;
}

/* No bound is further ahead of the store's clock than the cap. */
struct history_realm sortid_node_history_realm(const sortid_node_realm *realm, unsigned losses)
{
    struct history_realm out = {.losses = losses};
    uint64_t floor_ms = realm->floor * SORTID_SCRU64_TICK_MS;
    uint64_t ahead_ms = realm->max_ahead_ms + realm->max_quarantine_ms;
    out.covered_ms = floor_ms - sooner(floor_ms, ahead_ms);
    memcpy(out.incarnation, realm->incarnation, sizeof out.incarnation);
    return out;
}

bool sortid_node_history_is_lost(struct history *history, struct history_realm *realm)
{
    unsigned i = 0;
    pthread_mutex_lock(&history->lock);
    while (i < HISTORY_REALMS && strcmp(history->realms[i].incarnation, realm->incarnation) != 0)
        i++;
    if (i == HISTORY_REALMS)
        history->realms[history->realm_count++ % HISTORY_REALMS] = *realm;
    else if (history->realms[i].losses < realm->losses)
        realm->losses = history->realms[i].losses;
    bool lost = realm->losses < history->losses || realm->covered_ms < history->lost_ms;
    pthread_mutex_unlock(&history->lock);
    return lost;
}
