# SPDX-License-Identifier: MIT
"""Finds the definition that a line of C belongs to: a function, a macro or a variable. Used by
tools/coverage and tools/mutants. Their lists name places by definition, so that they remain valid
when a file or a local variable is renamed, or when code moves. It relies on the layout of
clang-format: the body of a function begins with a line "{" and ends with a line "}"."""
import collections
import glob
import os
import re

MACRO = re.compile(r"#\s*define\s+(\w+)")
FUNCTION = re.compile(r"\b(?!__attribute__\b)(?:FORMAT\((\w+)\)|(\w+))\(")  # FORMAT: generator/paths.h
VARIABLE = re.compile(r"[\w}][^;{}()=]*?\b(\w+)(?:\[[^\]]*\])*\s*=")
NONE = "(file)"


def function_before(rows, brace):
    """(first row, name) of the function whose body begins at row `brace`."""
    first = brace
    while first > 0 and rows[first - 1] and not re.search(r"[;{}]$|\*/$|^#", rows[first - 1]):
        first -= 1
    found = FUNCTION.search("\n".join(rows[first:brace]))
    return first, (found.group(1) or found.group(2)) if found else NONE


def definitions(text):
    """A list: the element of index N is the name of the definition of line N. Index 0 is unused."""
    rows = text.split("\n")
    names, name, end = [NONE] * (len(rows) + 1), NONE, None
    for number, row in enumerate(rows):
        macro, variable = MACRO.match(row), VARIABLE.match(row)
        if end is None and macro:
            name, end = macro.group(1), r"(?<!\\)$"
        elif end is None and row == "{":
            first, name = function_before(rows, number)
            names[first + 1:number + 1] = [name] * (number - first)
            end = r"^\}$"
        elif end is None and variable:
            name, end = variable.group(1), r";\s*(?:/\*.*)?$"
        names[number + 1] = name if end else NONE
        if end and re.search(end, row):
            end = None
    return names


class Definitions:
    """The definitions of all C files below some folders of the tree."""

    def __init__(self, root, folders):
        self.rows, self.names, files_of = {}, {}, collections.defaultdict(set)
        for folder in folders:
            for path in glob.glob(os.path.join(root, folder, "**", "*.[ch]"), recursive=True):
                file = os.path.relpath(path, root)
                with open(path, encoding="utf-8") as source:
                    text = source.read()
                self.rows[file], self.names[file] = text.split("\n"), definitions(text)
                for name in self.names[file]:
                    files_of[name].add(file)
        self.shared = {name for name, files in files_of.items() if len(files) > 1}

    def name(self, file, number):
        """The name of the definition of a line, preceded by the file if the name is not unique."""
        name = self.names[file][number]
        return f"{file}:{name}" if name in self.shared else name

    def line(self, file, number):
        return " ".join(self.rows[file][number - 1].split())
