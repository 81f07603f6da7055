# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# Wrong and random binary messages of a client, by COPY into a column of each type: fields of the
# wrong size, numbers above the last ID of a format, thousands of random bytes and sizes. Each is
# refused with the right SQLSTATE, or is an ID that is printed as it was read; the server never
# crashes. In the cluster `main`. The seed is $SORTID_SEED or the current time, and is printed.
# Sourced by postgres.sh, after lib.sh.

seed=${SORTID_SEED:-$(date +%s%N)}
echo "messages: SORTID_SEED=$seed"
sql main "CREATE TABLE messages (a ulid, b scru128, c scru128v1, d scru160, e scru64, f ksuid)"
cat > "$tmp/messages.py" << 'END'
import random
import struct
import sys

FORMATS = {"ulid": ("a", 16, 2**128), "scru128": ("b", 16, 36**25), "scru128v1": ("c", 16, 2**128),
           "scru160": ("d", 20, 2**160), "scru64": ("e", 8, 36**12), "ksuid": ("f", 20, 2**160)}
seed, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
chance = random.Random(seed)


def copy_of(fields):
    rows = b"".join(struct.pack(">hi", 1, len(field)) + field for field in fields)
    return b"PGCOPY\n\xff\r\n\0" + struct.pack(">ii", 0, 0) + rows + struct.pack(">h", -1)


def field_of(size, end):
    """Mostly of the right size, and near the format's last."""
    kind = chance.randrange(8)
    if kind == 0:
        return bytes(chance.randrange(256) for _ in range(chance.choice((0, 1, size - 1, size + 1, 2 * size, 100))))
    if kind < 3:
        return min(max(end + chance.randrange(-3, 4), 0), 256**size - 1).to_bytes(size, "big")
    return bytes(chance.randrange(256) for _ in range(size))


def right_answer(field, size, end):
    if len(field) < size:
        return "08P01"
    if int.from_bytes(field[:size], "big") >= end:
        return "22003"
    return "22P03" if len(field) > size else "00000"


def ask(name, column, message, answer):
    """Writes a message to a file, its COPY to the script, and the answer to the wanted ones."""
    path = f"{folder}/messages/{name}"
    with open(path, "wb") as file:
        file.write(message)
    script.write(f"COPY messages ({column}) FROM '{path}' (FORMAT binary);\n\\echo :SQLSTATE\n")
    wanted.write(answer + "\n")


script, wanted, kept = (open(f"{folder}/messages.{name}", "w") for name in ("sql", "wanted", "kept"))
for name, (column, size, end) in FORMATS.items():
    for n in range(count):
        field = field_of(size, end)
        answer = right_answer(field, size, end)
        if answer == "00000":
            kept.write(field.hex() + "\n")
        ask(f"{name}.{n}", column, copy_of([field]), answer)
    # And what comes is no field at all: noise behind the head, or a file that was cut.
    for n in range(count // 4):
        whole = copy_of([field_of(size, end)])
        noise = bytes(chance.randrange(256) for _ in range(1 + chance.randrange(60)))
        ask(f"{name}.noise.{n}", column,
            whole[:chance.randrange(22, len(whole) - 2)] if n % 2 else whole[:19] + b"\x7f" + noise, "noise")
END
mkdir "$tmp/messages"
python3 "$tmp/messages.py" "$seed" "$tmp" 300
server_before=$(server_pid main)
session=$(sql main "SELECT pg_postmaster_start_time()")
"$bin/psql" -X -q -At -h "$tmp/main.socket" -U tester -d postgres -f "$tmp/messages.sql" \
    > "$tmp/messages.got" 2> "$tmp/messages.errors"
expect "messages answered" "$(wc -l < "$tmp/messages.wanted")" "$(wc -l < "$tmp/messages.got")"
# Noise is refused, by whatever word the server has for it.
paste "$tmp/messages.wanted" "$tmp/messages.got" |
    awk '$1 == "noise" ? $2 == "00000" : $1 != $2 { print NR ": wanted " $1 ", got " $2 }' > "$tmp/messages.wrong"
[ ! -s "$tmp/messages.wrong" ] || fail "messages: $(head -n 3 "$tmp/messages.wrong")"
expect "IDs that came out as they went in" "$(sort "$tmp/messages.kept" | md5sum)" "$(sql main "
    SELECT encode(coalesce(a::bytea, b::bytea, c::bytea, d::bytea, e::bytea, f::bytea), 'hex') FROM messages" | sort | md5sum)"
expect "the server, and when it began" "$server_before $session" \
    "$(server_pid main) $(sql main "SELECT pg_postmaster_start_time()")"
! grep -E 'crash|terminated by signal' "$tmp/main/server.log" || fail "a message ended a process"
for code in 08P01 22003 22P03 00000; do
    [ "$(grep -c "^$code" "$tmp/messages.wanted")" -ge 20 ] || fail "few messages for $code"
done
sql main "DROP TABLE messages"
