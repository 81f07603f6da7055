/* SPDX-License-Identifier: MIT */
/* client.c: opens and closes the client of etcd for one subcommand, the code behind client.h. It
 * wipes its own copy of the password; libsortid-node keeps one as long as the client. */
#define _POSIX_C_SOURCE 200809L
#include "client.h"

#include "../../common/output.h"
#include "../../common/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PASSWORD_SIZE 1024

_Noreturn static void end(void)
{
    exit(report_status());
}

/* The first line of a file, without its end. */
static void read_password(char password[PASSWORD_SIZE], const char *path)
{
    struct quote quote;
    FILE *file = fopen(path, "re");
    errno = file == NULL ? errno : 0;
    if (file == NULL || fgets(password, PASSWORD_SIZE, file) == NULL) {
        if (errno != 0)
            report_system(errno, "node: %s", quote_string(&quote, path));
        else
            report(STATUS_SYSTEM, "node: %s: no password in it", quote_string(&quote, path));
        end();
    }
    fclose(file);
    size_t length = strcspn(password, "\r\n");
    if (length == 0 || length == PASSWORD_SIZE - 1) {
        report(STATUS_SYSTEM, "node: %s: no password in it, or one of more than %d bytes",
               quote_string(&quote, path), PASSWORD_SIZE - 2);
        end();
    }
    password[length] = '\0';
}

/* The password of --user; NULL without a user. */
static const char *find_password(char room[PASSWORD_SIZE], const struct options *options)
{
    const char *password = getenv("SORTID_ETCD_PASSWORD");
    if (options->client.user == NULL)
        return NULL;
    if (options->password_file != NULL) {
        read_password(room, options->password_file);
        return room;
    }
    if (password == NULL || *password == '\0')
        report_usage(options->command->title,
                     "--user NAME needs a password: set SORTID_ETCD_PASSWORD, or give "
                     "--password-file FILE");
    return password;
}

sortid_node_client *client_open(const struct options *options)
{
    sortid_node_client *client = NULL;
    sortid_node_error error = {""};
    char room[PASSWORD_SIZE] = "";
    sortid_node_client_options chosen = options->client;
    chosen.password = find_password(room, options);
    sortid_node_status status = sortid_node_open(&client, &chosen, &error);
    for (volatile char *at = room; at < room + sizeof room; at++)
        *at = '\0';
    if (status != SORTID_NODE_OK) {
        client_report(options, status, &error);
        end();
    }
    return client;
}

/* For a failure that came without words. */
static const char *words_of(sortid_node_status status)
{
    static const char *const words[] = {"no failure",
                                        "a bad option",
                                        "no such realm or pool",
                                        "the realm differs",
                                        "no id is free",
                                        "the hold is lost",
                                        "this clock and etcd's differ",
                                        "no endpoint answered",
                                        "access denied",
                                        "an answer that is none of etcd's",
                                        "etcd failed",
                                        "the system failed",
                                        "nobody holds the id"};
    return (size_t)status < sizeof words / sizeof *words ? words[status] : "an unknown failure";
}

void client_report(const struct options *options, sortid_node_status status,
                   const sortid_node_error *error)
{
    const char *text = error->text[0] != '\0' ? error->text : words_of(status);
    int level = STATUS_SYSTEM;
    if (status == SORTID_NODE_BAD_OPTION)
        report_usage(options->command->title, "%s", text);
    if (status == SORTID_NODE_NO_REALM || status == SORTID_NODE_REALM_DIFFERS ||
        status == SORTID_NODE_NOT_HELD)
        level = STATUS_BAD_INPUT;
    report(level, "node: %s", text);
}

int client_finish(sortid_node_client *client)
{
    sortid_node_close(client);
    output_close();
    return report_status();
}
