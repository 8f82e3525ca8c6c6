#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
# SPDX-FileCopyrightText: the liken authors

"""Say of a build directory's last `meson test` what was skipped and why, what failed, and how many there were.

    tools/test-report.py BUILD    the last line is: N passed, N failed, N skipped
"""

import collections
import json
import pathlib
import sys

KINDS = {"OK": "passed", "EXPECTEDFAIL": "passed", "SKIP": "skipped"}


def main(build):
    counts = collections.Counter()
    for line in (pathlib.Path(build) / "meson-logs" / "testlog.json").read_text(encoding="utf-8").splitlines():
        test = json.loads(line)
        kind = KINDS.get(test["result"], "failed")
        counts[kind] += 1
        if kind != "passed":
            said = (test.get("stdout", "") + test.get("stderr", "")).strip().splitlines()
            why = said[-1].strip().removeprefix("skipped: ") if said else test["result"].lower()
            print(f"{kind}: {test['name']}: {why}")
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")


main(sys.argv[1])
