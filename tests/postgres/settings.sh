# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# sortid.node_spec can be set in the server's files and by ALTER SYSTEM only. Setting it for a role, a
# database or a connection has no effect, whether the module is loaded at that time or not. A bad value in
# the files is refused with its position. In the cluster `main`, whose node is 42/8. Sourced by
# postgres.sh, after lib.sh.

node_of="SELECT scru64_node_id(scru64(), 8)"

# heard ROLE DATABASE TEXT...: the output of a session with warnings, in one line.
heard() {
    role=$1 database=$2
    shift 2
    for text; do
        set -- "$@" -c "$text"
        shift
    done
    "$bin/psql" -X -q -At -h "$tmp/main.socket" -U "$role" -d "$database" "$@" 2>&1 | tr '\n' ' '
}

# A session of psql -c has not loaded the module, so the server does not know the setting and accepts any
# value.
sql main "CREATE ROLE with_node LOGIN" "CREATE DATABASE with_node" \
    "ALTER ROLE with_node SET sortid.node_spec = '43/8'" \
    "ALTER DATABASE with_node SET sortid.node_spec = '44/8'" \
    "ALTER ROLE with_node IN DATABASE with_node SET sortid.max_clock_skew = '1h'"
expect "CREATE EXTENSION in such a database" "" "$(heard tester with_node "CREATE EXTENSION sortid" | grep ERROR)"
# in_vain WHAT ANSWER: a warning when the module is loaded, and no node: neither this one nor the server's.
in_vain() {
    case $2 in
    'WARNING:  parameter "sortid.node_spec" cannot be changed now ERROR:  sortid.node_spec cannot be "4'*) ;;
    *) fail "$1: $2" ;;
    esac
    checks=$((checks + 1))
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

# ---- A bad value at a reload --------------------------------------------------------------------------
# An open session keeps its node. A new session has none and says why.
{
    echo "$node_of;"
    echo "\\! echo \"sortid.node_spec = '256/8'\" >> $tmp/main/postgresql.conf"
    echo "SELECT pg_reload_conf() \\gset"
    echo "SELECT FROM pg_sleep(0.5) \\; SELECT scru64_node_id(scru64(), 8);"
    echo "SHOW sortid.node_spec;"
} > "$tmp/reload"
expect "a node before and after a bad reload" "42 42 42/8 " "$("$bin/psql" -X -q -At -h "$tmp/main.socket" \
    -U tester -d postgres < "$tmp/reload" 2>&1 | grep . | tr '\n' ' ')"
answer=$(heard tester postgres "$node_of")
case $answer in
*'invalid value for parameter "sortid.node_spec": "256/8"'*'At position 1: value out of range.'*) ;;
*) fail "a bad node in a file: $answer" ;;
esac
case $answer in
*'ERROR:  sortid.node_spec cannot be "256/8"'*'Set it in postgresql.conf'*) checks=$((checks + 2)) ;;
*) fail "a session without a node: $answer" ;;
esac
sed -i '$d' "$tmp/main/postgresql.conf"
sql main "SELECT pg_reload_conf()" > /dev/null
sleep 0.5
expect "a corrected node" "42 " "$(heard tester postgres "$node_of")"
