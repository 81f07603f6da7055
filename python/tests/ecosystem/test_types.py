# SPDX-License-Identifier: MIT
"""The types of the package by mypy, stubtest and pyright: of its modules, examples and mistakes."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

import sortid

HERE = Path(__file__).parent
MODULES = sorted(map(str, Path(sortid.__file__).parent.glob("*.py")))
TYPED = str(HERE / "typed.py")
WRONG = str(HERE / "wrong.py")
MISTAKES = [
    ("wrong.py", n)
    for n, line in enumerate(Path(WRONG).read_text().splitlines(), 1)
    if line.endswith("# a mistake")
]


def run(*command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, cwd=HERE
    )
    return done.stdout + done.stderr


def test_examples_run() -> None:
    runpy.run_path(TYPED)


def test_mypy() -> None:
    text = run("mypy", "--strict", "-p", "sortid", "-m", "typed", "-m", "wrong")
    found = re.findall(r"([\w.]+):(\d+): error", text)
    assert sorted({(file, int(n)) for file, n in found}) == MISTAKES, text
    # Those, and _core.pyi.
    assert f"(checked {len(MODULES) + 3} source files)" in text


def test_stubtest() -> None:
    text = run("mypy.stubtest", "sortid._core", "--allowlist", str(HERE / "stubtest.txt"))
    assert text == "Success: no issues found in 1 module\n"


def test_pyright() -> None:
    text = run("pyright", "--outputjson", "--pythonpath", sys.executable, *MODULES, TYPED, WRONG)
    report = json.loads(text)
    found = {
        (Path(found["file"]).name, found["range"]["start"]["line"] + 1)
        for found in report["generalDiagnostics"]
    }
    assert sorted(found) == MISTAKES, text
    assert report["summary"]["filesAnalyzed"] == len(MODULES) + 2
