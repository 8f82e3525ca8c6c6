#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
# SPDX-FileCopyrightText: the liken authors

"""What the library shows to linkers against what its header declares.

usage: exports.py NM HEADER LIBRARY...

A shared library must export exactly the functions that HEADER marks with LK_API; a static one must have them too, and no
name of its own without the prefix lk_.
"""

import re
import subprocess
import sys


def declared(header):
    text = re.sub(r"/\*.*?\*/", "", open(header, encoding="utf-8").read(), flags=re.S)
    text = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    return set(re.findall(r"\bLK_API\b[^;(]*?(\w+)\s*\(", text))


def defined(nm, library):
    shared = ".so" in library
    command = [nm, "--defined-only", "--extern-only", *(["--dynamic"] if shared else []), library]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    names = {line.split()[-1] for line in lines if len(line.split()) == 3}
    return {name for name in names if not name.startswith("_")}, shared  # _init, and what sanitizers add


def main():
    nm, header, *libraries = sys.argv[1:]
    wanted = declared(header)
    wrong = []
    if len(wanted) < 20:
        wrong.append(f"only {len(wanted)} functions found in {header}")
    for library in libraries:
        names, shared = defined(nm, library)
        wrong += [f"{library} lacks {name}" for name in sorted(wanted - names)]
        if shared:
            wrong += [f"{library} exports {name}, which {header} does not declare" for name in sorted(names - wanted)]
        else:
            wrong += [f"{library} defines {name}" for name in sorted(names) if not name.startswith("lk_")]
        print(f"{library}: {len(names)} names")
    print("\n".join(wrong))
    sys.exit(bool(wrong))


main()
