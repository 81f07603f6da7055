# SPDX-License-Identifier: MIT
"""Generators: options, callables of the caller and what goes wrong in them, waits."""

from __future__ import annotations

import copy
import gc
import itertools
import os
import pickle
import signal
import subprocess
import sys
import threading
import weakref
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from types_table import NODE, NOW_MS, TYPES, Type, increase, type_name
from vectors import missing

import sortid

UTC = timezone.utc
NOW = datetime.fromtimestamp(NOW_MS // 1000, UTC)
every = pytest.mark.parametrize("each", TYPES, ids=type_name)


def zeros(size: int) -> bytes:
    return bytes(size)


def ones(size: int) -> bytes:
    return b"\xff" * size


def fails(status: str, call: Any) -> sortid.GeneratorError:
    with pytest.raises(sortid.GeneratorError) as error:
        call()
    assert error.value.status == status
    return error.value


# ---- Making -----------------------------------------------------------------------------


@every
def test_ways_to_make(each: Type) -> None:
    for named in (each.id_type, each.name):
        node = {"node": NODE} if each.name == "scru64" else {}
        generator = sortid.Generator(named, **node)
        assert generator.format == each.name
        made: list[Any] = [generator.new(), *generator.new_many(3), next(generator)]
        assert {type(found) for found in made} == {each.id_type}
        texts = [generator.new_text(), *generator.new_many_text(3)]
        assert {type(text) for text in texts} == {str}
        made = [found.text for found in made] + texts
        made += [found.text for found in itertools.islice(generator, 3)]
        assert len(made) == 12
        assert increase(made)
        assert [len(generator.new_many(n)) for n in (0, 1, 4096, 4097)] == [0, 1, 4096, 4097]
        assert [len(generator.new_many_text(n)) for n in (0, 1, 4096, 4097)] == [0, 1, 4096, 4097]


@every
def test_counts(each: Type) -> None:
    generator = each.generator()
    for call in (generator.new_many, generator.new_many_text):
        for wrong in (-1, -(2**70)):
            with pytest.raises((ValueError, OverflowError)):
                call(wrong)
        for wrong_type in (None, "3", 1.5):
            with pytest.raises(TypeError):
                call(wrong_type)  # type: ignore[arg-type]
        for huge in (2**62, 2**70):
            with pytest.raises((MemoryError, OverflowError, ValueError)):
                call(huge)


@every
def test_close(each: Type) -> None:
    with each.generator() as generator:
        assert isinstance(generator, sortid.Generator)
        generator.new()
    for call in (
        generator.new,
        generator.new_text,
        lambda: generator.new_many(1),
        lambda: generator.new_many_text(1),
        lambda: next(generator),
    ):
        fails("CLOSED", call)
    generator.close()
    assert generator.format == each.name
    with pytest.raises(ZeroDivisionError), each.generator() as other:
        _ = 1 / 0
    fails("CLOSED", other.new)


@every
def test_generators_are_not_copied(each: Type) -> None:
    generator = each.generator()
    for call in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            call(generator)
    with pytest.raises(TypeError):
        type("Sub", (sortid.Generator,), {})
    with pytest.raises(AttributeError):
        generator.other = 5  # type: ignore[attr-defined]
    assert sortid.Generator[each.id_type]  # type: ignore[name-defined]


# ---- Options ----------------------------------------------------------------------------


def test_events_and_modes() -> None:
    now = NOW_MS
    generator = sortid.Generator("ulid", clock=lambda: now, mode="abort", allowance_ms=5)
    assert generator.events == ()
    first = generator.new()
    assert (first.unix_ms, generator.events) == (now, ("new-timestamp",))
    now -= 5
    assert generator.new() == first.successor()
    assert generator.events == ("counter-incremented",)
    now -= 1
    fails("ROLLBACK", generator.new)
    now += 10
    assert len(generator.new_many(3)) == 3
    assert generator.events == ("new-timestamp", "counter-incremented")
    reset = sortid.Generator("ulid", clock=lambda: now, mode="reset", allowance_ms=0)
    later = reset.new()
    now -= 1
    assert reset.new() < later
    assert reset.events == ("reset",)
    now -= 1
    assert len(reset.new_many_text(3)) == 3
    assert reset.events[-1:] == ("reset",)


@pytest.mark.parametrize(("allowance", "rollback"), [(None, 10_000), (0, 0), (5000, 5000)])
@every
def test_default_modes(each: Type, allowance: int | None, rollback: int) -> None:
    now = NOW_MS
    unit = each.reference.unit_ms
    generator = each.generator(clock=lambda: now, allowance_ms=allowance)
    first = generator.new()
    now -= rollback // unit * unit
    assert generator.new() > first
    now -= unit
    if each.name == "scru64":
        fails("ROLLBACK", generator.new)
    else:
        assert generator.new() < first
        assert generator.events == ("reset",)


@every
def test_the_clock_may_give_datetimes(each: Type) -> None:
    for when in (NOW, NOW.astimezone(timezone(timedelta(hours=-3.5)))):
        generator = each.generator(clock=lambda when=when: when)
        assert generator.new().unix_ms == NOW_MS


def test_random_bytes_are_those_of_the_callable() -> None:
    sizes: list[int] = []

    def random(size: int) -> bytes:
        sizes.append(size)
        return bytes([0x33]) * size

    generator = sortid.Generator("ulid", clock=lambda: NOW_MS, random=random)
    assert generator.new().bytes[6:] == b"\x33" * 10
    assert sizes == [10]
    generator.new()
    assert sizes == [10]  # counting draws nothing


def test_options_of_ulid() -> None:
    sources: dict[str, Any] = {"clock": lambda: NOW_MS, "random": ones}
    full = sortid.Generator("ulid", **sources)
    full.new()
    fails("OVERFLOW", full.new)
    borrowing = sortid.Generator("ulid", borrow=True, **sources)
    borrowing.new()
    assert borrowing.new().unix_ms == NOW_MS + 1
    assert borrowing.events == ("timestamp-borrowed",)
    guarded = sortid.Generator("ulid", guard_bits=1, **sources)
    assert guarded.new().bytes[6] == 0x7F
    unguarded = sortid.Generator("ulid", guard_bits=0, **sources)
    assert unguarded.new().bytes[6] == 0xFF
    steps = sortid.Generator("ulid", clock=lambda: NOW_MS, random_step=True)
    made = [int(found) for found in steps.new_many(50)]
    differences = {b - a for a, b in itertools.pairwise(made)}
    assert len(differences) > 40
    assert all(1 <= difference <= 1 << 32 for difference in differences)


@pytest.mark.parametrize("name", ["scru128", "ulid", "uuidv7", "ksuid"])
def test_stateless(name: str) -> None:
    generator = sortid.Generator(name, stateless=True, clock=lambda: NOW_MS, random=ones)  # type: ignore[call-overload]
    assert generator.new() == generator.new()
    generator = sortid.Generator(name, stateless=True, clock=lambda: NOW_MS)  # type: ignore[call-overload]
    made = generator.new_many(50)
    assert len(set(made)) == 50
    assert made != sorted(made)


def test_fraction() -> None:
    when = NOW + timedelta(microseconds=750)
    uuid7 = sortid.Generator("uuidv7", fraction=True, clock=lambda: when)
    assert uuid7.new().fields["randA"] == 0xC00
    scru160 = sortid.Generator("scru160", fraction=True, clock=lambda: when)
    assert scru160.new().fields["counter"] >> 6 == 750
    with pytest.raises(ValueError):  # needs true microseconds
        sortid.Generator("uuidv7", fraction=True, clock=lambda: when, clock_resolution_us=1000)
    seen = {
        found.fields["randA"]
        for found in itertools.islice(sortid.Generator("uuidv7", fraction=True), 3000)
    }
    assert len(seen) > 20


def test_options_of_scru160() -> None:
    node = sortid.Generator("scru160", node_bits=8, node_id=0x5A)
    assert node.new().fields["random16"] >> 8 == 0x5A
    sources: dict[str, Any] = {"clock": lambda: NOW_MS, "random": ones}
    extended = sortid.Generator("scru160", extension_bits=4, **sources)
    first, second = extended.new(), extended.new()
    assert first.fields["counter"] == 0x7FFF
    assert second.fields["counter"] == 0x8000
    assert sortid.Generator("scru160", guard_bits=16, **sources).new().fields["counter"] == 0
    assert sortid.Generator("scru160", guard_bits=4, **sources).new().fields["counter"] == 0xFFF


def test_node() -> None:
    generator = sortid.Generator("scru64", node="42/8", clock=lambda: NOW_MS)
    assert generator.node == "42/8"
    first = generator.new()
    assert first.fields["nodeCtr"] >> 16 == 42
    assert generator.node == f"{first}/8"
    continued = sortid.Generator("scru64", node=generator.node, clock=lambda: NOW_MS)
    assert continued.new() == first.successor()
    generator.set_node("7/4")
    second = generator.new()
    assert second > first
    assert second.fields["nodeCtr"] >> 20 == 7
    generator.set_node(f"{sortid.Scru64.min_at(NOW_MS + 1024)}/8")  # after its ID, too
    assert generator.new().unix_ms == NOW_MS + 1024
    generator.set_node("42/8")
    for spec, status, position in (
        ("+42/8", "BAD_NODE_SPEC", 0),
        ("42", "BAD_NODE_SPEC", 2),
        ("", "BAD_NODE_SPEC", 0),
        ("42/8\0", "BAD_NODE_SPEC", 4),
        ("é/8", "BAD_NODE_SPEC", 0),
        ("1é/8", "BAD_NODE_SPEC", 1),
        ("\ud800/8", "BAD_NODE_SPEC", 0),
        ("256/8", "OUT_OF_RANGE", 0),
        ("0/24", "OUT_OF_RANGE", 2),
        ("000000000042/8", "RESERVED", 0),
    ):
        for call in (
            lambda spec=spec: generator.set_node(spec),
            lambda spec=spec: sortid.Generator("scru64", node=spec),
        ):
            with pytest.raises(sortid.ParseError) as error:
                call()
            assert (error.value.status, error.value.position) == (status, position), spec
            assert repr(spec) in str(error.value)
    for wrong in (None, 42, b"42/8", ("42", 8)):
        with pytest.raises(TypeError):
            generator.set_node(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        generator.set_node()  # type: ignore[call-arg]
    assert generator.new().fields["nodeCtr"] >> 16 == 42  # no refusal changed it
    with pytest.raises(ValueError, match="node") as error:
        sortid.Generator("scru64")
    assert "SCRU64_NODE_SPEC" not in str(error.value)  # it would not help


@every
def test_node_of_other_formats(each: Type) -> None:
    if each.name == "scru64":
        return
    assert each.generator().node is None
    with pytest.raises((sortid.Error, TypeError, ValueError)):
        each.generator().set_node("42/8")
    with pytest.raises((TypeError, ValueError)):
        each.generator(node="42/8")


def test_bound() -> None:
    asked: list[int] = []
    allowed = True
    now = NOW_MS

    def bound(tick: int) -> bool:
        asked.append(tick)
        return allowed

    generator = sortid.Generator("scru64", node=NODE, bound=bound, clock=lambda: now)
    generator.new()
    generator.new()
    assert asked == [NOW_MS // 256]
    allowed = False
    generator.new()  # this tick may be used
    now += 256
    fails("BOUND_REACHED", generator.new)
    assert asked == [NOW_MS // 256, NOW_MS // 256 + 1]
    allowed = True
    assert generator.new().unix_ms == now

    def broken(tick: int) -> bool:
        raise ZeroDivisionError

    generator = sortid.Generator("scru64", node=NODE, bound=broken, clock=lambda: now)
    raised(ZeroDivisionError, generator.new)
    with pytest.raises((TypeError, ValueError)):
        sortid.Generator("ulid", bound=bound)


WRONG_TYPES: list[dict[str, Any]] = [
    {"clock": 5},
    {"clock": "now"},
    {"random": b"bytes"},
    {"sleep": 1.0},
    {"allowance_ms": "5"},
    {"allowance_ms": 1.5},
    {"guard_bits": "1"},
    {"clock_resolution_us": 1.5},
    {"node": 42},
    {"path": 5},
    {"path": object()},
    {"copy_ahead_ms": "5", "path": "/nowhere/state"},
    {"wait_ms": "5", "path": "/nowhere/state"},
    {"permissions": "0600", "path": "/nowhere/state"},
    {"color": "red"},
    {"allowanceMs": 5},
]

WRONG_VALUES: list[dict[str, Any]] = [
    {"mode": "never"},
    {"mode": 5},
    {"mode": ""},
    {"mode": "é"},
    {"mode": "\ud800"},
    {"allowance_ms": -1},
    {"allowance_ms": -(2**70)},
    {"guard_bits": 2},
    {"guard_bits": -1},
    {"guard_bits": 255},
    {"guard_bits": 256},
    {"guard_bits": 2**70},
    {"fraction": True},
    {"node_bits": 8},
    {"extension_bits": 1},
    {"node_id": 1},
    {"clock_resolution_us": -1},
    {"clock_resolution_us": 2**70},
    {"stateless": True, "borrow": True},
    {"stateless": True, "random_step": True},
    {"stateless": True, "guard_bits": 1},
    {"path": "a\0b"},
    {"wait_ms": -1, "path": "/nowhere/state"},
    {"copy_ahead_ms": -1, "path": "/nowhere/state"},
    {"copy_ahead_ms": 2**32, "path": "/nowhere/state"},
    {"permissions": 0o1000, "path": "/nowhere/state"},
    {"permissions": 0o400, "path": "/nowhere/state"},
    {"permissions": -1, "path": "/nowhere/state"},
    {"path": "/nowhere/state", "mode": "reset"},
    {"path": "/nowhere/state", "stateless": True},
    # of a file only
    {"must_exist": True},
    {"any_owner": True},
    {"wait_ms": 5},
    {"permissions": 0o600},
    {"copy_ahead_ms": 5},
]


@pytest.mark.parametrize("options", WRONG_TYPES, ids=str)
def test_options_of_wrong_types(options: dict[str, Any]) -> None:
    with pytest.raises(TypeError) as error:
        sortid.Generator("ulid", **options)
    name = next(iter(options))
    assert name in str(error.value) or name == "path"


@pytest.mark.parametrize("options", WRONG_VALUES, ids=str)
def test_options_of_wrong_values(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        sortid.Generator("ulid", **options)
    assert sortid.Generator("ulid").new()  # the failure left nothing behind


def test_wrong_formats() -> None:
    for name in ("guid", "ULID", "", "ulid\0", "é", "\ud800", "uuid7"):
        with pytest.raises(ValueError):
            sortid.Generator(name)  # type: ignore[call-overload]
    for wrong in (None, 5, b"ulid", str, sortid.Id, sortid.Ulid.MIN, sortid.Generator):
        with pytest.raises(TypeError):
            sortid.Generator(wrong)  # type: ignore[call-overload]
    for call in (lambda: sortid.Generator(), lambda: sortid.Generator("ulid", "abort")):
        with pytest.raises(TypeError):
            call()


# ---- Callables --------------------------------------------------------------------------


def raised(kind: type[BaseException], call: Any) -> None:
    """A callable's exception comes through as itself."""
    with pytest.raises(kind) as error:
        call()
    assert type(error.value) is kind
    assert error.value.__context__ is None


def raising(error: BaseException) -> Any:
    def source(*arguments: object) -> Any:
        raise error

    return source


@pytest.mark.parametrize("name", ["clock", "random"])
@every
def test_a_callable_that_raises(each: Type, name: str) -> None:
    made: list[Any] = []
    is_broken = True

    def source(*arguments: int) -> Any:
        if is_broken:
            raise LookupError("no source")
        return os.urandom(*arguments) if arguments else NOW_MS

    generator = each.generator(**{"clock": lambda: NOW_MS, name: source})
    for call in (
        generator.new,
        generator.new_text,
        lambda: generator.new_many(3),
        lambda: generator.new_many_text(3),
    ):
        for _ in range(3):
            raised(LookupError, call)
    is_broken = False
    made = generator.new_many(3)
    assert made == sorted(made)
    assert made[0].unix_ms == NOW_MS


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(3), GeneratorExit()], ids=repr)
@pytest.mark.parametrize("name", ["clock", "random"])
def test_exits_come_through(name: str, error: BaseException) -> None:
    generator = sortid.Generator("ulid", **{"clock": lambda: NOW_MS, name: raising(error)})  # type: ignore[call-overload]
    for call in (generator.new, lambda: generator.new_many(3)):
        with pytest.raises(type(error)) as found:
            call()
        assert found.value is error


def test_wrong_clocks() -> None:
    wrong: Any
    for wrong in ("1700000000000", 1.5, None, b"5", object(), datetime(2024, 1, 1), NOW.date()):
        generator = sortid.Generator("ulid", clock=lambda wrong=wrong: wrong)
        with pytest.raises((TypeError, ValueError), match="clock"):
            generator.new()
    for out_of_range in (
        -1,
        1 << 48,
        1 << 64,
        1 << 200,
        -(1 << 200),
        datetime(1969, 12, 31, tzinfo=UTC),
    ):
        generator = sortid.Generator("ulid", clock=lambda wrong=out_of_range: wrong)
        with pytest.raises((sortid.SourceError, ValueError)) as error:
            generator.new()
        if isinstance(error.value, sortid.SourceError):
            assert error.value.status == "CLOCK_OUT_OF_RANGE"
    with pytest.raises(TypeError):
        sortid.Generator("ulid", clock=lambda wrong: wrong).new()  # type: ignore[call-overload, arg-type, misc]


def test_wrong_random_bytes() -> None:
    wrong: Any
    for wrong in (
        None,
        5,
        "x" * 10,
        [0] * 10,
        object(),
        bytearray(10),
        b"",
        bytes(9),
        bytes(11),
        bytearray(9),
        bytes(1000),
    ):
        generator = sortid.Generator(
            "ulid", clock=lambda: NOW_MS, random=lambda size, wrong=wrong: wrong
        )
        for call in (generator.new, lambda generator=generator: generator.new_many(3)):
            with pytest.raises(TypeError, match="random"):
                call()


def test_a_callable_may_use_the_library_but_not_its_generator() -> None:
    other = sortid.Generator("ulid")
    made: list[Any] = []

    def use_all() -> None:
        made.extend(
            [sortid.ulid(), other.new_text(), *sortid.ulid_many(2), *other.new_many_text(2)]
        )

    def clock() -> int:
        use_all()
        return NOW_MS

    def random(size: int) -> bytes:
        use_all()
        return bytes(size)

    generator = sortid.Generator("ulid", clock=clock, random=random)
    generator.new_many(3)
    assert generator.new().unix_ms == NOW_MS
    assert len(set(made)) == len(made) >= 18


@pytest.mark.parametrize("call", ["new", "new_text", "new_many", "new_many_text"])
@pytest.mark.parametrize("name", ["clock", "random"])
def test_a_callable_that_calls_its_generator(name: str, call: str) -> None:
    is_nested = True

    def source(*arguments: int) -> Any:
        if is_nested:
            getattr(generator, call)(*((3,) if "many" in call else ()))
        return bytes(*arguments) if arguments else NOW_MS

    options: dict[str, Any] = {"clock": lambda: NOW_MS, name: source}
    generator: sortid.Generator[Any] = sortid.Generator("ulid", **options)
    for _ in range(2):
        with pytest.raises(RuntimeError, match="a source calls its own generator"):
            generator.new()
    is_nested = False
    assert generator.new().unix_ms == NOW_MS


def test_a_callable_that_closes_or_prepares_its_generator() -> None:
    def close() -> int:
        generator.close()
        return NOW_MS

    generator = sortid.Generator("ulid", clock=close)
    with pytest.raises(RuntimeError, match="a source calls its own generator"):
        generator.new()

    def change() -> int:
        scru64.set_node("43/8")
        return NOW_MS

    scru64 = sortid.Generator("scru64", node=NODE, clock=change)
    with pytest.raises(RuntimeError, match="a source calls its own generator"):
        scru64.new()
    properties: list[Any] = []

    def look() -> int:
        properties.append((looking.events, looking.format, repr(looking)))
        return NOW_MS

    looking = sortid.Generator("ulid", clock=look)
    looking.new()
    assert properties[0][1] == "ulid"


def test_a_callable_may_drop_its_generator() -> None:
    holder: list[Any] = []

    def clock() -> int:
        holder.clear()
        gc.collect()
        return NOW_MS

    holder.append(sortid.Generator("ulid", clock=clock))
    assert holder[0].new().unix_ms == NOW_MS
    assert holder == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize("name", ["clock", "random"])
def test_a_callable_that_forks(name: str) -> None:
    """Both processes return from the call, with different IDs."""
    read, write = os.pipe()
    pids: list[int] = []

    def source(*arguments: int) -> Any:
        if not pids:
            pids.append(os.fork())
        return os.urandom(*arguments) if arguments else NOW_MS

    for each in TYPES:
        if each.name == "scru64":
            continue
        pids.clear()
        generator = each.generator(**{"clock": lambda: NOW_MS, name: source})
        try:
            found = generator.new_text()
        except BaseException as error:
            if pids == [0]:
                os.write(write, repr(error).encode())
                os._exit(1)
            raise
        if pids == [0]:
            os.write(write, found.encode())
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(pids[0], 0)[1]) == 0
        other = os.read(read, 100).decode()
        assert len(other) == len(found)
        assert other != found
    os.close(read)
    os.close(write)


def test_generators_with_callables_are_collected() -> None:
    class Clock:
        generator: Any

        def __call__(self) -> int:
            return NOW_MS

    clock = Clock()
    clock.generator = sortid.Generator("ulid", clock=clock)
    clock.generator.new()
    alive = weakref.ref(clock)
    del clock
    gc.collect()
    assert alive() is None
    for name in ("clock", "random", "sleep"):
        source: Any = Clock()
        alive = weakref.ref(source)
        generator = sortid.Generator("ulid", **{name: source})  # type: ignore[call-overload]
        del source
        assert alive() is not None
        del generator
        gc.collect()
        assert alive() is None
    source = Clock()
    alive = weakref.ref(source)
    with pytest.raises(ValueError):
        sortid.Generator("ulid", clock=source, guard_bits=9)
    del source
    gc.collect()
    assert alive() is None


# ---- Waits ------------------------------------------------------------------------------


def test_wait_reads_the_clock_until_it_is_within_the_allowance() -> None:
    times = iter([NOW_MS, NOW_MS - 4, NOW_MS - 3, NOW_MS - 2])
    slept: list[float] = []
    generator = sortid.Generator(
        "ulid", mode="wait", allowance_ms=2, clock=lambda: next(times), sleep=slept.append
    )
    first = generator.new()
    assert generator.new() == first.successor()
    assert slept == [pytest.approx(0.002), pytest.approx(0.001)]
    assert generator.events == ("counter-incremented",)


@pytest.mark.parametrize("call", ["new", "new_many"])
def test_wait_under_a_stopped_clock(call: str) -> None:
    now = NOW_MS
    slept: list[float] = []
    generator = sortid.Generator(
        "ulid", mode="wait", allowance_ms=0, clock=lambda: now, sleep=slept.append
    )
    first = generator.new()
    now -= 5
    fails("CLOCK_STOPPED", lambda: getattr(generator, call)(*((3,) if call == "new_many" else ())))
    assert 1 <= sum(slept) <= 1.1
    now += 5
    assert generator.new() == first.successor()


def test_a_sleep_that_raises() -> None:
    now = NOW_MS
    generator = sortid.Generator(
        "ulid", mode="wait", allowance_ms=0, clock=lambda: now, sleep=raising(LookupError())
    )
    first = generator.new()
    now -= 5
    raised(LookupError, generator.new)
    raised(LookupError, lambda: generator.new_many_text(2))
    now += 5
    assert generator.new() == first.successor()


WAITER = """
import sys, sortid
ahead = sortid.Scru64.min_at(sortid.Ulid(sortid.ulid()).unix_ms + 3_600_000)
generator = sortid.Generator("scru64", node=f"{ahead}/8", mode="wait")
try:
    print("waiting", flush=True)
    generator.CALL
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
@pytest.mark.parametrize("call", ["new()", "new_text()", "new_many(5)", "new_many_text(5)"])
def test_ctrl_c_ends_a_wait(call: str) -> None:
    """The wait would take an hour: whenever the process ends, the signal has ended it."""
    program = WAITER.replace("CALL", call)
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout
        assert child.stdout.readline() == "waiting\n"
        child.send_signal(signal.SIGINT)
        try:
            assert child.communicate(timeout=30) == ("interrupted\n", None)
        finally:
            child.kill()


def test_a_signal_handler_may_make_ids_during_a_wait() -> None:
    if not hasattr(signal, "setitimer"):
        missing("no interval timers on this system")
    made: list[str] = []
    now = NOW_MS

    def handle(*_: object) -> None:
        nonlocal now
        made.append(sortid.ulid())
        now = NOW_MS

    generator = sortid.Generator("ulid", mode="wait", allowance_ms=0, clock=lambda: now)
    first = generator.new()
    now -= 60_000
    before = signal.signal(signal.SIGALRM, handle)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        assert generator.new() == first.successor()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert len(made) == 1


def test_other_threads_run_during_a_wait() -> None:
    now = NOW_MS
    sleeping, go_on = threading.Event(), threading.Event()

    def sleep(seconds: float) -> None:
        sleeping.set()
        assert go_on.wait(60)

    generator = sortid.Generator(
        "ulid", mode="wait", allowance_ms=0, clock=lambda: now, sleep=sleep
    )
    made = [generator.new()]
    now -= 1000
    threads = [threading.Thread(target=lambda: made.append(generator.new())) for _ in range(3)]
    threads[0].start()
    assert sleeping.wait(60)
    for thread in threads[1:]:
        thread.start()
    assert sortid.ulid()  # this thread is not blocked
    assert len(made) == 1
    now = NOW_MS
    go_on.set()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert len(set(made)) == 4


SLEEPER = """
import os, sortid, threading
ahead = sortid.Scru64.min_at(sortid.Ulid(sortid.ulid()).unix_ms + 3_600_000)
generator = sortid.Generator("scru64", node=f"{ahead}/8", mode="wait")
calls = (generator.new, lambda: generator.new_many(3))  # the second waits for the first
for call in calls:
    threading.Thread(target=call, daemon=True).start()
for _ in range(3):
    threading.Event().wait(0.1)
    print(len(sortid.ulid()), flush=True)
os._exit(0)
"""


def test_other_threads_run_while_the_system_sleeps() -> None:
    """The waits would take an hour."""
    command = [sys.executable, "-c", SLEEPER]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "26\n" * 3


# ---- Snapshots --------------------------------------------------------------------------


@every
def test_a_process_that_was_resumed(each: Type) -> None:
    """Each copy of a snapshot draws new bits, in a later timestamp; scru64 needs another node."""
    generator = each.generator(clock=lambda: NOW_MS)
    last = generator.new()
    assert generator.new() == last.successor() or each.name not in ("ulid", "scru64")
    sortid.snapshot_resumed()
    if each.name == "scru64":
        fails("FORKED", generator.new)
        generator.set_node("43/8")
        assert generator.new().fields["nodeCtr"] >> 16 == 43
    else:
        assert generator.new().unix_ms == NOW_MS + each.reference.unit_ms
        assert generator.events == ("timestamp-borrowed",)
    with pytest.raises(TypeError):
        sortid.snapshot_resumed(1)  # type: ignore[call-arg]


def test_a_destructor_may_use_the_generator_that_makes_a_list() -> None:
    """Lists are objects, so that making one may collect garbage, whose destructors are code."""
    generator = sortid.Generator("ulid", clock=lambda: NOW_MS)
    made: list[Any] = []

    class Garbage:
        def __init__(self) -> None:
            self.itself = self

        def __del__(self) -> None:
            try:
                made.append(generator.new())
            except RuntimeError:  # a call is running
                made.append(None)

    before = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for _ in range(200):
            Garbage()
            made += generator.new_many(3)
    finally:
        gc.set_threshold(*before)
    ids = [found for found in made if found is not None]
    assert len(ids) >= 600
    assert len(set(ids)) == len(ids)
