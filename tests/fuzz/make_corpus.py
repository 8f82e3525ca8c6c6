#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
# SPDX-FileCopyrightText: the liken authors

"""Writes the seeds that the fuzz targets start from into corpus/, one folder a target: small files of every kind that a
target knows. Run again after a target has changed how it reads its bytes.
"""

import pathlib
import random
import struct
import zlib

CORPUS = pathlib.Path(__file__).parent / "corpus"


def write(target, name, data):
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


# ---- PNG


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width, height, bits, color, *before, interlaced=0, filtered=0):
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    rng = random.Random(bits * 8 + color)

    def rows(w, h):
        row = (w * channels * bits + 7) // 8
        return b"".join(bytes([filtered]) + bytes(rng.randrange(256) for _ in range(row)) for _ in range(h)) if w else b""

    passes = [(8, 8, 0, 0), (8, 8, 4, 0), (4, 8, 0, 4), (4, 4, 2, 0), (2, 4, 0, 2), (2, 2, 1, 0), (1, 2, 0, 1)]
    if interlaced:
        sizes = [((width - x + dx - 1) // dx, (height - y + dy - 1) // dy) for dx, dy, x, y in passes]
    else:
        sizes = [(width, height)]
    header = struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, interlaced)
    data = zlib.compress(b"".join(rows(w, h) for w, h in sizes), 9)
    half = len(data) // 2
    parts = [chunk(b"IHDR", header), *before, chunk(b"IDAT", data[:half]), chunk(b"IDAT", data[half:]), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def palette(count):
    return chunk(b"PLTE", bytes(i % 256 for i in range(3 * count)))


def make_png():
    write("png", "gray8", png(9, 8, 8, 0, filtered=4))
    write("png", "gray16", png(8, 9, 16, 0, filtered=3))
    write("png", "gray1", png(11, 8, 1, 0))
    write("png", "gray4-transparent", png(8, 8, 4, 0, chunk(b"tRNS", b"\0\3")))
    write("png", "gray-alpha8", png(8, 8, 8, 4, filtered=1))
    write("png", "gray-alpha16", png(8, 8, 16, 4, filtered=2))
    write("png", "rgb8", png(10, 8, 8, 2, chunk(b"gAMA", struct.pack(">I", 45455)), chunk(b"sRGB", b"\0"), filtered=1))
    write("png", "rgb8-transparent", png(8, 8, 8, 2, chunk(b"tRNS", b"\0\1\0\2\0\3")))
    write("png", "rgb16-interlaced", png(9, 11, 16, 2, interlaced=1))
    write("png", "rgba8", png(8, 8, 8, 6, filtered=4))
    write("png", "rgba16", png(8, 8, 16, 6, chunk(b"tEXt", b"Comment\0seed")))
    write("png", "palette8", png(8, 8, 8, 3, palette(256)))
    write("png", "palette2-transparent-interlaced", png(13, 9, 2, 3, palette(4), chunk(b"tRNS", b"\0\x80"), interlaced=1))
    write("png", "cicp", png(8, 8, 8, 2, chunk(b"cICP", bytes([9, 16, 0, 1]))))
    write("png", "cut-short", png(16, 16, 8, 2)[:-40])


# ---- uncompressed video


def make_video():
    rng = random.Random(1)
    kinds = [("C420jpeg", 96 + 2 * 24), ("C420p10", 2 * (96 + 2 * 24)), ("C422", 192), ("C444p16", 2 * 288), ("Cmono", 96)]
    for kind, size in kinds:
        frame = b"FRAME\n" + bytes(rng.randrange(256) for _ in range(size))
        write("video", f"y4m-{kind}", f"YUV4MPEG2 W12 H8 F25:1 Ip A1:1 {kind} XYSCSS=420\n".encode() + 2 * frame)
    write("video", "y4m-cut-short", b"YUV4MPEG2 W16 H8 F30000:1001 C420\nFRAME\nabc")
    for form in range(16):
        write("video", f"raw-{form}", bytes([11, 7, form]) + bytes(rng.randrange(256) for _ in range(600)))


# ---- what a caller says about pictures


def make_geometry():
    rng = random.Random(2)
    formats = [(model, layout, depth) for model in range(3) for layout in range(3) for depth in (0, 2, 8)]
    for number, (model, layout, depth) in enumerate(formats):
        # In the order of geometry.c: sides, format, the same for the distorted, colours, the rest at its defaults.
        seed = [7 + number, 40 - number, model, layout, depth, number % 2, *([number // 2 % 2] if number % 2 else []), 0, 0]
        seed += [0, 0, number % 3, number % 9, 0, number % 8, 0, number % 2, number // 2 % 2, 0, 2, 2, 0, 0]
        write("geometry", f"format-{model}{layout}{depth}", bytes(seed) + bytes(rng.randrange(30) for _ in range(60)))
    for number in range(8):
        write("geometry", f"any-{number}", bytes(rng.randrange(256) for _ in range(120)))
    write("geometry", "nothing", b"")


make_png()
make_video()
make_geometry()
