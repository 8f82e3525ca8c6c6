#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
# SPDX-FileCopyrightText: the liken authors

"""Run the commands of transcripts and compare what they print with what is written there.

    $ liken --quiet ref.png dist.png    a command for sh, in a folder that holds inputs.py's files
    1| 12.34567890                      a line of standard output
    2| liken: ...                       a line of standard error; "..." stands for any text
    = 2                                 the exit status, if it is not 0
    + scores.json                       a file that the command left (it is removed before the next command)

Everything else in a transcript is a comment. --update writes what was printed into the transcripts.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import inputs

# What may differ between machines and builds.
VARIABLE = [
    # Why it was this backend follows, over several lines.
    (re.compile(r"^(backend +)\w+: .*(\n {16}.*)*", re.M), r"\1BACKEND: DEVICE"),
    (re.compile(r'("backend": ?)"\w+"'), r'\1"BACKEND"'),
    (re.compile(r'("backend_reason": ?)(null|"[^"]*")'), r'\1"REASON"'),
    (re.compile(r'("device": ?)"[^"]*"'), r'\1"DEVICE"'),
    (re.compile(r"^(backends: cpu)(, \w+)*", re.M), r"\1, OTHERS"),
    (re.compile(r"^(libraries: FFmpeg )\S+(, libpng )\S+(, jansson )\S+", re.M), r"\1N\2N\3N"),
]


def lines(prefix, text):
    for pattern, replacement in VARIABLE:
        text = pattern.sub(replacement, text)
    return [f"{prefix}| {line}".rstrip() for line in text.removesuffix("\n").split("\n")] if text else []


def run(command, folder, environment):
    before = set(os.listdir(folder))
    process = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=environment, capture_output=True, stdin=subprocess.DEVNULL, timeout=60
    )
    result = lines("1", process.stdout.decode(errors="backslashreplace"))
    result += lines("2", process.stderr.decode(errors="backslashreplace"))
    if process.returncode:
        result.append(f"= {process.returncode}")
    for name in sorted(set(os.listdir(folder)) - before):
        result.append(f"+ {name}")
        os.unlink(os.path.join(folder, name))
    result += [f"- {name}" for name in sorted(before - set(os.listdir(folder)))]
    return result


def matches(expected, actual):
    pattern = ".*".join(re.escape(part) for part in expected.split("..."))
    return re.fullmatch(pattern, actual) is not None


def same(expected, actual):
    return len(expected) == len(actual) and all(map(matches, expected, actual))


def blocks(text):
    """Split a transcript into (comment lines, command or None, expected lines)."""
    comment, command, expected = [], None, []
    for line in text.splitlines():
        if line.startswith("$ "):
            if command is not None:
                yield comment, command, expected
                comment = []
            command, expected = line[2:], []
        elif command is not None and re.match(r"[12]\||[=+-] ", line):
            expected.append(line)
        else:
            if command is not None:
                yield comment, command, expected
                comment, command, expected = [], None, []
            comment.append(line)
    yield comment, command, expected


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("liken", type=pathlib.Path, help="the program")
    parser.add_argument("transcript", type=pathlib.Path, nargs="+")
    arguments = parser.parse_args()
    environment = {
        "PATH": f"{arguments.liken.resolve().parent}:{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm",
    }
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS", "LD_LIBRARY_PATH", "TMPDIR"):
        if name in os.environ:
            environment[name] = os.environ[name]
    passed = failed = 0
    for path in arguments.transcript:
        updated = []
        with tempfile.TemporaryDirectory() as folder:
            inputs.write(pathlib.Path(folder))
            for comment, command, expected in blocks(path.read_text()):
                updated += comment
                if command is None:
                    continue
                actual = run(command, folder, environment)
                good = same(expected, actual)
                updated += [f"$ {command}"] + (expected if good else actual)
                passed += good
                failed += not good
                if not good and not arguments.update:
                    print(f"{path.name}: $ {command}\nexpected:", *expected, "printed:", *actual, sep="\n")
        if arguments.update:
            path.write_text("\n".join(updated) + "\n")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed and not arguments.update else 0


if __name__ == "__main__":
    sys.exit(main())
