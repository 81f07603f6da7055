-- SPDX-License-Identifier: MIT
-- BRIN bloom indexes, which servers have from 14 on, on the tables of order.sql.
SELECT current_setting('server_version_num')::integer < 140000 AS none \gset
\if :none
\quit
\endif
SELECT opcname, amname, opcdefault FROM pg_opclass JOIN pg_am ON pg_am.oid = opcmethod
WHERE opcname ~ '^(ulid|scru|ksuid).*bloom' ORDER BY 1;
SELECT type, found_by('brin', type || '_bloom_ops', type, field, '=') FROM (VALUES ('ulid', 'u'),
    ('scru128', 's'), ('scru128v1', 'v'), ('scru160', 'w'), ('scru64', 'i'), ('ksuid', 'k')) AS fields (type, field);
