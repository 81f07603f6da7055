# SPDX-License-Identifier: MIT
"""Threads, processes, sub-interpreters, asyncio: all IDs differ, those of a thread increase."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from types_table import BY_NAME, MAKERS, NOW_MS, TYPES, Type, increase, type_name

import sortid

every = pytest.mark.parametrize("each", TYPES, ids=type_name)
every_maker = pytest.mark.parametrize("each", MAKERS, ids=type_name)
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")


def check(parts: list[list[Any]], count: int) -> None:
    """Each part increases, and no ID is in two parts."""
    assert sum(map(len, parts)) == count
    for part in parts:
        assert increase(part)
    assert len(set().union(*parts)) == count


def in_threads(call: Callable[[int], list[Any]], threads: int = 4) -> list[list[Any]]:
    start = threading.Barrier(threads)

    def work(index: int) -> list[Any]:
        start.wait(60)
        return call(index)

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, range(threads)))


def run(program: str, *arguments: str) -> str:
    """The output of a program that must end by itself."""
    command = [sys.executable, "-X", "faulthandler", "-c", textwrap.dedent(program), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout


# ---- Threads ----------------------------------------------------------------------------


def mixed(one: Callable[[], Any], many: Callable[[int], list[Any]], rounds: int) -> list[Any]:
    made = []
    for i in range(rounds):
        made.append(one())
        made += many(i % 50)
    return made


def size_of_mixed(rounds: int) -> int:
    return sum(1 + i % 50 for i in range(rounds))


@every_maker
def test_threads(each: Type) -> None:
    assert each.new_text
    assert each.new_many_text
    texts = in_threads(lambda _: mixed(each.new_text, each.new_many_text, 200))
    ids = in_threads(lambda _: mixed(each.id_type.new, each.id_type.new_many, 200))
    check(texts + [[found.text for found in part] for part in ids], 8 * size_of_mixed(200))


@every
def test_threads_of_one_generator(each: Type) -> None:
    generator = each.generator(**({"mode": "wait"} if each.name == "scru64" else {}))
    texts = in_threads(lambda _: mixed(generator.new_text, generator.new_many_text, 100))
    ids = in_threads(lambda _: mixed(generator.new, generator.new_many, 100))
    check(texts + [[found.text for found in part] for part in ids], 8 * size_of_mixed(100))
    # A call that begins after another has returned gives a greater ID, in whatever thread.
    lock = threading.Lock()
    made: list[Any] = []

    def append(_: int) -> list[Any]:
        for _ in range(300):
            with lock:
                made.append(generator.new())
        return []

    in_threads(append)
    check([made], 1200)


@every
def test_threads_of_one_generator_with_callables(each: Type) -> None:
    """A thread that holds the generator runs Python code, which lets other threads run."""
    reads = 0

    def clock() -> int:
        nonlocal reads
        reads += 1
        for _ in range(10):
            pass
        return NOW_MS

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        generator = each.generator(clock=clock, random=os.urandom)
        made = in_threads(lambda _: mixed(generator.new_text, generator.new_many_text, 50))
    finally:
        sys.setswitchinterval(before)
    check(made, 4 * size_of_mixed(50))
    assert reads >= 200


@every_maker
def test_new_threads(each: Type) -> None:
    """Each thread has a generator of its own, which ends with it."""
    made: list[list[Any]] = [[] for _ in range(60)]

    def work(part: list[Any]) -> None:
        part.extend(each.id_type.new_many(3))

    for part in made:
        thread = threading.Thread(target=work, args=(part,))
        thread.start()
        thread.join()
    check(made, 180)


def test_threads_at_exit() -> None:
    """IDs are made until the end of the interpreter: in daemons, at exit, in destructors."""
    out = run("""
        import atexit, sys, threading, time, sortid
        class Last:
            def __del__(self, sortid=sortid, print=print):
                print(len(sortid.ulid()), flush=True)
        def work():
            while True:
                sortid.ulid_many(100)
                generator.new_many(100)
        generator = sortid.Generator("ulid")
        for _ in range(3):
            threading.Thread(target=work, daemon=True).start()
        atexit.register(lambda: print(len(sortid.uuid7())))
        last = Last()
        sys.last = last
        print(sortid.Ulid.MIN)
    """)
    assert out.split()[:2] == ["00000000000000000000000000", "36"]


# ---- Processes --------------------------------------------------------------------------


def work(arguments: tuple[str, int]) -> list[str]:
    name, count = arguments
    each = BY_NAME[name]
    assert each.new_text
    assert each.new_many_text
    return [
        each.new_text(),
        *each.new_many_text(count),
        *map(str, each.id_type.new_many(count)),
        each.new_text(),
    ]


def pool_of(method: str, processes: int, tasks: int, count: int) -> None:
    context = multiprocessing.get_context(method)
    for each in MAKERS:  # this process has made IDs before, so that children have its state
        assert each.new_text
        each.new_text()
    with context.Pool(processes) as pool:
        for each in MAKERS:
            parts = pool.map(work, [(each.name, count)] * tasks, chunksize=1)
            parts.append(work((each.name, count)))
            check(parts, (tasks + 1) * (2 * count + 2))


@needs_fork
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_fork_pool() -> None:
    pool_of("fork", 3, 6, 500)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_pools(method: str) -> None:
    pool_of(method, 4, 8, 20_000)


@needs_fork
def test_children_of_children() -> None:
    """Each process of three generations makes the IDs that come next; all differ."""
    out = run("""
        import os, sortid
        generators = [sortid.Generator(name, clock=lambda: 1_700_000_000_000) for name in
                      ("ulid", "uuidv7", "ksuid", "scru128", "scru128v1", "scru160")]
        def make():
            made = [g.new_text() for g in generators] + [g.new_many_text(3)[-1] for g in generators]
            made += [sortid.ulid(), sortid.uuid7(), sortid.ksuid()]
            made += [sortid.scru128(), sortid.scru128v1(), sortid.scru160()]
            os.write(1, (" ".join(made) + "\\n").encode())
        make()
        children = []
        for _ in range(3):
            pid = os.fork()
            children = children + [pid] if pid else []
            make()
        for pid in children:
            assert os.waitpid(pid, 0)[1] == 0
    """)
    made = out.split()
    # 1 + 2 + 4 + 8 processes make a line
    assert len(made) == len(set(made)) == 15 * 18


@needs_fork
def test_a_thread_that_forks_while_others_make_ids() -> None:
    """No child waits for a lock that another thread held, and none repeats an ID."""
    out = run("""
        import os, sys, threading, time, warnings
        import sortid
        warnings.simplefilter("ignore", DeprecationWarning)
        sys.setswitchinterval(1e-6)
        shared = {name: sortid.Generator(name) for name in ("ulid", "ksuid", "scru160")}
        scripted = sortid.Generator("ulid", clock=lambda: 1_700_000_000_000, random=os.urandom)
        stop = threading.Event()
        def work():
            made = []
            while not stop.is_set():
                made += [sortid.ulid(), sortid.scru160_many(20)[-1], str(sortid.Uuid7.new())]
                made += [generator.new_text() for generator in shared.values()]
            everything.append(made)
        everything = []
        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads: thread.start()
        read, write = os.pipe()
        children = []
        for _ in range(25):
            pid = os.fork()
            if pid == 0:
                made = [sortid.ulid() for _ in range(10)] + sortid.scru160_many(5)
                made.append(sortid.uuid7())
                made += [generator.new_text() for generator in shared.values()]
                made.append(scripted.new_text())
                os.write(write, (" ".join(made) + "\\n").encode())
                os._exit(0)
            children.append(pid)
        for pid in children:
            assert os.waitpid(pid, 0)[1] == 0
        stop.set()
        for thread in threads: thread.join()
        os.close(write)
        ids = os.fdopen(read).read().split()
        print(len(ids), len(set(ids)))
        for made in everything: ids += made
        print(len(ids) - len(set(ids)))
    """)
    counts, repeated = out.splitlines()
    assert counts == f"{25 * 20} {25 * 20}"
    assert repeated == "0"


# ---- Sub-interpreters -----------------------------------------------------------------------

SUBS = """
# Python does not survive a first import of datetime in another interpreter.
import datetime, os, sys, threading
try:
    import _interpreters as subs
except ImportError:
    import _xxsubinterpreters as subs

CODE = '''
import sortid
made = sortid.ulid_many(COUNT) + [str(found) for found in sortid.Uuid7.new_many(COUNT)]
generator = sortid.Generator("ksuid")
made += generator.new_many_text(COUNT)
try:
    sortid.Ulid("x")
except sortid.ParseError as error:
    assert error.position == 1
assert sortid.Ulid.min_at(5).time.year == 1970
assert len(sortid.inspect(made[0])) > 0
sortid.Generator("ulid", clock=lambda: 5).new()
with open(PATH, "w") as file:
    file.write("\\\\n".join(made))
'''

def create():
    if sys.version_info >= (3, 13):
        return subs.create("isolated" if sys.argv[3] == "own" else "legacy")
    return subs.create(isolated=sys.argv[3] == "own")

def run(sub, code):
    failure = subs.run_string(sub, code)  # before Python 3.13 it raises
    assert failure is None, failure

import sortid
sortid.ulid()
count = int(sys.argv[2])
all = [create() for _ in range(4)]
CODE = CODE.replace("COUNT", str(count))
codes = [CODE.replace("PATH", repr(f"{sys.argv[1]}/{i}")) for i in range(4)]
threads = [threading.Thread(target=run, args=each) for each in zip(all, codes)]
for thread in threads: thread.start()
for thread in threads: thread.join()
for sub in all: subs.destroy(sub)
with open(f"{sys.argv[1]}/main", "w") as file:
    made = sortid.ulid_many(count) + sortid.uuid7_many(count) + sortid.ksuid_many(count)
    file.write("\\n".join(made))
assert sortid.Ulid("7ZZZZZZZZZZZZZZZZZZZZZZZZZ") == sortid.Ulid.MAX
"""


# With a GIL of their own from Python 3.12 on.
@pytest.mark.parametrize("kind", ["shared", "own"][: 1 + (sys.version_info >= (3, 12))])
def test_sub_interpreters(kind: str, tmp_path: Any) -> None:
    """Interpreters make IDs at the same time."""
    count = 3000
    run(SUBS, str(tmp_path), str(count), kind)
    parts = [path.read_text().split() for path in sorted(tmp_path.iterdir())]
    assert len(parts) == 5
    check([part[i : i + count] for part in parts for i in range(0, 3 * count, count)], 15 * count)


# ---- asyncio ----------------------------------------------------------------------------


def test_asyncio() -> None:
    generator = sortid.Generator("ulid")

    async def make(count: int) -> list[str]:
        made = []
        for _ in range(count):
            made += [sortid.ulid(), *await asyncio.to_thread(sortid.ulid_many, 10)]
            await asyncio.sleep(0)
            made.append(generator.new_text())
        return made

    async def main() -> list[list[str]]:
        return await asyncio.gather(*(make(30) for _ in range(8)))

    made = [text for part in asyncio.run(main()) for text in part]
    assert len(made) == len(set(made)) == 8 * 30 * 12


# ---- Millions ---------------------------------------------------------------------------


@pytest.mark.long
@every_maker
def test_a_million_in_threads(each: Type) -> None:
    many = each.new_many_text
    assert many
    check(in_threads(lambda _: [text for _ in range(25) for text in many(10_000)]), 1_000_000)


@pytest.mark.long
@every
def test_a_million_of_one_generator(each: Type) -> None:
    generator = each.generator(mode="wait")
    parts = in_threads(
        lambda _: [text for _ in range(25) for text in generator.new_many_text(4000)]
    )
    check(parts, 400_000)


@pytest.mark.long
@needs_fork
def test_a_million_in_children() -> None:
    for each in MAKERS:
        assert each.new_many_text
        each.new_many_text(10)
        parts: list[list[str]] = []
        pipes = []
        for _ in range(4):
            read, write = os.pipe()
            if os.fork() == 0:
                os.close(read)
                with os.fdopen(write, "w") as file:
                    file.write("\n".join(each.new_many_text(200_000)))
                os._exit(0)
            os.close(write)
            pipes.append(read)
        parts.append(each.new_many_text(200_000))
        for read in pipes:
            with os.fdopen(read) as file:
                parts.append(file.read().split())
            assert os.wait()[1] == 0
        check(parts, 1_000_000)
