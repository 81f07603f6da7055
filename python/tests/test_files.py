# SPDX-License-Identifier: MIT
"""State files: restarts, several processes, files that are refused; and what is never read from
the environment."""

from __future__ import annotations

import os
import shutil
import signal
import struct
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from types_table import NODE, NOW_MS, TYPES, Type, increase, type_name
from vectors import missing

import sortid

fcntl = pytest.importorskip("fcntl", reason="state files and their locks are tested on POSIX")

every = pytest.mark.parametrize("each", TYPES, ids=type_name)


def fails(status: str, call: Any) -> sortid.Error:
    with pytest.raises(sortid.Error) as error:
        call()
    assert error.value.status == status
    return error.value


def still() -> int:
    return NOW_MS


def lock(file: Any, kind: int) -> None:
    """A lock of this open file, which other files of this process do not release."""
    whole = struct.pack("hhqqi4x", kind, os.SEEK_SET, 0, 0, 0)
    fcntl.fcntl(file, fcntl.F_OFD_SETLK, whole)


def run(program: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=os.environ | environment,
    )


# ---- Restarts ---------------------------------------------------------------------------


@every
def test_restart(each: Type, tmp_path: Path) -> None:
    """Each run continues after the IDs of the last one, in the same ms."""
    path = tmp_path / "state"
    made: list[Any] = []
    for kind in (str, os.fsencode, Path, str):
        with each.generator(path=kind(path), clock=still) as generator:
            made += [generator.new(), *generator.new_many(5)]
    assert increase(made)
    assert {found.unix_ms for found in made} == {NOW_MS}
    assert path.stat().st_size == 12288
    assert path.stat().st_mode & 0o777 == 0o600
    with (
        each.generator(path=path, clock=still, must_exist=True) as one,
        each.generator(path=path, clock=still) as other,
    ):
        more = [generator.new() for _ in range(20) for generator in (one, other)]
    assert increase([made[-1], *more])


def test_permissions(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        sortid.Generator("ulid", path=tmp_path / "shared", permissions=0o660).close()
    finally:
        os.umask(before)
    assert (tmp_path / "shared").stat().st_mode & 0o777 == 0o660


def test_copy_ahead(tmp_path: Path) -> None:
    with sortid.Generator("ulid", path=tmp_path / "state", clock=still) as generator:
        generator.new()
    shutil.copy(tmp_path / "state", tmp_path / "copy")
    with sortid.Generator(
        "ulid", path=tmp_path / "copy", clock=still, copy_ahead_ms=5000
    ) as generator:
        assert generator.new().unix_ms >= NOW_MS + 5000


def test_a_generator_that_is_dropped_releases_its_file(tmp_path: Path) -> None:
    def descriptors() -> int:
        return len(os.listdir("/proc/self/fd"))

    if not os.path.isdir("/proc/self/fd"):
        missing("no /proc")
    before = descriptors()
    generator = sortid.Generator("ulid", path=tmp_path / "state", clock=still)
    first = generator.new()
    assert descriptors() > before
    del generator
    assert descriptors() == before
    with sortid.Generator("ulid", path=tmp_path / "state", clock=still) as generator:
        assert generator.new() == first.successor()
    assert descriptors() == before
    for _ in range(3):
        with pytest.raises(sortid.Error):
            sortid.Generator("ksuid", path=tmp_path / "state")
    assert descriptors() == before


# ---- Several processes ----------------------------------------------------------------------

MAKER = """
import sys, sortid
node = {"node": "42/8"} if sys.argv[1] == "scru64" else {}
with sortid.Generator(sys.argv[1], path=sys.argv[2], mode="wait", **node) as generator:
    print("ready", flush=True)
    sys.stdin.readline()
    for _ in range(200):
        print(generator.new_text(), *generator.new_many_text(20), sep="\\n")
"""


@every
def test_two_processes(each: Type, tmp_path: Path) -> None:
    path = tmp_path / "state"
    children = [
        subprocess.Popen(
            [sys.executable, "-c", MAKER, each.name, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for child in children:
        assert child.stdout
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin
        child.stdin.write("\n")
        child.stdin.flush()
    outputs: list[list[str]] = [[], []]

    def collect(index: int) -> None:
        outputs[index] = children[index].communicate(timeout=60)[0].split()

    threads = [threading.Thread(target=collect, args=(index,)) for index in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for child, made in zip(children, outputs, strict=True):
        assert child.returncode == 0
        assert len(made) == 200 * 21
        assert made == sorted(made)
    assert len(set(outputs[0]) | set(outputs[1])) == 2 * 200 * 21


KILLED = """
import sys, sortid, os, signal
generator = sortid.Generator("ulid", path=sys.argv[1], clock=lambda: 1_700_000_000_000)
print(generator.new_many_text(10)[-1], flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_process(tmp_path: Path) -> None:
    done = run(KILLED, str(tmp_path / "state"))
    assert done.returncode == -signal.SIGKILL
    with sortid.Generator("ulid", path=tmp_path / "state", clock=still, borrow=True) as generator:
        assert generator.new().text > done.stdout.strip()


def test_a_forked_child_goes_on(tmp_path: Path) -> None:
    with sortid.Generator("scru64", node=NODE, path=tmp_path / "state", clock=still) as generator:
        first = generator.new()
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                os.write(write, "\n".join(generator.new_many_text(5)).encode())
            finally:
                os._exit(0)
        assert os.waitpid(pid, 0)[1] == 0
        texts = os.read(read, 1000).decode().split()
        os.close(read)
        os.close(write)
        made = [first, *map(sortid.Scru64, texts), generator.new()]
        assert len(made) == 7
        assert increase(made)


def test_without_a_file_a_child_needs_another_node() -> None:
    generator = sortid.Generator("scru64", node=NODE)
    last = generator.new()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            for _ in range(2):
                fails("FORKED", generator.new)
                fails("FORKED", lambda: generator.new_many(3))
            generator.set_node("43/8")
            found = generator.new()
            assert found > last
            assert found.fields["nodeCtr"] >> 16 == 43
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(pid, 0)[1] == 0
    assert generator.new() > last


# ---- Files that are refused ------------------------------------------------------------------


def test_foreign_files(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign"
    for content in (b"not a state\n", bytes(range(256)) * 48, b"\0"):
        foreign.write_bytes(content)
        fails("STATE_UNRECOGNIZED", lambda: sortid.Generator("ulid", path=foreign))
        assert foreign.read_bytes() == content


def test_damaged_files(tmp_path: Path) -> None:
    path = tmp_path / "state"
    with sortid.Generator("ulid", path=path) as generator:
        generator.new()
    path.write_bytes(path.read_bytes()[:8192])
    fails("STATE_DAMAGED", lambda: sortid.Generator("ulid", path=path))


def test_files_of_other_generators(tmp_path: Path) -> None:
    path = tmp_path / "state"
    with sortid.Generator("scru64", node=NODE, path=path) as generator:
        generator.new()
        fails("STATE_MISMATCH", lambda: sortid.Generator("ulid", path=path))
        fails("STATE_MISMATCH", lambda: sortid.Generator("scru64", node="43/8", path=path))
        fails("WRONG_FORMAT", lambda: generator.set_node("43/8"))
    fails("STATE_MISMATCH", lambda: sortid.Generator("ulid", path=path))


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "target")
    fails("FILE_REFUSED", lambda: sortid.Generator("ulid", path=tmp_path / "link"))
    fails("FILE_REFUSED", lambda: sortid.Generator("ulid", path="/dev/null"))
    for path, options in (
        (tmp_path / "missing" / "state", {}),
        (tmp_path / "state", {"must_exist": True}),
    ):
        with pytest.raises(FileNotFoundError) as error:
            sortid.Generator("ulid", path=path, **options)
        assert os.fspath(path) in (error.value.filename, os.fsdecode(error.value.filename))
        assert not path.exists()
    with pytest.raises((sortid.GeneratorError, OSError)):
        sortid.Generator("ulid", path=tmp_path)


def test_a_locked_file(tmp_path: Path) -> None:
    """Other threads run while the opening waits, and a limit of 0 does not wait."""
    path = tmp_path / "state"
    with sortid.Generator("ulid", path=path, clock=still) as generator:
        first = generator.new()
    slept: list[float] = []
    with path.open("r+b") as file:
        lock(file, fcntl.F_WRLCK)
        fails(
            "FILE_LOCKED",
            lambda: sortid.Generator("ulid", path=path, wait_ms=0, sleep=slept.append),
        )
        assert slept == []
        fails("FILE_LOCKED", lambda: sortid.Generator("ulid", path=path, wait_ms=20))

        def unlock(seconds: float) -> None:
            slept.append(seconds)
            if len(slept) == 3:
                lock(file, fcntl.F_UNLCK)

        with sortid.Generator("ulid", path=path, clock=still, sleep=unlock) as generator:
            assert generator.new() == first.successor()
        assert len(slept) == 3


LOCKED = """
import sys, sortid
try:
    print("waiting", flush=True)
    sortid.Generator("ulid", path=sys.argv[1], wait_ms=3_600_000)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_ends_an_opening_that_waits(tmp_path: Path) -> None:
    path = tmp_path / "state"
    sortid.Generator("ulid", path=path).close()
    with path.open("r+b") as file:
        lock(file, fcntl.F_WRLCK)
        with subprocess.Popen(
            [sys.executable, "-c", LOCKED, str(path)], stdout=subprocess.PIPE, text=True
        ) as child:
            assert child.stdout
            assert child.stdout.readline() == "waiting\n"
            child.send_signal(signal.SIGINT)
            try:
                assert child.communicate(timeout=30)[0] == "interrupted\n"
            finally:
                child.kill()


# ---- The environment ------------------------------------------------------------------------

ENVIRONMENT = """
import sys, sortid
for call in (
    sortid.Scru64.new,
    lambda: sortid.Scru64.new_many(1),
    lambda: sortid.Scru64.at(1_700_000_000_000),
    lambda: sortid.Generator("scru64"),
    lambda: sortid.Generator(sortid.Scru64, node=None),
):
    try:
        call()
    except (TypeError, ValueError) as error:
        assert "node" in str(error)
        continue
    sys.exit(f"{call} made IDs with a node of the environment")
generator = sortid.Generator("scru64", node="42/8", clock=lambda: 1_700_000_000_000)
print(generator.new().fields["nodeCtr"] >> 16)
"""


def test_the_environment_is_never_read(tmp_path: Path) -> None:
    state = tmp_path / "state"
    done = run(ENVIRONMENT, SCRU64_NODE_SPEC="7/8", SORTID_SCRU64_STATE=str(state))
    assert (done.returncode, done.stdout, done.stderr) == (0, "42\n", "")
    assert not state.exists()
    with sortid.Generator("scru64", node="7/8", path=state) as generator:
        generator.new()
    done = run(ENVIRONMENT, SORTID_SCRU64_STATE=str(state))
    assert (done.returncode, done.stdout, done.stderr) == (0, "42\n", "")
