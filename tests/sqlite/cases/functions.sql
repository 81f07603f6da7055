-- SPDX-License-Identifier: MIT
-- Functions that read one value, and errors of scru64(). Run by cases.c, which describes the syntax.

-- ==== Bad texts that other implementations accept
SELECT ulid_parse('80000000000000000000000000');
SELECT ulid_parse('ZZZZZZZZZZZZZZZZZZZZZZZZZZ');
SELECT ulid_parse('G0000000000000000000000001');
SELECT ulid_parse('7!!!!!!!!!!!!!!!!!!!!!!!!!');
SELECT ulid_parse('0L000000000000000000000000');
SELECT ulid_parse('01ARYZ6S41TSV4RRFFQ69G5FAV ');
SELECT ulid_parse(' 01ARYZ6S41TSV4RRFFQ69G5FA');
SELECT ulid_parse('01ARYZ6S41TSV4RRFFQ69G5FAU');
SELECT ulid_parse('01ARYZ6S41-SV4RRFFQ69G5FAV');
SELECT ulid_parse('01ARYZ6S41');
SELECT ulid_parse('');
SELECT ulid_parse('1ARYZ6S41TSV4RRFFQ69G5FAV');
--each~ error: ulid_parse: *
SELECT scru128_parse('f5lxx1zz5pnorynqglhzmsp34');
--> error: scru128_parse: value out of range, at byte 1 of a TEXT of 25

-- ==== Lenient reading
SELECT ulid_print(ulid_parse_lenient('oiAR-YZ6S4L-0123456789abcdef'));
--> 01ARYZ6S410123456789ABCDEF
SELECT ulid_parse_lenient('01ARYZ6S41TSV4RRFFQ69G5FAU');
--> error: ulid_parse_lenient: not a digit of this format, at byte 26 of a TEXT of 26
SELECT ulid_parse_lenient(ulid());
--> error: ulid_parse_lenient: the argument must be TEXT, not BLOB
SELECT ulid_parse('0i000000000000000000000000');
--> error: ulid_parse: not a digit of this format, at byte 2 of a TEXT of 26

-- ==== BLOBs
SELECT uuidv7_print(zeroblob(16));
--> error: uuidv7_print: a UUID of another version, at byte 7 of a BLOB of 16
SELECT uuidv7_print(x'017f22e279b07cc318c4dc0c0c07398f');
--> error: uuidv7_print: a UUID of another variant than that of RFC 9562, at byte 9 of a BLOB of 16
SELECT uuidv7_valid(column1), uuidv7_print(column1) FROM (VALUES(x'017f22e279b07cc398c4dc0c0c07398f'));
--> 1|017f22e2-79b0-7cc3-98c4-dc0c0c07398f
SELECT ulid_ms(zeroblob(100000000));
--> error: ulid_ms: wrong length, at byte 17 of a BLOB of 100000000
SELECT ulid_ms(hex(zeroblob(15000000)));
--> error: ulid_ms: wrong length, at byte 27 of a TEXT of 30000000

-- ==== INTEGERs
SELECT scru64_print(0), scru64_print(4738381338321616895), scru64_valid(0), scru64_valid(4738381338321616895),
    scru64_valid(4738381338321616896), scru64_valid(-1), scru64_valid(-9223372036854775808);
--> 000000000000|zzzzzzzzzzzz|1|1|0|0|0
SELECT scru64_print(-1);
--> error: scru64_print: value out of range
SELECT scru64_parse(4738381338321616896);
--> error: scru64_parse: value out of range
SELECT scru64_node_id(1, 24);
--> error: scru64_node_id: the size of a node id must be an INTEGER from 1 to 23
SELECT scru64_counter(1, 0);
SELECT scru64_counter(1, '8');
--each> error: scru64_counter: the size of a node id must be an INTEGER from 1 to 23

-- ==== UUIDs
SELECT ulid_uuid('01ARYZ6S41TSV4RRFFQ69G5FAV'), ulid_from_uuid('01563DF3-6481-d676-4c61-efb99302bd5b');
--> 01563df3-6481-d676-4c61-efb99302bd5b|x'01563df36481d6764c61efb99302bd5b'
SELECT ulid_from_uuid('01563DF36481d6764c61efb99302bd5b') = u,
    ulid_from_uuid('{01563df3-6481-d676-4c61-efb99302bd5b}') = u,
    ulid_from_uuid('{01563df36481d6764c61efb99302bd5b}') = u
    FROM (SELECT ulid_parse('01ARYZ6S41TSV4RRFFQ69G5FAV') AS u);
--> 1|1|1
SELECT ulid_from_uuid('{01563df3-6481-d676-4c61-efb99302bd5g}');
--> error: ulid_from_uuid: not a digit of this format, at byte 37 of a TEXT of 38
SELECT ulid_from_uuid('01563df36481d6764c61efb99302bd5g');
--> error: ulid_from_uuid: not a digit of this format, at byte 32 of a TEXT of 32
SELECT ulid_from_uuid('{01563df3-6481-d676-4c61-efb99302bd5b');
--> error: ulid_from_uuid: wrong length, at byte 37 of a TEXT of 37
SELECT ulid_from_uuid('[01563df3-6481-d676-4c61-efb99302bd5b]');
--> error: ulid_from_uuid: wrong length, at byte 37 of a TEXT of 38
SELECT ulid_from_uuid('0156-3df36481d6764c61efb99302bd5');
--> error: ulid_from_uuid: wrong length, at byte 33 of a TEXT of 32
SELECT ulid_from_uuid('{}');
--> error: ulid_from_uuid: wrong length, at byte 3 of a TEXT of 2
SELECT ulid_from_uuid('Urn:UUID:01563df3-6481-d676-4c61-efb99302bd5b');
--> x'01563df36481d6764c61efb99302bd5b'
SELECT ulid_from_uuid('urn:uuid:01563df3-6481-d676-4c61-efb99302bd5g');
--> error: ulid_from_uuid: not a digit of this format, at byte 45 of a TEXT of 45
SELECT uuidv7_from_uuid('017f22e279b07cc398c4dc0c0c07398f') = uuidv7_from_uuid('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
--> 1
SELECT uuidv7_from_uuid('{017f22e279b04cc398c4dc0c0c07398f}');
--> error: uuidv7_from_uuid: a UUID of another version, at byte 14 of a TEXT of 34
SELECT scru128_from_uuid(zeroblob(16));
--> error: scru128_from_uuid: the argument must be TEXT, not BLOB

-- ==== TypeIDs
SELECT typeid_encode('user', u), typeid_encode('user', '{01890A5D-AC96-774B-BCCE-B302099A8057}'), typeid_encode('', u),
    typeid_decode('user_01h455vb4pex5vsknk084sn02q') = u, typeid_decode('user_01h455vb4pex5vsknk084sn02q', 'user') = u,
    typeid_decode('01h455vb4pex5vsknk084sn02q', '') = u
    FROM (SELECT uuidv7_parse('01890a5d-ac96-774b-bcce-b302099a8057') AS u);
--> user_01h455vb4pex5vsknk084sn02q|user_01h455vb4pex5vsknk084sn02q|01h455vb4pex5vsknk084sn02q|1|1|1
SELECT typeid_valid('user_01h455vb4pex5vsknk084sn02q'), typeid_valid('user_01h455vb4pex5vsknk084sn02q', 'user'),
    typeid_valid('user_01h455vb4pex5vsknk084sn02q', 'usex'), typeid_valid('user_01h455vb4pex5vsknk084sn02q', ''),
    typeid_valid('user_01H455VB4PEX5VSKNK084SN02Q'), typeid_valid('_01h455vb4pex5vsknk084sn02q', '');
--> 1|1|0|0|0|0
SELECT typeid_encode(NULL, x'00'), typeid_encode('a', NULL), typeid_decode(NULL), typeid_decode('a', NULL), typeid_valid(NULL, 'a'),
    typeid_valid(5), typeid_valid(x'00', 'a');
--> NULL|NULL|NULL|NULL|NULL|0|0
SELECT typeid_decode('user_01h455vb4pex5vsknk084sn02q', 'order');
--> error: typeid_decode: the TypeID has another prefix
SELECT typeid_decode('User_01h455vb4pex5vsknk084sn02q');
--> error: typeid_decode: not a digit of this format, at byte 1 of a TEXT of 31
SELECT typeid_decode(uuidv7());
--> error: typeid_decode: the argument must be TEXT, not BLOB
SELECT typeid_encode('user', x'00');
--> error: typeid_encode: wrong length, at byte 2 of a BLOB of 1
SELECT typeid_encode('user', 'x');
--> error: typeid_encode: wrong length, at byte 2 of a TEXT of 1
SELECT typeid_encode('user', 1);
--> error: typeid_encode: the argument must be BLOB or TEXT, not INTEGER
SELECT typeid_encode(1, uuidv7());
--> error: typeid_encode: the argument must be TEXT, not INTEGER
SELECT typeid_encode('User', uuidv7());
SELECT typeid_encode('user_', uuidv7());
SELECT typeid_encode(hex(zeroblob(32)), uuidv7());
--each> error: typeid_encode: a prefix has at most 63 of the letters a to z and underscores, and begins and ends with a letter
CREATE TABLE t(id BLOB PRIMARY KEY, typeid TEXT AS (typeid_encode('user', id)), CHECK (typeid_valid(typeid, 'user')));
INSERT INTO t(id) VALUES(typeid_decode('user_01h455vb4pex5vsknk084sn02q')) RETURNING typeid;
--> user_01h455vb4pex5vsknk084sn02q
EXPLAIN QUERY PLAN SELECT * FROM t WHERE id = typeid_decode('user_01h455vb4pex5vsknk084sn02q', 'user');
--~ *SEARCH t USING INDEX sqlite_autoindex_t_1 (id=?)*

-- ==== Texts in a database whose encoding is UTF-16
PRAGMA encoding = 'UTF-16le';
CREATE TABLE t(a TEXT);
INSERT INTO t VALUES('01aryz6s41tsv4rrffq69g5fav'), (char(220));
SELECT ulid_print(a) FROM t WHERE rowid = 1;
--> 01ARYZ6S41TSV4RRFFQ69G5FAV
SELECT ulid_print(a) FROM t WHERE rowid = 2;
--> error: ulid_print: wrong length, at byte 3 of a TEXT of 2

-- ==== scru64() without a node, or with a wrong one
SELECT scru64();
SELECT * FROM sortid_gen('scru64', 1);
--each> error: scru64: no node id: set SCRU64_NODE_SPEC to NODE/SIZE, such as 42/8, or call scru64('42/8')
SELECT scru64('42/8', 'none');
--> error: scru64: a state file is required: without one, the connections of a process repeat each other's IDs
SELECT scru64('42/8', '');
SELECT scru64('42/8', 'x' || char(0) || 'y');
--each> error: scru64: the state file has no name or a name with NUL bytes
SELECT scru64('42/8', 7);
SELECT scru64('42/8', NULL);
--each> error: scru64: the state file must be TEXT
SELECT scru64(42);
--> error: scru64: the node spec must be TEXT
SELECT scru64('+42/8');
--> error: scru64: bad node spec: not a node spec: want NODE/SIZE or ID/SIZE, at byte 1
SELECT scru64('42/99');
--> error: scru64: bad node spec: value out of range, at byte 4
SELECT scru64('000000000042/8');
--> error: scru64: bad node spec: timestamp is reserved, at byte 1
