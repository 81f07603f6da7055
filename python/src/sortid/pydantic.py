# SPDX-License-Identifier: MIT
"""Validation of IDs by pydantic 2, which a model with a field of such a type imports.

Python values: the type itself, its text, its bytes, and a uuid.UUID if it has 128 bits; in strict
mode the type itself. JSON: texts, in both directions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from sortid._core import Id, ParseError

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue

    from sortid.typeid import TypeId

# The pattern and an example of each type. A text that fits a pattern may be out of range.
_CROCKFORD = "0-9A-HJKMNP-TV-Za-hjkmnp-tv-z"
_TEXTS = {
    "Ksuid": ("^[0-9A-Za][0-9A-Za-z]{26}$", "0ujtsYcgvSTl8PAuAdqWYSMnLOv"),
    "Scru128": ("^[0-9A-Fa-f][0-9A-Za-z]{24}$", "036zg552n91mt9s0gyhdwif95"),
    "Scru128v1": ("^[0-7][0-9A-Va-v]{25}$", "00PP7OUAC22A7TO4VESB1R83L5"),
    "Scru160": ("^[0-9A-Va-v]{32}$", "05U0GF0J0SP1ADJPT0U4VHIMCJJAIP51"),
    "Scru64": ("^[0-9A-Za-z]{12}$", "0u2r85hm2pt3"),
    "TypeId": (
        "^([a-z]([a-z_]{0,61}[a-z])?_)?[0-7][0-9a-hjkmnp-tv-z]{25}$",
        "user_01h455vb4pex5vsknk084sn02q",
    ),
    "Ulid": (f"^[0-7][{_CROCKFORD}]{{25}}$", "01ARZ3NDEKTSV4RRFFQ69G5FAV"),
    "Uuid7": (
        "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-7[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
    ),
}


def schema(
    cls: type[Id] | type[TypeId], source: Any, handler: GetCoreSchemaHandler, /
) -> CoreSchema:
    """What __get_pydantic_core_schema__ of a type returns."""
    return handler.generate_schema(Annotated[cls, _Validation(cls)])


class _Validation:
    """Gives pydantic both schemas of a type; it asks an annotation for them, not a function."""

    def __init__(self, cls: type[Id] | type[TypeId]) -> None:
        self.cls = cls

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        cls, name = self.cls, self.cls.__name__
        has_uuid = not issubclass(cls, Id) or cls.size == 16
        others = " or a UUID" if has_uuid else ""
        if issubclass(cls, Id):
            others = f", {cls.size} bytes" + others
        error_of: Any = PydanticCustomError  # its types ask for constants
        message = f"Input should be a {name}: a string{others}"
        wrong_type = error_of(f"{name.lower()}_type", message)

        def validate(value: Any) -> Any:
            if type(value) is cls:
                return value
            try:
                return cls(value)
            except ParseError as error:
                context = {
                    "error": str(error),
                    "status": error.status,
                    "position": error.position,
                }
                raise error_of(f"{name.lower()}_parsing", "{error}", context) from None
            except TypeError:
                raise wrong_type from None

        parse = core_schema.no_info_plain_validator_function(validate)
        return core_schema.json_or_python_schema(
            json_schema=core_schema.chain_schema([core_schema.str_schema(strict=True), parse]),
            python_schema=core_schema.lax_or_strict_schema(
                lax_schema=parse, strict_schema=core_schema.is_instance_schema(cls)
            ),
            serialization=core_schema.to_string_ser_schema(when_used="json-unless-none"),
        )

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        pattern, example = _TEXTS[self.cls.__name__]
        format = {"format": "uuid"} if self.cls.__name__ == "Uuid7" else {}
        return {
            "title": self.cls.__name__,
            "type": "string",
            "pattern": pattern,
            "examples": [example],
            **format,
        }
