# SPDX-License-Identifier: MIT
"""What the tests share: the profile of hypothesis, the mark `long`, and the table of types.

`pytest python/tests` runs the short set. `-m long` runs the rest, `-m "long or not long"` all.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# The same examples in each run, and no deadline: a test depends on no load.
settings.register_profile(
    "fixed",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", parent=settings.get_profile("fixed"), max_examples=3000)
settings.load_profile("fixed")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes seconds, or has millions of IDs")
    if "long" in (config.option.markexpr or ""):
        settings.load_profile("long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.markexpr or config.option.keyword or any("::" in each for each in config.args):
        return
    chosen = [item for item in items if item.get_closest_marker("long") is None]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen
