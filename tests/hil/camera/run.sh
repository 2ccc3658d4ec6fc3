#!/bin/bash
# The camera code on the real picamera2 and the real libcamera, whose virtual camera shows pictures from a folder:
# no camera, no Pi and no virtual machine. Needs root and mmdebstrap; the first run makes its file system.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
code=$(cd "$here/../../.." && pwd)
root=$code/build/hil-camera
stamp=$(sha256sum < "$here/run.sh" | cut -d' ' -f1)

build() {
    echo "Making the file system under $root (once, some minutes)."
    rm -rf --one-file-system "$root"
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' |
        grep -v security | head -1)
    # libcamera has its virtual camera from trixie-backports on.
    mmdebstrap --quiet --variant=minbase --mode=root \
        --include=ca-certificates,python3,python3-venv,python3-dev,gcc,libc6-dev,libcap-dev \
        --include=python3-libcamera/trixie-backports,libcamera-ipa/trixie-backports \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
        trixie "$root" "deb $mirror trixie main" "deb $mirror trixie-backports main"
    cp -L /etc/resolv.conf "$root/etc/"
    cp -L "${PIP_CERT:-/etc/ssl/certs/ca-certificates.crt}" "$root/etc/host-ca.crt"
    chroot "$root" env -i PATH=/usr/bin:/bin HOME=/root PIP_CERT=/etc/host-ca.crt sh -ec '
        python3 -m venv --system-site-packages /opt/cam
        /opt/cam/bin/pip install -q --disable-pip-version-check --no-cache-dir picamera2==0.3.38 opencv-python-headless'
    # picamera2 imports pykms for its preview window, which nobody opens here.
    printf '%s\n' 'class _Names:' '    def __getattr__(self, name):' '        return name' '' '' \
        'PixelFormat = PlaneType = _Names()' > "$(echo "$root"/opt/cam/lib/python3*/site-packages)/pykms.py"
    cp "$here/dmabuf.c" "$root/opt/"
    chroot "$root" gcc -Wall -O2 -shared -fPIC -o /opt/dmabuf.so /opt/dmabuf.c -ldl
    mkdir -p "$root/usr/share/libcamera/pipeline/virtual" "$root/opt/frames" "$root/code"
    cp "$here/virtual.yaml" "$root/usr/share/libcamera/pipeline/virtual/"
    chroot "$root" /opt/cam/bin/python -c '
import cv2
import numpy as np
picture = np.zeros((480, 640, 3), np.uint8)
for index in range(3):
    picture[:, index * 214 : (index + 1) * 214, index] = 255
for number in range(2):
    cv2.imwrite(f"/opt/frames/{number}.jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 98])'
    echo "$stamp" > "$root/opt/stamp"
}

[ "$(cat "$root/opt/stamp" 2>/dev/null)" = "$stamp" ] || build
exec unshare -m bash -c '
    mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; mount --rbind /sys "$0/sys"; mount --bind "$1" "$0/code"
    exec chroot "$0" env -i PATH=/usr/bin:/bin HOME=/root "LIBCAMERA_LOG_LEVELS=*:FATAL" LD_PRELOAD=/opt/dmabuf.so \
        PYTHONPATH=/code PYTHONDONTWRITEBYTECODE=1 timeout 120 /opt/cam/bin/python /code/tests/hil/camera/check.py' "$root" "$code"
