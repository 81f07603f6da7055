# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# Time ranges of every type, in the cluster `main`: since <= time < until, so adjacent ranges
# contain each ID once: by a scan of the table, by an index, and by explicit bounds. Bounds are the
# ends of the types' times and random microseconds. The seed is $SORTID_SEED or the current time,
# and is printed. Sourced by postgres.sh, after lib.sh.

seed=${SORTID_SEED:-$(date +%s%N)}
echo "spans: SORTID_SEED=$seed"
# Bounds near the ends of all times and of ticks of scru64, within a minute, and anywhere.
sql main "CREATE TABLE ends (type text, first timestamptz, last timestamptz, is_fine boolean)" \
    "INSERT INTO ends VALUES ('scru128', '1970-01-01Z', '10889-08-02 05:31:50.655Z'),
        ('scru128v1', '2020-01-01Z', '2577-06-22 06:20:44.415Z'),
        ('scru160', '1970-01-01Z', '10889-08-02 05:31:50.655Z'),
        ('scru64', '1970-01-01Z', '4261-02-27 06:08:58.88Z'),
        ('ulid', '1970-01-01Z', '10889-08-02 05:31:50.655Z'),
        ('uuidv7', '1970-01-01Z', '10889-08-02 05:31:50.655Z'),
        ('ksuid', '2014-05-13 16:53:20Z', '2150-06-19 23:21:35Z')"
sql main "DO 'BEGIN PERFORM setseed(1.0 / (1 + $seed % 1000003)); END'" "CREATE TABLE cuts AS
    SELECT '-infinity'::timestamptz AS at UNION SELECT 'infinity' UNION SELECT '4713-01-01 BC' UNION
    SELECT '294276-12-31 23:59:59.999999Z' UNION
    SELECT edge + us * interval '1 microsecond' FROM
        (SELECT first FROM ends UNION SELECT last FROM ends) AS edges (edge),
        unnest(ARRAY[-1, 0, 1, 500, 999, 1000, 1001, 255999, 256000, 256001]) AS us UNION
    SELECT timestamptz '2024-01-01Z' + n * interval '1 s' FROM generate_series(0, 60) AS n UNION
    SELECT timestamptz '2024-01-01Z' + (random() * 60000000)::integer * interval '1 microsecond'
        FROM generate_series(1, 60) UNION
    SELECT timestamptz '1970-01-01Z' + (random() * 3000000)::integer * interval '1 day' +
        random() * interval '24 hours' FROM generate_series(1, 30)" \
    "CREATE TABLE spans AS SELECT since, until FROM
        (SELECT at AS since, lead(at) OVER (ORDER BY at) AS until FROM cuts) AS pairs
        WHERE until IS NOT NULL"
expect "ranges from -infinity to infinity" "-infinity|infinity|t" "$(sql main \
    "SELECT min(since), max(until), count(*) > 150 FROM spans")"
for type in ksuid scru128 scru128v1 scru160 scru64 ulid uuidv7; do
    # The first and the last IDs of the ms or tick at each bound, before it and after it.
    sql main "CREATE TABLE ids_$type AS
        SELECT DISTINCT unnest(ARRAY[${type}_min(at), ${type}_max(at)]) AS id FROM
            (SELECT at + ms * interval '1 ms' AS at FROM cuts, unnest(ARRAY[-256, -1, 0, 1, 256]) AS ms
                WHERE isfinite(at) AND at BETWEEN '1900-01-01Z' AND '20000-01-01Z') AS times,
            ends WHERE type = '$type' AND at BETWEEN first AND last" \
        "CREATE INDEX ON ids_$type (id)" "ANALYZE ids_$type"
    # (most bounds are in one minute, which has 60 seconds of ksuid)
    case $type in ksuid) least=120 ;; *) least=300 ;; esac
    expect "$type: more than $least IDs" t "$(sql main "SELECT count(*) > $least FROM ids_$type")"
    expect "$type: IDs in no range or in two" 0 "$(sql main "SELECT count(*) FROM
        (SELECT id FROM ids_$type LEFT JOIN spans ON ${type}_within(id, since, until)
            GROUP BY id HAVING count(since) <> 1) AS wrong")"
    expect "$type: IDs whose range does not contain their time" 0 "$(sql main "SELECT count(*)
        FROM ids_$type, spans WHERE ${type}_within(id, since, until) IS DISTINCT FROM
            (since <= ${type}_time(id) AND ${type}_time(id) < until)")"
    all=$(sql main "SELECT count(*) FROM ids_$type")
    expect "$type: IDs by an index" "$all" "$(sql main "SET enable_seqscan = off" "SELECT sum(
        (SELECT count(*) FROM ids_$type WHERE ${type}_within(id, since, until))) FROM spans")"
    expect "$type: IDs between bounds" "$all" "$(sql main "SELECT sum((SELECT count(*) FROM ids_$type
        WHERE id BETWEEN ${type}_within_lower(since, until) AND ${type}_within_upper(since, until))) FROM spans")"
    expect "$type: IDs in reversed and empty ranges" 0 "$(sql main "SELECT count(*) FROM ids_$type, spans
        WHERE ${type}_within(id, until, since) OR ${type}_within(id, since, since)")"
    # 602 IDs over a minute that begins with a tick of scru64, counted second by second.
    sql main "CREATE TABLE minute_$type AS
        SELECT ${type}_min(timestamptz '2024-01-01Z' + n * 60000 / 602 * interval '1 ms') AS id
            FROM generate_series(0, 601) AS n"
    expect "$type: sixty windows of a second" 602 "$(sql main "SELECT sum(
        (SELECT count(*) FROM minute_$type WHERE ${type}_within(id, since, since + interval '1 s')))
        FROM generate_series(timestamptz '2024-01-01Z', '2024-01-01 00:00:59Z', '1 s') AS since")"
done
