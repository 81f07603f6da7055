/* SPDX-License-Identifier: MIT */
/* client.c: see client.h. It wipes its copy of the password; libsortid-node keeps one until the
 * client is closed. */
#include "client.h"

#include "../../common/output.h"
#include "../../common/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define PASSWORD_SIZE 1024

/* Reads the first line of a file, without its end. */
static void read_password(char password[PASSWORD_SIZE], const char *path)
{
    struct quote quote;
    FILE *file = fopen(path, "re");
    if (file == NULL || (fgets(password, PASSWORD_SIZE, file) == NULL && ferror(file) != 0)) {
        report_system(errno, "node: password file %s", quote_string(&quote, path));
        exit(report_status());
    }
    struct stat about;
    if (fstat(fileno(file), &about) == 0 && (about.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        report(STATUS_OK,
               "node: warning: other users may read or write password file %s: run chmod 600 on it",
               quote_string(&quote, path));
    fclose(file);
    size_t length = strcspn(password, "\r\n");
    if (length == 0 || length == PASSWORD_SIZE - 1) {
        report(STATUS_SYSTEM,
               "node: password file %s: the first line must be the password, 1 to %d bytes",
               quote_string(&quote, path), PASSWORD_SIZE - 2);
        exit(report_status());
    }
    password[length] = '\0';
}

/* The password of --user; NULL without a user. */
static const char *find_password(char buffer[PASSWORD_SIZE], const struct options *options)
{
    const char *password = getenv("SORTID_STORE_PASSWORD");
    if (options->client.user == NULL)
        return NULL;
    if (options->password_file != NULL) {
        read_password(buffer, options->password_file);
        return buffer;
    }
    if (password == NULL || *password == '\0')
        report_usage("--user NAME needs a password: set SORTID_STORE_PASSWORD, or give "
                     "--password-file FILE");
    return password;
}

static sortid_node_client *client;

sortid_node_client *client_open(const struct options *options)
{
    sortid_node_error error = {""};
    char buffer[PASSWORD_SIZE] = "";
    sortid_node_client_options chosen = options->client;
    chosen.password = find_password(buffer, options);
    sortid_node_status status = sortid_node_client_open(&client, &chosen, &error);
    for (volatile char *at = buffer; at < buffer + sizeof buffer; at++)
        *at = '\0';
    if (status != SORTID_NODE_OK) {
        client_report(status, &error);
        exit(report_status());
    }
    return client;
}

/* What to do about failures whose messages say only what the system or the store says. */
static const char *advice_of(sortid_node_status status)
{
    if (status == SORTID_NODE_UNREACHABLE)
        return "; check --store, and that the server runs there; a slow one needs a longer "
               "--timeout";
    return status == SORTID_NODE_DENIED ? "; check the user, the password and the certificates"
                                        : "";
}

void client_report(sortid_node_status status, const sortid_node_error *error)
{
    const char *text = error->text[0] != '\0' ? error->text : sortid_node_status_text(status);
    int level = STATUS_SYSTEM;
    if (status == SORTID_NODE_BAD_OPTION)
        report_usage("%s", text);
    if (status == SORTID_NODE_NO_REALM || status == SORTID_NODE_REALM_DIFFERS ||
        status == SORTID_NODE_NOT_RESERVED || status == SORTID_NODE_RESTORED ||
        status == SORTID_NODE_IN_USE)
        level = STATUS_BAD_INPUT;
    report(level, "node: %s%s", text, advice_of(status));
}

bool client_may_wait(sortid_node_status status)
{
    return status == SORTID_NODE_NO_ID || status == SORTID_NODE_UNREACHABLE ||
           status == SORTID_NODE_STORE_FAILED;
}

sortid_node_report *client_examine(const struct options *options, const char *realm,
                                   bool is_summary)
{
    sortid_node_report *found = NULL;
    sortid_node_error error = {""};
    client_open(options);
    sortid_node_status status = is_summary
                                    ? sortid_node_realm_summarize(client, &found, realm, &error)
                                    : sortid_node_realm_examine(client, &found, realm, &error);
    if (status == SORTID_NODE_OK)
        return found;
    client_report(status, &error);
    return NULL;
}

void client_finish(void)
{
    sortid_node_client_close(client);
    client = NULL;
    output_close();
}
