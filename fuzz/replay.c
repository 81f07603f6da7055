/* SPDX-License-Identifier: MIT */
/* replay.c: a main that runs a fuzz target on the inputs of a corpus, so that the corpora are tests
 * for any compiler. Called by CTest with fuzz/corpus/TARGET. A corpus is a text file: each line is
 * a name, a space and the bytes of one input, where \ooo is the byte of this octal number. It fails
 * if the file cannot be read, has no input, or has a malformed line. */
#include "fuzz.h"

#include <errno.h>

#define CORPUS_SIZE (1 << 20)

static _Noreturn void die(const char *path, const char *why)
{
    fprintf(stderr, "replay: %s: %s\n", path, why);
    exit(1);
}

/* The whole file and a NUL, in a static buffer. */
static char *read_corpus(const char *path)
{
    static char text[CORPUS_SIZE];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        die(path, strerror(errno));
    size_t size = fread(text, 1, CORPUS_SIZE, file);
    if (ferror(file) != 0)
        die(path, strerror(errno));
    if (size == CORPUS_SIZE || memchr(text, 0, size) != NULL)
        die(path, "too large, or has a NUL");
    text[size] = 0;
    fclose(file);
    return text;
}

static bool is_octal(const char *at)
{
    return at[0] >= '0' && at[0] <= '3' && at[1] >= '0' && at[1] <= '7' && at[2] >= '0' &&
           at[2] <= '7';
}

/* Decodes the bytes of a line in place; returns their number, or -1 for a malformed escape. */
static ptrdiff_t decode(char *bytes)
{
    char *to = bytes;
    for (const char *at = bytes; *at != 0; at++) {
        if (*at == '\\' && !is_octal(at + 1))
            return -1;
        if (*at == '\\') {
            *to++ = (char)((at[1] - '0') << 6 | (at[2] - '0') << 3 | (at[3] - '0'));
            at += 3;
        } else {
            *to++ = *at;
        }
    }
    return to - bytes;
}

static void replay_line(const char *path, char *line)
{
    char *bytes = line + strcspn(line, " ");
    ptrdiff_t size = decode(*bytes == 0 ? bytes : ++bytes);
    if (size < 0)
        die(path, line);
    uint8_t *exact = fuzz_exact(bytes, (size_t)size);
    LLVMFuzzerTestOneInput(exact, (size_t)size);
    free(exact);
}

int main(int argc, char **argv)
{
    size_t replayed = 0;
    if (argc != 2)
        die("usage", "fuzz-TARGET fuzz/corpus/TARGET");
    for (char *line = strtok(read_corpus(argv[1]), "\n"); line != NULL; line = strtok(NULL, "\n")) {
        replay_line(argv[1], line);
        replayed++;
    }
    printf("%zu inputs replayed\n", replayed);
    return replayed > 0 ? 0 : 1;
}
