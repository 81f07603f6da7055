-- SPDX-License-Identifier: MIT
-- The table-valued functions sortid_gen and sortid_inspect: rows, hidden columns, joins, wrong arguments. Run by
-- cases.c, which describes the syntax.

-- ==== sortid_gen: each format but scru64
SELECT count(*), count(DISTINCT id), min(text = FORMAT_print(id)), min(format = 'FORMAT'), max(count)
    FROM sortid_gen('FORMAT', 5);
--> 5|5|1|1|5

-- ==== sortid_gen, rows
SELECT count(*) FROM sortid_gen('ulid', 0);
--> 0
SELECT count(*) FROM (SELECT id FROM sortid_gen('ulid', 9223372036854775807) LIMIT 3);
--> 3
SELECT count(*) FROM sortid_gen WHERE count = 2 AND format = 'scru160';
--> 2
SELECT count(*), count(DISTINCT id) FROM (VALUES('ulid', 1), ('scru128', 2), ('scru160', 3)) v,
    sortid_gen(v.column1, v.column2);
--> 6|6
SELECT rowid FROM sortid_gen('ulid', 3);
--> 0
--> 1
--> 2

-- ==== sortid_gen, arguments
SELECT * FROM sortid_gen('ULID', 1);
SELECT * FROM sortid_gen('', 1);
SELECT * FROM sortid_gen(NULL, 1);
SELECT * FROM sortid_gen(x'756c6964', 1);
SELECT * FROM sortid_gen('ulid' || char(0), 1);
--each> error: sortid_gen: the first argument must be the name of a format, such as scru128
SELECT * FROM sortid_gen('ulid', -1);
SELECT * FROM sortid_gen('ulid', '1');
SELECT * FROM sortid_gen('ulid', 1.0);
SELECT * FROM sortid_gen('ulid', NULL);
--each> error: sortid_gen: the count must be an INTEGER of 0 or more
SELECT * FROM sortid_gen;
SELECT * FROM sortid_gen('ulid');
SELECT * FROM sortid_gen WHERE count > 1 AND format = 'ulid';
--each> error: sortid_gen needs two arguments: format and count
SELECT * FROM sortid_gen('ulid', 1, 2);
--> error: too many arguments on sortid_gen() - max 2
DELETE FROM sortid_gen;
--> error: table sortid_gen may not be modified
CREATE VIRTUAL TABLE v USING sortid_gen;
--> error: no such module: sortid_gen

-- ==== sortid_inspect, columns
SELECT * FROM sortid_inspect('01ARYZ6S41TSV4RRFFQ69G5FAV');
--> ulid|text|medium|x'01563df36481d6764c61efb99302bd5b'|01ARYZ6S41TSV4RRFFQ69G5FAV|2016-07-30T22:36:16.385Z|1469918176385|01563df36481d6764c61efb99302bd5b|1777022036153689948599198395857550683|01563df3-6481-d676-4c61-efb99302bd5b|{"timestamp":"1469918176385","randomness":"1012768647078601740696923"}
SELECT * FROM sortid_inspect(42) WHERE format = 'scru64';
--> scru64|int|low|42|000000000016|1970-01-01T00:00:00.000Z|0|000000000000002a|42|NULL|{"timestamp":"0","nodeCtr":"42"}
SELECT json_extract(fields, '$.timestamp') FROM sortid_inspect('01ARYZ6S41TSV4RRFFQ69G5FAV');
--> 1469918176385
SELECT DISTINCT input FROM sortid_inspect WHERE input = 42;
--> 42
-- Kinds that the extension only reads; times before 1970 and none.
SELECT format, encoding, confidence, id, time, int, uuid, fields FROM sortid_inspect('user_01h455vb4pex5vsknk084sn02q');
--> typeid|text|high|x'01890a5dac96774bbcceb302099a8057'|2023-06-30T03:34:18.518Z|2040782911132661522235942288014082135|01890a5d-ac96-774b-bcce-b302099a8057|{"prefix":"user","uuid":"01890a5d-ac96-774b-bcce-b302099a8057"}
SELECT format, encoding, time, int, text FROM sortid_inspect(175928847299117063) WHERE format IN ('snowflake-discord', 'scru64');
--> snowflake-discord|int|2016-04-30T11:18:25.796Z|175928847299117063|175928847299117063
--> scru64|int|2055-01-25T03:39:30.944Z|175928847299117063|1c49kkphnxtz
SELECT format, encoding, hex, time, int, uuid FROM sortid_inspect(x'507f1f77bcf86cd799439011');
--> objectid|bin|507f1f77bcf86cd799439011|2012-10-17T21:13:27.000Z|NULL|NULL
SELECT format, encoding, time, ms FROM sortid_inspect('{00000000-0000-1000-8000-000000000001}') LIMIT 1;
--> uuid-v1|braces|1582-10-15T00:00:00.000Z|-12219292800000
SELECT format, encoding, time, ms FROM sortid_inspect('urn:uuid:550e8400-e29b-41d4-a716-446655440000') LIMIT 1;
--> uuid-v4|urn|NULL|NULL

-- ==== sortid_inspect, no ID
SELECT column1, format FROM (VALUES(NULL), (1.5), (''), (x''), (-1),
    ('01ARYZ6S41TSV4RRFFQ69G5FAU'), (zeroblob(15)), (zeroblob(8)), (zeroblob(100000000)),
    (hex(zeroblob(1000000)))) v, sortid_inspect(v.column1);
-->
SELECT group_concat(format = 'scru64') FROM sortid_inspect(4738381338321616896);
--> 0,0,0,0,0
SELECT * FROM sortid_inspect;
--> error: sortid_inspect needs one argument: an ID
SELECT count(*), sum(format = 'ulid'), sum(format = 'scru128') FROM
    (VALUES(NULL), (ulid_parse('01ARYZ6S41TSV4RRFFQ69G5FAV'))) v, sortid_inspect(v.column1);
--> 4|1|1

-- ==== sortid_inspect, several readings
SELECT group_concat(format || ' ' || encoding) FROM sortid_inspect(uuidv7());
--> uuidv7 bin,scru128 bin,ulid bin,scru128v1 bin
SELECT group_concat(format || ' ' || encoding) FROM sortid_inspect('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
--> uuidv7 text,scru128 uuid,ulid uuid,scru128v1 uuid
-- Those with a time from 2000 to a year ahead come first.
SELECT group_concat(format) FROM sortid_inspect(x'01563df36481d6764c61efb99302bd5b');
--> scru128,ulid,scru128v1,uuid-other
SELECT group_concat(format) FROM sortid_inspect(scru128v1_min('2026-01-01'));
--> scru128v1,scru128,ulid,uuid-other
SELECT format, time, fields FROM sortid_inspect('cjld2cjxh0000qzrmn831i7rn') LIMIT 1;
--> cuid|2018-08-28T01:59:12.101Z|{"counter":"0","fingerprint":"qzrm","random":"n831i7rn"}
SELECT format, encoding FROM sortid_inspect(zeroblob(20));
--> scru160|bin
--> ksuid|bin

-- ==== sortid_inspect, joins: arguments that are columns of other tables, in every order that the planner may try
CREATE TABLE v(a);
INSERT INTO v VALUES(NULL), ('user_01h455vb4pex5vsknk084sn02q'), ('x'), ('000000000000');
-->
SELECT a, format FROM v LEFT JOIN sortid_inspect(v.a);
SELECT a, i.format FROM v LEFT JOIN sortid_inspect i ON i.input = v.a;
--each> NULL|NULL
--each> user_01h455vb4pex5vsknk084sn02q|typeid
--each> x|NULL
--each> 000000000000|scru64
SELECT i.format FROM sortid_inspect(v.a) i, v ORDER BY v.rowid;
--> typeid
--> scru64
SELECT (SELECT format FROM sortid_inspect(v.a)) FROM v;
--> NULL
--> typeid
--> NULL
--> scru64
SELECT count(*) FROM v WHERE EXISTS (SELECT 1 FROM sortid_inspect(v.a));
SELECT count(*) FROM sortid_inspect WHERE input = typeid_encode('a', zeroblob(16)) OR input = typeid_encode('b', zeroblob(16));
--each> 2
SELECT count(*) FROM sortid_inspect WHERE input IN ('a_00000000000000000000000000', 'b_00000000000000000000000000', 'c_00000000000000000000000000');
--> 3
SELECT count(*) FROM sortid_inspect('000000000000') WHERE input = '000000000001';
--> 0
SELECT group_concat(format) FROM (SELECT format FROM sortid_inspect(zeroblob(16)) ORDER BY format DESC);
--> uuid-nil,ulid,scru128v1,scru128
SELECT 1 FROM sortid_inspect WHERE input > 1 OR format = 'ulid';
--> error: sortid_inspect needs one argument: an ID

-- ==== sortid_gen, joins
SELECT format, count(*) FROM sortid_gen WHERE format IN ('ulid', 'scru128') AND count IN (2, 3) GROUP BY format;
--> scru128|5
--> ulid|5
SELECT count(*) FROM sortid_gen('ulid', 2) WHERE count = 3;
--> 0
SELECT count(*) FROM sortid_gen('ulid', 3) WHERE rowid = 1;
--> 1
SELECT count(*) FROM sortid_gen('ulid', (SELECT 3));
--> 3
-- Each run of the inner table makes new IDs, greater than earlier ones.
SELECT count(*), count(DISTINCT b.id), min(a.id < b.id) FROM sortid_gen('ulid', 2) a, sortid_gen('ulid', 3) b;
--> 6|6|1
SELECT count(*) FROM sortid_gen('ulid', 3) JOIN sortid_gen('ulid', 3) USING (text);
--> 0
SELECT count(*), sum(g.text = i.text), sum(g.id = i.id), sum(g.id = ulid_parse(g.text))
    FROM sortid_gen('ulid', 1) g, sortid_inspect(g.text) i WHERE i.format = 'ulid';
--> 1|1|1|1
SELECT group_concat(n) FROM (SELECT rowid AS n FROM sortid_gen('ulid', 3) ORDER BY id DESC);
--> 2,1,0
SELECT count(*) FROM (SELECT 1) LEFT JOIN sortid_gen('ulid', 2);
--> 2

-- ==== Views of an untrusted schema
PRAGMA trusted_schema = OFF;
CREATE VIEW made AS SELECT * FROM sortid_gen('ulid', 2);
CREATE VIEW seen AS SELECT format FROM sortid_inspect('000000000000');
SELECT count(*), (SELECT format FROM seen) FROM made;
--> 2|scru64
