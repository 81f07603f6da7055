# SPDX-License-Identifier: MIT
"""Loads sortid and the peers that are installed."""

import importlib
import importlib.metadata
import platform
import sys
import uuid
from pathlib import Path
from typing import Any

MODULES = {  # of each package
    "sortid": "sortid",
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
    "uuid6": "uuid6",
    "uuid7": "uuid_extensions",
}
NAMES: dict[str, Any] = {"uuid": uuid}  # each module by the name of its package, with _ for -
VERSIONS = {"uuid": platform.python_version()}  # of the packages that are there


def _load(package: str, name: str) -> None:
    if package == "python-ulid":
        sys.path.insert(0, str(Path(sys.prefix).parent / "aside"))
    try:
        VERSIONS[package] = importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return
    importlib.import_module(name)
    NAMES[package.replace("-", "_")] = sys.modules[name.split(".")[0]]
    if package == "python-ulid":
        del sys.path[0]
        for module in [module for module in sys.modules if module.split(".")[0] == "ulid"]:
            del sys.modules[module]


for item in MODULES.items():
    _load(*item)
importlib.import_module("sortid.uuid")
NAMES["cyksuid"] = sys.modules.get("cyksuid.v2")
