#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# SPDX-FileCopyrightText: the liken authors

# Installs the Debian and Ubuntu packages that are missing, for one purpose. Each purpose includes the ones before it:
#   build   the library and the program
#   demo    make demo
#   test    make test
#   ci      .ci/run
# Debian 12 and Ubuntu 24.04 have every one of them; on other releases, one that is not to be had is passed over.
set -euo pipefail
cd "$(dirname "$0")/.."

build=(
    gcc libc6-dev meson ninja-build pkgconf
    libavcodec-dev libavformat-dev libavutil-dev # any video
    libpng-dev                                   # PNG, without FFmpeg's liberties
    libjpeg-dev                                  # JPEG, as the reference tool decodes it
    libjansson-dev                               # JSON output
    opencl-headers                               # the OpenCL backend
)
demo=(ffmpeg)
test=(
    python3
    g++                                                   # the public header as C++
    clang libclang-rt-dev                                 # the arithmetic as OpenCL C; fuzz targets
    ocl-icd-libopencl1 pocl-opencl-icd                    # an OpenCL device without a GPU
    gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user # the same bits on arm64
)
ci=(
    clang-format-14 cppcheck
    hipcc # the kernels for AMD GPUs
)

case ${1:-} in
build) wanted=("${build[@]}") ;;
demo) wanted=("${build[@]}" "${demo[@]}") ;;
test) wanted=("${build[@]}" "${demo[@]}" "${test[@]}") ;;
ci) wanted=("${build[@]}" "${demo[@]}" "${test[@]}" "${ci[@]}") ;;
*)
    echo "usage: $0 build|demo|test|ci" >&2
    exit 2
    ;;
esac

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    echo "No apt-get here, so nothing was installed. What Debian calls ${wanted[*]} must be there." >&2
    exit 0
fi

missing=()
for package in "${wanted[@]}"; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "As root, please: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends "$@" </dev/null >"$log" 2>&1
}

echo "Installing ${missing[*]} (this can take a few minutes)"
# A third party's list that cannot be read is no reason to stop; a package that cannot be found is.
apt update || echo "The package lists could not all be refreshed; going on with those that are here." >&2
known=()
for package in "${missing[@]}"; do
    if apt-cache show "$package" >/dev/null 2>&1; then
        known+=("$package")
    else
        echo "There is no package $package here; going on without it." >&2
    fi
done
[ ${#known[@]} -gt 0 ] || exit 0
if ! apt install "${known[@]}"; then
    cat "$log" >&2
    exit 1
fi

# Meson looks for libraries when it configures: a build directory from before has to look again.
touch meson.build
