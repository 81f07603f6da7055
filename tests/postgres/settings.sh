# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# sortid.node_spec can be set in the server's files and by ALTER SYSTEM only. Setting it for a role,
# a database or a connection has no effect, whether the module is loaded at that time or not. A bad
# value in the files is refused with its position. In the cluster `main`, whose node is 42/8.
# Sourced by postgres.sh, after lib.sh.

node_of="SELECT scru64_node_id(scru64(), 8)"

# heard ROLE DATABASE TEXT...: the output of a session with warnings, in one line.
heard() {
    sql_as main "$@" 2>&1 | tr '\n' ' '
}

# A session of psql -c has not loaded the module, so the server does not know the setting and
# accepts any value.
sql main "CREATE ROLE with_node LOGIN" "CREATE DATABASE with_node" \
    "ALTER ROLE with_node SET sortid.node_spec = '43/8'" \
    "ALTER DATABASE with_node SET sortid.node_spec = '44/8'" \
    "ALTER ROLE with_node IN DATABASE with_node SET sortid.max_clock_skew = '1h'"
expect "CREATE EXTENSION in such a database" "" "$(heard tester with_node "CREATE EXTENSION sortid" | grep ERROR)"
# in_vain WHAT ANSWER: a warning when the module is loaded, and neither this node nor the server's.
in_vain() {
    matches "$1" 'WARNING:  parameter "sortid.node_spec" cannot be changed now ERROR:  sortid.node_spec cannot be "4*' "$2"
}
in_vain "a node of a role" "$(heard with_node postgres "$node_of")"
in_vain "a node of a database" "$(heard tester with_node "$node_of")"
in_vain "a node of a connection" "$(PGOPTIONS='-c sortid.node_spec=43/8' heard tester postgres "$node_of")"
expect "the settings of such a session" "2 1s " "$(heard with_node with_node "SELECT FROM ulid_valid('')" \
    "SHOW sortid.node_spec" "SHOW sortid.max_clock_skew" | sed 's/WARNING: [^W]* now /+/g; s/^++/2/')"
# Once the module is loaded, the server refuses the setting at once.
for text in "ALTER ROLE with_node" "ALTER DATABASE with_node" ""; do
    refuses main 55P02 "LOAD 'sortid'; $text SET sortid.node_spec = '43/8'"
done
refuses main 55P02 "LOAD 'sortid'; SELECT set_config('sortid.node_spec', '43/8', false)"
heard with_node postgres "ALTER SYSTEM SET sortid.node_spec = '43/8'" | grep -qE '^ERROR:  (must be superuser|permission denied)' ||
    fail "a role that is no superuser sets the server's node"
sql main "DROP DATABASE with_node" "DROP ROLE with_node"

# ---- A bad value at a reload ---------------------------------------------------------------------
# An open session keeps its node. A new session has none and says why.
{
    echo "$node_of;"
    echo "\\! echo \"sortid.node_spec = '256/8'\" >> $tmp/main/postgresql.conf"
    echo "SELECT sortid_reload() \\gset"
    echo "SELECT scru64_node_id(scru64(), 8);"
    echo "SHOW sortid.node_spec;"
} > "$tmp/reload"
expect "a node before and after a bad reload" "42 42 42/8 " "$("$bin/psql" -X -q -At -h "$tmp/main.socket" \
    -U tester -d postgres < "$tmp/reload" 2>&1 | grep . | tr '\n' ' ')"
answer=$(heard tester postgres "$node_of")
matches "a bad node in a file" \
    '*invalid value for parameter "sortid.node_spec": "256/8"*At position 1: value out of range.*' "$answer"
matches "a session without a node" '*ERROR:  sortid.node_spec cannot be "256/8"*Set it in postgresql.conf*' "$answer"
sed -i '$d' "$tmp/main/postgresql.conf"
sql main "SELECT sortid_reload()" > /dev/null
expect "a corrected node" "42 " "$(heard tester postgres "$node_of")"

# ---- sortid_reload() -----------------------------------------------------------------------------
# It waits: the next command of the session and every later session have the new setting.
for i in 1 2 3 4 5; do
    expect "a setting after sortid_reload(), $i" "t $((i * 10))s $((i * 10))s " "$(sql main "LOAD 'sortid'" \
        "ALTER SYSTEM SET sortid.max_clock_skew = '$((i * 10))s'" "SELECT sortid_reload()" \
        "SHOW sortid.max_clock_skew" | tr '\n' ' ')$(sql main "LOAD 'sortid'" "SHOW sortid.max_clock_skew" | tr '\n' ' ')"
done
sql main "ALTER SYSTEM RESET sortid.max_clock_skew" "SELECT sortid_reload()" "CREATE ROLE reloader LOGIN" > /dev/null
matches "a role without the right reloads the settings" "ERROR:  permission denied for function pg_reload_conf*" \
    "$(heard reloader postgres "SELECT sortid_reload()")"
sql main "GRANT EXECUTE ON FUNCTION pg_reload_conf() TO reloader"
expect "sortid_reload() by a role with the right" "t " "$(heard reloader postgres "SELECT sortid_reload()")"
sql main "REVOKE EXECUTE ON FUNCTION pg_reload_conf() FROM reloader" "DROP ROLE reloader"

# ---- Loading in a parallel operation -------------------------------------------------------------
# The session's first call builds an index, in a worker and in the session itself. Servers before
# 13.17, 14.14, 15.9 and 16.5 give the session the default settings then, with warnings.
sql main "CREATE TABLE shuffled AS SELECT ulid_random() AS id FROM generate_series(1, 5000)" \
    "ALTER TABLE shuffled SET (parallel_workers = 2)"
if grep -q GUC_ALLOW_IN_PARALLEL "$("$pg_config" --includedir-server)/utils/guc.h"; then
    expect "settings of a session that loads the module in a parallel operation" "0 42/8 42 " \
        "$(heard tester postgres "SET maintenance_work_mem = '128MB'" "CREATE INDEX ON shuffled (id)" \
            "SHOW sortid.max_clock_skew" "SHOW sortid.node_spec" "$node_of")"
fi
sql main "DROP TABLE shuffled"

# ---- Guard bits ----------------------------------------------------------------------------------
# first_counters BITS: the first counters of four ticks with this setting.
first_counters() {
    sql main "LOAD 'sortid'" "ALTER SYSTEM SET sortid.scru64_guard_bits = $1" "SELECT sortid_reload()" "
        CREATE FUNCTION pg_temp.first_counter() RETURNS integer LANGUAGE plpgsql AS \$\$
        DECLARE
            last scru64 := scru64();
            id scru64;
        BEGIN
            LOOP
                id := scru64();
                EXIT WHEN scru64_timestamp(id) > scru64_timestamp(last);
                PERFORM pg_sleep(0.01);
            END LOOP;
            RETURN scru64_counter(id, 8);
        END \$\$" "SELECT pg_temp.first_counter() FROM generate_series(1, 4)" | sed 1d | tr '\n' ' '
}
expect "counters with 16 guard bits" "0 0 0 0 " "$(first_counters 16)"
expect "counters with 8 guard bits below 256" 4 "$(first_counters 8 | tr ' ' '\n' | awk '$1 != "" && $1 < 256' | wc -l)"
# (four of them are all below 256 in one of 2^32 runs)
expect "counters without guard bits" above "$(first_counters -1 | tr ' ' '\n' | awk '$1 > 255 { print "above"; exit }')"
sql main "LOAD 'sortid'" "ALTER SYSTEM SET sortid.scru64_guard_bits = 17" "SELECT sortid_reload()" > /dev/null
refuses main 55000 "SELECT scru64()"
sql main "ALTER SYSTEM RESET sortid.scru64_guard_bits" "SELECT sortid_reload()" > /dev/null
expect "a node without guard bits" 42 "$(sql main "$node_of")"
