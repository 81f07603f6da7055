#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The command on a terminal: a pseudo-terminal of a given width, as people see it. What fits 40, 80 and 120 columns;
the messages; the progress; and the completions, as bash, zsh and fish give them when Tab is pressed. It waits for
what must come, five minutes at most, and for nothing else. Run by CTest.

usage: tests/cli/terminal.py SORTID
"""
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import sys
import tempfile
import termios
import time

PATIENCE = 300
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SORTID = os.path.abspath(sys.argv[1]) if len(sys.argv) == 2 else sys.exit(__doc__.strip().splitlines()[-1])
ID, NOW = "036zg552n91mt9s0gyhdwif95", "01ARYZ6S41TSV4RRFFQ69G5FAV"
passed, failures, skipped = 0, [], []


def ok(what, holds, shown=""):
    global passed
    if holds:
        passed += 1
    else:
        failures.append(what)
        print(f"FAILED: {what}\n{shown}")


class Terminal:
    """A command on a terminal of its own."""

    def __init__(self, arguments, columns=80, **variables):
        self.text = ""
        environment = {key: value for key, value in os.environ.items()
                       if key not in ("NO_COLOR", "COLORTERM", "FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS", "SCRU64_NODE_SPEC")}
        environment.update(TERM="xterm", LC_ALL="C", TZ="XST-05:30",
                           PATH=os.path.dirname(SORTID) + ":" + os.environ["PATH"], **variables)
        self.child, self.master = pty.fork()
        if self.child == 0:
            size = struct.pack("HHHH", 50, columns, 0, 0)
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.execvpe(arguments[0], arguments, environment)

    def send(self, keys):
        os.write(self.master, keys.encode())

    def read(self, until):
        """Reads until the pattern was seen, or (None) the end; whether it came."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if until is not None and re.search(until, re.sub(r"\x1b\[[0-9;]*m", "", self.text)):
                return True
            ready, _, _ = select.select([self.master], [], [], 1)
            try:
                piece = os.read(self.master, 65536) if ready else None
            except OSError:  # the end, on Linux
                piece = b""
            if piece == b"":
                return until is None
            if piece is not None:
                self.text += piece.decode("latin-1").replace("\r\n", "\n")
        return False

    def end(self):
        try:
            os.kill(self.child, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.close(self.master)
        return os.waitpid(self.child, 0)[1]


def shown(arguments, columns=80, **variables):
    terminal = Terminal([SORTID] + arguments, columns, **variables)
    terminal.read(None)
    terminal.end()
    return terminal.text


def plain(text):
    return re.sub(r"\x1b\[[0-9;]*[mK]", "", text)


def widest(text):
    return max((len(line) for line in plain(text).split("\n")), default=0)


def check_widths():
    texts = [ID, NOW, "919108f7-52d1-4320-9bac-f847db4148a8", "05U0GF0J0SP1ADJPT0U4VHIMCJJAIP51",
             "0ujtsYcgvSTl8PAuAdqWYSMnLOv", "user_01h455vb4pex5vsknk084sn02q", "1541815603606036480"]
    for columns in (40, 80, 120):
        for text in texts:
            card = shown(["inspect", text], columns)
            ok(f"a card of {text} fits {columns} columns", widest(card) < columns, card)
            title = next(line for line in plain(card).split("\n") if line.startswith("-- "))
            ok("its title fills the line", len(title) == columns - 1, card)
        card = shown(["inspect", ID], columns)
        ok(f"age and local time at {columns}", re.search(r"\d+ y (\d+ d )?ago", card) and "\n  local 2022-03-20T14:04:01.493+05:30\n" in card,
           card)
        ok("color", "\x1b[0;31m" in card)
        ok("no color, but names under the bits",
           "\x1b[" not in shown(["inspect", ID], columns, NO_COLOR="1") and "timestamp ___" in plain(card), card)
        for wrong in (["inspect", "-f", "nonsense"], ["gen", "nonsense"], ["range", "ulid", "soon"], ["inspect", "zz"],
                      ["convert", "-f", "ulid", "-e", "iso"], ["gen", "scru64"], ["inspect", "--columns", "x"]):
            message = shown(wrong, columns)
            ok(f"{wrong} fits {columns} columns", 0 < widest(message) <= min(columns, 80), message)
    one_line = re.sub(r"\n    ", " ", shown(["gen", "nonsense"], 40))
    ok("a broken message has all words", "unknown format \"nonsense\": the formats are scru128 scru128v1 scru160 scru64 "
       "ulid uuidv7 ksuid\n" in one_line, one_line)
    ok("a width that is not told", widest(shown(["inspect", ID], 0, COLUMNS="60")) == 59)
    ok("or is nonsense", widest(shown(["inspect", ID], 0, COLUMNS="-3")) == 79)
    ok("a tiny terminal", widest(shown(["inspect", ID], 10)) == 39)
    ok("a huge one", widest(shown(["inspect", ID], 500)) == 119)
    formats = shown(["formats"])
    ok("the formats fit 80 columns", 0 < widest(formats) < 80, formats)
    for command in "", "gen", "inspect", "convert", "check", "range", "find", "filter", "sort", "compare", "formats", "help":
        text = shown(["help", command] if command else ["help"])
        ok(f"the help of {command or 'all'} fits 80 columns", 0 < widest(text) <= 80, text)
    ok("--utc", "  local " not in shown(["inspect", "--utc", ID]))


def check_readings():
    """A sure reading has a page and the others a line each; equals have a page each; a file is as it was."""
    for columns in (60, 80, 120):
        for text, pages, lines in ("01890a5dac96774bbcceb302099a8057", 1, 4), ("01ARAS6S41TSV4RRFFQ69G5FAV", 2, 0), ("1541815603606036480", 3, 8):
            card = plain(shown(["inspect", text], columns))
            found = len(re.findall("^-- ", card, re.M)), len(re.findall("^also ", card, re.M))
            ok(f"{text} has {pages} pages and {lines} lines", found == (pages, lines), card)
            ok(f"it fits {columns} columns, and -f is named", widest(card) < columns and "-f KIND chooses one:" in " ".join(card.split()), card)
    lines = plain(shown(["inspect", "01890a5dac96774bbcceb302099a8057"])).split("\n")
    ok("a line", "also scru128v1, read from hex, by a plausible time: 2023-05-06T03:13:23.657Z" in lines, lines)
    card = shown(["inspect", "--best", "01890a5dac96774bbcceb302099a8057"])
    ok("--best has no others", "also" not in card and "chooses" not in card, card)
    ok("in a file they have pages", os.popen(f"{SORTID} inspect 01890a5dac96774bbcceb302099a8057").read().count("-- ") >= 4)


def check_table():
    text = shown(["inspect", "--columns", "time,format,node,id", ID, "919108f7-52d1-4320-9bac-f847db4148a8"])
    lines = text.split("\n")
    ok("a heading", lines[0].split() == ["time", "format", "node", "id"], text)
    ok("aligned", {line.index(word) for line, word in zip(lines, ("format", "scru128", "uuid-v4"))} == {26}, text)
    ok("an empty value", lines[2].startswith("-  ") and lines[2].split()[2] == "-", text)


def check_narrow():
    for arguments in (["compare", NOW, ID], ["compare", NOW.replace("Y", "A"), NOW.replace("Y", "S")], ["formats"]):
        wide = os.popen(" ".join([SORTID] + arguments)).read()
        for columns in (40, 50, 60, 80, 120):
            text = shown(arguments, columns)
            ok(f"{arguments} fits {columns} columns", 0 < widest(text) < columns, text)
        ok(f"{arguments}: 120 columns have the lines of a file", shown(arguments, 120) == wide, wide)
        ok(f"{arguments}: 40 columns have all of its words",
           set(wide.split()) <= set(shown(arguments, 40).split()) | {"-"}, shown(arguments, 40))
    text = shown(["compare", NOW, ID], 40)
    ok("compare in 40 columns", text == f"2016-07-30T22:36:16.385Z\n  {NOW}  ulid\n2022-03-20T08:34:01.493Z\n"
       f"  {ID}  scru128\nthe first is earlier by 2058 d 9 h 57\n  min 45.108 s\n", text)


def check_figures():
    """The figures of check: next to their names, and no line is too wide, whatever the names of the files."""
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, name) for name in ("short", "a name of two words", "n" * 100)]
        for name in names:
            os.system(f"{SORTID} gen scru128v1 -n 3000 --at 2026-11-20 --rate 1000 > '{name}'; echo bad >> '{name}'")
        for columns in (60, 80, 120):
            text = shown(["check", "scru128v1", names[0]] + names, columns)
            figures = text[text.index("\nformat "):]
            ok(f"check fits {columns} columns", widest(figures) < columns, text)
            ok("numbers are next to their names", re.search(r"\nlines {1,26}12004\n(.*\n)*invalid IDs {1,26}4  \(0 expected\)\n", text), text)
            ok("a file", re.search(r"\n +3001 +3000 +1  2026-11-20T00:00:02.999Z\s+" + names[0], text), text)


def check_waiting():
    for arguments in (["inspect"], ["convert", "-f", "ulid", "-e", "hex"], ["check", "ulid"]):
        terminal = Terminal([SORTID] + arguments)
        ok(f"{arguments} says that it waits", terminal.read("one ID per line; Ctrl-D ends"), terminal.text)
        terminal.send(NOW + "\n\x04")
        ok(f"{arguments} answers", terminal.read("01563df36481d6764c61efb99302bd5b|valid IDs +1"), terminal.text)
        terminal.end()
    text = shown(["inspect", ID])
    ok("with arguments it does not wait", "Ctrl-D" not in text, text)


def check_progress():
    terminal = Terminal(["sh", "-c", f"{SORTID} gen ulid -n 100000000000 --progress > /dev/null"])
    ok("the progress", terminal.read(r"\r\d+ of 100000000000 IDs \(\d+%\), [\d.]+ s, \d+ a second, \d+ s left"), terminal.text)
    terminal.send("\x03")
    terminal.end()
    terminal = Terminal([SORTID, "gen", "ulid", "-n", "60", "--rate", "20", "--progress"])
    terminal.read(None)
    terminal.end()
    lines = [re.sub(r".*\r", "", plain(line)) for line in terminal.text.split("\n")]
    ok("IDs and progress do not mix", sum(bool(re.fullmatch("[0-9A-Z]{26}", line)) for line in lines) == 60, terminal.text)
    ok("a last line", re.search(r"60 of 60 IDs \(100%\)", terminal.text), terminal.text)
    for columns in (12, 40, 80):
        terminal = Terminal(["sh", "-c", f"{SORTID} gen ulid -n 100000000000 --progress > /dev/null"], columns)
        ok(f"the progress at {columns}", terminal.read(r"(\r\d+ [^\r]*){3}"), terminal.text)
        terminal.send("\x03")
        terminal.end()
        lines = plain(terminal.text).replace("^C", "").split("\r")
        ok(f"it fits {columns} columns", 0 < max(map(len, lines)) < columns, terminal.text)
        ok("it ends with a whole figure", columns < 40 or all(re.fullmatch(r"|\d+ of .*(\)| s| a second| left)", line) for line in lines[:-1]),
           terminal.text)
    terminal = Terminal(["sh", "-c", f"{SORTID} gen ulid --rate 50 -n 200 | {SORTID} check ulid --watch"], 40)
    ok("--watch at 40", terminal.read(r"\r\d+ IDs, 0 faults, \d+ a second\x1b\[K"), terminal.text)
    terminal.end()
    terminal = Terminal(["sh", "-c", f"{SORTID} gen ulid --rate 50 -n 200 | {SORTID} check ulid --watch"])
    ok("--watch in one line", terminal.read(r"\r\d+ IDs, 0 faults, \d+ a second, last time \S+Z\x1b\[K"), terminal.text)
    terminal.read(None)
    terminal.end()


def check_shell(shell, arguments, prepare, cases):
    if shutil.which(shell) is None:
        skipped.append(f"no {shell} (Debian: {shell})")
        return
    terminal = Terminal([shell] + arguments, 100)
    for line in prepare:
        terminal.send(line + "\n")
    terminal.send("echo R''EADY\n")
    ok(f"{shell} starts", terminal.read("READY"), terminal.text)
    for typed, wanted in cases:
        terminal.text = ""
        terminal.send(typed)
        ok(f"{shell} completes {typed!r}", terminal.read(wanted), repr(terminal.text))
        terminal.send("\x15")  # removes the line
        terminal.send("echo A''GAIN\n")
        terminal.read("AGAIN")
    terminal.end()


def check_completions():
    folder = os.path.join(ROOT, "cli", "completion")
    cases = [("sortid insp\t", r"inspect"), ("sortid gen uu\t", r"uuidv7"), ("sortid inspect --js\t", r"--json"),
             ("sortid convert -f ulid -e un\t", r"unix"), ("sortid range ulid --in yes\t", r"yesterday"),
             ("sortid gen --at tom\t", r"tomorrow"), ("sortid gen scru160 -e base\t", r"base32hex"),
             ("sortid filter ulid --since yest\t", r"yesterday"), ("sortid filter --in yest\t", r"yesterday"),
             ("sortid find uuidv7 -i typ\t", r"typeid"), ("sortid inspect -f objec\t", r"objectid"),
             ("sortid compare -f uuid-n\t", r"uuid-nil"), ("sortid sort --mem\t", r"--memory"),
             ("sortid check ulid --wat\t", r"--watch"), ("sortid inspect --columns time,conf\t", r"confidence"),
             ("sortid node hea\t", r"health"), ("sortid node health --min\t", r"--min-free")]
    check_shell("bash", ["--norc", "--noprofile", "-i"], ["PS1=", "bind 'set bell-style none'", f". {folder}/sortid.bash"],
                cases + [("sortid gen u\t\t", r"ulid +uuidv7")])
    check_shell("zsh", ["-f", "-i"], ["PS1=", "unsetopt beep", f"fpath=({folder} $fpath)",
                                      "autoload -Uz compinit; compinit -u -D"],
                cases + [("sortid gen u\t\t", r"ulid\s+(--|.*uuidv7)")])
    check_shell("fish", ["--no-config", "-i"], ["function fish_prompt; end", f"source {folder}/sortid.fish"],
                cases + [("sortid gen u\t\t", r"ulid[^\n]*uuidv7")])


def need_terminal():
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError as error:
        print(f"SKIPPED: no terminal can be opened here (no /dev/pts?): {error}")
        sys.exit(77)


def main():
    need_terminal()
    check_widths()
    check_readings()
    check_table()
    check_narrow()
    check_figures()
    check_waiting()
    check_progress()
    if os.path.basename(SORTID) == "sortid":
        check_completions()
    for why in skipped:
        print(f"SKIPPED: {why}")
    print(f"{passed} passed, {len(failures)} failed" + (f", {len(skipped)} skipped" if skipped else ""))
    sys.exit(1 if failures else 77 if skipped else 0)


if __name__ == "__main__":
    main()
