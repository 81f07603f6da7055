#!/bin/sh
# SPDX-License-Identifier: MIT
# pg_upgrade of a cluster with the extension: from the server of one major version to that of
# another, both in Debian's folders of this system. The tables have columns of each type with
# indexes of each access method, shared generators and constraints. Compares what queries answer
# before and after, by each index; checks the indexes by amcheck; and adds the operator classes that
# only the new server has. Installs the extension into both servers and removes it at the end.
#   tests/postgres/pgupgrade.sh ROOT STATIC_LIBRARY OLD NEW
set -eu
usage="usage: tests/postgres/pgupgrade.sh ROOT STATIC_LIBRARY OLD NEW"
root=${1:?$usage} library=${2:?$usage} old=${3:?$usage} new=${4:?$usage}
# shellcheck source-path=SCRIPTDIR
. "$root/tests/postgres/lib.sh"
PG_CONFIG=/usr/lib/postgresql/$new/bin/pg_config
export PG_CONFIG
find_server
tree=$root
mkdir "$tmp/work"
chown "$server_user" "$tmp/work"

# use VERSION: the commands of lib.sh use this server.
use() {
    pg_config=/usr/lib/postgresql/$1/bin/pg_config
    bin=/usr/lib/postgresql/$1/bin
}

# install_extension VERSION
install_extension() {
    use "$1"
    mkdir "$tmp/build-$1"
    logged "the extension does not build for $1" build_in "$tmp/build-$1"
}

remove_extensions() {
    for version in "$old" "$new"; do
        use "$version"
        [ ! -e "$tmp/build-$version" ] ||
            (cd "$tmp/build-$version" && extension_make uninstall) > /dev/null 2>&1 || true
    done
}
trap 'stop_all; remove_extensions; rm -rf "$tmp"' EXIT

types="ulid ksuid scru128 scru128v1 scru160 scru64"
methods="btree hash brin gist"

make_objects() {
    sql old "CREATE EXTENSION sortid" "CREATE EXTENSION amcheck"
    for type in $types; do
        sql old "CREATE TABLE t_$type (id $type PRIMARY KEY, n int)" \
            "INSERT INTO t_$type SELECT ${type}_min(timestamptz '2024-01-01Z' + n * interval '61 s'), n
                FROM generate_series(0, 4999) AS n ORDER BY hashint4(n)" \
            "ALTER TABLE t_$type ALTER COLUMN id SET DEFAULT $(shared_of "$type")()" \
            "INSERT INTO t_$type (n) SELECT generate_series(5000, 5999)"
        for method in $methods; do
            sql old "CREATE INDEX t_${type}_$method ON t_$type USING $method (id)"
        done
        sql old "CREATE INDEX t_${type}_gin ON t_$type USING gin (id)" \
            "CREATE TABLE x_$type (id $type, during tstzrange, EXCLUDE USING gist (id WITH =, during WITH &&))" \
            "INSERT INTO x_$type SELECT id, '[2024-01-01Z,2024-02-01Z)' FROM t_$type LIMIT 100"
        [ "$old" -lt 14 ] || sql old "CREATE INDEX t_${type}_bloom ON t_$type USING brin (id ${type}_bloom_ops)" \
            "CREATE INDEX t_${type}_multi ON t_$type USING brin (id ${type}_minmax_multi_ops)"
    done
    sql old "CREATE TABLE t_uuid (id uuid PRIMARY KEY DEFAULT sortid_uuidv7_shared(), n int)" \
        "INSERT INTO t_uuid (n) SELECT generate_series(1, 5000)" \
        "CREATE TABLE parts (id ulid) PARTITION BY RANGE (id)" \
        "CREATE TABLE parts_a PARTITION OF parts FOR VALUES FROM ('01HK153X000000000000000000')
            TO ('01JGFJJZ000000000000000000')" "CREATE TABLE parts_b PARTITION OF parts DEFAULT" \
        "INSERT INTO parts SELECT id FROM t_ulid" "ANALYZE"
}

# The generator of the server for a type.
shared_of() {
    case $1 in scru64) echo scru64 ;; *) echo "${1}_shared" ;; esac
}

# answers CLUSTER: what queries answer. Each query with a range runs once by each index of the
# table: the others are invalid in a transaction that is rolled back.
answers() {
    for type in $types; do
        sql "$1" "SELECT id, n FROM t_$type ORDER BY id" "SELECT * FROM x_$type ORDER BY 1"
        range="count(*), sum(n), min(id), max(id) FROM t_$type
            WHERE id >= ${type}_min('2024-01-02Z') AND id < ${type}_min('2024-01-03Z')"
        for index in $(sql "$1" "SELECT relname FROM pg_class JOIN pg_index ON oid = indexrelid
            WHERE indrelid = 't_$type'::regclass AND relname !~ '_(hash|bloom|gin)\$' ORDER BY 1"); do
            by_index "$1" "$type" "$index" "SELECT $range"
        done
        for index in "t_${type}_hash" "t_${type}_gin"; do
            by_index "$1" "$type" "$index" "SELECT n FROM t_$type WHERE id = ${type}_min('2024-01-01 01:01Z')"
        done
    done
    sql "$1" "SELECT * FROM t_uuid ORDER BY id" "SELECT tableoid::regclass, id FROM parts ORDER BY id"
}

# by_index CLUSTER TYPE INDEX QUERY: the plan must name the index.
by_index() {
    others="UPDATE pg_index SET indisvalid = false WHERE indrelid = 't_$2'::regclass AND indexrelid <> '$3'::regclass"
    settings="SET enable_seqscan = off"
    sql "$1" "$settings" BEGIN "$others" "EXPLAIN (COSTS OFF) $4" ROLLBACK > "$tmp/plan"
    grep -q "$3" "$tmp/plan" || fail "$1: the index $3 is not used by $4: $(cat "$tmp/plan")"
    echo "$3 $(sql "$1" "$settings" BEGIN "$others" "$4" ROLLBACK)"
}

# pg_upgrade_by OPTION...
pg_upgrade_by() {
    (cd "$tmp/work" && as_user "/usr/lib/postgresql/$new/bin/pg_upgrade" -U tester -b "/usr/lib/postgresql/$old/bin" \
        -B "/usr/lib/postgresql/$new/bin" -d "$tmp/old" -D "$tmp/new" -s "$tmp/work" "$@") > "$tmp/upgrade.log" 2>&1 || {
        cat "$tmp/upgrade.log" >&2
        find "$tmp/new/pg_upgrade_output.d" -name '*.log' -exec tail -n 20 '{}' + >&2
        fail "pg_upgrade $*"
    }
}

# Servers of November 2026 (15.20, 17.12) store a version with each column, in
# pg_attribute.attoptions. pg_upgrade to a server that does not know it (18.6) fails, also without
# sortid: it is removed.
remove_column_versions() {
    if grep -q pg_attver "/usr/lib/postgresql/$old/bin/postgres" &&
        ! grep -q pg_attver "/usr/lib/postgresql/$new/bin/postgres"; then
        echo "the versions of columns are removed, which server $new does not know"
        sql old "SET allow_system_table_mods = on" "UPDATE pg_attribute SET attoptions = nullif(
            ARRAY(SELECT o FROM unnest(attoptions) AS o WHERE o !~ '^pg_attver='), '{}') WHERE attoptions IS NOT NULL"
    fi
}

install_extension "$old"
install_extension "$new"
use "$old"
init old "sortid.node_spec = '42/8'" "sortid.max_clock_skew = 0" "fsync = off"
start old
make_objects
answers old > "$tmp/before"
remove_column_versions
stop old

use "$new"
# From 18 on, clusters have checksums unless told otherwise; both clusters must agree.
[ "$new" -lt 18 ] || initdb_options=--no-data-checksums
init new "sortid.node_spec = '42/8'" "sortid.max_clock_skew = 0" "fsync = off"
pg_upgrade_by --check
pg_upgrade_by
# As docs/postgresql.md says.
as_user cp -a "$tmp/old/sortid" "$tmp/new/sortid"
start new
answers new > "$tmp/after"
diff "$tmp/before" "$tmp/after" > "$tmp/difference" || {
    head -n 20 "$tmp/difference" >&2
    fail "queries answer differently after pg_upgrade"
}
checks=$((checks + $(wc -l < "$tmp/before")))

# amcheck: each row of a table is in its index, in order.
for type in $types uuid; do
    expect "bt_index_check of t_$type" checked \
        "$(sql new "SELECT 'checked' FROM bt_index_check('t_${type}_pkey', true)")"
done

# New IDs are above all that the old server made.
for type in $types; do
    expect "a new ID of $type" t "$(sql new "SELECT $(shared_of "$type")() > (SELECT max(id) FROM t_$type)")"
done

# Operator classes of the new server.
added=$(sql new "SELECT count(*) FROM sortid_add_operator_classes()")
if [ "$old" -lt 14 ]; then
    expect "operator classes are added" t "$(sql new "SELECT $added > 0")"
    sql new "CREATE INDEX t_ulid_multi ON t_ulid USING brin (id ulid_minmax_multi_ops)"
    by_index new ulid t_ulid_multi "SELECT count(*) FROM t_ulid WHERE id < ulid_min('2024-01-02Z')" > /dev/null
fi
if [ "$new" -ge 18 ]; then
    sql new "CREATE TABLE stay (room ulid, during tstzrange, PRIMARY KEY (room, during WITHOUT OVERLAPS))"
fi
expect "operator classes, once more" 0 "$(sql new "SELECT count(*) FROM sortid_add_operator_classes()")"
stop new
echo "$checks checks of pg_upgrade from $old to $new, $added operator classes added"
