"""The machine of the network test: a whole Debian 13 with NetworkManager and three simulated radios, and its plug."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
CODE = HERE.parents[1]
WORK = CODE / "build/net"
ROOT = WORK / "root"
PACKAGES = (
    *("systemd-sysv", "udev", "dbus", "polkitd", "libpam-systemd", "kmod", "procps", "iproute2", "busybox", "curl"),
    *("python3", "python3-venv", "python3-flask", "python3-waitress", "python3-segno", "python3-numpy"),
    *("python3-opencv", "python3-gpiozero", "avahi-daemon", "sqlite3"),
    *("network-manager", "wpasupplicant", "dnsmasq-base", "nftables", "iw", "hostapd", "wireless-regdb"),
    *("linux-image-amd64", "initramfs-tools", "lz4"),
)
UNIT = """[Unit]
Description=What this machine was started for
After=multi-user.target
[Service]
ExecStartPre=-/usr/sbin/modprobe 9pnet_virtio
ExecStartPre=/bin/mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144,ro,cache=loose code /code
ExecStart=/usr/bin/python3 /code/tests/net/guest.py
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS1
[Install]
WantedBy=multi-user.target
"""
# The phone's radio and the other router's are none of NetworkManager's business.
LEFT_ALONE = "[keyfile]\nunmanaged-devices=interface-name:wlan1;interface-name:wlan2\n"


def build() -> None:
    """Fetch Debian's packages, once."""
    stamp = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    mark = WORK / "stamp"
    if mark.exists() and mark.read_text() == stamp:
        return
    print(f"Making the machine under {WORK} (once, some minutes).", flush=True)
    # A build that broke off may have left /proc mounted in it; nothing beyond this file system is touched.
    subprocess.run(["rm", "-rf", "--one-file-system", WORK], check=True)
    WORK.mkdir(parents=True)
    targets = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Component: main"]
    places = subprocess.run(targets, capture_output=True, text=True, check=True).stdout.split()
    mirror = next(place for place in places if "security" not in place)
    hook = CODE / "tests/hil/initramfs-hook"
    small = (
        'mkdir -p "$1/etc/initramfs-tools/conf.d" "$1/etc/initramfs-tools/hooks"; '
        'printf "MODULES=list\\nCOMPRESS=lz4\\n" > "$1/etc/initramfs-tools/conf.d/net"; '
        f'cp {hook} "$1/etc/initramfs-tools/hooks/net"; chmod +x "$1/etc/initramfs-tools/hooks/net"'
    )
    left_out = [f"--dpkgopt=path-exclude=/usr/share/{each}/*" for each in ("man", "doc", "locale")]
    make = ["mmdebstrap", "--quiet", "--variant=minbase", "--mode=root", f"--essential-hook={small}", *left_out]
    make += [f"--include={','.join(PACKAGES)}", "trixie", str(ROOT), f"deb {mirror} trixie main"]
    subprocess.run(make, check=True)
    settle()
    mark.write_text(stamp)


def settle() -> None:
    """What this machine has besides Debian's packages; then its disc."""
    for path, text in {
        "etc/fstab": "/dev/vda / ext4 noatime 0 1\n",
        "etc/hostname": "table\n",
        "etc/systemd/system/net-test.service": UNIT,
        "etc/modules-load.d/radios.conf": "mac80211_hwsim\n",
        "etc/modprobe.d/radios.conf": "options mac80211_hwsim radios=3\n",
        "etc/NetworkManager/conf.d/test.conf": LEFT_ALONE,
    }.items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text)
    wanted = ROOT / "etc/systemd/system/multi-user.target.wants/net-test.service"
    wanted.unlink(missing_ok=True)
    wanted.symlink_to("/etc/systemd/system/net-test.service")
    for folder in ("code",):
        (ROOT / folder).mkdir(exist_ok=True)
    shutil.copy(next((ROOT / "boot").glob("vmlinuz-*")), WORK / "vmlinuz")
    shutil.copy(next((ROOT / "boot").glob("initrd.img-*")), WORK / "initrd.img")
    with (WORK / "disc.img").open("wb") as image:
        image.truncate(4 << 30)
    subprocess.run(["mkfs.ext4", "-q", "-F", "-d", ROOT, WORK / "disc.img"], check=True)
    subprocess.run(["rm", "-rf", "--one-file-system", ROOT], check=True)


def fresh_disc() -> None:
    """The machine as it was made."""
    subprocess.run(["cp", "--sparse=always", WORK / "disc.img", WORK / "now.img"], check=True)


def start(words: str) -> subprocess.Popen[str]:
    """Switch it on; what it tells comes out of its standard output. It is emulated, so it needs no KVM."""
    console = ("-nodefaults", "-no-reboot", "-display", "none", "-monitor", "none")
    return subprocess.Popen(
        [
            *("qemu-system-x86_64", "-M", "q35", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2"),
            *("-m", "1536", *console, "-serial", f"file:{WORK}/console.log", "-serial", "stdio"),
            *("-kernel", WORK / "vmlinuz", "-initrd", WORK / "initrd.img"),
            *("-append", f"root=/dev/vda rw console=ttyS0 loglevel=4 mitigations=off {words}"),
            *("-drive", f"file={WORK}/now.img,format=raw,if=virtio,cache=writethrough", "-device", "virtio-rng-pci"),
            *("-fsdev", f"local,id=code,path={CODE},security_model=none,readonly=on"),
            *("-device", "virtio-9p-pci,fsdev=code,mount_tag=code"),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        errors="replace",
    )
