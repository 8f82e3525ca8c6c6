#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
# SPDX-FileCopyrightText: the liken authors

"""Turn a file into a C array, NAME and NAME_size, that becomes part of the library.

embed.py binary NAME INPUT OUTPUT
    The bytes as they are.
embed.py source NAME INPUT OUTPUT DEPFILE ROOT
    Kernel source, for a compiler that sees no folders: every #include "..." (relative to the file, or to ROOT) is
    replaced by the file's text. A file with an include guard is taken once, any other as often as it is included;
    #include <...> stays as it is. Writes DEPFILE, which names every file that was read.
"""

import os
import re
import sys

INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')
OPENS = re.compile(r"\s*#\s*if(def|ndef)?\b")
CLOSES = re.compile(r"\s*#\s*endif\b")
GUARD = re.compile(r"\s*#\s*ifndef\s+(\w+)\s*\n\s*#\s*define\s+\1\s*\n", re.MULTILINE)
FIRST_CODE = re.compile(r"(?:\s|/\*.*?\*/|//[^\n]*)*", re.DOTALL)


class Flattener:
    def __init__(self, root):
        self.root = root
        self.read = []  # every file, for the depfile
        self.once = set()  # guarded files whose text is in for certain
        self.open = []  # files being expanded

    def flatten(self, path, conditional=False):
        """The lines of the file. conditional: an #if around it may leave them out, so they cannot be relied on."""
        path = os.path.normpath(path)
        if path in self.open:
            sys.exit(f"{path} includes itself: {' -> '.join(self.open)}")
        if path in self.once:
            return []
        with open(path, encoding="ascii") as file:
            text = file.read()
        if path not in self.read:
            self.read.append(path)
        guarded = GUARD.match(text, FIRST_CODE.match(text).end()) is not None
        self.open.append(path)
        name = os.path.relpath(path, self.root)
        lines = [f'#line 1 "{name}"\n']
        depth = -1 if guarded else 0  # of conditionals, the guard aside
        for number, line in enumerate(text.splitlines(keepends=True), 1):
            depth += 1 if OPENS.match(line) else -1 if CLOSES.match(line) else 0
            include = INCLUDE.match(line)
            if include:
                beside = os.path.join(os.path.dirname(path), include.group(1))
                inner = beside if os.path.exists(beside) else os.path.join(self.root, include.group(1))
                lines += self.flatten(inner, conditional or depth > 0)
                lines.append(f'#line {number + 1} "{name}"\n')
            else:
                lines.append(line)
        self.open.pop()
        if guarded and not conditional:
            self.once.add(path)
        return lines


def c_string(data):
    """String literals, one for each 64 bytes: compilers read them many times faster than lists of numbers."""
    plain = {c: chr(c) for c in range(32, 127)} | {ord('"'): '\\"', ord("\\"): "\\\\", ord("?"): "\\?", 10: "\\n"}
    codes = [plain.get(c, f"\\{c:03o}") for c in range(256)]
    return "\n".join('    "' + "".join(codes[c] for c in data[i : i + 64]) + '"' for i in range(0, len(data), 64))


def write(output, name, kind, data):
    with open(output, "w", encoding="ascii") as file:
        # A driver reads a fat binary's header where it lies.
        file.write(f"#include <stddef.h>\n\n_Alignas(64) const {kind} {name}[] =\n{c_string(data)};\n")
        file.write(f"const size_t {name}_size = {len(data)};\n")


def main(arguments):
    match arguments:
        case ["binary", name, source, output]:
            with open(source, "rb") as file:
                write(output, name, "unsigned char", file.read())
        case ["source", name, source, output, depfile, root]:
            flattener = Flattener(root)
            text = "".join(flattener.flatten(source))
            write(output, name, "char", text.encode("ascii"))
            with open(depfile, "w", encoding="utf-8") as file:
                paths = " ".join(path.replace(" ", "\\ ") for path in flattener.read)
                file.write(f"{output}: {paths}\n")
        case _:
            sys.exit(__doc__)


main(sys.argv[1:])
