# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# The versions of the extension: control file, library and newest script have one version; and an
# upgrade from each older version, by every chain of upgrade scripts, gives the same objects as an
# installation of the newest. Two invented older versions are installed next to the real ones, so
# that there is always a chain. In databases of the cluster `main`, one for each chain. Sourced by
# postgres.sh, after lib.sh.

folder=$root/ext/postgres
newest=$(sed -n "s/^default_version = '\(.*\)'\$/\1/p" "$folder/sortid.control")
[ -e "$folder/sortid--$newest.sql" ] || fail "no sortid--$newest.sql for the control file's version"
in_upgrade() {
    sql_as main tester "upgrade_$1" "$2"
}
sql main "CREATE DATABASE upgrade_newest"
in_upgrade newest "CREATE EXTENSION sortid"
# Library 0.9.0 belongs to extension 0.9: a new last number does not change the script.
version=$(in_upgrade newest "SELECT sortid_version()")
expect "the library's version and the extension's" "$newest" "${version%.*}"
expect "the extension's version" "$newest" \
    "$(in_upgrade newest "SELECT extversion FROM pg_extension WHERE extname = 'sortid'")"
expect "an update to the same version" 'NOTICE:  version "'"$newest"'" of extension "sortid" is already installed' \
    "$(in_upgrade newest "ALTER EXTENSION sortid UPDATE" 2>&1)"

# objects DATABASE: all objects of the extension with their properties, one a line, without OIDs.
objects() {
    in_upgrade "$1" "
    SELECT identity || coalesce(' ' || (SELECT concat_ws(' ', prosrc, probin, provolatile, proparallel,
            proisstrict, prosupport, proleakproof, procost, proargnames, pg_get_function_result(p.oid))
            FROM pg_proc AS p WHERE o.classid = 'pg_proc'::regclass AND p.oid = o.objid), '') ||
        coalesce(' ' || (SELECT concat_ws(' ', typlen, typbyval, typalign, typstorage, typinput, typoutput,
            typreceive, typsend, typcategory) FROM pg_type AS t
            WHERE o.classid = 'pg_type'::regclass AND t.oid = o.objid), '') ||
        coalesce(' ' || (SELECT concat_ws(' ', oprcode, oprcom::regoperator, oprnegate::regoperator, oprrest,
            oprjoin, oprcanmerge, oprcanhash) FROM pg_operator AS r
            WHERE o.classid = 'pg_operator'::regclass AND r.oid = o.objid), '') ||
        coalesce(' ' || (SELECT concat_ws(' ', castcontext, castmethod, castfunc::regprocedure) FROM pg_cast AS c
            WHERE o.classid = 'pg_cast'::regclass AND c.oid = o.objid), '') ||
        coalesce(' ' || (SELECT concat_ws(' ', aggtransfn, aggcombinefn, aggsortop::regoperator) FROM pg_aggregate AS a
            WHERE o.classid = 'pg_proc'::regclass AND a.aggfnoid = o.objid), '') ||
        coalesce(' ' || (SELECT concat_ws(' ', opcdefault, opcintype::regtype) FROM pg_opclass AS k
            WHERE o.classid = 'pg_opclass'::regclass AND k.oid = o.objid), '')
    FROM (SELECT d.classid, d.objid, i.type || ' ' || i.identity AS identity FROM pg_depend AS d,
            pg_identify_object(d.classid, d.objid, d.objsubid) AS i
        WHERE d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'sortid') AND d.deptype = 'e') AS o
    UNION ALL
    -- Members of operator families, which are not objects.
    SELECT concat_ws(' ', 'operator', f.opfname, amopstrategy, amopopr::regoperator, amoplefttype::regtype)
    FROM pg_amop JOIN pg_opfamily AS f ON f.oid = amopfamily WHERE f.opfname ~ '^(ulid|scru|ksuid)'
    UNION ALL
    SELECT concat_ws(' ', 'support', f.opfname, amprocnum, amproc::regproc, amproclefttype::regtype)
    FROM pg_amproc JOIN pg_opfamily AS f ON f.oid = amprocfamily WHERE f.opfname ~ '^(ulid|scru|ksuid)'" |
        LC_ALL=C sort
}
objects newest > "$tmp/newest"
# (359 on 13, which has no bloom indexes)
[ "$(wc -l < "$tmp/newest")" -ge 350 ] || fail "the extension has only $(wc -l < "$tmp/newest") objects"

# The Makefile installs only the scripts that it names.
installed=$tmp/root$("$pg_config" --sharedir)/extension
for script in "$folder"/sortid--*.sql; do
    [ -e "$installed/${script##*/}" ] || fail "the Makefile does not install ${script##*/}"
done

# script SECTIONS FORMATS: the head of the newest script, which has the functions of no format, if
# "head" is one of the sections, and its other sections of these names, for these formats only.
script() {
    awk -v sections=" $1 " -v formats="{$(echo "$2" | tr ' ' ,)}" '
    BEGIN { section = "head" }
    /^-- ---- / { section = $3 }
    index(sections, " " section " ") { print }
    index(sections, " " section " ") && /AS formats LOOP$/ {
        print "CONTINUE WHEN format <> ALL (\047" formats "\047::text[]);" }
    ' "$folder/sortid--$newest.sql"
}
# Version 0.0.1 has no ulid, uuidv7 and ksuid; 0.0.2 lacks only ksuid.
first="scru128 scru128v1 scru160 scru64"
script "head formats" "$first" > "$installed/sortid--0.0.1.sql"
script "formats uuidv7" "ulid uuidv7" > "$installed/sortid--0.0.1--0.0.2.sql"
script "head formats uuidv7" "$first ulid uuidv7" > "$installed/sortid--0.0.2.sql"
script "formats classes" ksuid > "$installed/sortid--0.0.2--$newest.sql"

# From each version that has an installation script to the newest.
ways=0
for script in "$installed"/sortid--*.sql; do
    old=${script##*/sortid--}
    old=${old%.sql}
    case $old in *--* | "$newest") continue ;; esac
    path=$(sql main "SELECT path FROM pg_extension_update_paths('sortid')
        WHERE source = '$old' AND target = '$newest'")
    [ -n "$path" ] || fail "no upgrade path from version $old to $newest"
    ways=$((ways + 1))
    sql main "CREATE DATABASE upgrade_$ways"
    in_upgrade "$ways" "CREATE EXTENSION sortid VERSION '$old'"
    objects "$ways" > "$tmp/older"
    if ! grep -q scru64_ops "$tmp/older" || grep -q ksuid "$tmp/older"; then
        fail "the objects of version $old"
    fi
    # One script after another: the longest chain, not the shortest.
    from=$old
    until [ "$from" = "$newest" ]; do
        to=$(find "$installed" -name "sortid--$from--*.sql" | sed 's/.*--//; s/\.sql$//' | sort -V | head -n 1)
        [ -n "$to" ] || fail "no script that upgrades version $from"
        in_upgrade "$ways" "ALTER EXTENSION sortid UPDATE TO '$to'"
        from=$to
    done
    objects "$ways" > "$tmp/updated"
    diff -u "$tmp/newest" "$tmp/updated" >&2 ||
        fail "an upgrade from version $old differs from an installation of $newest"
    checks=$((checks + 1))
done
[ "$ways" -ge 2 ] || fail "only $ways older versions"

# Objects that an upgrade script forgot, or declared otherwise.
for change in "ALTER EXTENSION sortid DROP FUNCTION ksuid_payload(ksuid)" \
    "ALTER FUNCTION ulid_random() PARALLEL RESTRICTED" \
    "ALTER OPERATOR FAMILY ulid_ops USING hash ADD FUNCTION 2 (ksuid, ksuid) ksuid_hash_extended(ksuid, bigint)"; do
    in_upgrade newest "$change"
    objects newest > "$tmp/changed"
    ! cmp -s "$tmp/newest" "$tmp/changed" || fail "not noticed: $change"
    mv "$tmp/changed" "$tmp/newest"
    checks=$((checks + 1))
done
rm "$installed"/sortid--0.0.*
echo "$ways older versions"
