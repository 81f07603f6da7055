/* SPDX-License-Identifier: MIT */
/* clients.c: see serve.h. */
#include "serve.h"

#include "../../common/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define LINE_SIZE   64  /* of a request, with its newline */
#define ANSWER_SIZE 128 /* of an answer, with its newline */

struct connection {
    int descriptor;
    uint64_t id; /* of all connections so far */
    char in[LINE_SIZE], out[ANSWER_SIZE];
    size_t in_size, out_size, sent;
    bool closing;   /* more requests are not read: close it when the answer is written */
    bool at_end;    /* the client has sent all */
    uint64_t tick;  /* of the clock, at its last block */
    uint64_t taken; /* IDs in that tick */
};

static struct connection connections[CLIENTS_MAX];
static size_t count, first; /* `first` has the first turn */

/* ---- Answers ------------------------------------------------------------------------------ */

static bool is_waiting(const struct connection *c)
{
    return c->sent < c->out_size;
}

static void send_answer(struct connection *c)
{
    ssize_t size = send(c->descriptor, c->out + c->sent, c->out_size - c->sent, MSG_NOSIGNAL);
    if (size > 0)
        c->sent += (size_t)size;
    else if (size < 0 && errno != EAGAIN && errno != EINTR) {
        c->closing = true;
        c->sent = c->out_size;
    }
}

REPORT_FORMAT(2, 3) static void answer(struct connection *c, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int size = vsnprintf(c->out, sizeof c->out - 1, format, list);
    va_end(list);
    c->out_size = (size_t)size < sizeof c->out - 1 ? (size_t)size : sizeof c->out - 2;
    c->out[c->out_size++] = '\n';
    c->sent = 0;
    send_answer(c);
}

static void answer_busy(struct connection *c, uint64_t ms)
{
    answer(c, "BUSY %" PRIu64, ms);
}

static void answer_block(struct connection *c, const struct block *block)
{
    char id[SORTID_SCRU64_TEXT_SIZE];
    if (sortid_scru64_print(id, &block->first) == 0)
        abort(); /* the generator's ID */
    c->taken += block->count;
    answer(c, "BLOCK %s %" PRIu64 " %" PRIu32 " %d %u", id, sortid_scru64_to_int(&block->first),
           block->count, BLOCKS_EXPIRY_MS, block->node_size);
}

static void answer_failure(struct connection *c, enum block_result result, sortid_status why)
{
    if (result == BLOCK_LATE)
        answer(c, "ERROR bound the store does not confirm a later bound: try later");
    else if (result == BLOCK_FAILED)
        answer(c, "ERROR system %s", sortid_status_text(why)); // usually the random source
    else
        answer(c, "ERROR node the node ids are lost or worker numbers: try later");
}

/* ---- Requests ----------------------------------------------------------------------------- */

#define WORKER UINT32_MAX

/* "GET 100", without its newline; WORKER for "WORKER". 0: it is neither. */
static uint32_t read_request(const char *line, size_t size)
{
    static const char verb[] = "GET ", worker[] = "WORKER";
    const size_t verb_size = sizeof verb - 1;
    uint32_t number = 0;
    if (size == sizeof worker - 1 && memcmp(line, worker, size) == 0)
        return WORKER;
    if (size <= verb_size || size > verb_size + 5 || memcmp(line, verb, verb_size) != 0)
        return 0;
    for (size_t i = verb_size; i < size; i++) {
        if (line[i] < '0' || line[i] > '9')
            return 0;
        number = number * 10 + (uint32_t)(line[i] - '0');
    }
    return number <= BLOCKS_IDS ? number : 0;
}

/* What the client may still have of the IDs of a tick: all clients have the same share. */
static uint64_t left_of_share(struct connection *c, uint64_t tick)
{
    uint64_t share = blocks_ids_of_tick() / count;
    if (c->tick != tick)
        c->taken = 0;
    c->tick = tick;
    share = share > 0 ? share : 1;
    return share > c->taken ? share - c->taken : 0;
}

static void give_block(struct connection *c, uint32_t wanted, uint64_t unix_us)
{
    struct block block;
    sortid_status why = SORTID_OK;
    uint64_t wait_ms = 0, tick_us = UINT64_C(1000) * SORTID_SCRU64_TICK_MS;
    uint64_t left = left_of_share(c, unix_us / tick_us);
    if (left == 0 && blocks_ids_of_tick() > 0) {
        answer_busy(c, (tick_us - unix_us % tick_us) / 1000 + 1);
        return;
    }
    uint32_t most = wanted < left || left == 0 ? wanted : (uint32_t)left;
    enum block_result result = blocks_make(&block, &wait_ms, &why, most, unix_us);
    if (result == BLOCK_MADE)
        answer_block(c, &block);
    else if (result == BLOCK_BUSY)
        answer_busy(c, wait_ms);
    else
        answer_failure(c, result, why);
}

static void give_number(struct connection *c, uint64_t unix_us)
{
    struct number number;
    enum block_result result = blocks_number(&number, c->id, unix_us);
    if (result == BLOCK_MADE)
        answer(c, "WORKER %" PRIu32 " %" PRIu64 " %" PRIu64, number.node_id, number.from_ms,
               number.until_ms);
    else
        answer_failure(c, result, SORTID_OK);
}

static void give(struct connection *c, uint32_t wanted)
{
    sortid_clock clock;
    uint64_t unix_us;
    sortid_clock_exact(&clock);
    if (wanted == 0)
        answer(c, "ERROR request want WORKER, or GET and a number from 1 to 65536");
    else if (clock.read(clock.context, &unix_us) != SORTID_OK)
        answer(c, "ERROR clock the clock cannot be read");
    else if (wanted == WORKER)
        give_number(c, unix_us);
    else
        give_block(c, wanted, unix_us);
}

static bool has_line(const struct connection *c)
{
    return memchr(c->in, '\n', c->in_size) != NULL;
}

/* Answers the first line that was read. */
static void serve_line(struct connection *c)
{
    size_t size = (size_t)((const char *)memchr(c->in, '\n', c->in_size) - c->in);
    uint32_t wanted = read_request(c->in, size);
    c->in_size -= size + 1;
    c->closing = wanted == 0;
    give(c, wanted);
    memmove(c->in, c->in + size + 1, c->in_size);
}

static void read_more(struct connection *c)
{
    ssize_t size = recv(c->descriptor, c->in + c->in_size, sizeof c->in - c->in_size, 0);
    if (size > 0)
        c->in_size += (size_t)size;
    else if (size == 0 || (errno != EAGAIN && errno != EINTR))
        c->at_end = true;
    if (c->in_size < sizeof c->in || has_line(c))
        return;
    c->closing = true;
    answer(c, "ERROR request the line is too long");
}

/* ---- Connections -------------------------------------------------------------------------- */

void clients_add(int descriptor)
{
    static uint64_t last_id;
    struct connection one_too_many;
    bool fits = count < CLIENTS_MAX;
    struct connection *c = fits ? &connections[count] : &one_too_many;
    last_id++;
    *c = (struct connection){.descriptor = descriptor, .id = last_id};
    if (fits) {
        count++;
        return;
    }
    answer_busy(c, 1000);
    close(descriptor);
}

static bool may_be_served(const struct connection *c)
{
    return !c->closing && !is_waiting(c) && has_line(c);
}

/* What a connection waits for. */
static short events_of(const struct connection *c)
{
    if (is_waiting(c))
        return POLLOUT;
    return !c->closing && !c->at_end && !has_line(c) ? POLLIN : 0;
}

size_t clients_poll(struct pollfd polls[CLIENTS_MAX], bool *ready)
{
    *ready = false;
    for (size_t i = 0; i < count; i++) {
        const struct connection *c = &connections[i];
        polls[i] = (struct pollfd){.fd = c->descriptor, .events = events_of(c)};
        *ready = *ready || may_be_served(c);
    }
    return count;
}

static void serve(struct connection *c, int events)
{
    if ((events & POLLOUT) != 0 || (is_waiting(c) && (events & (POLLERR | POLLHUP)) != 0))
        send_answer(c);
    else if (events_of(c) == POLLIN && events != 0)
        read_more(c);
    if (may_be_served(c))
        serve_line(c);
}

static bool has_ended(const struct connection *c)
{
    return !is_waiting(c) && (c->closing || (c->at_end && !has_line(c)));
}

static void end(const struct connection *c)
{
    blocks_leave(c->id);
    close(c->descriptor);
}

static void close_ended(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (has_ended(&connections[i]))
            end(&connections[i]);
        else if (kept++ < i)
            connections[kept - 1] = connections[i];
    }
    count = kept;
}

void clients_serve(const struct pollfd *polls)
{
    for (size_t i = 0; i < count; i++) {
        size_t at = (first + i) % count;
        serve(&connections[at], polls[at].revents);
    }
    first++;
    close_ended();
}

void clients_close_all(void)
{
    while (count > 0)
        end(&connections[--count]);
}
