# SPDX-License-Identifier: BSD-2-Clause
# SPDX-FileCopyrightText: the liken authors

"""Small inputs for the command-line tests, the same bytes on every machine: no encoder is needed."""

import math
import struct
import zlib


def sample(x, y, frame, channel):
    """A moving pattern with edges and slopes, 0 to 255."""
    wave = math.sin((x + 3 * frame) / 5.0 + channel) * math.cos(y / (4.0 + channel))
    box = 60 if (x - 2 * frame) % 24 < 9 and y % 17 < 8 else 0
    return int(110 + 70 * wave + box)


def coarse(value, step):
    return min(255, value // step * step + step // 2) if step > 1 else value


def plane(width, height, frame, channel, step, low, high):
    """A plane of 8-bit samples between low and high."""
    return bytes(
        low + coarse(sample(x, y, frame, channel), step) * (high - low) // 255
        for y in range(height)
        for x in range(width)
    )


def yuv420(width, height, frame, step):
    """One limited-range 4:2:0 frame."""
    half = (width + 1) // 2, (height + 1) // 2
    return (
        plane(width, height, frame, 0, step, 16, 235)
        + plane(*half, frame, 1, step, 90, 160)
        + plane(*half, frame, 2, step, 90, 160)
    )


def y4m(width, height, frames, step=1, rate="24:1", chroma="420mpeg2", colorrange=None):
    header = f"YUV4MPEG2 W{width} H{height} F{rate} Ip A1:1 C{chroma}"
    if colorrange:
        header += f" XCOLORRANGE={colorrange}"
    data = header.encode() + b"\n"
    for frame in range(frames):
        data += b"FRAME\n" + yuv420(width, height, frame, step)
    return data


def raw(width, height, frames, step=1):
    return b"".join(yuv420(width, height, frame, step) for frame in range(frames))


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, step=1):
    """An 8-bit RGB image, stored rather than compressed: versions of zlib differ in what they write."""
    planes = [plane(width, height, 0, channel, step, 0, 255) for channel in range(3)]
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            rows += bytes(planes[channel][y * width + x] for channel in range(3))
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(bytes(rows), 0))
        + chunk(b"IEND", b"")
    )


def files():
    """File name to contents."""
    reference = y4m(64, 48, 6)
    distorted = y4m(64, 48, 6, step=12)
    picture = png(64, 48)
    broken = bytearray(picture)
    broken[len(broken) // 2] ^= 0x55
    return {
        "ref.y4m": reference,
        "dist.y4m": distorted,
        "short.y4m": y4m(64, 48, 4, step=12),
        "one.y4m": y4m(64, 48, 1, step=12),
        "wide.y4m": y4m(80, 48, 6),
        "tiny.y4m": y4m(7, 48, 2),
        "full.y4m": y4m(64, 48, 6, step=12, colorrange="FULL"),
        "center.y4m": y4m(64, 48, 6, step=12, chroma="420jpeg"),
        "cut.y4m": distorted[: len(distorted) * 5 // 8],
        "nothing.y4m": reference[: reference.index(b"\n") + 1],
        "ref.yuv": raw(64, 48, 6),
        "cut.yuv": raw(64, 48, 6)[:-100],
        "ref.png": picture,
        "dist.png": png(64, 48, step=12),
        "small.png": png(32, 48),
        "cut.png": picture[: len(picture) // 2],
        "broken.png": bytes(broken),
        "empty.png": b"",
        "text.txt": b"These are words.\n",
        "a name\nof two lines.png": picture,
        "-dash.png": picture,
        "na\u00efve \u56fe.png": picture,
    }


def write(folder):
    for name, data in files().items():
        (folder / name).write_bytes(data)
