#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# SPDX-FileCopyrightText: the liken authors

# Runs each fuzz target for some seconds from its seeds: tests/fuzz/run.sh [SECONDS [BUILD-FOLDER]]
# Needs clang with libFuzzer; exits 77 without. What breaks a target is left in the build folder, as crash-... or so;
# `tests/fuzz/replay_NAME FILE` of any build runs it again.
set -euo pipefail
seconds=${1:-60}
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${2:-$root/build-fuzz}

clang=$(command -v clang-16 || command -v clang-18 || command -v clang || true)
if [ -z "$clang" ] || ! echo 'int LLVMFuzzerTestOneInput(void); int LLVMFuzzerTestOneInput(void) { return 0; }' |
    "$clang" -x c -fsanitize=fuzzer,address - -o /dev/null 2>/dev/null; then
    echo "skipped: there is no clang with libFuzzer here"
    exit 77
fi

[ -e "$build/build.ninja" ] || CC=$clang meson setup "$build" "$root" -Dfuzz=true -Dbuildtype=debugoptimized \
    -Db_sanitize=address,undefined -Db_lundef=false -Dc_args=-fsanitize=fuzzer-no-link -Ddefault_library=static \
    -Dcuda=disabled -Dopencl=disabled
mapfile -t targets < <(ninja -C "$build" -t targets all | sed -n 's|^tests/fuzz/\(fuzz_[a-z]*\):.*|\1|p')
ninja -C "$build" --quiet "${targets[@]/#/tests/fuzz/}"

export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
status=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for target in "${targets[@]}"; do
    name=${target#fuzz_}
    mkdir "$scratch/$name"
    echo "--- $name, $seconds s"
    if (cd "$build" && "tests/fuzz/$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2000 -max_len=4096 \
        "$scratch/$name" "$root/tests/fuzz/corpus/$name") >"$scratch/log" 2>&1; then
        echo "$(grep '^Done ' "$scratch/log"), $(sed -n 's/.*DONE *\(cov: [0-9]*\).*/\1/p' "$scratch/log")"
    else
        status=1
        echo "failed"
        tail -n 80 "$scratch/log"
    fi
done
exit $status
