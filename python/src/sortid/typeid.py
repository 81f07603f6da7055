# SPDX-License-Identifier: MIT
"""TypeIDs (specification 0.3.0): UUIDs with a prefix, such as user_01h455vb4pex5vsknk084sn02q."""

from __future__ import annotations

from functools import total_ordering
from typing import TYPE_CHECKING, Any, NoReturn, final

from sortid._core import Uuid7, _typeid_parse, _typeid_print

if TYPE_CHECKING:
    import builtins
    from uuid import UUID


@final
@total_ordering
class TypeId:
    """A TypeID. TypeIDs are compared and ordered by their texts.

    >>> TypeId("user_01h455vb4pex5vsknk084sn02q").uuid
    UUID('01890a5d-ac96-774b-bcce-b302099a8057')
    """

    __slots__ = ("_text",)
    __match_args__ = ("prefix", "uuid")
    _text: str

    @classmethod
    def new(cls, prefix: str = "", /) -> TypeId:
        """A TypeID of a new UUIDv7."""
        return _of_text(_typeid_print(prefix, Uuid7.new().bytes))

    def __new__(cls, value: str | UUID | Uuid7 | TypeId, prefix: str | None = None, /) -> TypeId:
        """From its text, or from a UUID of any version and a prefix."""
        if isinstance(value, TypeId) and prefix is None:
            return value
        if isinstance(value, str) and prefix is None:
            prefix, data = _typeid_parse(value)
        else:
            data = _uuid_bytes(value, prefix)
        return _of_text(_typeid_print(prefix or "", data))

    @property
    def text(self) -> str:
        return self._text

    @property
    def prefix(self) -> str:
        return self._text.rpartition("_")[0]

    @property
    def bytes(self) -> builtins.bytes:
        """The 16 bytes of the UUID."""
        return _typeid_parse(self._text)[1]

    @property
    def uuid(self) -> UUID:
        """The UUID; Uuid7(id.uuid).time is its time."""
        from uuid import UUID

        return UUID(bytes=self.bytes)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"TypeId({self._text!r})"

    def __hash__(self) -> int:
        return hash(self._text)

    def __eq__(self, other: object, /) -> bool:
        return self._text == other._text if isinstance(other, TypeId) else NotImplemented

    def __lt__(self, other: TypeId, /) -> bool:
        return self._text < other._text if isinstance(other, TypeId) else NotImplemented

    def __setattr__(self, name: str, value: object, /) -> NoReturn:
        raise AttributeError("a TypeId cannot be changed")

    def __delattr__(self, name: str, /) -> NoReturn:
        raise AttributeError("a TypeId cannot be changed")

    def __copy__(self) -> TypeId:
        return self

    def __deepcopy__(self, memo: Any, /) -> TypeId:
        return self

    def __reduce__(self) -> tuple[type[TypeId], tuple[str]]:
        return TypeId, (self._text,)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any, /) -> Any:
        from sortid.pydantic import schema

        return schema(cls, source, handler)


def _of_text(text: str) -> TypeId:
    self = object.__new__(TypeId)
    object.__setattr__(self, "_text", text)
    return self


def _uuid_bytes(value: object, prefix: str | None) -> bytes:
    from uuid import UUID

    if isinstance(value, (Uuid7, UUID)) and prefix is not None:
        return value.bytes
    raise TypeError(
        "TypeId takes a text; or a uuid.UUID or Uuid7, and a prefix; "
        f"not {type(value).__name__} {'without' if prefix is None else 'with'} a prefix"
    )
