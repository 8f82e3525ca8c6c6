#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
# SPDX-FileCopyrightText: the liken authors

"""Headers of the arithmetic and of the kernels in each language that includes them: each alone, then all together.

usage: languages.py c|opencl|cuda SOURCES PATTERN...

SOURCES is the folder that includes are relative to, a PATTERN names headers in it. Skipped (77) where no compiler is found.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

# For each language: the ending of a file, compilers in the order of preference, and the flags of each variant.
# clang knows the built-in functions of OpenCL C only when asked, and takes extensions as an option of its inner part.
OPENCL = "--target=spir64 -cl-std=CL1.2 -fsyntax-only -Wall -Werror -Wno-unused-function -Xclang -finclude-default-header"
LANGUAGES = {
    "c": (".c", ["cc", "gcc", "clang"], ["-std=c11 -fsyntax-only -Wall -Wextra -pedantic-errors -Werror"]),
    "opencl": (
        ".cl",
        ["clang-16", "clang-18", "clang-15", "clang-14", "clang"],
        [f"{OPENCL} -Xclang -cl-ext=-cl_khr_fp64", f"{OPENCL} -Xclang -cl-ext=+cl_khr_fp64"],
    ),
    "cuda": (".cu", ["nvcc", "/usr/local/cuda/bin/nvcc"], [f"--ptx --fmad=false -Werror all-warnings -o {os.devnull}"]),
}


def main():
    language, folder, *patterns = sys.argv[1:]
    ending, compilers, variants = LANGUAGES[language]
    compiler = next(filter(None, map(shutil.which, compilers)), None)
    if not compiler:
        print(f"skipped: no compiler for {language} here ({', '.join(compilers)})")
        sys.exit(77)
    sources = pathlib.Path(folder)
    headers = sorted(str(path.relative_to(sources)) for pattern in patterns for path in sources.glob(pattern))
    if not headers:
        sys.exit(f"no headers in {folder}")
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        for group in [*([name] for name in headers), headers]:
            source = pathlib.Path(scratch) / ("headers" + ending)
            source.write_text("".join(f'#include "{name}"\n' for name in group) + "typedef int not_empty;\n")
            for flags in variants:
                command = [compiler, *flags.split(), f"-I{folder}", str(source)]
                result = subprocess.run(command, capture_output=True, text=True, check=False)
                failed += result.returncode != 0
                print("ok  " if result.returncode == 0 else "FAIL", language, flags.split()[-1], " ".join(group))
                print(result.stdout + result.stderr, end="")
    sys.exit(failed > 0)


main()
