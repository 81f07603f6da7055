/* SPDX-License-Identifier: MIT */
/* unload/main.c: a thread opens the shared library, makes an ID, closes the library and ends: the
 * library's code must still be loaded then. Run by CTest with the path of the library; ends with 0,
 * or crashes. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <sortid/ulid.h>

typedef sortid_status make_function(sortid_ulid *out, sortid_event *event);

static void *use_and_close(void *path)
{
    sortid_ulid id;
    union {
        void *object;
        make_function *call; /* ISO C has no cast between a data and a function pointer */
    } make;
    void *library = dlopen(path, RTLD_NOW);
    if (library == NULL)
        return dlerror();
    make.object = dlsym(library, "sortid_ulid_new");
    if (make.object == NULL)
        return dlerror();
    if (make.call(&id, NULL) != SORTID_OK)
        return "no ID";
    return dlclose(library) == 0 ? NULL : dlerror();
}

int main(int argc, char **argv)
{
    pthread_t thread;
    void *problem = NULL;
    if (argc != 2 || pthread_create(&thread, NULL, use_and_close, argv[1]) != 0 ||
        pthread_join(thread, &problem) != 0)
        problem = "usage: test-unload LIBRARY";
    if (problem != NULL)
        fprintf(stderr, "%s\n", (const char *)problem);
    return problem != NULL;
}
