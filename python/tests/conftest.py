# SPDX-License-Identifier: MIT
"""The profiles of hypothesis, and the mark `long`.

`pytest python/tests` runs the short set. `-m long` runs what takes longer, and the properties with
more examples; `-m "long or not long"` runs all.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# The same examples in each run, and no deadline: no test depends on the load of the machine.
settings.register_profile(
    "short",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", parent=settings.get_profile("short"), max_examples=400)
settings.load_profile("short")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes seconds, or has millions of IDs")
    if "long" in config.option.markexpr:
        settings.load_profile("long")


@pytest.hookimpl(tryfirst=True)  # before pytest looks at the marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chosen = config.option
    if "long" in chosen.markexpr:
        for item in items:
            if getattr(getattr(item, "function", None), "is_hypothesis_test", False):
                item.add_marker("long")
    if chosen.markexpr or chosen.keyword or any("::" in each for each in config.args):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in long]
