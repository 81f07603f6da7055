# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# A role without superuser rights creates and updates the extension in a schema of its own, in its
# own database. The scripts run as a superuser then, so they must not call anything that this role
# has put into the schema. Nor must the script for users of pgx_ulid. Sourced after lib.sh.

sql main "CREATE ROLE owner LOGIN" "CREATE DATABASE owned OWNER owner"
in_owned() {
    PGOPTIONS='-c client_min_messages=warning' sql_as main owner owned "$1"
}
# Functions and operators that fit calls in the scripts better than those of pg_catalog. Each fails.
in_owned "
CREATE SCHEMA \"the trap\";
CREATE FUNCTION \"the trap\".spring() RETURNS text LANGUAGE plpgsql AS \$\$ BEGIN
    RAISE EXCEPTION 'called as %', current_user;
END \$\$;
DO \$\$
DECLARE
    type text;
    name text;
    arguments text;
BEGIN
    FOREACH type IN ARRAY ARRAY['regtype', 'regclass', 'regnamespace', 'regproc'] LOOP
        EXECUTE format('CREATE FUNCTION \"the trap\".equal(oid, %1\$s) RETURNS boolean LANGUAGE sql
            AS ''SELECT \"the trap\".spring() = ''''''''''; CREATE OPERATOR \"the trap\".= (
            FUNCTION = \"the trap\".equal, LEFTARG = oid, RIGHTARG = %1\$s)', type);
    END LOOP;
    FOREACH type IN ARRAY ARRAY['regtype', 'regnamespace'] LOOP
        EXECUTE format('CREATE FUNCTION \"the trap\".joined(%1\$s, text) RETURNS text LANGUAGE sql
            AS ''SELECT \"the trap\".spring()''; CREATE OPERATOR \"the trap\".|| (
            FUNCTION = \"the trap\".joined, LEFTARG = %1\$s, RIGHTARG = text)', type);
    END LOOP;
    FOREACH arguments IN ARRAY ARRAY['text', 'text, text', 'text, text, text', 'text, text, text, text'] LOOP
        EXECUTE format('CREATE FUNCTION \"the trap\".format(%s) RETURNS text LANGUAGE sql
            AS ''SELECT \"the trap\".spring()''', arguments);
    END LOOP;
    CREATE FUNCTION \"the trap\".unnest(text[]) RETURNS SETOF text LANGUAGE sql AS 'SELECT \"the trap\".spring()';
END \$\$"
matches "the trap does not work" "*called as owner*" \
    "$(in_owned "SET search_path = \"the trap\"; SELECT format('%s', 'a'::text)" 2>&1 || true)"
for version in $(sql main "SELECT version FROM pg_available_extension_versions WHERE name = 'sortid' ORDER BY 1"); do
    in_owned "CREATE EXTENSION sortid SCHEMA \"the trap\" VERSION '$version'"
    in_owned "ALTER EXTENSION sortid UPDATE"
    expect "operator classes of version $version in a schema of its own" "t" "$(in_owned "SELECT count(*) =
        CASE WHEN current_setting('server_version_num')::integer < 140000 THEN 5 ELSE 7 END * 6
        FROM pg_opclass WHERE opcnamespace = '\"the trap\"'::regnamespace")"
    expect "operator classes, once more" "" "$(in_owned "SELECT \"the trap\".sortid_add_operator_classes()")"
    for script in pgx-ulid pg-uuidv7; do
        "$bin/psql" -X -q -At -v ON_ERROR_STOP=1 -h "$tmp/main.socket" -U tester -d owned \
            -c "SET search_path = \"the trap\"" -f "$root/ext/postgres/sortid-$script.sql" || fail "sortid-$script.sql"
    done
    expect "the functions of pgx_ulid" "01ARYZ6S41TSV4RRFFQ69G5FAV" "$(in_owned "SELECT \"the trap\".ulid_from_uuid(
        \"the trap\".ulid_to_uuid('01ARYZ6S41TSV4RRFFQ69G5FAV'))")"
    in_owned "CREATE TABLE kept (id \"the trap\".ulid PRIMARY KEY DEFAULT \"the trap\".ulid()); INSERT INTO kept DEFAULT VALUES"
    in_owned "DROP TABLE kept; DROP EXTENSION sortid CASCADE" # with the functions of the script
done
sql main "DROP DATABASE owned" "DROP ROLE owner"
