#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
# SPDX-FileCopyrightText: the liken authors

"""Unpack PNG files into Netpbm ones, so that tests can read them on machines without libpng.

usage: unpack_png.py TABLE IMAGES FOLDER STAMP DEPFILE

For each picture that TABLE names in its second and third columns, makes FOLDER/NAME.pnm from IMAGES/NAME.png: P5 for
grey, P6 for RGB and palettes, P7 (PAM) where there is alpha; samples above 8 bits are big-endian, as in PNG. Knows what
the test pictures need: 8 and 16 bits a sample, not interlaced.
"""

import pathlib
import struct
import sys
import zlib

CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def chunks(data):
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("not a PNG file")
    at = 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (crc,) = struct.unpack_from(">I", data, at + 8 + length)
        if zlib.crc32(kind + body) != crc:
            raise ValueError(f"damaged chunk {kind}")
        yield kind, body
        at += 12 + length


def paeth(line, above, step):
    for i in range(len(line)):
        a = line[i - step] if i >= step else 0
        b = above[i]
        c = above[i - step] if i >= step else 0
        pa, pb, pc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
        nearest = a if pa <= pb and pa <= pc else b if pb <= pc else c
        line[i] = (line[i] + nearest) & 255


def unfilter(kind, line, above, step):
    if kind == 1:
        for i in range(step, len(line)):
            line[i] = (line[i] + line[i - step]) & 255
    elif kind == 2:
        for i in range(len(line)):
            line[i] = (line[i] + above[i]) & 255
    elif kind == 3:
        for i in range(len(line)):
            left = line[i - step] if i >= step else 0
            line[i] = (line[i] + (left + above[i]) // 2) & 255
    elif kind == 4:
        paeth(line, above, step)
    elif kind != 0:
        raise ValueError(f"unknown filter {kind}")


def unpack(data):
    packed, palette = b"", None
    for kind, body in chunks(data):
        if kind == b"IHDR":
            width, height, bits, color, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            if bits not in (8, 16) or interlaced:
                raise ValueError("only 8 and 16 bits, not interlaced")
        elif kind == b"PLTE":
            palette = [body[i : i + 3] for i in range(0, len(body), 3)]
        elif kind == b"tRNS":
            raise ValueError("tRNS is not supported")
        elif kind == b"IDAT":
            packed += body
    channels = CHANNELS[color]
    step = channels * bits // 8
    row = width * step
    raw = zlib.decompress(packed)
    pixels = bytearray()
    above = bytearray(row)
    for y in range(height):
        start = y * (row + 1)
        line = bytearray(raw[start + 1 : start + 1 + row])
        unfilter(raw[start], line, above, step)
        pixels += line
        above = line
    if color == 3:
        pixels = b"".join(palette[i] for i in pixels)
        channels = 3
    return width, height, channels, (1 << bits) - 1, bytes(pixels)


def header(width, height, channels, most):
    if channels in (1, 3):
        return f"P{5 if channels == 1 else 6}\n{width} {height}\n{most}\n"
    kind = "RGB_ALPHA" if channels == 4 else "GRAYSCALE_ALPHA"
    return f"P7\nWIDTH {width}\nHEIGHT {height}\nDEPTH {channels}\nMAXVAL {most}\nTUPLTYPE {kind}\nENDHDR\n"


def main():
    table, images, folder, stamp, depfile = map(pathlib.Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    rows = [line.split("\t") for line in table.read_text().splitlines() if not line.startswith("#")]
    paths = [images / f"{name}.png" for name in sorted({name for row in rows for name in row[1:3]})]
    for path in paths:
        try:
            width, height, channels, most, pixels = unpack(path.read_bytes())
        except ValueError as error:
            sys.exit(f"{path}: {error}")
        (folder / f"{path.stem}.pnm").write_bytes(header(width, height, channels, most).encode() + pixels)
    stamp.touch()
    depfile.write_text(f"{stamp}: {' '.join(map(str, paths))}\n")


main()
