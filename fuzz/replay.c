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

/* A file of a corpus is far smaller. */
#define FILE_SIZE (1 << 20)

static void replay_file(const char *path)
{
    static uint8_t bytes[FILE_SIZE];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        die(path);
    size_t size = fread(bytes, 1, FILE_SIZE, file);
    if (ferror(file) != 0)
        die(path);
    fclose(file);
    uint8_t *exact = fuzz_exact(bytes, size);
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
