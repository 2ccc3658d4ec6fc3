#!/bin/bash
# A small Debian 13 machine with a simulated GPIO chip, so that the box's real pins code runs without a Pi.
#
#   machine.sh build            make the machine (about 4 minutes, once; again when this file or what Tableside needs changes)
#   machine.sh run SCRIPT       boot it, run SCRIPT in it as root, show what it printed, end with its exit code
#
# The machine is emulated in software: it needs no KVM. Making it needs root, mmdebstrap and qemu-system-x86.
# Inside, /code is this repository (read only) and /out is build/hil/out.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
code=$(cd "$here/../.." && pwd)
work=$code/build/hil
root=$work/root
out=$work/out
mkdir -p "$out"

needed() {
    python3 -c 'import sys, tomllib
print(*tomllib.load(open(sys.argv[1], "rb"))["project"]["dependencies"], sep="\n")' "$code/pyproject.toml"
}
stamp() { { cat "$here/machine.sh"; needed; } | sha256sum | cut -d' ' -f1; }

build() {
    [ "$(cat "$work/stamp" 2>/dev/null)" = "$(stamp)" ] && return
    echo "Making the machine under $work (once, some minutes)."
    rm -rf --one-file-system "$root" "$work/stamp"  # a build that broke off may have left /proc mounted in it
    # Whatever mirror this computer uses serves for the machine too.
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' |
        grep -v security | head -1)
    # Only the kernel of trixie-backports has gpio-sim.
    mmdebstrap --quiet --variant=minbase --mode=root \
        --essential-hook='mkdir -p "$1/etc/initramfs-tools/conf.d" "$1/etc/initramfs-tools/hooks"
            printf "MODULES=list\nCOMPRESS=lz4\n" > "$1/etc/initramfs-tools/conf.d/hil"
            cp '"$here"'/initramfs-hook "$1/etc/initramfs-tools/hooks/hil"
            chmod +x "$1/etc/initramfs-tools/hooks/hil"' \
        --include=systemd-sysv,udev,kmod,procps,ca-certificates,python3,python3-venv \
        --include=python3-dev,gcc,libc6-dev,swig,lz4,busybox,initramfs-tools,linux-image-amd64/trixie-backports \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' \
        trixie "$root" "deb $mirror trixie main" "deb $mirror trixie-backports main"
    cp -L /etc/resolv.conf "$root/etc/"
    cp -L "${PIP_CERT:-/etc/ssl/certs/ca-certificates.crt}" "$root/etc/host-ca.crt"
    needed > "$root/opt/requirements.txt"
    # lgpio has no wheel for this Python; PYPI=1 builds its source with its own C library.
    chroot "$root" env -i PATH=/usr/bin:/bin HOME=/root PIP_CERT=/etc/host-ca.crt PYPI=1 sh -ec '
        python3 -m venv /opt/box
        /opt/box/bin/pip install -q --disable-pip-version-check --no-cache-dir -r /opt/requirements.txt lgpio==0.2.2.0'
    rm -f "$root/etc/resolv.conf"
    mkdir -p "$root/code" "$root/out"
    echo '/dev/vda / ext4 noatime 0 1' > "$root/etc/fstab"
    install -m 755 "$here/init" "$root/opt/hil-init"
    cp "$root"/boot/vmlinuz-* "$work/vmlinuz"
    cp "$root"/boot/initrd.img-* "$work/initrd.img"
    rm -f "$work/disk.img"
    truncate -s 4G "$work/disk.img"
    mkfs.ext4 -q -F -d "$root" "$work/disk.img"
    rm -rf --one-file-system "$root"
    stamp > "$work/stamp"
}

run() {
    rm -f "$out"/printed "$out"/rc
    cp "$1" "$out/run.sh"
    # snapshot=on: each run starts from the machine as it was made.
    timeout -k 5 "${LIMIT:-900}" qemu-system-x86_64 \
        -M q35 -accel tcg,thread=multi -cpu max -smp 2 -m 1024 -nographic -nodefaults -no-reboot -monitor none \
        -serial "file:$work/serial.log" -kernel "$work/vmlinuz" -initrd "$work/initrd.img" \
        -append "root=/dev/vda rw console=ttyS0 loglevel=4 mitigations=off init=/opt/hil-init" \
        -drive "file=$work/disk.img,format=raw,if=virtio,snapshot=on,cache=unsafe" -device virtio-rng-pci \
        -fsdev "local,id=code,path=$code,security_model=none,readonly=on" \
        -device virtio-9p-pci,fsdev=code,mount_tag=code \
        -fsdev "local,id=out,path=$out,security_model=none" -device virtio-9p-pci,fsdev=out,mount_tag=out || true
    [ -e "$out/printed" ] || { echo "The machine did not start; its console is $work/serial.log"; tail -5 "$work/serial.log"; exit 1; }
    cat "$out/printed"
    [ "$(cat "$out/rc" 2>/dev/null)" = 0 ] || { echo "FAILED in the machine (code $(cat "$out/rc" 2>/dev/null || echo none))"; exit 1; }
}

case ${1:-} in
build) build ;;
run) build; run "$2" ;;
*) sed -n '2,9p' "$0"; exit 2 ;;
esac
