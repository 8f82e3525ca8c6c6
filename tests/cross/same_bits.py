#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
# SPDX-FileCopyrightText: the liken authors

"""The same bits on arm64: builds the library and two test programs with a cross compiler, runs them under qemu-user and
compares what they print with what the programs of this machine print.

usage: same_bits.py SOURCE BUILD PROGRAMS -- ARGUMENTS of bits

SOURCE is the project's root, BUILD a folder for the other build, PROGRAMS the folder of this machine's bits and levels.
Skipped (77) where the compiler or qemu is missing.
"""

import pathlib
import re
import shutil
import subprocess
import sys

OPTIONS = ["-Dprogram=disabled", "-Dcuda=disabled", "-Dopencl=disabled", "-Ddefault_library=static", "-Dbuildtype=release"]


def output(command):
    print("+", " ".join(command[:8]), flush=True)
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


def build(source, folder):
    if not (folder / "build.ninja").exists():
        cross_file = source / "tests" / "cross" / "aarch64.ini"
        output(["meson", "setup", "--cross-file", str(cross_file), *OPTIONS, str(folder), str(source)])
    output(["ninja", "-C", str(folder), "tests/bits", "tests/levels"])


def main():
    split = sys.argv.index("--")
    source, folder, programs = map(pathlib.Path, sys.argv[1:split])
    arguments = sys.argv[split + 1 :]
    for tool in ("aarch64-linux-gnu-gcc", "qemu-aarch64", "meson", "ninja"):
        if not shutil.which(tool):
            print(f"skipped: there is no {tool} here")
            sys.exit(77)
    build(source, folder)
    qemu = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]
    compared, different = 0, 0
    for program, its_arguments in (("bits", arguments), ("levels", [])):
        here = output([str(programs / program), *its_arguments])
        there = output([*qemu, str(folder / "tests" / program), *its_arguments])
        if program == "levels":  # only its digests: which levels there are differs
            here, there = ([line for line in lines if re.search(r" [0-9a-f]{16}$", line)] for lines in (here, there))
        if len(here) != len(there):
            sys.exit(f"{program}: {len(here)} lines here, {len(there)} on arm64")
        for ours, theirs in zip(here, there):
            compared += 1
            if ours != theirs:
                different += 1
                words = [pair for pair in zip(ours.split(), theirs.split()) if pair[0] != pair[1]]
                print(f"{ours[:60]}...: {len(words)} values differ, the first {words[0][0]} here, {words[0][1]} on arm64")
            else:
                print(ours[:72])
    print(f"{compared} lines compared, {different} different")
    sys.exit(different > 0 or compared == 0)


main()
