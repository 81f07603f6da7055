# SPDX-License-Identifier: MIT
"""SCRU64 IDs from the agent `sortid node serve` (docs/node-agent.md), for threads and forks.

    python3 sortid_agent.py SOCKET COUNT
"""
import os, socket, sys, threading, time

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def text_of(number):
    text = ""
    for _ in range(12):
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text


class Agent:
    """next() returns an ID as an integer. OSError: no ID now; the caller may try again later."""

    def __init__(self, path, block=1000):
        self.path, self.block, self.lock = path, block, threading.Lock()
        self._drop()
        os.register_at_fork(after_in_child=self._after_fork)

    def _drop(self):
        self.stream, self.left, self.until = None, iter(()), 0.0

    def _after_fork(self):
        # The parent keeps block and connection. Another thread may have had the lock.
        self.lock = threading.Lock()
        self._drop()

    def next(self):
        with self.lock:
            while True:
                if time.monotonic() < self.until and (number := next(self.left, None)) is not None:
                    return number
                self._ask()

    def _ask(self):
        """One request, which is never sent again: what a lost answer had is a gap."""
        try:
            if self.stream is None:
                with socket.socket(socket.AF_UNIX) as agent:
                    agent.connect(self.path)
                    self.stream = agent.makefile("rw")
            asked = time.monotonic()
            self.stream.write(f"GET {self.block}\n")
            self.stream.flush()
            word, *rest = self.stream.readline().split() or ["", "the connection ended"]
        except OSError:
            self._drop()
            raise
        if word == "BLOCK":
            first, count, ms = int(rest[1]), int(rest[2]), int(rest[3])
            self.left, self.until = iter(range(first, first + count)), asked + ms / 1000
        elif word == "BUSY":
            time.sleep(int(rest[0]) / 1000)
        else:
            self._drop()
            raise OSError(f"agent {self.path}: {word} {' '.join(rest)}")


if __name__ == "__main__":
    agent = Agent(sys.argv[1])
    for _ in range(int(sys.argv[2])):
        print(text_of(agent.next()))
