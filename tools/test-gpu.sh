#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# SPDX-FileCopyrightText: the liken authors

# Every GPU test on every device found:
#   tools/test-gpu.sh BUILD [BACKEND]...     (default: cuda opencl)
# A backend that is named and has no device is a failure. Where compute-sanitizer is installed, the CUDA kernels also run
# under its memory and race checkers. The last line counts: N passed, N failed, N skipped.
set -uo pipefail
cd "$(dirname "$0")/.."

build=$1
shift
backends=("$@")
[ ${#backends[@]} -gt 0 ] || backends=(cuda opencl)
vectors=${LIKEN_VECTORS:-../shared/vectors}
passed=0 failed=0 skipped=0

# run NAME COMMAND...: one test, which says by its exit status how it went.
run() {
    local name=$1 status=0
    shift
    echo "--- $name"
    "$@" || status=$?
    case $status in
    0) passed=$((passed + 1)) ;;
    77) skipped=$((skipped + 1)) ;;
    *)
        failed=$((failed + 1))
        echo "--- $name FAILED ($status): $*"
        ;;
    esac
}

# Devices of a backend, as golden lists them.
device_count() {
    "$build/tests/gpu/gpu_parity" --backend "$1" --count
}

for backend in "${backends[@]}"; do
    count=$(device_count "$backend") || count=0
    [ "$count" -gt 0 ] || run "$backend: a device" false
    run "$backend: device table" "$build/tests/gpu/gpu_device" "$backend"
    run "$backend: native handles" "$build/tests/gpu/gpu_native" "$backend"
    for ((device = 0; device < count; device++)); do
        # Large pictures on the first, which is a GPU if there is one; a processor that plays the device takes long.
        ((device == 0)) && size=(--full) || size=()
        run "$backend $device: stages and scores" \
            "$build/tests/gpu/gpu_parity" --backend "$backend" --device "$device" "${size[@]}"
    done
    run "$backend: vectors, images" \
        "$build/tests/golden" --backend "$backend" images "$build/tests/pictures" tests/data/reference.tsv
    run "$backend: vectors, video" "$build/tests/golden" --backend "$backend" video "$vectors"
done

if [[ " ${backends[*]} " == *" cuda "* ]] && command -v compute-sanitizer >/dev/null; then
    for tool in memcheck racecheck; do
        run "compute-sanitizer $tool" compute-sanitizer --tool "$tool" --error-exitcode 1 --print-limit 20 \
            "$build/tests/gpu/gpu_parity" --backend cuda --quick
    done
else
    echo "--- compute-sanitizer is not installed, or CUDA is not wanted"
    skipped=$((skipped + 2))
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
