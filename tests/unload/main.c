/* SPDX-License-Identifier: MIT */
/* unload/main.c: plug-ins that use the library are unloaded before the threads that made IDs by
 * them end, and the process forks. One is linked with the shared library, which stays loaded, one
 * with the static one: the two copies do not mix, and the code of the static one is removed. Run by
 * CTest with the paths of both; ends with 0, or crashes. */
#define _GNU_SOURCE /* pthread_barrier_t */
#include "plugin.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PLUGINS = 2, THREADS = 4, LOADS = 1100 /* more than the 1024 keys of a process */ };

static void *handles[PLUGINS];
static plugin_function *makers[PLUGINS];
static pthread_barrier_t made, unloaded;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "test-unload: %s: %s\n", what, why != NULL ? why : "");
    exit(1);
}

static void load(int number, const char *path)
{
    union {
        void *object;
        plugin_function *call; /* ISO C has no cast between a data and a function pointer */
    } found;
    handles[number] = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (handles[number] == NULL)
        fail("dlopen", dlerror());
    found.object = dlsym(handles[number], "plugin_make");
    if (found.object == NULL)
        fail("dlsym", dlerror());
    makers[number] = found.call;
}

static void unload(int number)
{
    if (dlclose(handles[number]) != 0)
        fail("dlclose", dlerror());
}

/* Makes an ID by each plug-in. Their functions are at different places. */
static void make(void)
{
    sortid_ulid ids[PLUGINS];
    const char *(*versions[PLUGINS])(void);
    for (int i = 0; i < PLUGINS; i++)
        if (makers[i](&ids[i], &versions[i]) != SORTID_OK)
            fail("no ID", NULL);
    if (versions[0] == versions[1] || memcmp(&ids[0], &ids[1], sizeof ids[0]) == 0)
        fail("the copies mix", NULL);
}

static void *make_and_end_later(void *unused)
{
    (void)unused;
    make();
    pthread_barrier_wait(&made);
    pthread_barrier_wait(&unloaded);
    return NULL;
}

static void fork_once(void)
{
#ifndef _WIN32
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        fail("fork", NULL);
#endif
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    if (argc != PLUGINS + 1)
        fail("usage", "test-unload PLUGIN STATIC_PLUGIN");
    for (int i = 0; i < PLUGINS; i++)
        load(i, argv[1 + i]);
    if (dlsym(handles[1], "sortid_ulid_new") != NULL)
        fail("the static copy is exported", NULL);
    make();
    pthread_barrier_init(&made, NULL, THREADS + 1);
    pthread_barrier_init(&unloaded, NULL, THREADS + 1);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, make_and_end_later, NULL) != 0)
            fail("pthread_create", NULL);
    pthread_barrier_wait(&made);
    for (int i = 0; i < PLUGINS; i++)
        unload(i);
    if (dlopen(argv[2], RTLD_NOW | RTLD_NOLOAD) != NULL)
        fail("the static copy stays loaded", NULL);
    fork_once();
    pthread_barrier_wait(&unloaded);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);

    load(0, argv[1]);
    for (int i = 0; i < LOADS; i++) {
        load(1, argv[2]);
        make();
        unload(1);
    }
    return 0;
}
