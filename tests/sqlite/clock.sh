#!/bin/sh
# SPDX-License-Identifier: MIT
# Sets the clock back and forward under the SQLite extension, by libfaketime and a file that the
# shell sqlite3 writes between two statements. Within the allowance IDs increase; beyond it they
# begin again at the clock's time and SQLite's log says so. scru64 fails until the clock is right
# again. Run by CTest; ends with status 77 if libfaketime is not installed.
#   tests/sqlite/clock.sh SQLITE3 MODULE
set -eu

usage="usage: tests/sqlite/clock.sh SQLITE3 MODULE"
sqlite3=${1:?$usage} module=$(realpath "${2:?$usage}")
. "$(dirname "$0")/../lib.sh"
cd "$scratch"
unset SORTID_SCRU64_STATE
export SCRU64_NODE_SPEC=5/4 XDG_STATE_HOME="$scratch" LC_ALL=C

library=
for folder in /usr/lib/*/faketime /usr/lib/faketime /usr/lib64/faketime /usr/local/lib/faketime; do
    [ ! -e "$folder/libfaketime.so.1" ] || library=$folder/libfaketime.so.1
done
[ -n "$library" ] || skip "no libfaketime (Debian: faketime)"

# The shell sqlite3 runs this script; without LD_PRELOAD it sees the real clock.
cat > set_clock << 'END'
#!/bin/sh
unset LD_PRELOAD
echo "$1" > clock.new
mv clock.new clock
END
chmod +x set_clock
echo +0 > clock

cat > statements << END
.log stdout
.load $module
CREATE TABLE t(n INTEGER PRIMARY KEY, id);
INSERT INTO t VALUES(1, ulid());
.shell ./set_clock -5
INSERT INTO t VALUES(2, ulid());
.shell ./set_clock -3600
INSERT INTO t VALUES(3, ulid());
.shell ./set_clock +0
INSERT INTO t VALUES(4, ulid());
SELECT 'order', (SELECT id FROM t WHERE n = 1) < (SELECT id FROM t WHERE n = 2),
    (SELECT id FROM t WHERE n = 2) < (SELECT id FROM t WHERE n = 3),
    (SELECT id FROM t WHERE n = 3) < (SELECT id FROM t WHERE n = 4),
    (SELECT ulid_ms(id) FROM t WHERE n = 1) - (SELECT ulid_ms(id) FROM t WHERE n = 3) > 3500000;
CREATE TABLE s(id INTEGER PRIMARY KEY);
INSERT INTO s VALUES(scru64());
.shell ./set_clock -3600
INSERT INTO s VALUES(scru64());
.shell ./set_clock +0
INSERT INTO s VALUES(scru64());
SELECT 'scru64', count(*), max(id) - min(id) < 1 << 34 FROM s;
END
timeout 600 env LD_PRELOAD="$library" FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1 \
    DONT_FAKE_MONOTONIC=1 FAKETIME_TIMESTAMP_FILE="$scratch/clock" \
    "$sqlite3" -batch -init /dev/null :memory: < statements > said 2>&1 || true

# expect COUNT TEXT: COUNT lines must contain the text.
expect() {
    count=$(grep -cF -- "$2" said) || true
    [ "$count" = "$1" ] || fail "$count lines, not $1, with: $2"
}
expect 1 "order|1|0|1|1"
expect 1 "sortid: ulid: the clock was set back: the next IDs of this connection are below its last one"
expect 1 "scru64|2|1"
expect 1 "error near line 18: scru64: the clock is further behind the last ID than allowed"
[ "$failures" = 0 ] || cat said
[ "$failures" = 0 ]
