# SPDX-License-Identifier: MIT
"""The test vectors of the repository, which the C library's tests read, too.

SORTID_VECTORS names another folder with files of the same names.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(os.environ.get("SORTID_VECTORS", ROOT / "tests" / "vectors"))
TRACES = ROOT / "tests" / "generate" / "traces"


def missing(what: str) -> None:
    """Skips a test; an error where SORTID_NO_SKIP is 1."""
    if os.environ.get("SORTID_NO_SKIP") == "1":
        pytest.fail(f"{what}, and SORTID_NO_SKIP is 1")
    pytest.skip(what)


def lines(path: Path) -> list[str]:
    if not path.exists():
        missing(f"no {path.name}: the tests run outside the repository")
    return path.read_text("ascii").splitlines()


def rows(name: str) -> list[list[str]]:
    """The columns of each row of a file. Lines that begin with # are comments."""
    return [line.split("\t") for line in lines(FOLDER / name) if line and not line.startswith("#")]


def unescape(text: str) -> str:
    r"""The text of a column, in which \xNN is one byte: here one character, as positions count."""
    return re.sub(r"\\x([0-9a-f]{2})", lambda match: chr(int(match[1], 16)), text)
