#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
# SPDX-FileCopyrightText: the liken authors

"""usage: expect.py TEXT COMMAND...: run COMMAND, which must succeed and print TEXT as its only line."""

import subprocess
import sys

result = subprocess.run(sys.argv[2:], stdout=subprocess.PIPE, text=True, check=False)
if result.returncode != 0 or result.stdout != sys.argv[1] + "\n":
    sys.exit(f"want {sys.argv[1]!r}, got {result.stdout!r}, exit status {result.returncode}")
print(result.stdout, end="")
