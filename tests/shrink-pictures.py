"""Rewrites pictures as the browser writes them, PNG in full colour, with 256 colours: a quarter of the
size. The colours of areas stay exactly as they are, since the most frequent ones are kept; the others,
at the edges of letters, become the nearest of these.

    python3 tests/shrink-pictures.py docs/pictures/*.png
"""

import collections
import struct
import sys
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunks(data):
    at = len(SIGNATURE)
    while at < len(data):
        length, = struct.unpack(">I", data[at:at + 4])
        yield data[at + 4:at + 8], data[at + 8:at + 8 + length]
        at += length + 12


def paeth(left, above, corner):
    guess = left + above - corner
    return min((left, above, corner), key=lambda value: abs(guess - value))


def rows(width, packed):
    """The rows of a picture of three bytes a dot, without the filters of the format."""
    data, size = zlib.decompress(packed), width * 3
    before = bytearray(size)
    for start in range(0, len(data), size + 1):
        kind, row = data[start], bytearray(data[start + 1:start + 1 + size])
        for at in range(size):
            left = row[at - 3] if at >= 3 else 0
            above, corner = before[at], before[at - 3] if at >= 3 else 0
            row[at] = (row[at] + (0, left, above, (left + above) // 2, paeth(left, above, corner))[kind]) & 255
        yield row
        before = row


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def shrunk(data):
    """The smaller picture; nothing of one that is in no full colour, as this leaves it."""
    parts = collections.defaultdict(bytes)
    for name, content in chunks(data):
        parts[name] += content
    width, height, depth, colours = struct.unpack(">IIBB", parts[b"IHDR"][:10])
    if (depth, colours) != (8, 2):
        return None
    dots = [[bytes(row[at:at + 3]) for at in range(0, len(row), 3)] for row in rows(width, parts[b"IDAT"])]
    counts = collections.Counter(dot for row in dots for dot in row)
    palette = [colour for colour, _ in counts.most_common(256)]

    def nearest(dot):
        return min(range(len(palette)), key=lambda at: sum((a - b) ** 2 for a, b in zip(palette[at], dot)))

    number = {colour: nearest(colour) for colour in counts}
    raw = b"".join(b"\0" + bytes(number[dot] for dot in row) for row in dots)
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return (SIGNATURE + chunk(b"IHDR", head) + chunk(b"PLTE", b"".join(palette))
            + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b""))


for path in sys.argv[1:]:
    with open(path, "rb") as file:
        before = file.read()
    after = shrunk(before)
    if after and len(after) < len(before):
        with open(path, "wb") as file:
            file.write(after)
        print(f"{path}: {len(before):,} bytes, now {len(after):,}")
