#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# SPDX-FileCopyrightText: the liken authors

# Lays out every C source as .clang-format says; with --check only says which ones are not, and exits 1.
# Versions of clang-format disagree with each other, so it is one version that decides; without it nothing is checked,
# and the exit status is 77.
set -euo pipefail
cd "$(dirname "$0")/.."

version=14
formatter=$(command -v clang-format-$version || command -v clang-format || true)
if [ -z "$formatter" ] || ! "$formatter" --version | grep -q "version $version\."; then
    echo "clang-format $version is not installed" >&2
    exit 77
fi

mapfile -d '' sources < <(
    find . \( -name '.*' ! -name . -o -name 'build*' \) -prune -o \
        -type f \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cl' \) -print0 | sort -z
)
case ${1:-} in
'') "$formatter" -i "${sources[@]}" ;;
--check)
    unformatted=0
    for source in "${sources[@]}"; do
        if ! "$formatter" --dry-run --Werror "$source" 2>/dev/null; then
            echo "$source"
            unformatted=$((unformatted + 1))
        fi
    done
    if [ $unformatted -gt 0 ]; then
        echo "$unformatted of ${#sources[@]} sources are not laid out as .clang-format says: make format does it" >&2
        exit 1
    fi
    echo "${#sources[@]} sources are laid out as .clang-format says"
    ;;
*)
    echo "usage: $0 [--check]" >&2
    exit 2
    ;;
esac
