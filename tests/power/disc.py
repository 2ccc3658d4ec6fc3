"""A disc that is honest about power cuts: what was not flushed may be lost, sector by sector, in any combination.

Serves a virtual machine over NBD on a Unix socket. Writes go into a cache as in a real card or drive, and reach the
lasting part only when the machine asks for a flush. A machine that is merely killed on an ordinary image file would
keep everything it ever wrote, flushed or not, and every journal would look safe.
"""

from __future__ import annotations

import contextlib
import random
import socket
import struct
import threading
from pathlib import Path

SECTOR = 512
OPTION, REPLY = 0x49484156454F5054, 0x3E889045565A9
GO, INFO, EXPORT_NAME, ABORT = 7, 6, 1, 2
ACKNOWLEDGED, TELLS, UNKNOWN = 1, 3, (1 << 31) + 1
READ, WRITE, LEAVE, FLUSH = 0, 1, 2, 3
HAS_FLAGS, CAN_FLUSH, CAN_FUA = 1, 4, 8
FUA = 1


class Disc:
    """One disc, in memory; *lasting* is what a cut leaves."""

    def __init__(self, content: bytes, chance: random.Random) -> None:
        self.lasting = bytearray(content)
        self.cached: dict[int, bytes] = {}  # by sector
        self.writes = self.flushes = self.lost = 0
        self._chance = chance
        self._lock = threading.Lock()
        self._on = False
        self._left: int | None = None
        self.stopped = threading.Event()

    @contextlib.contextmanager
    def plugged_in(self, path: Path):
        """Serve one machine at *path* until the power is cut."""
        path.unlink(missing_ok=True)
        self._on, self._left = True, None
        self.stopped.clear()
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(path))
            listener.listen(1)
            thread = threading.Thread(target=self._serve, args=(listener,), daemon=True)
            thread.start()
            yield
        thread.join(5)

    def stop_at(self, requests: int) -> None:
        """Stop by itself in the middle of what the machine writes next; `stopped` tells when."""
        with self._lock:
            self._left = requests

    def cut(self) -> int:
        """No more power: each sector that was not flushed is there or not, as chance has it. Says how many went."""
        with self._lock:
            self._on = False
            kept = self._chance.choice((0.0, 0.5, 1.0))
            gone = 0
            for sector, data in self.cached.items():
                if self._chance.random() < kept:
                    self._put(sector, data)
                else:
                    gone += 1
            self.cached.clear()
            self.lost += gone
            return gone

    def _put(self, sector: int, data: bytes) -> None:
        self.lasting[sector * SECTOR : (sector + 1) * SECTOR] = data

    def _flush(self) -> None:
        for sector, data in self.cached.items():
            self._put(sector, data)
        self.cached.clear()
        self.flushes += 1

    def _read(self, offset: int, length: int) -> bytes:
        data = bytearray(self.lasting[offset : offset + length])
        for sector in range(offset // SECTOR, (offset + length + SECTOR - 1) // SECTOR):
            if sector in self.cached:
                at = sector * SECTOR - offset
                data[at : at + SECTOR] = self.cached[sector]
        return bytes(data)

    def _write(self, offset: int, data: bytes) -> None:
        for at in range(0, len(data), SECTOR):
            self.cached[(offset + at) // SECTOR] = data[at : at + SECTOR]
        self.writes += 1

    # The protocol

    def _serve(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError, EOFError):
            machine, _ = listener.accept()
            with machine, machine.makefile("rb") as stream:
                if self._greet(machine, stream):
                    while self._request(machine, stream):
                        pass

    def _greet(self, machine: socket.socket, stream) -> bool:
        machine.sendall(b"NBDMAGIC" + struct.pack(">QH", OPTION, 3))
        _exactly(stream, 4)
        while True:
            _, option, length = struct.unpack(">QII", _exactly(stream, 16))
            _exactly(stream, length)
            about = struct.pack(">QH", len(self.lasting), HAS_FLAGS | CAN_FLUSH | CAN_FUA)
            if option == EXPORT_NAME:
                machine.sendall(about)
                return True
            if option in (GO, INFO):
                tells = struct.pack(">H", 0) + about
                machine.sendall(struct.pack(">QIII", REPLY, option, TELLS, len(tells)) + tells)
                machine.sendall(struct.pack(">QIII", REPLY, option, ACKNOWLEDGED, 0))
                if option == GO:
                    return True
            elif option == ABORT:
                return False
            else:
                machine.sendall(struct.pack(">QIII", REPLY, option, UNKNOWN, 0))

    def _request(self, machine: socket.socket, stream) -> bool:
        _, flags, kind, handle, offset, length = struct.unpack(">IHHQQI", _exactly(stream, 28))
        sent = _exactly(stream, length) if kind == WRITE else b""
        answer = b""
        with self._lock:
            if kind == LEAVE or not self._on:
                return False  # without power nothing is answered any more
            if self._left is not None and kind in (WRITE, FLUSH):
                self._left -= 1
                if self._left <= 0:
                    self._on = False
                    self.stopped.set()
                    return False
            if kind == READ:
                answer = self._read(offset, length)
            elif kind == WRITE:
                assert offset % SECTOR == 0
                assert length % SECTOR == 0
                self._write(offset, sent)
            if kind == FLUSH or flags & FUA:
                self._flush()
            machine.sendall(struct.pack(">IIQ", 0x67446698, 0, handle) + answer)
        return True


def _exactly(stream, length: int) -> bytes:
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return data
