"""The machine of the power-cut test: a kernel, Python and this repository's code in one start-up image."""

from __future__ import annotations

import hashlib
import lzma
import re
import shutil
import stat
import subprocess
from pathlib import Path

CODE = Path(__file__).resolve().parents[2]
WORK = CODE / "build/power"
ROOT = WORK / "root"
MODULES = ("virtio_pci", "virtio_blk", "ext4")
PACKAGES = "python3,busybox-static,kmod,linux-image-amd64"
UNUSED = {"test", "idlelib", "tkinter", "ensurepip", "turtledemo", "lib2to3", "pydoc_data"}


def build() -> None:
    """Fetch Debian's packages once; put today's code in each time."""
    stamp = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    mark = WORK / "stamp"
    if not mark.exists() or mark.read_text() != stamp:
        print(f"Making the machine under {WORK} (once, about two minutes).", flush=True)
        # A build that broke off may have left /proc mounted in it; nothing beyond this file system is touched.
        subprocess.run(["rm", "-rf", "--one-file-system", WORK], check=True)
        WORK.mkdir(parents=True)
        _fetch()
        mark.write_text(stamp)
    _image()


def _fetch() -> None:
    targets = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Component: main"]
    places = subprocess.run(targets, capture_output=True, text=True, check=True).stdout.split()
    mirror = next(place for place in places if "security" not in place)
    # Nothing is set up in it, only unpacked: it is never booted as a whole.
    make = ["mmdebstrap", "--quiet", "--variant=extract", "--mode=root", f"--include={PACKAGES}", "trixie", str(ROOT)]
    subprocess.run([*make, f"deb {mirror} trixie main"], check=True)
    [version] = (path.name for path in (ROOT / "usr/lib/modules").iterdir())
    for name in ("bin", "lib", "lib64", "sbin"):
        if not (ROOT / name).exists():
            (ROOT / name).symlink_to(f"usr/{name}")
    subprocess.run(["chroot", ROOT, "/usr/sbin/depmod", version], check=True)
    shutil.copy(next((ROOT / "boot").glob("vmlinuz-*")), WORK / "vmlinuz")
    order: list[str] = []
    (WORK / "modules").mkdir()
    for name in MODULES:
        shown = ["chroot", ROOT, "/usr/sbin/modprobe", "-S", version, "--show-depends", name]
        for path in re.findall(r"insmod (\S+)", subprocess.run(shown, capture_output=True, text=True).stdout):
            file = Path(path).name.removesuffix(".xz")
            if file not in order:
                order.append(file)
                packed = (ROOT / path.lstrip("/")).read_bytes()
                (WORK / "modules" / file).write_bytes(lzma.decompress(packed) if path.endswith(".xz") else packed)
    (WORK / "modules/order").write_text("\n".join(order))


def _image() -> None:
    """The start-up image: everything the machine has, but for its data disc."""
    place = WORK / "image"
    shutil.rmtree(place, ignore_errors=True)
    for name in ("proc", "sys", "dev", "data", "usr/bin", "usr/lib", "tmp"):
        (place / name).mkdir(parents=True, exist_ok=True)
    for name in ("bin", "lib", "lib64"):
        (place / name).symlink_to(f"usr/{name}")
    [python] = (ROOT / "usr/bin").glob("python3.1?")
    shutil.copy(python, place / "usr/bin/python3")
    shutil.copy(ROOT / "usr/bin/busybox", place / "usr/bin/busybox")
    shutil.copytree(ROOT / "usr/lib" / python.name, place / "usr/lib" / python.name, symlinks=True, ignore=_unused)
    shutil.copytree(ROOT / "usr/lib64", place / "usr/lib64", symlinks=True)
    libraries = place / "usr/lib/x86_64-linux-gnu"
    libraries.mkdir()
    for library in (ROOT / "usr/lib/x86_64-linux-gnu").glob("lib*.so*"):
        if library.name.startswith(WANTED):
            shutil.copy(library, libraries / library.name)
    shutil.copy(next((ROOT / "usr/lib/x86_64-linux-gnu").glob("ld-linux*")), libraries)
    shutil.copytree(WORK / "modules", place / "modules")
    for name in ("rules", "device", "tests/power", "systemd"):
        shutil.copytree(CODE / name, place / "code" / name, ignore=_unused)
    shutil.copy(Path(__file__).with_name("init"), place / "init")
    (place / "init").chmod(0o755)
    subprocess.run(["chroot", place, "/usr/bin/python3", "-m", "compileall", "-q", "/usr/lib", "/code"], check=True)
    (WORK / "initrd").write_bytes(_cpio(place))


WANTED = (
    "libc.",
    "libm.",
    "libz.",
    "libexpat.",
    "libsqlite3.",
    "libcrypto.",
    "libssl.",
    "libzstd.",
    "libffi.",
    "libb2.",
)


def _unused(_: str, names: list[str]) -> set[str]:
    return UNUSED.intersection(names) | {"__pycache__"}


def _cpio(place: Path) -> bytes:
    """A kernel's start-up archive (newc)."""
    parts = []
    for number, path in enumerate([*sorted(place.rglob("*")), None]):
        name = str(path.relative_to(place)) if path else "TRAILER!!!"
        about = path.lstat() if path else None
        mode = about.st_mode if about else 0
        if path and stat.S_ISLNK(mode):
            data = str(path.readlink()).encode()
        else:
            data = path.read_bytes() if path and stat.S_ISREG(mode) else b""
        fields = (number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0)
        head = b"070701" + b"".join(b"%08X" % field for field in fields) + name.encode() + b"\0"
        parts += [head, b"\0" * (-len(head) % 4), data, b"\0" * (-len(data) % 4)]
    return b"".join(parts)


def disc() -> bytes:
    """A new data disc with a file system on it."""
    file = WORK / "data.img"
    file.unlink(missing_ok=True)
    with file.open("wb") as image:
        image.truncate(320 << 20)
    subprocess.run(["mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0", file], check=True)
    return file.read_bytes()


def start(socket: Path, words: str, *more: str) -> subprocess.Popen[bytes]:
    """Switch it on, with *more* plugged in; what it tells comes out of its standard output."""
    kernel = ("-kernel", WORK / "vmlinuz", "-initrd", WORK / "initrd")
    quiet = ("-display", "none", "-nodefaults", "-no-reboot", "-monitor", "none", "-serial", "stdio")
    data = ("-blockdev", f"driver=nbd,node-name=data,server.type=unix,server.path={socket}")
    told = f"console=ttyS0 quiet loglevel=3 panic=-1 mitigations=off {words}"
    return subprocess.Popen(
        [
            *("qemu-system-x86_64", "-M", "q35", "-accel", "tcg", "-cpu", "max", "-m", "512", *quiet, *kernel),
            *("-append", told, "-device", "virtio-rng-pci"),
            *(*data, "-device", "virtio-blk-pci,drive=data,write-cache=on", *more),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    )
