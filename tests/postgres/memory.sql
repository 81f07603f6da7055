SELECT ulid '01bx5zzkbkactav9wevgemmvrz', scru160 '017c083c130732153679e83c4fc65664e6a964a1', scru64 'zzzzzzzzzzzz'
SELECT scru128 '036z968fu2tugy7svkfznewkk', scru128v1 '7vvvvvvvvvvvvvvvvvvvvvvvvv', scru160 '05u0gf0j1oqgqdjkt0fcvhj5cioml9a1'
SELECT ulid '01BX5ZZKBKACTAV9WEVGEMMVR'
SELECT ulid ''
SELECT scru64 'zzzzzzzzzzz{'
SELECT scru128 'f5lxx1zz5pnorynqglhzmsp34'
SELECT scru160_valid(repeat('a', n)), ulid_valid(repeat('0', n)), scru64_valid(repeat('z', n)) FROM generate_series(0, 45) AS n
SELECT ulid_lenient('o1bx5zzkbk-actav9wevgemmvrz'), ulid_valid('01BX5ZZKBKACTAV9WEVGEMMVRU')
SELECT ulid_lenient('01bx5zzkbk--actav9wevgemmvrz')
INSERT INTO made SELECT ulid(), ulid_random(), scru128(), scru128v1(), scru160(), scru64(), sortid_uuidv7(), ksuid() FROM generate_series(1, 300)
ANALYZE made
SELECT count(*) FROM (SELECT a, e FROM made ORDER BY a) AS u, (SELECT e FROM made ORDER BY e LIMIT 1) AS e
SELECT min(a), max(b), ulid_randomness(min(a)), scru160_random80(min(e)), ulid_send(min(a)), min(e)::bytea, min(a)::uuid FROM made
SELECT scru128_counter_hi(c), scru128_entropy(c), scru128v1_counter(d), scru64_node_id(f, 8), scru64_node_ctr(f), ulid_time(a) FROM made LIMIT 3
SELECT ulid_hash(a), ulid_hash_extended(a, 7), scru160_hash(e), scru64_hash(f) FROM made LIMIT 3
SELECT substr(ulid_send(a), 1, 5)::ulid FROM made LIMIT 1
SELECT ulid_send(a)::ulid, scru64_send(f)::scru64, scru160_send(e)::scru160 FROM made LIMIT 1
SELECT f::bigint::scru64, (-1)::bigint::scru64 FROM made LIMIT 1
SELECT count(*) FROM made WHERE ulid_within(a, now() - interval '1 hour', 'infinity') AND scru64_within(f, '-infinity', now() + interval '1 hour')
SELECT ulid_min('2024-01-01Z'), ulid_max('infinity')
SELECT sortid_uuidv7_shared(), sortid_uuidv7_random(), sortid_uuidv7_session(), uuidv7_time(min(g::text)::uuid), uuidv7_min(now()), uuidv7_max(now()) FROM made
SELECT count(*) FROM made WHERE uuidv7_within(g, now() - interval '1 hour', 'infinity')
SELECT uuidv7_time('017f22e2-79b0-4cc3-98c4-dc0c0c07398f')
SELECT ksuid '0ujtsYcgvSTl8PAuAdqWYSMnLOv', ksuid_valid('0ujtsYcgvSTl8PAuAdqWYSMnLO'), min(h), max(h), ksuid_payload(min(h)), ksuid_send(min(h))::ksuid, ksuid_hash(max(h)) FROM made
SELECT ulid_at('2024-01-01Z'), ksuid_at(now()), ksuid_random(), ksuid_shared(), scru160_at(now()), count(ulid_within_lower(now(), now())) FROM generate_series(1, 300)
EXPLAIN SELECT * FROM made WHERE ulid_within(a, now() - interval '1 hour', 'infinity') AND e > scru160_min('2024-01-01Z') AND f < scru64_max(now())
SELECT ulid_shared(), scru128_shared(), scru128v1_shared(), scru160_shared(), scru64(), ulid_session(), ksuid_session(), sortid_version()
