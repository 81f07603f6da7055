-- SPDX-License-Identifier: MIT
-- Settings belong to the server; a bad one is refused where it is made. A session that sets one
-- before the module is loaded has set nothing.
SET sortid.node_spec = '43/8';
SELECT scru64_node_id(scru64(), 8);
SHOW sortid.node_spec;
SELECT name, context, vartype, unit, min_val, max_val, boot_val FROM pg_settings
WHERE name LIKE 'sortid.%' ORDER BY 1;
SELECT refusal($$SET sortid.node_spec = '43/8'$$);
SELECT refusal($$SET sortid.max_clock_skew = 0$$);
-- (from 15 on)
SELECT (refusal($$SET sortid.something = 0$$) LIKE '42602 | invalid % "sortid" is a reserved prefix.') =
    (current_setting('server_version_num')::integer >= 150000) AS right;
SELECT refusal($$ALTER ROLE tester SET sortid.node_spec = '43/8'$$);
ALTER SYSTEM SET sortid.node_spec = '+43/8';
ALTER SYSTEM SET sortid.node_spec = '42';
ALTER SYSTEM SET sortid.node_spec = '0u2r85hm2pt3/24';
-- (in words that differ)
\set VERBOSITY sqlstate
ALTER SYSTEM SET sortid.max_clock_skew = -1;
SET client_min_messages = warning;
DROP FUNCTION refusal;
DROP EXTENSION sortid CASCADE;
SELECT count(*) FROM pg_proc WHERE proname ~ '^(ulid|scru|sortid)';
