/* SPDX-License-Identifier: MIT */
/* replay.c: a main that hands files, and all files of folders, to a fuzz target, so that
 * the corpora are tests for any compiler. Called by CTest; by hand with a found case. It
 * fails where a file cannot be read or none is there, and makes no input of its own. */
#include "fuzz.h"

#include <dirent.h>
#include <errno.h>

#define PATH_SIZE 4096

static size_t replayed;

static void die(const char *path)
{
    fprintf(stderr, "replay: %s: %s\n", path, strerror(errno));
    exit(1);
}

/* Reads a whole file into a block that is a byte larger than it. */
static uint8_t *read_file(const char *path, size_t *size)
{
    size_t room = 4096, got;
    uint8_t *bytes = malloc(room);
    FILE *file = fopen(path, "rb");
    if (file == NULL || bytes == NULL)
        die(path);
    for (*size = 0; (got = fread(bytes + *size, 1, room - *size, file)) > 0;) {
        *size += got;
        if (*size == room && (bytes = realloc(bytes, room *= 2)) == NULL)
            die(path);
    }
    if (ferror(file) != 0)
        die(path);
    fclose(file);
    return bytes;
}

static void replay_file(const char *path)
{
    size_t size;
    uint8_t *bytes = read_file(path, &size);
    uint8_t *exact = fuzz_exact(bytes, size);
    free(bytes);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    replayed++;
}

/* A file, or each file of a folder that has no folders in it. */
static void replay(const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    char name[PATH_SIZE];
    if (folder == NULL && errno != ENOTDIR)
        die(path);
    if (folder == NULL) {
        replay_file(path);
        return;
    }
    while ((entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        replay_file(name);
    }
    closedir(folder);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        replay(argv[i]);
    printf("%zu inputs replayed\n", replayed);
    return replayed > 0 ? 0 : 1;
}
