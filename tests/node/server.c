/* SPDX-License-Identifier: MIT */
/* server.c: see server.h: sends orders to servers.py, whose input ends with this process. */
#include "server.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#define FOLDER SORTID_TEST_VECTORS "/../node/"

struct servers *the_server;

static const char *store_name(void)
{
    return servers_are_postgres() ? "postgresql" : "etcd";
}

bool servers_are_postgres(void)
{
    const char *store = getenv("SORTID_TEST_STORE");
    return store != NULL && strcmp(store, "postgresql") == 0;
}

const char *servers_lack_of(const char *script, const char *store)
{
    static char lack[256];
    char line[512];
    snprintf(line, sizeof line, "python3 '" FOLDER "%s' %s 0 2> /dev/null", script, store);
    FILE *output = popen(line, "r"); // NOLINT(cert-env33-c): no text of others
    if (output == NULL || fgets(lack, sizeof lack, output) == NULL)
        strcpy(lack, "no python3 (Debian: python3)");
    if (output != NULL)
        pclose(output);
    lack[strcspn(lack, "\n")] = '\0';
    return lack;
}

const char *servers_lack(void)
{
    static const char *lack;
    if (lack == NULL)
        lack = servers_lack_of("servers.py", store_name());
    return lack;
}

/* Reads an answer; returns what follows "ok ". */
static const char *read_answer(struct servers *servers)
{
    static char answer[1024];
    EXPECT(fgets(answer, sizeof answer, servers->answers) != NULL, "servers.py has ended");
    answer[strcspn(answer, "\n")] = '\0';
    EXPECT(strncmp(answer, "ok ", 3) == 0, "%s: %s", servers->folder, answer);
    return answer + 3;
}

const char *servers_order(struct servers *servers, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(servers->orders, format, list);
    va_end(list);
    fputc('\n', servers->orders);
    fflush(servers->orders);
    return read_answer(servers);
}

/* Ends of pipes that executed programs do not inherit: of two scripts, each must see the end of its
 * own input. */
struct servers *servers_run(const char *script, const char *store, const char *count,
                            const char *tls)
{
    int in[2] = {0}, out[2] = {0};
    char path[256];
    struct servers *servers = calloc(1, sizeof *servers);
    EXPECT(servers != NULL, "no memory");
    snprintf(path, sizeof path, FOLDER "%s", script);
    EXPECT(pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0, "no pipes");
    servers->pid = fork();
    if (servers->pid == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        execlp("python3", "python3", path, store, count, tls, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    servers->orders = fdopen(in[1], "w");
    servers->answers = fdopen(out[0], "r");
    EXPECT(servers->pid > 0 && servers->orders != NULL && servers->answers != NULL, "no process");
    return servers;
}

struct servers *servers_start(size_t count, bool tls)
{
    char digits[8], port[8];
    snprintf(digits, sizeof digits, "%zu", count);
    struct servers *servers = servers_run("servers.py", store_name(), digits, tls ? "tls" : "");
    EXPECT(sscanf(read_answer(servers), "%127s %511s %7s", servers->folder, servers->endpoints,
                  port) == 3,
           "what servers.py says");
    servers->port = (unsigned)support_number(port);
    return servers;
}

void servers_end(struct servers *servers)
{
    fclose(servers->orders);
    waitpid(servers->pid, NULL, 0);
    fclose(servers->answers);
    free(servers);
}

int servers_begin(void **state)
{
    (void)state;
    if (*servers_lack() == '\0')
        the_server = servers_start(1, false);
    return 0;
}

int servers_finish(void **state)
{
    (void)state;
    if (the_server != NULL)
        servers_end(the_server);
    the_server = NULL;
    return 0;
}

size_t servers_leader(struct servers *servers)
{
    return (size_t)support_number(servers_order(servers, "leader"));
}

const char *servers_relay(struct servers *servers)
{
    snprintf(servers->relay, sizeof servers->relay, "%s", servers_order(servers, "relay"));
    return servers->relay;
}

size_t servers_network(struct servers *servers, const char *mode)
{
    return (size_t)support_number(servers_order(servers, "network %s", mode));
}
