"""Files that a friend might bring, and that nobody should open carelessly. Run by itself, it tells what a box says.

Each is small, and each took minutes or gigabytes once.
"""

from __future__ import annotations

import io
import json
import struct
import sys
import tempfile
import time
import zipfile
import zlib
from pathlib import Path
from typing import Any


def png(width: int, height: int) -> bytes:
    """An empty picture in black and white: a few kilobytes, whatever its size."""

    def piece(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(9)
    line = bytes(1 + (width + 7) // 8)
    lines = b"".join(packer.compress(line) for _ in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + piece(b"IHDR", head) + piece(b"IDAT", lines) + piece(b"IEND", b"")


def jpeg_in_pieces(width: int, height: int) -> bytes:
    """The head of a JPEG that must be held in memory as a whole, and the beginning of what follows."""
    size = struct.pack(">HH", height, width)
    frame = b"\xff\xc2\x00\x11\x08" + size + b"\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01"
    return b"\xff\xd8" + frame + b"\xff\xda\x00\x0c\x03\x01\x00\x02\x11\x03\x11\x00\x3f\x00" + bytes(1000)


def webp(width: int, height: int) -> bytes:
    head = (
        b"VP8X"
        + struct.pack("<I", 10)
        + bytes(4)
        + (width - 1).to_bytes(3, "little")
        + (height - 1).to_bytes(3, "little")
    )
    return b"RIFF" + struct.pack("<I", 4 + len(head) + 20) + b"WEBP" + head + bytes(20)


def zipped(**files: str | bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name.replace("__", "."), data)
    return out.getvalue()


def zip_of_many(count: int) -> bytes:
    """A list of files, none of which is there."""
    each = b"PK\x01\x02" + bytes(24) + struct.pack("<HHH", 1, 0, 0) + bytes(12) + b"a"
    return each * count + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 0xFFFF, 0xFFFF, len(each) * count, 0, 0)


def taught(index: Any, picture: bytes) -> bytes:
    text = index if isinstance(index, str) else json.dumps(index)
    return zipped(pieces__json=text, **{f"0/{look}__png": picture for look in range(3)})


HUGE = png(17_400, 17_400)  # 300 million points in 37 kB
ONE_CARD = {"format": 2, "pieces": [{"name": "A card", "kind": "card"}]}
SLOW_TOML = ".".join("a" * 20_000) + " = 1"  # 40 kB


def all_files() -> dict[str, tuple[str, bytes]]:
    """What is brought where."""
    demo = {"cards__toml": "pack_id = 1"}
    return {
        "a huge picture of a board": ("photograph", HUGE),
        "a JPEG in pieces": ("photograph", jpeg_in_pieces(9_000, 9_000)),
        "a huge WebP": ("photograph", webp(16_000, 16_000)),
        "a huge picture in a pack": ("sea pack", zipped(raw__jpg=HUGE, **demo)),
        "a deep drawing in a pack": ("sea pack", zipped(draft__json="[" * 50_000, **demo)),
        "a huge taught piece": ("taught", taught(ONE_CARD, HUGE)),
        "a deep list of taught pieces": ("taught", taught("[" * 50_000, b"")),
        "a long list of taught pieces": ("taught", taught("[" + "0," * 2_000_000 + "0]", b"")),
        "a key of ten thousand names": ("pack", zipped(tiles__toml=SLOW_TOML)),
        "a heading of ten thousand names": ("pack", zipped(tiles__toml=f"[{SLOW_TOML[:-4]}]")),
        "lists in lists": ("pack", zipped(tiles__toml="a = " + "[" * 20_000)),
        "a number of five thousand digits": ("pack", zipped(tiles__toml="a = " + "9" * 5_000)),
        "a long number in hexadecimal": ("pack", zipped(tiles__toml="pack_id = 0x" + "f" * 5_000)),
        "a pack of eight megabytes": ("pack", zipped(tiles__toml="a = [" + "1," * (4 << 20) + "]")),
        "a zip file of many files": ("pack", zip_of_many(300_000)),
        "sizes of cards that are too deep": ("sizes", SLOW_TOML.encode()),
        "a picture to be read": ("file", HUGE),
    }


def held(what: str) -> int:
    """What this process holds in memory, or the most that it held, in kB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what))


def main() -> None:
    from serving import Served

    from device.camera.picture_file import opened
    from device.sight import mat_looks
    from rules import packs
    from rules.ask import Trouble

    files = all_files()
    told = {}
    with tempfile.TemporaryDirectory() as folder:
        packs.shelves[:] = [Path(folder) / "packs"]
        box = Served(Path(folder), pretend=True)
        assert box.watch
        box.watch.close()
        screen = box.client(host=True)
        board = screen.post("/boards/new", data={"title": "Ours"}).location.split("/")[-2]

        def bring(where: str, data: bytes) -> str:
            if where == "sizes":
                return str(mat_looks._opened(data, {}).problem)
            if where == "file":
                file = Path(folder) / "picture.png"
                file.write_bytes(data)
                try:
                    opened(file)
                except Trouble as trouble:
                    return str(trouble)
                return "nothing"
            file = (io.BytesIO(data), "file")
            said = {"X-Page": "1"}
            if where == "photograph":
                answer = screen.post(f"/boards/{board}/picture", data={"photo": file}, headers=said)
            elif where == "taught":
                form = {"game": "sleepers", "pack": "demo", "kind": "card", "file": file}
                answer = screen.post("/teach/bring", data=form, headers=said)
            else:
                name = "silent_sea" if where == "sea pack" else "sleepers"
                answer = screen.post("/packs/", data={"game": name, "name": "mine", "pack": file}, headers=said)
            return f"{answer.status_code} {(answer.get_json(silent=True) or {}).get('told', '')}"

        bring("photograph", b"nothing")
        bring("pack", b"nothing")
        for name, (where, data) in files.items():
            Path("/proc/self/clear_refs").write_text("5")  # forget the most that was held so far
            before, began = held("VmRSS"), time.process_time()
            sentence = bring(where, data)
            took = time.process_time() - began
            told[name] = {"told": sentence, "seconds": round(took, 2), "kB": held("VmHWM") - before}
        box.close()
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
