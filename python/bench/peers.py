# SPDX-License-Identifier: MIT
"""Loads the packages that are measured together with sortid."""

import importlib
import importlib.metadata
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

MODULES = {  # of each package
    "cyksuid": "cyksuid.v2",
    "fastuuid": "fastuuid",
    "lastuuid": "lastuuid",
    "python-ulid": "ulid",
    "scru128": "scru128",
    "scru160": "scru160",
    "scru64": "scru64",
    "svix-ksuid": "ksuid",
    "typeid-python": "typeid",
    "ulid-py": "ulid",
    "ulid-transform": "ulid_transform",
    "uuid-utils": "uuid_utils.compat",
}
# Where python/bench/run puts python-ulid.
_ASIDE = str(Path(os.environ.get("PYTHONPATH", "."), "aside"))
_ulids: dict[str, dict[str, ModuleType]] = {}


def _pop_ulid() -> dict[str, ModuleType]:
    names = [name for name in sys.modules if name.split(".")[0] == "ulid"]
    return {name: sys.modules.pop(name) for name in names}


def use_ulid(package: str) -> None:
    """Gives the name `ulid` to one of the two packages that have it, for pickle."""
    if package in _ulids:
        _pop_ulid()
        sys.modules.update(_ulids[package])


def path_of(package: str) -> list[str]:
    return [_ASIDE, *sys.path] if package == "python-ulid" else list(sys.path)


def load() -> tuple[dict[str, Any], dict[str, str]]:
    """The modules of the packages that are installed, as python_ulid and so on; the versions."""
    modules: dict[str, Any] = {}
    versions: dict[str, str] = {}
    for package, name in MODULES.items():
        path, sys.path[:] = list(sys.path), path_of(package)
        try:
            versions[package] = importlib.metadata.version(package)
            importlib.import_module(name)
            modules[package.replace("-", "_")] = sys.modules[name.split(".")[0]]
        except importlib.metadata.PackageNotFoundError:
            versions[package] = "not installed"
        finally:
            sys.path[:] = path
        if name == "ulid":
            _ulids[package] = _pop_ulid()
    modules["cyksuid"] = sys.modules.get("cyksuid.v2")
    return modules, versions
