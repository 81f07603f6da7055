# SPDX-License-Identifier: MIT
"""Builds ext/sqlite/ and the C library in it as a plain shared object, without Python's interface.
Needs sqlite3ext.h (Debian: libsqlite3-dev)."""

import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # in an sdist, in a tree
import build_sortid

SOURCES = build_sortid.ROOT / ("ext" if build_sortid.IN_SDIST else "ext/sqlite")
SUFFIX = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")


class BuildLibrary(build_sortid.BuildExtension):
    def get_ext_filename(self, fullname: str) -> str:
        return fullname.replace(".", "/") + SUFFIX

    def get_export_symbols(self, ext: Extension) -> list[str]:
        return []  # the C code marks them

    def build_extension(self, ext: Extension) -> None:
        ext.sources = sorted(map(str, SOURCES.glob("*.c")))  # setup() takes only those below it
        ext.depends += map(str, SOURCES.glob("*.h"))
        super().build_extension(ext)


class Wheel(bdist_wheel):
    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]


class SourceArchive(build_sortid.SourceArchive):
    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        unused = shutil.ignore_patterns("bench", "*.in")
        shutil.copytree(SOURCES, Path(base_dir, "ext"), ignore=unused, dirs_exist_ok=True)


arguments = build_sortid.arguments(wheel={})
arguments["cmdclass"] = {
    "bdist_wheel": Wheel,
    "build_ext": BuildLibrary,
    "sdist": SourceArchive,
}
setup(ext_modules=[Extension("sortid_sqlite.sortid_sqlite", [])], **arguments)
