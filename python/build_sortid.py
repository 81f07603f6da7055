# SPDX-License-Identifier: MIT
"""What setup.py of both packages shares: the C library as one file, its version, flags, folders.

In a tree, tools/amalgamate writes the library into build/python/. An sdist contains the two files,
and a copy of this one, and needs no tree."""

import atexit
import filecmp
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from setuptools import Extension
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist
from setuptools.errors import PlatformError
from setuptools.modified import newer_group

PACKAGE = Path.cwd()  # of the package that is built, as the build backend sets it
IN_SDIST = (PACKAGE / "PKG-INFO").exists()
ROOT = PACKAGE if IN_SDIST else Path(__file__).resolve().parent.parent
FILES = ("sortid.c", "sortid.h")


def version() -> str:
    header = ROOT / ("core/sortid.h" if IN_SDIST else "include/sortid/base.h")
    found = re.search(r'^#define SORTID_VERSION +"(.+)"', header.read_text("utf-8"), re.MULTILINE)
    assert found, header
    return found.group(1)


def work_folder() -> Path:
    """A folder that can be written: pip also builds packages in folders that are read-only."""
    folder = PACKAGE / "build" if IN_SDIST else ROOT / "build" / "python" / PACKAGE.name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="sortid-"))
        atexit.register(shutil.rmtree, folder)
        return folder


def amalgamate(folder: Path) -> None:
    """Writes the two files. One that would not change keeps its time."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as new:
        source = Path(new)
        if IN_SDIST:
            source = ROOT / "core"
        else:
            subprocess.run([sys.executable, str(ROOT / "tools/amalgamate"), new], check=True)
        for name in FILES:
            if not (folder / name).exists() or not filecmp.cmp(source / name, folder / name, False):
                shutil.copy(source / name, folder / name)


class BuildExtension(build_ext):
    """Adds the library and its flags to each extension."""

    def build_extensions(self) -> None:
        self.core = Path(self.build_temp).resolve() / "core"
        amalgamate(self.core)
        super().build_extensions()

    def build_extension(self, ext: Extension) -> None:
        ext.include_dirs.append(str(self.core))
        ext.define_macros.append(("SORTID_STATIC", None))
        if sys.platform == "win32":
            ext.libraries.append("bcrypt")
        if self.compiler.compiler_type == "msvc":
            self.use_clang_cl()
            ext.extra_compile_args += ["/O2", "/clang:-std=gnu11"]
        else:
            ext.extra_compile_args += ["-O2", "-std=gnu11", "-fvisibility=hidden"]
            ext.extra_compile_args += ["-ffunction-sections", "-fdata-sections"]
            ext.extra_link_args += self.link_options()
        # The library takes nearly all of the time, so it is compiled only if it changed.
        source = str(self.core / "sortid.c")
        (core,) = self.compiler.object_filenames([source], output_dir=self.build_temp)
        if self.force or newer_group([source, __file__], core):
            self.compiler.compile(
                [source],
                output_dir=self.build_temp,
                macros=[("SORTID_STATIC", None)],
                extra_postargs=ext.extra_compile_args,
            )
        ext.extra_objects.append(core)
        ext.depends += [core, *map(str, PACKAGE.glob("src/_core/*.h"))]
        super().build_extension(ext)

    def link_options(self) -> list[str]:
        """Drops what is not called. The library registers handlers, so it must stay loaded."""
        if sys.platform == "darwin":
            return ["-Wl,-dead_strip"]
        strip = [] if self.debug else ["-Wl,-s"]
        unloadable = [] if sys.platform in ("win32", "cygwin") else ["-Wl,-z,nodelete"]
        return ["-Wl,--gc-sections", *unloadable, *strip]

    def use_clang_cl(self) -> None:
        """Replaces the compiler of setuptools, which takes no name of another. Untried."""
        name = os.environ.get("CC", "cl")
        if not Path(name).stem.endswith("clang-cl"):
            raise PlatformError(
                "sortid: Microsoft's cl.exe cannot compile this library: it lacks __int128. "
                "Install LLVM and set the variable CC=clang-cl"
            )
        self.compiler.initialize()
        self.compiler.cc = shutil.which(name) or name


class SourceArchive(sdist):
    """Adds the library, and leaves out what the build wrote elsewhere."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        inside = [name for name in files if not os.path.isabs(name) and not name.startswith("..")]
        super().make_release_tree(base_dir, inside)
        shutil.copy(__file__, base_dir)
        amalgamate(Path(base_dir, "core"))


def arguments(wheel: dict[str, str]) -> dict[str, Any]:
    """Arguments of setup(). `wheel`: options of bdist_wheel."""
    work = str(work_folder())
    return {
        "version": version(),
        "cmdclass": {"build_ext": BuildExtension, "sdist": SourceArchive},
        "options": {
            "build": {"build_base": work},
            "egg_info": {"egg_base": work},
            "bdist_wheel": wheel,
        },
    }
