# SPDX-License-Identifier: MIT
"""What Python's packages for IDs do: obeys the lines that bench/peers/try describes."""

import os
import select
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from packages import NAMES, VERSIONS

MS = 1780315200000  # the clock of `full`
NO_COUNTER = "- no counter"
BATCH = 1000  # texts that are written at once: a slow peer shows that it does not wait


class Peer(NamedTuple):
    """Its calls are expressions, evaluated when used. A missing one is "- REASON"."""

    name: str  # package and call
    format: str
    promises: str
    source: str
    make: str
    parse: str
    full: str = NO_COUNTER


def ours(type_: str, new: str | None = None, full: str | None = None) -> Peer:
    format_ = {"Uuid7": "uuidv7"}.get(type_, type_.lower())
    return Peer(
        f"sortid {new or f'{type_}.new'}()",
        format_,
        "order fork threads clock secure parse",
        "ChaCha20 in each thread, seeded by the system",
        f"sortid.{new or f'{type_}.new'}",
        f"sortid.{type_}",
        full or f"sortid.Generator('{format_}', clock=lambda: MS, random=ones).new",
    )


OS, THREAD_RNG = "os.urandom", "ThreadRng of rand, seeded by the system and after os.fork()"
PEERS = [
    ours("Ulid"),
    ours("Uuid7"),
    ours("Ksuid"),
    ours("Scru128"),
    ours("Scru160"),
    Peer(
        "sortid Generator(Scru64).new()",
        "scru64",
        "order threads clock secure parse",  # the documents: a child needs another node
        "ChaCha20 in each thread, seeded by the system: where a counter begins",
        "sortid.Generator('scru64', node='0/1').new",
        "sortid.Scru64",
        "sortid.Generator('scru64', node='0/1', clock=lambda: MS, random=ones).new",
    ),
    ours("TypeId", full="- as Uuid7"),
    Peer(
        "python-ulid ULID()",
        "ulid",
        "order threads secure parse",
        OS,
        "python_ulid.ULID",
        "python_ulid.ULID.from_str",
        "python_ulid.ULIDGenerator(lambda: MS, lambda ms: ones(10)).generate",
    ),
    Peer("ulid-py new()", "ulid", "secure parse", OS, "ulid_py.new", "ulid_py.from_str"),
    Peer(
        "ulid-py monotonic.new()",
        "ulid",
        "order secure parse",
        OS,
        "ulid_py.monotonic.new",
        "ulid_py.from_str",
        "ulid_py_full()",
    ),
    Peer(
        "ulid-transform ulid_now()",
        "ulid",
        "-",
        "SplitMix64 in each thread, seeded by std::random_device and the clock",
        "ulid_transform.ulid_now",
        "lambda text: ulid_transform.bytes_to_ulid(ulid_transform.ulid_to_bytes(text))",
    ),
    Peer(
        "uuid-utils uuid7()",
        "uuidv7",
        "order parse",
        THREAD_RNG,
        "uuid_utils.uuid7",
        "uuid_utils.UUID",
        "- takes no random bits",
    ),
    Peer("fastuuid uuid7()", "uuidv7", "-", "getrandom", "fastuuid.uuid7", "fastuuid.UUID"),
    Peer(
        "lastuuid uuid7()",
        "uuidv7",
        "order",
        "ChaCha12, seeded by the system",
        "lastuuid.uuid7",
        "- no parser",
        "- takes no random bits",
    ),
    Peer(
        "uuid6 uuid7()", "uuidv7", "order secure", "secrets.randbits", "uuid6.uuid7", "uuid6.UUID"
    ),
    Peer("uuid7 uuid7()", "uuidv7", "order", OS, "uuid7.uuid7", "- no parser"),
    Peer("uuid uuid7()", "uuidv7", "order secure parse", OS, "uuid.uuid7", "uuid.UUID"),
    Peer("uuid uuid4()", "uuidv7", "secure parse", OS, "uuid.uuid4", "uuid.UUID"),
    Peer("cyksuid ksuid()", "ksuid", "secure", OS, "cyksuid.ksuid", "cyksuid.parse"),
    Peer(
        "svix-ksuid Ksuid()", "ksuid", "-", OS, "svix_ksuid.Ksuid", "svix_ksuid.Ksuid.from_base62"
    ),
    Peer(
        "scru128 new()",
        "scru128",
        "order threads clock secure parse",
        "secrets.randbits",
        "scru128.new",
        "scru128.Scru128Id.from_str",
        "(lambda g: lambda: g.generate_or_reset_core(MS, 10_000))"
        "(scru128.Scru128Generator(rng=Ones))",
    ),
    Peer(
        "scru160 scru160()",
        "scru160",
        "order secure",
        "secrets.randbits",
        "scru160.scru160",
        "- no parser",
    ),
    Peer(
        "scru64 generate_or_sleep()",
        "scru64",
        "order threads clock parse",
        "random.getrandbits: where a counter begins",
        "scru64.Scru64Generator('0/1').generate_or_sleep",
        "scru64.Scru64Id.from_str",
        "(lambda g: lambda: g.generate_or_abort_core(MS, 10_000))"
        "(scru64.Scru64Generator('0/1', counter_mode=Ones))",
    ),
    Peer(
        "typeid-python TypeID()",
        "typeid",
        "order parse",
        "uuid7() of uuid-utils",
        "typeid_python.TypeID",
        "typeid_python.TypeID.from_string",
        "- takes no random bits",
    ),
]


def ones(size: int) -> bytes:
    return b"\xff" * size


class Ones:
    """Random bits of scru128, and the begin of a counter of scru64."""

    @staticmethod
    def getrandbits(size: int) -> int:
        return (1 << size) - 1

    @staticmethod
    def renew(size: int, context: object) -> int:
        return (1 << size) - 1


def ulid_py_full() -> Callable[[], Any]:
    ulid = NAMES["ulid_py"]

    class Source(ulid.providers.Provider):
        def timestamp(self) -> bytes:
            return MS.to_bytes(6, "big")

        def randomness(self, timestamp: bytes) -> bytes:
            return ones(10)

    return ulid.api.api.Api(ulid.providers.monotonic.Provider(Source())).new


def call(expression: str) -> Callable[..., Any]:
    return eval(expression, globals() | NAMES)


def lines(make: Callable[[], Any], count: int) -> str:
    made = []
    for _ in range(count):
        try:
            made.append(make())
        except Exception as error:
            made.append(f"! {error}")
    return "".join(f"{id_}\n" for id_ in made)


def fork(make: Callable[[], Any], count: int) -> str:
    pipes = [os.pipe() for _ in range(2)]
    sys.stdout.flush()
    for _, writer in pipes:
        if os.fork() == 0:
            with os.fdopen(writer, "w") as out:
                out.write(lines(make, count))
            os._exit(0)
        os.close(writer)
    parts = [lines(make, count)]
    for reader, _ in pipes:
        with os.fdopen(reader) as read:
            parts.append(read.read())
        os.wait()
    return "".join(parts)


def threads(make: Callable[[], Any], number: int, count: int) -> str:
    made: list[str] = []
    running = [
        threading.Thread(target=lambda: made.append(lines(make, count))) for _ in range(number)
    ]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    return "".join(made)


def parse(read: Callable[[str], Any], text: str) -> str:
    try:
        return f"ok {read(text)}\n"
    except Exception as error:
        return f"no {error!r}\n"


def main() -> None:
    there = [
        peer
        for peer in PEERS
        if peer.name.split()[0] in VERSIONS
        and (peer.make != "uuid.uuid7" or hasattr(NAMES["uuid"], "uuid7"))
    ]
    if len(sys.argv) < 2:
        for peer in there:
            print(
                peer.name,
                VERSIONS[peer.name.split()[0]],
                peer.format,
                peer.promises,
                peer.source,
                sep="\t",
            )
        return
    peer = next(peer for peer in there if peer.name == sys.argv[1])
    make, full = call(peer.make), None
    # The absolute clock_nanosleep() of Python is an error in libfaketime.
    time.sleep = lambda seconds: select.select([], [], [], seconds)
    sys.setswitchinterval(1e-5)  # threads are interrupted at more places
    for line in sys.stdin:
        word, *numbers = line.split()
        if word == "make":
            count, answer = int(numbers[0]), ""
            for done in range(0, count, BATCH):
                print(lines(make, min(BATCH, count - done)), end="", flush=True)
        elif word == "fork":
            answer = fork(make, int(numbers[0]))
        elif word == "threads":
            answer = threads(make, int(numbers[0]), int(numbers[1]))
        elif word == "full":
            full = None if peer.full.startswith("- ") else full or call(peer.full)
            answer = lines(full, 3) if full else f"{peer.full}\n"
        elif peer.parse.startswith("- "):
            answer = f"{peer.parse}\n"
        else:
            answer = parse(call(peer.parse), bytes.fromhex("".join(numbers)).decode())
        print(answer + ".", flush=True)


main()
