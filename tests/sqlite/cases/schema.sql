-- SPDX-License-Identifier: MIT
-- The functions in a schema: defaults, checks and triggers with trusted_schema off; STRICT and WITHOUT ROWID tables;
-- generated columns; indexes on expressions; ranges by an index; and the pitfalls of affinity and case that
-- docs/sqlite.md describes. Run by cases.c, which describes the syntax.

-- ==== Defaults: each format but scru64
PRAGMA trusted_schema = OFF;
CREATE TABLE t(id BLOB PRIMARY KEY NOT NULL DEFAULT (FORMAT()) CHECK (FORMAT_valid(id)),
    n INTEGER, at TEXT AS (FORMAT_time(id))) STRICT, WITHOUT ROWID;
INSERT INTO t(n) SELECT column1 FROM (VALUES(1), (2), (3));
INSERT INTO t(n) VALUES(4);
SELECT group_concat(n) FROM (SELECT n FROM t ORDER BY id);
--> 1,2,3,4
SELECT count(*) FROM t WHERE at LIKE '20__-%Z' AND at = FORMAT_time(id);
--> 4
INSERT INTO t(id) SELECT FORMAT_print(FORMAT());
--> error: cannot store TEXT value in BLOB column t.id
CREATE TABLE u(id BLOB CHECK (FORMAT_valid(id)));
INSERT INTO u VALUES(zeroblob(15));
--> error: CHECK constraint failed: FORMAT_valid(id)

-- ==== Random defaults
PRAGMA trusted_schema = OFF;
CREATE TABLE t(id BLOB PRIMARY KEY DEFAULT (ulid_random()), s TEXT DEFAULT (scru128_print(scru128_random())),
    v TEXT DEFAULT (sortid_version())) STRICT;
INSERT INTO t DEFAULT VALUES;
INSERT INTO t DEFAULT VALUES;
SELECT count(DISTINCT id), count(DISTINCT s), count(DISTINCT v) FROM t;
--> 2|2|1

-- ==== A schema must not name a node or a file, because it may come from an untrusted source; not even a trusted one
CREATE VIEW v AS SELECT scru64('42/8', '/nonexistent/x') AS id;
CREATE TABLE t(a, id INTEGER DEFAULT (scru64('42/8')));
CREATE TABLE u(a);
CREATE TRIGGER makes AFTER INSERT ON u BEGIN SELECT scru64('42/8', '/nonexistent'); END;
SELECT count(*) FROM t;
--> 0
SELECT * FROM v;
INSERT INTO t(a) VALUES(1);
INSERT INTO u VALUES(1);
--each> error: unsafe use of scru64()
CREATE TABLE g(a, b AS (ulid()));
--> error: non-deterministic functions prohibited in generated columns
CREATE INDEX i ON t(ulid());
--> error: non-deterministic functions prohibited in index expressions

-- ==== Triggers of an untrusted schema can make IDs
PRAGMA trusted_schema = OFF;
CREATE TABLE t(id BLOB PRIMARY KEY DEFAULT (ulid()), n) WITHOUT ROWID;
CREATE TABLE log(id, of, at);
CREATE TRIGGER logs AFTER INSERT ON t BEGIN
    INSERT INTO log SELECT id, new.id, ulid_time(new.id) FROM sortid_gen('scru128', 2);
    INSERT INTO log(id) VALUES(ulid());
END;
INSERT INTO t(n) VALUES(1), (2);
SELECT count(*), count(DISTINCT id), count(DISTINCT of), sum(at = ulid_time(of)) FROM log;
--> 6|6|2|4

-- ==== RETURNING shows the new key; after a conflict the row has a new key or keeps the old one
PRAGMA trusted_schema = OFF;
CREATE TABLE t(id BLOB PRIMARY KEY DEFAULT (ulid()), n UNIQUE, at AS (ulid_ms(id)) STORED);
INSERT INTO t(n) VALUES(1) RETURNING typeof(id), length(ulid_print(id)), at = ulid_ms(id);
--> blob|26|1
CREATE TABLE k AS SELECT id FROM t;
INSERT INTO t(n) VALUES(1) ON CONFLICT(n) DO UPDATE SET n = 2;
SELECT n, id IN (SELECT id FROM k) FROM t;
--> 2|1
INSERT OR REPLACE INTO t(n) VALUES(2);
SELECT n, id IN (SELECT id FROM k) FROM t;
--> 2|0
-- SQLite adds no column whose default is a function; an UPDATE gives each row its own ID.
ALTER TABLE t ADD COLUMN b BLOB DEFAULT (ulid());
--> error: Cannot add a column with non-constant default
INSERT INTO t(n) VALUES(3);
ALTER TABLE t ADD COLUMN b BLOB;
UPDATE t SET b = ulid();
VACUUM;
SELECT count(DISTINCT b) FROM t;
--> 2
PRAGMA integrity_check;
--> ok

-- ==== Ranges, of one row an hour for a hundred days: each format
PRAGMA trusted_schema = OFF;
CREATE TABLE t(id ANY PRIMARY KEY, n INTEGER) STRICT, WITHOUT ROWID;
WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM n WHERE i < 2399)
    INSERT INTO t SELECT FORMAT_min(1767225600000 + i * 3600000), i FROM n;
SELECT count(*), min(n), max(n) FROM t
    WHERE id BETWEEN FORMAT_within_first('2026-01-02') AND FORMAT_within_last('2026-01-02', '2026-01-03');
--> 24|24|47
SELECT count(*), min(n), max(n) FROM t
    WHERE id BETWEEN FORMAT_min('2026-01-02') AND FORMAT_max('2026-01-03 00:00:00');
--> 25|24|48
EXPLAIN QUERY PLAN SELECT n FROM t
    WHERE id BETWEEN FORMAT_within_first('2026-01-02') AND FORMAT_within_last('2026-01-02', '2026-01-03');
--~ *SEARCH t USING*
CREATE INDEX by_ms ON t(FORMAT_ms(id));
EXPLAIN QUERY PLAN SELECT n FROM t WHERE FORMAT_ms(id) = 1767225600000;
--~ *SEARCH t USING*
SELECT n FROM t WHERE FORMAT_ms(id) = 1767225600000;
--> 0
PRAGMA integrity_check;
--> ok

-- ==== In a column of NUMERIC or INTEGER affinity a text of digits becomes a number, even with one E in it
CREATE TABLE t(bad ulid, worse INTEGER, good TEXT, best BLOB);
INSERT INTO t VALUES('01000000000000000000000000', '000000000042', '01000000000000000000000000',
    ulid_parse('01000000000000000000000000'));
INSERT INTO t(bad, good) VALUES('0100000E000000000000000000', '0100000E000000000000000000');
SELECT typeof(bad), typeof(worse), typeof(good), typeof(best) FROM t;
--> real|integer|text|blob
--> integer|null|text|null
SELECT bad, good FROM t WHERE rowid = 2;
--> 100000|0100000E000000000000000000
SELECT worse, scru64_parse('000000000042') FROM t WHERE rowid = 1;
--> 42|146
SELECT ulid_parse(good) = best FROM t WHERE rowid = 1;
--> 1

-- ==== Texts that differ in case are different to SQLite, except with COLLATE NOCASE; keys have no case
CREATE TABLE t(s TEXT, n TEXT COLLATE NOCASE);
INSERT INTO t VALUES('01ARYZ6S41TSV4RRFFQ69G5FAV', '01ARYZ6S41TSV4RRFFQ69G5FAV');
SELECT s = lower(s), n = lower(n), ulid_parse(s) = ulid_parse(lower(s)), ulid_print(lower(s)) = s FROM t;
--> 0|1|1|1
-- A BLOB never equals a TEXT.
SELECT ulid_parse(s) = s FROM t;
--> 0

-- ==== The INTEGER PRIMARY KEY of a rowid table is the rowid: SQLite ignores its default and uses 1 or the largest + 1
CREATE TABLE t(id INTEGER PRIMARY KEY DEFAULT (scru64()), n);
INSERT INTO t(n) VALUES('a');
INSERT INTO t VALUES(scru64_max('1970-01-01'), 'b');
INSERT INTO t(n) VALUES('c');
SELECT group_concat(id) FROM t;
--> 1,16777215,16777216
-- A column declared INT is not the rowid.
CREATE TABLE u(id INT PRIMARY KEY DEFAULT (scru64_parse('0u2r85hm2pt3')), n);
INSERT INTO u(n) VALUES('a');
SELECT scru64_print(id) FROM u;
--> 0u2r85hm2pt3

-- ==== Migration: a second run changes nothing
CREATE TABLE t(id TEXT PRIMARY KEY, n) WITHOUT ROWID;
INSERT INTO t SELECT lower(text), rowid FROM sortid_gen('ulid', 100);
CREATE VIEW same AS SELECT min(typeof(id)), count(*), (SELECT group_concat(n) FROM (SELECT n FROM t ORDER BY id)) =
    (SELECT group_concat(n) FROM (SELECT n FROM t ORDER BY n)) FROM t;
UPDATE t SET id = ulid_parse(id);
SELECT * FROM same;
UPDATE t SET id = ulid_parse(id);
SELECT * FROM same;
--> blob|100|1
--> blob|100|1
