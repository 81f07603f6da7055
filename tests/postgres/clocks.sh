# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# The server's clock is set forward and back by seconds, minutes and hours while the server runs
# (preload_system.c). After a step back of more than 10 s, generators of a session begin again at
# the clock's time, with a warning. Shared generators never do, not even after a restart: they wait,
# and the waits can be ended. In its own cluster, `clock`. Sourced by postgres.sh, after lib.sh.

make_system
set_system clock 0
init clock "sortid.node_spec = '42/8'" "sortid.max_clock_skew = 0" "fsync = off"
start_in_system clock
sql clock "CREATE EXTENSION sortid"
install_managed clock tester postgres

# at MS: prints the psql command by which a session sets the clock.
at() {
    printf '%s\n' "\\! echo $1 > $tmp/system/clock.new; mv $tmp/system/clock.new $tmp/system/clock"
}

# ---- Generators of a session ---------------------------------------------------------------------
# The offset of the clock in ms; whether the next IDs are above the earlier ones (1) or not (0).
cat > "$tmp/walk" << 'END'
0 1
-5000 1
-9500 1
-65000 0
-60000 1
3540000 1
7140000 1
7131000 1
7080000 0
3480000 0
0 0
60000 1
END
# The functions, and the types of their results. Those with a schema are of sortid-managed.sql.
for type in ksuid scru128 scru128v1 scru160 ulid sortid_uuidv7 ksuid_session scru160_session ulid_session \
    sortid_uuidv7_session sortid.ulid sortid.sortid_uuidv7; do
    case $type in
    sortid_uuidv7*) of=uuid time=uuidv7_time ;;
    sortid.sortid_uuidv7) of=uuid time=sortid.uuidv7_time ;;
    *) of=${type%_session} time=${type%_session}_time ;;
    esac
    session=$({
        echo "CREATE TEMP TABLE made (n serial, rises integer, asked timestamptz, id $of);"
        while read -r ms rises; do
            at "$ms"
            echo "INSERT INTO made (rises, asked, id) SELECT CASE n WHEN 1 THEN $rises ELSE 1 END,
                clock_timestamp(), $type() FROM generate_series(1, 300) AS n;"
        done < "$tmp/walk"
        # The time of an ID is that of its clock or up to 10 s later.
        echo "SELECT count(*), count(*) FILTER (WHERE rises = 1 AND id <= was),
                count(*) FILTER (WHERE rises = 0 AND id >= was), count(*) - count(DISTINCT id),
                count(*) FILTER (WHERE $time(id) NOT BETWEEN asked - interval '1 s'
                    AND asked + interval '10 s')
            FROM (SELECT *, lag(id) OVER (ORDER BY n) AS was FROM made) AS pairs;"
    } | "$bin/psql" -X -q -At -h "$tmp/clock.socket" -U tester -d postgres 2> "$tmp/warnings")
    expect "IDs of $type() under clocks" "3600|0|0|0|0" "$session"
    expect "warnings of $type()" "4 4" "$(grep -c WARNING "$tmp/warnings") $(grep -c \
        "WARNING:  ${type#sortid.}(): the clock was set back; the next IDs of this session are below its earlier ones" "$tmp/warnings")"
done

# A stopped clock, 9.999 s back: there are 4096 IDs until they would be 10 s ahead of it, and one more call waits.
# When the clock moves, so does the session. (A stopped clock also stops the server's timeouts.)
for type in ulid ksuid sortid_uuidv7 scru160; do
    {
        at @1800000010000
        echo "SELECT count($type());"
        at @1800000000001
        echo "SELECT count($type()) FROM generate_series(1, 100000);"
    } | "$bin/psql" -X -q -At -h "$tmp/clock.socket" -U tester -d postgres > "$tmp/stopped" 2>&1 &
    await "$type() does not wait for a stopped clock" prints 1 sql clock "SELECT count(*) FROM pg_stat_activity
        WHERE wait_event_type = 'Extension' AND query LIKE 'SELECT count($type()) FROM%'"
    set_system clock @1800000020000
    wait "$!"
    expect "$type() with a stopped clock" "1 100000 " "$(tr '\n' ' ' < "$tmp/stopped")"
done
set_system clock 0

# ---- Generators of all sessions ------------------------------------------------------------------
# next_of TYPE: one more ID, which must be above all earlier ones.
next_of() {
    take clock "$1" "$tmp/$1.clock" 1
    rising "$tmp/$1.clock"
}

# waiters [ACTION]: the number of sessions that wait for the clock; ACTION is applied to each.
waiters() {
    sql clock "SELECT count(*) FILTER (WHERE ${1:-true}) FROM pg_stat_activity
        WHERE wait_event_type = 'Extension' AND query ~ '^SELECT (scru64|[a-z0-9_]+_shared)\\(\\)\$'"
}

# each_waits: starts a session for each type, which waits. Its output is in $tmp/TYPE.waits.
each_waits() {
    children=
    for type in $types; do
        sql clock "SELECT $(shared "$type")" > "$tmp/$type.waits" 2>&1 &
        children="$children $!"
    done
    await "not all wait for their clocks" prints "$type_count" waiters
}

# each_ends FAILED PATTERN
each_ends() {
    for child in $children; do
        failed=0
        wait "$child" || failed=1
        [ "$failed" = "$1" ] || fail "a session that waited: $(cat "$tmp"/*.waits)"
    done
    for type in $types; do
        grep -q "$2" "$tmp/$type.waits" || fail "$type, which waited: $(cat "$tmp/$type.waits")"
        checks=$((checks + 1))
    done
}

# each_is_refused: no type makes an ID before the clock has reached its last one.
each_is_refused() {
    for type in $types; do
        refuses clock 57014 "SET statement_timeout = 200; SELECT $(shared "$type")"
    done
}

set_system clock 7200000
for type in $types; do take clock "$type" "$tmp/$type.clock" 500; done
set_system clock 7199600
for type in $types; do next_of "$type"; done
set_system clock 7140000
each_is_refused
set_system clock 0
each_waits
expect "waits that were cancelled" "$type_count" "$(waiters "pg_cancel_backend(pid)")"
each_ends 1 'canceling statement due to user request'
each_waits
expect "sessions ended as they waited" "$type_count" "$(waiters "pg_terminate_backend(pid)")"
each_ends 1 'terminating connection due to administrator command'
each_waits
set_system clock 7201000
each_ends 0 '^[-0-9a-zA-Z]*$'
for type in $types; do next_of "$type"; done

# After a restart: of a server that was stopped, and of one that crashed.
ahead=7201000
for mode in fast immediate; do
    stop clock "$mode"
    set_system clock 3600000
    start_in_system clock
    each_is_refused
    ahead=$((ahead + 1000))
    set_system clock "$ahead"
    for type in $types; do next_of "$type"; done
done

# Two sessions of each type while the clock is set forward and back; at last after all IDs.
for session in 1 2; do
    for type in $types; do
        (while take clock "$type" "$tmp/$type.walk.$session" 2000; do
            [ ! -e "$tmp/walked" ] || break
        done) &
    done
done
for ms in 7203000 7203400 7202900 7263000 7262700 7203000 10800000 10799500 7263000 0 10801000 \
    10860000 10859500 10800000 10861000; do
    set_system clock "$ms"
    sleep 0.2
done
touch "$tmp/walked"
wait
walked=0
for type in $types; do
    for session in 1 2; do rising "$tmp/$type.walk.$session"; done
    made=$(cat "$tmp/$type".walk.? | wc -l)
    distinct "$made" "$tmp/$type".walk.?
    tail -q -n 1 "$tmp/$type".walk.? | LC_ALL=C sort | tail -n 1 >> "$tmp/$type.clock"
    next_of "$type"
    walked=$((walked + made))
done
[ "$walked" -ge 20000 ] || fail "only $walked IDs while the clock was set"

# Formats have no times before 1970, so there are no IDs; afterwards the generators work again.
set_system clock -2850000000000
for type in $types; do
    case $type in
    scru64) ;;
    uuidv7)
        for verb in "" _session _random; do refuses clock 22008 "SELECT sortid_uuidv7$verb()"; done
        refuses clock 22008 "SELECT sortid.sortid_uuidv7()"
        refuses clock 22008 "SELECT sortid.ulid()"
        ;;
    *) for verb in "" _session; do refuses clock 22008 "SELECT $type$verb()"; done ;;
    esac
    refuses clock 22008 "SELECT $(shared "$type")"
done
# KSUIDs begin in 2014.
set_system clock "@1399999999999"
for verb in "" _session _shared; do refuses clock 22008 "SELECT ksuid$verb()"; done
set_system clock "@1400000000000"
expect "the time of the first KSUIDs" "1400000000" "$(sql clock "SELECT extract(epoch FROM ksuid()::timestamptz)::bigint")"
set_system clock 10862000
for type in $types; do next_of "$type"; done
stop clock
