/* SPDX-License-Identifier: MIT */
/* getrandom.c: see getrandom.h: a seccomp filter that turns each getrandom without flags into a
 * SIGSYS, and a handler that replaces the kernel. It passes calls on to the kernel with a flag,
 * which the filter allows. Linked into every unit test, called in child processes only. It never
 * calls the code under test. */
#include "getrandom.h"
#include "support.h"

#include <stdio.h>

support_getrandom support_getrandom_script;

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

/* For a 64-bit word in the byte order of both machines. */
#define LOW_WORD_OF_FLAGS offsetof(struct seccomp_data, args[2])

/* Arguments and result of the trapped call. */
#if defined(__x86_64__)
#define BUFFER_OF(thread) (void *)(thread)->uc_mcontext.gregs[REG_RDI]
#define SIZE_OF(thread)   (size_t)(thread)->uc_mcontext.gregs[REG_RSI]
#define RESULT_OF(thread) (thread)->uc_mcontext.gregs[REG_RAX]
typedef greg_t result_type;
#else
#define BUFFER_OF(thread) (void *)(uintptr_t)(thread)->uc_mcontext.regs[0]
#define SIZE_OF(thread)   (size_t)(thread)->uc_mcontext.regs[1]
#define RESULT_OF(thread) (thread)->uc_mcontext.regs[0]
typedef unsigned long long result_type;
#endif

/* The result of one call, as the kernel returns it: bytes, or a negative errno. */
static long run_script(void *bytes, size_t size)
{
    support_getrandom *s = &support_getrandom_script;
    s->calls++;
    if (s->before != NULL)
        s->before();
    if (s->interruptions > 0) {
        s->interruptions--;
        return -EINTR;
    }
    if (s->error != 0 && s->passing == 0)
        return -s->error;
    s->passing -= s->passing > 0;
    if (s->gives_none)
        return 0;
    if (s->most > 0 && s->most < size)
        size = s->most;
    long got = syscall(SYS_getrandom, bytes, size, GRND_NONBLOCK);
    s->bytes += got > 0 ? (size_t)got : 0;
    return got >= 0 ? got : -errno;
}

static void on_trap(int number, siginfo_t *info, void *context)
{
    ucontext_t *thread = context;
    int kept = errno;
    (void)number, (void)info;
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): a register is an integer */
    RESULT_OF(thread) = (result_type)run_script(BUFFER_OF(thread), SIZE_OF(thread));
    errno = kept;
}

static bool set_filter(void)
{
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getrandom, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, LOW_WORD_OF_FLAGS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof rules / sizeof rules[0], .filter = rules};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* Whether the script affects getentropy, from which the library is seeded. */
static bool affects_getentropy(void)
{
    unsigned char bytes[2];
    support_getrandom_script = (support_getrandom){.most = 1};
    bool met = getentropy(bytes, sizeof bytes) == 0 && support_getrandom_script.calls == 2;
    support_getrandom_script = (support_getrandom){0};
    return met;
}

bool support_trap_getrandom(void)
{
    struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO};
    const char *why = NULL;
    if (sigaction(SIGSYS, &action, NULL) != 0 || !set_filter())
        why = strerror(errno);
    else if (!affects_getentropy())
        why = "getentropy does not call the kernel on this system";
    if (why != NULL)
        printf("SKIPPED: getrandom cannot be trapped: %s%s\n", why, support_emulated());
    return why == NULL;
}

#else

bool support_trap_getrandom(void)
{
    printf("SKIPPED: getrandom can be trapped only on Linux on x86-64 and AArch64%s\n",
           support_emulated());
    return false;
}

#endif
