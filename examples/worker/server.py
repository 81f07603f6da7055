# SPDX-License-Identifier: MIT
"""Prints COUNT Snowflake IDs of the worker number that `sortid node run` gives (docs/node-workers.md).

    sortid node run flakes --pool snow -- python3 server.py COUNT
"""
import os, sys, time
from snowflake import SnowflakeGenerator

EPOCH = 1288834974657
assert time.time() * 1000 >= int(os.environ["SORTID_NOT_BEFORE_MS"]), "the clock was set back"
ids = SnowflakeGenerator(int(os.environ["SORTID_WORKER_ID"]), epoch=EPOCH)

def next_id():
    while (number := next(ids)) is None: # all IDs of this ms are used, or the clock was set back
        time.sleep(0.0005)
    return number

for _ in range(int(sys.argv[1])):
    print(next_id())
