/* SPDX-License-Identifier: MIT */
/* support.c: expectations with context, the seed of the tests, and child processes. Linked into
 * every unit test; it never calls the code under test, so no expectation depends on it. */
#include "support.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

static uint64_t random_state;

const char *support_case;

/* Prints the case and a message, which end with `end`. */
static void print_case(const char *format, va_list arguments, const char *end)
{
    char message[1024];
    vsnprintf(message, sizeof message, format, arguments);
    print_error("%s%s%s%s", support_case != NULL ? support_case : "",
                support_case != NULL ? ": " : "", message, end);
}

void support_fail(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_case(format, arguments, "\n");
    va_end(arguments);
    _fail(file, line);
    abort(); // cmocka does not say that it does not return
}

void support_expect_status(sortid_status actual, sortid_status expected, const char *file, int line,
                           const char *format, ...)
{
    va_list arguments;
    if (actual == expected)
        return;
    va_start(arguments, format);
    print_case(format, arguments, ": ");
    va_end(arguments);
    print_error("status %d, expected %d\n", (int)actual, (int)expected);
    _fail(file, line);
}

static void print_bytes(const char *label, const uint8_t *bytes, size_t size)
{
    print_error("%s ", label);
    for (size_t i = 0; i < size; i++)
        print_error("%02x", bytes[i]);
    print_error("\n");
}

void support_expect_bytes(const void *actual, const void *expected, size_t size, const char *file,
                          int line, const char *format, ...)
{
    va_list arguments;
    if (memcmp(actual, expected, size) == 0)
        return;
    va_start(arguments, format);
    print_case(format, arguments, ":\n");
    va_end(arguments);
    print_bytes("  actual  ", actual, size);
    print_bytes("  expected", expected, size);
    _fail(file, line);
}

void support_begin(void)
{
    const char *given = getenv("SORTID_SEED");
    if (given != NULL) {
        random_state = strtoull(given, NULL, 0);
    } else if (getrandom(&random_state, sizeof random_state, 0) != (ssize_t)sizeof random_state) {
        perror("getrandom");
        exit(EXIT_FAILURE);
    }
    printf("SORTID_SEED=0x%llx\n", (unsigned long long)random_state);
    fflush(stdout);
}

uint64_t support_next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t support_random(void)
{
    return support_next_random(&random_state);
}

uint64_t support_below(uint64_t limit)
{
    return support_random() % limit; // a slight bias does no harm in a test
}

void support_random_bytes(void *bytes, size_t size)
{
    uint8_t *out = bytes;
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)support_random();
}

static uint8_t unhex_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *place = c == '\0' ? NULL : strchr(digits, c);
    EXPECT(place != NULL, "not a lower-case hex digit: %d", c);
    return (uint8_t)(place - digits);
}

void support_unhex(uint8_t *bytes, size_t size, const char *hex)
{
    EXPECT(strlen(hex) == 2 * size, "not %zu bytes of hex: %s", size, hex);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(unhex_digit(hex[2 * i]) << 4 | unhex_digit(hex[2 * i + 1]));
}

uint64_t support_number(const char *decimal)
{
    char *end;
    errno = 0;
    uint64_t number = strtoull(decimal, &end, 10);
    EXPECT(errno == 0 && end != decimal && *end == '\0', "not a number: %s", decimal);
    return number;
}

char *support_exact_copy(const char *text, size_t length)
{
    char *copy = malloc(length);
    EXPECT(copy != NULL || length == 0, "no memory");
    if (length > 0)
        memcpy(copy, text, length);
    return copy;
}

char *support_json(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    assert_non_null(copy);
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\'')
            copy[i] = '"';
        else
            copy[i] = text[i];
    copy[length] = '\0';
    return copy;
}

void support_skip(const char *reason, ...)
{
    va_list arguments;
    va_start(arguments, reason);
    fputs("SKIPPED: ", stdout);
    vprintf(reason, arguments);
    putchar('\n');
    va_end(arguments);
    skip();
}

const char *support_emulated(void)
{
    return getenv("SORTID_EMULATED") == NULL ? "" : ": SORTID_EMULATED=1";
}

void support_need_own_start(void)
{
    const char *emulator = getenv("SORTID_EMULATOR");
    if (emulator == NULL || *emulator == '\0')
        return;
    support_skip("a program cannot start itself if another one runs it: %s%s", emulator,
                 support_emulated());
}

void *support_share_or_null(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED)
        return memory;
    fprintf(stderr, "mmap: %zu shared bytes: %s\n", size, strerror(errno));
    return NULL;
}

void *support_share(size_t size)
{
    void *memory = support_share_or_null(size);
    EXPECT(memory != NULL, "no memory to share with children");
    return memory;
}

int support_in_child(int (*body)(void *argument), void *argument)
{
    fflush(NULL);
    pid_t child = fork();
    EXPECT(child >= 0, "fork: %s", strerror(errno));
    if (child == 0)
        _exit(body(argument));
    int status;
    EXPECT(waitpid(child, &status, 0) == child, "waitpid: %s", strerror(errno));
    EXPECT(WIFEXITED(status), "the child ended with wait status 0x%x", (unsigned)status);
    return WEXITSTATUS(status);
}

bool support_ended_well(pid_t child)
{
    int status = -1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}
