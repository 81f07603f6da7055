# SPDX-License-Identifier: MIT
"""What is measured: the same work by sortid and by the packages that do it."""

from typing import NamedTuple

BATCH = 1000


class Row(NamedTuple):
    package: str
    # What is timed. Parts in braces are evaluated once, before; x is the input.
    statement: str
    input: str | None = None  # evaluated for each x
    ids: int = 1  # that a statement makes


class Group(NamedTuple):
    title: str
    limit: float | None  # of the rows of sortid, as multiples of time.time()
    rows: list[Row]


# A module of this name holds each package, with _ for -.
ULID, ULID_PY, ULID_TRANSFORM = "python-ulid", "ulid-py", "ulid-transform"
UUID_UTILS, TYPEID, SVIX = "uuid-utils", "typeid-python", "svix-ksuid"


def _make(title: str, type_: str, texts: list[Row], objects: list[Row]) -> list[Group]:
    ours = [Row("sortid", f"{{sortid.{call}}}()") for call in (type_.lower(), f"{type_}.new")]
    return [
        Group(f"make the text of {title}", 1.3, [ours[0], *texts]),
        Group(f"make {title}", 1.0, [ours[1], *objects]),
    ]


def _text_of(rows: list[Row]) -> list[Row]:
    return [row._replace(statement=f"{{str}}({row.statement})") for row in rows]


_ULIDS = [
    Row(ULID, "{python_ulid.ULID}()"),
    Row(ULID_PY, "{ulid_py.new}()"),
    Row(ULID_PY, "{ulid_py.monotonic.new}()"),
]
_UUIDS = [
    Row(UUID_UTILS, "{uuid_utils.uuid7}()"),
    Row("fastuuid", "{fastuuid.uuid7}()"),
    Row("lastuuid", "{lastuuid.uuid7}()"),
    Row("uuid", "{uuid.uuid4}()"),
    Row("uuid", "{uuid.uuid7}()"),  # Python 3.14
]
_KSUIDS = [Row("cyksuid", "{cyksuid.ksuid}()"), Row(SVIX, "{svix_ksuid.Ksuid}()")]
_SCRU128 = [Row("scru128", "{scru128.new}()")]
_SCRU64 = [Row("scru64", "{scru64.Scru64Generator('0/1')}.generate_or_sleep()")]
_TYPEID = [Row(TYPEID, "{typeid_python.TypeID}('user')")]

_U, _T, _TT = "sortid.Ulid.new()", "sortid.ulid()", "str(sortid.TypeId.new('user'))"
_B, _PEER_B = "sortid.Ulid.new().bytes", "ulid_transform.ulid_now_bytes()"
_OBJECTS = [
    Row("sortid", "x", _U),
    Row("sortid", "x", "sortid.Uuid7.new()"),
    Row("sortid", "x", "sortid.Ksuid.new()"),
    Row(ULID, "x", "python_ulid.ULID()"),
    Row(ULID_PY, "x", "ulid_py.new()"),
    Row(UUID_UTILS, "x", "uuid_utils.uuid7()"),
    Row("fastuuid", "x", "fastuuid.uuid7()"),
    Row("uuid", "x", "uuid.uuid4()"),
    Row("cyksuid", "x", "cyksuid.ksuid()"),
    Row(SVIX, "x", "svix_ksuid.Ksuid()"),
    Row("scru128", "x", "scru128.new()"),
]
_TYPEIDS = [
    Row("sortid", "x", "sortid.TypeId.new('user')"),
    Row(TYPEID, "x", "typeid_python.TypeID('user')"),
]


def _each(statement: str, *without: str, rows: list[Row] = _OBJECTS) -> list[Row]:
    """The statement of each object; Y is another object."""
    return [
        row._replace(statement=statement.replace("Y", f"{{{row.input}}}"))
        for row in rows
        if row.package not in without
    ]


GROUPS = [
    Group("time.time()", None, [Row("time", "{time.time}()")]),
    *_make(
        "a ULID",
        "Ulid",
        [Row(ULID_TRANSFORM, "{ulid_transform.ulid_now}()"), *_text_of(_ULIDS)],
        [Row(ULID_TRANSFORM, "{ulid_transform.ulid_now_bytes}()"), *_ULIDS],
    ),
    *_make("a UUIDv7", "Uuid7", _text_of(_UUIDS), _UUIDS),
    *_make("a KSUID", "Ksuid", _text_of(_KSUIDS), _KSUIDS),
    *_make("an SCRU128", "Scru128", [Row("scru128", "{scru128.new_string}()")], _SCRU128),
    *_make("an SCRU128 v1", "Scru128v1", [], []),
    *_make("an SCRU160", "Scru160", [Row("scru160", "{scru160.scru160}()")], []),
    Group(
        "make the text of an SCRU64",
        1.3,
        [
            Row("sortid", "{sortid.Generator('scru64', node='0/1')}.new_text()"),
            *_text_of(_SCRU64),
        ],
    ),
    Group(
        "make an SCRU64",
        1.0,
        [
            Row("sortid", "{sortid.Generator('scru64', node='0/1')}.new()"),
            *_SCRU64,
        ],
    ),
    Group(
        "make by a private generator",
        None,
        [
            Row("sortid", "{sortid.Generator('ulid')}.new_text()"),
            Row("sortid", "{sortid.Generator('ulid')}.new()"),
            Row(ULID, "{python_ulid.ULIDGenerator()}.generate()"),
            Row("scru128", "{scru128.Scru128Generator()}.generate()"),
        ],
    ),
    Group(
        "make a UUIDv7 as uuid.UUID",
        5.0,
        [
            Row("sortid", "{sortid.uuid.uuid7}()"),
            Row(UUID_UTILS, "{uuid_utils.compat.uuid7}()"),
            Row("lastuuid", "{lastuuid.uuid7}()"),
            Row("uuid", "{uuid.uuid4}()"),
            Row("uuid", "{uuid.uuid7}()"),
        ],
    ),
    Group("make a TypeID", None, [Row("sortid", "{sortid.TypeId.new}('user')"), *_TYPEID]),
    Group(
        f"make {BATCH} texts, each",
        0.8,
        [
            Row("sortid", f"{{sortid.ulid_many}}({BATCH})", ids=BATCH),
            Row("sortid", f"{{sortid.uuid7_many}}({BATCH})", ids=BATCH),
            Row("fastuuid", f"{{fastuuid.uuid7_as_strings_bulk}}({BATCH})", ids=BATCH),
            Row(
                ULID_TRANSFORM, f"[f() for f in {{[ulid_transform.ulid_now] * {BATCH}}}]", ids=BATCH
            ),
        ],
    ),
    Group(
        f"make {BATCH} objects, each",
        0.8,
        [
            Row("sortid", f"{{sortid.Ulid.new_many}}({BATCH})", ids=BATCH),
            Row("sortid", f"{{sortid.Uuid7.new_many}}({BATCH})", ids=BATCH),
            Row("fastuuid", f"{{fastuuid.uuid7_bulk}}({BATCH})", ids=BATCH),
        ],
    ),
    Group(
        "parse a ULID",
        0.6,
        [
            Row("sortid", "{sortid.Ulid.parse}(x)", _T),
            Row(ULID_TRANSFORM, "{ulid_transform.ulid_to_bytes}(x)", _T),
            Row(ULID, "{python_ulid.ULID.from_str}(x)", _T),
            Row(ULID_PY, "{ulid_py.from_str}(x)", _T),
        ],
    ),
    Group("check the text of a ULID", None, [Row("sortid", "{sortid.Ulid.is_valid}(x)", _T)]),
    Group(
        "an ID of a text, by the type",
        None,
        [
            Row("sortid", "{sortid.Ulid}(x)", _T),
            Row("sortid", "{sortid.Uuid7}(x)", "sortid.uuid7()"),
            Row(UUID_UTILS, "{uuid_utils.UUID}(x)", "sortid.uuid7()"),
            Row("fastuuid", "{fastuuid.UUID}(x)", "sortid.uuid7()"),
            Row("uuid", "{uuid.UUID}(x)", "sortid.uuid7()"),
        ],
    ),
    Group("parse a UUIDv7", 0.6, [Row("sortid", "{sortid.Uuid7.parse}(x)", "sortid.uuid7()")]),
    Group(
        "parse a KSUID",
        0.6,
        [
            Row("sortid", "{sortid.Ksuid.parse}(x)", "sortid.ksuid()"),
            Row("cyksuid", "{cyksuid.parse}(x)", "sortid.ksuid()"),
            Row(SVIX, "{svix_ksuid.Ksuid.from_base62}(x)", "sortid.ksuid()"),
        ],
    ),
    Group(
        "parse an SCRU128",
        0.6,
        [
            Row("sortid", "{sortid.Scru128.parse}(x)", "sortid.scru128()"),
            Row("scru128", "{scru128.Scru128Id.from_str}(x)", "sortid.scru128()"),
        ],
    ),
    Group(
        "parse an SCRU160", 0.6, [Row("sortid", "{sortid.Scru160.parse}(x)", "sortid.scru160()")]
    ),
    Group(
        "parse a TypeID",
        None,
        [
            Row("sortid", "{sortid.TypeId}(x)", _TT),
            Row(TYPEID, "{typeid_python.TypeID.from_string}(x)", _TT),
        ],
    ),
    Group(
        "an ID of bytes",
        None,
        [
            Row("sortid", "{sortid.Ulid}(x)", _B),
            Row(ULID, "{python_ulid.ULID.from_bytes}(x)", _B),
            Row(ULID_PY, "{ulid_py.from_bytes}(x)", _B),
            Row(UUID_UTILS, "{uuid_utils.UUID}(bytes=x)", _B),
            Row("fastuuid", "{fastuuid.UUID}(bytes=x)", _B),
        ],
    ),
    Group(
        "str",
        0.9,
        [
            *_each("{str}(x)"),
            Row("sortid", "x.text", _U),
            Row(ULID_TRANSFORM, "{ulid_transform.bytes_to_ulid}(x)", _PEER_B),
        ],
    ),
    Group("str of a TypeID", None, _each("{str}(x)", rows=_TYPEIDS)),
    Group(
        "time",
        2.0,
        [
            Row("sortid", "x.time", _U),
            Row("sortid", "x.time", "sortid.Uuid7.new()"),
            Row("sortid", "x.time", "sortid.Ksuid.new()"),
            Row(ULID, "x.datetime", "python_ulid.ULID()"),
            Row(ULID_PY, "x.timestamp().datetime", "ulid_py.new()"),
            Row("lastuuid", "{lastuuid.uuid7_to_datetime}(x)", "lastuuid.uuid7()"),
            Row("cyksuid", "x.datetime", "cyksuid.ksuid()"),
            Row(SVIX, "x.datetime", "svix_ksuid.Ksuid()"),
            Row(TYPEID, "x.created_at", "typeid_python.TypeID('user')"),
        ],
    ),
    Group(
        "the ms since 1970",
        None,
        [
            Row("sortid", "x.unix_ms", _U),
            Row("sortid", "x.unix_ms", "sortid.Ksuid.new()"),
            Row(ULID_TRANSFORM, "{ulid_transform.ulid_to_timestamp}(x)", _PEER_B),
            Row(ULID, "x.milliseconds", "python_ulid.ULID()"),
            Row(UUID_UTILS, "x.timestamp", "uuid_utils.uuid7()"),
            Row("cyksuid", "x.timestamp_millis", "cyksuid.ksuid()"),
            Row("scru128", "x.timestamp", "scru128.new()"),
        ],
    ),
    Group(
        "bytes",
        None,
        [
            *_each("x.bytes", SVIX, "scru128"),
            Row(SVIX, "{bytes}(x)", "svix_ksuid.Ksuid()"),
        ],
    ),
    Group("int", None, _each("{int}(x)", "cyksuid", SVIX)),
    Group("hash", None, _each("{hash}(x)")),
    Group("<", None, _each("x < Y")),
    Group("==", None, _each("x == Y")),
    # cyksuid's IDs cannot be pickled.
    Group("pickle and back", None, _each("{pickle.loads}({pickle.dumps}(x, 5))", "cyksuid")),
]
