# SPDX-License-Identifier: MIT
"""peer.py ROOT [NAME]: what PostgreSQL 18 has for IDs, in the root that install made. bench/peers/try
says what the lines mean. The server ends with this program, even if that is killed. Sessions take the
places of forked children and of threads. faketime's file sets the clock of the server, not of this
program, which must start without faketime."""
import ctypes
import os
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(sys.argv[1])
SERVER = """mount --rbind /dev "$1/dev"; mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"; mount -t proc proc "$1/proc"
    chroot "$1" setpriv --reuid postgres --regid postgres --clear-groups env -i LC_ALL=C \\
        LD_PRELOAD=/peer/system.so SORTID_TEST_SYSTEM=/peer/system \\
        /usr/lib/postgresql/18/bin/postgres -D /peer/data -k /peer -h '' -c client_min_messages=error > "$1/peer/log" 2>&1; exit"""  # the shell stays: its end ends all
PSQL = ["psql", "-X", "-q", "-At", "-U", "postgres", "-h", str(ROOT / "peer")]
PEERS = {
    "uuidv7()": ("18", "uuidv7", "order", "pg_strong_random in uuid.c"),
    "sortid_uuidv7()": ("0.9.0", "uuidv7", "order fork threads clock secure",
                        "ChaCha12, seeded by getrandom in each session"),
}


def set_clock():
    """The server's clock is an offset to the real one, or "@MS" if it is stopped."""
    path = os.environ.get("FAKETIME_TIMESTAMP_FILE")
    text = Path(path).read_text() if path else ""
    if not text or text == set_clock.last:
        return
    set_clock.last = text
    ms = int(datetime.fromisoformat(text.lstrip("@")).replace(tzinfo=UTC).timestamp()) * 1000
    new = ROOT / "peer/system/new"
    new.write_text(str(ms - time.time_ns() // 1_000_000) if text.startswith("@") else f"@{ms}")
    new.rename(ROOT / "peer/system/clock")


class Session:
    def __init__(self):
        self.psql = subprocess.Popen(PSQL, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                     stderr=subprocess.STDOUT)

    def ask(self, sql):
        self.psql.stdin.write(f"{sql};\n\\echo .\n")
        self.psql.stdin.flush()

    def answer(self):
        lines = []
        while (line := self.psql.stdout.readline()) != ".\n":
            if not line:
                sys.exit("psql ended")
            lines.append(line.rstrip("\n"))
        return lines


def make(sessions, call, count):
    for session in sessions:
        session.ask(f"SELECT {call} FROM generate_series(1, {count})")
    return [line for session in sessions for line in session.answer()]


def obey(session, call, line):
    match line.split():
        case ["make", count]:
            return make([session], call, count)
        case ["fork", count]:
            return make([session, Session(), Session()], call, count)
        case ["threads", sessions, count]:
            return make([Session() for _ in range(int(sessions))], call, count)
        case ["parse", *digits]:
            session.ask(f"SELECT 'ok ' || convert_from('\\x{''.join(digits)}', 'UTF8')::uuid")
            (answer, *_) = session.answer()
            return [answer if answer.startswith("ok ") else "no " + answer.removeprefix("ERROR:  ")]
    return ["- no such call"]


if len(sys.argv) < 3:
    print("\n".join("\t".join((name, *fields)) for name, fields in PEERS.items()))
    sys.exit()
(ROOT / "peer/system/clock").unlink(missing_ok=True)
(ROOT / "peer/data/postmaster.pid").unlink(missing_ok=True)
set_clock.last = None
set_clock()
libc = ctypes.CDLL(None)
subprocess.Popen(["unshare", "--mount", "--ipc", "--pid", "--fork", "--kill-child", "sh", "-euc", SERVER, "sh", ROOT],
                 preexec_fn=lambda: libc.prctl(1, 9))  # noqa: PLW1509 (PR_SET_PDEATHSIG, SIGKILL)
while subprocess.run([*PSQL, "-c", ""], check=False, stderr=subprocess.DEVNULL).returncode != 0:
    time.sleep(0.1)
session = Session()
for line in sys.stdin:
    set_clock()
    print(*obey(session, sys.argv[2], line), ".", sep="\n", flush=True)
