-- SPDX-License-Identifier: MIT
-- Soft errors for bad texts: by functions of servers from 16 on.
\a \pset footer off \set ECHO none
SELECT current_setting('server_version_num')::integer < 160000 AS none \gset
\if :none
\quit
\endif
CREATE TABLE told (type text, value text);
INSERT INTO told VALUES ('ulid', '01BX5ZZKBKACTAV9WEVGEMMVRZ'), ('ulid', '01BX5ZZKBKACTAV9WEVGEMMVRU'),
    ('ulid', ''), ('ulid', '80000000000000000000000000'), ('scru128', '036z968fu2tugy7svkfznewkk'),
    ('scru128', '036z968fu2tugy7svkfznewk'), ('scru128', 'f5lxx1zz5pnorynqglhzmsp34'),
    ('scru128v1', '7VVVVVVVVVVVVVVVVVVVVVVVVV'), ('scru128v1', '80000000000000000000000000'),
    ('scru160', '017c083c130732153679e83c4fc65664e6a964a1'),
    ('scru160', '017c083c130732153679e83c4fc65664e6a964ag'), ('scru64', 'zzzzzzzzzzzz'),
    ('scru64', 'zzzzzzzzzzz{'), ('scru64', 'zzzzzzzzzzzzz'),
    ('ulid[]', '{01BX5ZZKBKACTAV9WEVGEMMVRZ,NULL}'), ('ulid[]', '{01BX5ZZKBKACTAV9WEVGEMMVRZ,u}');
SELECT type, value, pg_input_is_valid(value, type) AS valid, told.* FROM told AS t,
    LATERAL pg_input_error_info(value, type) AS told ORDER BY t.ctid;
DROP TABLE told;

\echo -- By COPY and JSON functions of servers from 17 on.
SELECT current_setting('server_version_num')::integer < 170000 AS none \gset
\if :none
\quit
\endif
CREATE TABLE taken (n integer, a ulid, b scru128, c scru128v1, d scru160, e scru64);
COPY taken FROM stdin (ON_ERROR ignore, LOG_VERBOSITY verbose);
1	01BX5ZZKBKACTAV9WEVGEMMVRZ	\N	\N	\N	\N
2	01BX5ZZKBKACTAV9WEVGEMMVRU	\N	\N	\N	\N
3	\N	036z968fu2tugy7svkfznewkk	\N	\N	\N
4	\N	f5lxx1zz5pnorynqglhzmsp34	\N	\N	\N
5	\N	\N	00PP7O2JIIHQ8K1RBPQQ5A2B3	\N	\N
6	\N	\N	00PP7O2JIIHQ8K1RBPQQ5A2B3C	\N	\N
7	\N	\N	\N	05U0GF0J1OQGQDJKT0FCVHJ5CIOML9A!	\N
8	\N	\N	\N	05U0GF0J1OQGQDJKT0FCVHJ5CIOML9A1	\N
9	\N	\N	\N	\N	zzzzzzzzzzz{
10	\N	\N	\N	\N	0u2r85hm2pt3
\.
SELECT * FROM taken;
SELECT JSON_VALUE(jsonb '"01BX5ZZKBKACTAV9WEVGEMMVRZ"', '$' RETURNING ulid NULL ON ERROR),
    JSON_VALUE(jsonb '"01BX5ZZKBKACTAV9WEVGEMMVRU"', '$' RETURNING ulid NULL ON ERROR) IS NULL AS bad;
DROP TABLE taken;
