-- SPDX-License-Identifier: MIT
-- Settings belong to the server, and a bad value is refused when it is set. A value that a session sets
-- before the module is loaded has no effect.
\a \pset footer off \set ECHO none
SET sortid.node_spec = '43/8';
SELECT scru64_node_id(scru64(), 8);
SHOW sortid.node_spec;
SELECT name, context, vartype, unit, min_val, max_val, boot_val FROM pg_settings
WHERE name LIKE 'sortid.%' ORDER BY 1;
SELECT refusal($$SET sortid.node_spec = '43/8'$$);
SELECT refusal($$SET sortid.max_clock_skew = 0$$);
-- (servers from 15 on)
SELECT (refusal($$SET sortid.something = 0$$) LIKE '42602 | invalid % "sortid" is a reserved prefix.') =
    (current_setting('server_version_num')::integer >= 150000) AS right;
SELECT refusal($$ALTER ROLE CURRENT_USER SET sortid.node_spec = '43/8'$$);
ALTER SYSTEM SET sortid.node_spec = '+43/8';
ALTER SYSTEM SET sortid.node_spec = '42';
ALTER SYSTEM SET sortid.node_spec = '0u2r85hm2pt3/24';
-- (the message differs between servers)
\set VERBOSITY sqlstate
ALTER SYSTEM SET sortid.max_clock_skew = -1;
SET client_min_messages = warning;
DROP FUNCTION refusal;
DROP EXTENSION sortid CASCADE;
SELECT count(*) FROM pg_proc WHERE proname ~ '^(ulid|scru|sortid|uuidv7_)';
