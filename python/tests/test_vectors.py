# SPDX-License-Identifier: MIT
"""All rows of the vectors of the formats, for the package and for the reference of the tests."""

from __future__ import annotations

import pytest
from reference import Refused
from types_table import TYPES, Type, type_name
from vectors import rows, unescape

import sortid

# Columns: text, then the fields in their order; ms is what the time is computed from.
COLUMNS = {
    "ulid": {"text": 1, "fields": ["timestamp"], "first": 2},
    "scru128": {
        "text": 1,
        "fields": ["timestamp", "counterHi", "counterLo", "entropy"],
        "first": 2,
    },
    "scru128v1": {
        "text": 1,
        "fields": ["timestamp", "counter", "perSecRandom", "perGenRandom"],
        "first": 2,
    },
    "scru160": {"text": 1, "fields": ["timestamp", "counter", "random16", "random80"], "first": 2},
    "scru64": {"text": 2, "fields": ["timestamp", "nodeCtr"], "first": 3},
    "uuidv7": {"text": 1, "fields": ["timestamp", "randA", "randB"], "first": 2},
    "ksuid": {"text": 1, "fields": ["timestamp"], "first": 2},
}


def check_id(each: Type, row: list[str]) -> None:
    columns, reference = COLUMNS[each.name], each.reference
    value = int(row[0], 16)
    text = row[columns["text"]]
    fields = {
        name: int(column)
        for name, column in zip(columns["fields"], row[columns["first"] :], strict=False)
    }
    ms = fields["timestamp"] * reference.unit_ms + reference.zero_ms
    spellings = {text} if each.name == "ksuid" else {text, text.lower(), text.upper()}
    for spelling in spellings:
        assert reference.parse(spelling) == value
        found = each.id_type(spelling)
        assert each.id_type.parse(spelling) == found == each.of(value)
        assert each.id_type.is_valid(spelling)
        assert (found.text, str(found), int(found), found.bytes.hex()) == (
            text,
            text,
            value,
            row[0],
        )
        assert found.unix_ms == ms == reference.unix_ms(value)
        assert {name: found.fields[name] for name in fields} == fields
    assert reference.text(value) == text
    assert {name: reference.split(value)[name] for name in fields} == fields
    if each.name == "scru64":
        assert int(row[1]) == value
    if each.name == "ksuid":
        assert int(row[3]) * 1000 == ms
        assert found.fields["payload"] == int(row[4], 16)


def check_refusal(each: Type, text: str, status: str, position: int) -> None:
    with pytest.raises(Refused) as by_reference:
        each.reference.parse(text)
    assert (by_reference.value.status, by_reference.value.position) == (status, position)
    assert not each.id_type.is_valid(text)
    for call in (each.id_type, each.id_type.parse):
        with pytest.raises(sortid.ParseError) as error:
            call(text)
        assert (error.value.status, error.value.position) == (status, position), text


def check_step(each: Type, before: str, after: str | None) -> None:
    value = int(before, 16)
    if after is None:
        assert each.of(value).successor() is None
        return
    assert int(each.of(value).successor()) == int(after, 16) == each.reference.step(value, 1)
    assert int(each.of(int(after, 16)).predecessor()) == value


@pytest.mark.parametrize("each", TYPES, ids=type_name)
def test_vectors(each: Type) -> None:
    count = 0
    for row in rows(f"{each.name}.tsv"):
        count += 1
        if row[0] == "!":
            check_refusal(each, unescape(row[1]), row[2], int(row[3]))
        elif row[0] == "~":
            assert each.id_type(unescape(row[1])).bytes.hex() == row[2]
        elif row[0] == "+":
            check_step(each, row[1], row[2])
        elif row[0] == "!+":
            check_step(each, row[1], None)
        else:
            check_id(each, row)
    assert count >= 59
