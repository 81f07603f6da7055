# SPDX-License-Identifier: MIT
"""Builds the extension sortid._core of src/_core/ with the C library in it."""

import glob
import platform
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

sys.path.insert(0, str(Path(__file__).parent))
import build_sortid

# The stable ABI: one file for 3.10 and all later versions. Free-threaded builds have none yet.
stable = platform.python_implementation() == "CPython"
stable = stable and not sysconfig.get_config_var("Py_GIL_DISABLED")

core = Extension(
    "sortid._core",
    sorted(glob.glob("src/_core/*.c")),
    define_macros=[("Py_LIMITED_API", "0x030A0000")] if stable else [],
    py_limited_api=stable,
)
setup(
    ext_modules=[core],
    **build_sortid.arguments(wheel={"py_limited_api": "cp310"} if stable else {}),
)
