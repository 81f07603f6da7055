/* SPDX-License-Identifier: MIT */
/* server.c: a preforking server. The parent has made IDs before it forks; each worker continues
 * with its own default generator, which notices the fork. No two requests get the same ID. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sortid.h>

enum { WORKERS = 4, REQUESTS = 5000, ALL = WORKERS * REQUESTS };

static int compare(const void *a, const void *b)
{
    return sortid_ulid_compare((const sortid_ulid *)a, (const sortid_ulid *)b);
}

/* Answers requests; the IDs of one worker increase. */
static int work(sortid_ulid *ids)
{
    for (int i = 0; i < REQUESTS; i++) {
        if (sortid_ulid_new(&ids[i], NULL) != SORTID_OK)
            return 1;
        if (i > 0 && sortid_ulid_compare(&ids[i - 1], &ids[i]) >= 0)
            return 2;
    }
    return 0;
}

int main(void)
{
    sortid_ulid first;
    void *memory = mmap(NULL, ALL * sizeof(sortid_ulid), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sortid_ulid *ids = (sortid_ulid *)memory;
    int same = 0, failed = 0, result;
    if (memory == MAP_FAILED || sortid_ulid_new(&first, NULL) != SORTID_OK)
        return EXIT_FAILURE;
    for (int i = 0; i < WORKERS; i++)
        if (fork() == 0)
            _exit(work(ids + i * REQUESTS));
    while (wait(&result) > 0)
        failed += result != 0;
    qsort(ids, ALL, sizeof *ids, compare);
    for (int i = 0; i < ALL; i++)
        same += sortid_ulid_compare(&ids[i], i == 0 ? &first : &ids[i - 1]) == 0;
    printf("%d IDs, %d twice, %d workers failed\n", ALL, same, failed);
    return same == 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
