# SPDX-License-Identifier: MIT
"""The types of the package, by mypy, stubtest and pyright: of its modules, of examples, of mistakes."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

import sortid

HERE = Path(__file__).parent
PACKAGE = str(Path(sortid.__file__).parent)
TYPED = str(HERE / "typed.py")
WRONG = str(HERE / "wrong.py")


def run(*command: str) -> tuple[int, str]:
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd="/")
    return done.returncode, done.stdout + done.stderr


def mistakes() -> list[int]:
    lines = Path(WRONG).read_text().splitlines()
    return [n for n, line in enumerate(lines, 1) if line.endswith("# a mistake")]


def test_examples_run() -> None:
    runpy.run_path(TYPED)


def test_mypy() -> None:
    assert run(
        "mypy",
        "--strict",
        "--cache-dir=/dev/null",
        "-p",
        "sortid",
    ) == (
        0,
        "Success: no issues found in 7 source files\n",
    )
    status, text = run("mypy", "--strict", "--cache-dir=/dev/null", TYPED)
    assert status == 0, text


def test_mypy_finds_mistakes() -> None:
    _, text = run("mypy", "--strict", "--cache-dir=/dev/null", WRONG)
    assert sorted({int(n) for n in re.findall(r"wrong\.py:(\d+): error", text)}) == mistakes()


def test_stubtest() -> None:
    status, text = run("mypy.stubtest", "sortid._core", "--allowlist", str(HERE / "stubtest.txt"))
    assert status == 0, text


def test_pyright() -> None:
    options = "pyright", "--outputjson", "--pythonpath", sys.executable
    _, text = run(*options, PACKAGE, TYPED)
    report = json.loads(text)
    assert report["generalDiagnostics"] == []
    assert report["summary"]["filesAnalyzed"] == 8
    _, text = run(*options, WRONG)
    found = json.loads(text)["generalDiagnostics"]
    lines = {error["range"]["start"]["line"] + 1 for error in found if error["severity"] == "error"}
    assert sorted(lines) == mistakes()
