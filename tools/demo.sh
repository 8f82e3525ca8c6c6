#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# SPDX-FileCopyrightText: the liken authors

# What `make demo` shows: a short clip made with FFmpeg, two encodes of it, and what liken says of each.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=build/demo
clip=$folder/clip.mkv
mkdir -p "$folder"

show() {
    printf '\n$ %s\n' "$*"
    "$@"
}

# Edges, fine texture and smooth colour in slow motion, with a little grain, about as hard to encode as film.
if [ ! -e "$clip" ]; then
    echo "Making $clip: 2 seconds of 1280x720, lossless"
    zoom=start_x=-0.7436439:start_y=0.1318259:start_scale=1.5:end_scale=0.5:end_pts=200
    ffmpeg -v error -y -f lavfi -i "mandelbrot=size=2560x1440:rate=24:maxiter=80:$zoom" -frames:v 48 \
        -vf scale=1280:720:flags=area,gblur=1.5,hue=s=0.3,eq=contrast=0.7,noise=c0s=1:c0f=t,format=yuv420p \
        -color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709 -chroma_sample_location left \
        -c:v ffv1 "$folder/unfinished.mkv"
    mv "$folder/unfinished.mkv" "$clip"
fi
for crf in 20 38; do
    show ffmpeg -v error -y -i "$clip" -c:v libx264 -preset medium -crf $crf "$folder/crf$crf.mkv"
done
printf '\nLossless and encoded, bytes:\n'
wc -c "$clip" "$folder"/crf*.mkv | sed '/ total$/d'
for crf in 20 38; do
    show build/liken "$clip" "$folder/crf$crf.mkv"
done
