# SPDX-License-Identifier: MIT
"""Prints what each package keeps of order and uniqueness: the work that its speed may leave out.

Called by `python/bench/run BUILD facts`. The last column is what the sources say.
"""

import ctypes
import os
import sys
import threading
import uuid
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import peers

COUNT = 100_000
FORKS = 5
FORK_COUNT = 20_000  # by parent and child, straight after the fork
THREADS = 4
END = 9  # the last characters, which hold random bits and counters only

OS, CHACHA = "the system's, each time", "ChaCha, seeded by the system"
CALLS = [
    ("sortid", "sortid.Ulid.new", CHACHA),
    ("sortid", "sortid.Uuid7.new", CHACHA),
    ("sortid", "sortid.Ksuid.new", CHACHA),
    ("sortid", "sortid.Scru128.new", CHACHA),
    ("sortid", "sortid.Scru160.new", CHACHA),
    ("python-ulid", "python_ulid.ULID", OS),
    ("ulid-py", "ulid_py.new", OS),
    ("ulid-py", "ulid_py.monotonic.new", OS),
    ("ulid-transform", "ulid_transform.ulid_now", "SplitMix64: not secure"),
    ("uuid-utils", "uuid_utils.uuid7", CHACHA),
    ("fastuuid", "fastuuid.uuid7", OS),
    ("lastuuid", "lastuuid.uuid7", CHACHA),
    ("uuid", "uuid.uuid7", OS),  # Python 3.14
    ("cyksuid", "cyksuid.ksuid", OS),
    ("svix-ksuid", "svix_ksuid.Ksuid", OS),
    ("scru128", "scru128.new", OS),
    ("scru160", "scru160.scru160", OS),
    ("scru64", "scru64.Scru64Generator('0/1').generate_or_sleep", "a counter; its start: random"),
    ("typeid-python", "typeid_python.TypeID", CHACHA),
]


def descents(texts: list[str]) -> int:
    return sum(b < a for a, b in pairwise(texts))


def after_fork(make: Callable[[int], list[str]], fork: Callable[[], int]) -> tuple[int, int]:
    """Texts, and ends of texts, that both parent and child made."""
    texts = ends = 0
    for _ in range(FORKS):
        make(1)
        reader, writer = os.pipe()
        child = fork()
        made = make(FORK_COUNT)
        if child == 0:
            with os.fdopen(writer, "w") as out:
                out.write("\n".join(made))
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as read:
            others = read.read().split("\n")
        os.waitpid(child, 0)
        texts += len(set(made) & set(others))
        ends += len({text[-END:] for text in made} & {text[-END:] for text in others})
    return texts, ends


def by_threads(make: Callable[[int], list[str]]) -> tuple[int, int]:
    """IDs made twice, and descents within threads."""
    made: list[list[str]] = []
    threads = [
        threading.Thread(target=lambda: made.append(make(COUNT // THREADS))) for _ in range(THREADS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    every = [text for texts in made for text in texts]
    return len(every) - len(set(every)), sum(map(descents, made))


def main() -> None:
    import sortid

    modules, versions = peers.load()
    names: dict[str, Any] = {"sortid": sortid, "uuid": uuid, **modules}
    print(
        f"Python {sys.version.split()[0]}. {COUNT:,} IDs; {FORKS} forks, {FORK_COUNT:,} IDs each."
    )
    head = ["package", "call", "descents", "twice", "same after os.fork()", "same ends"]
    head += ["same after fork() of C", "same ends", "twice by threads", "descents by threads"]
    head += ["random bits"]
    print("\n| " + " | ".join(head) + " |\n" + "| --- " * 2 + "| ---: " * 8 + "| --- |")
    for package, call, source in CALLS:
        if versions.get(package) == "not installed":
            continue
        if call == "uuid.uuid7" and not hasattr(uuid, "uuid7"):
            continue
        new = eval(call, names)

        def make(count: int, new: Callable[[], Any] = new) -> list[str]:
            ids = [new() for _ in range(count)]
            return [str(id_) for id_ in ids]

        texts = make(COUNT)
        facts = [descents(texts), COUNT - len(set(texts)), *after_fork(make, os.fork)]
        facts += [*after_fork(make, ctypes.PyDLL(None).fork), *by_threads(make)]
        shown = [package, f"`{call}`", *(f"{fact:,}" for fact in facts), source]
        print("| " + " | ".join(shown) + " |")


main()
