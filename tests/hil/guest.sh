# Inside the machine: a simulated chip with a Pi 4's label and lines, then the checks.
set -e
export PYTHON_COLORS=0 PYTHONPATH=/code PYTHONDONTWRITEBYTECODE=1
modprobe gpio-sim
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
# gpiozero asks /proc/cpuinfo which Pi this is: a 4B.
{ cat /proc/cpuinfo; printf 'Revision\t: c03115\n'; } > /run/cpuinfo
mount --bind /run/cpuinfo /proc/cpuinfo
mkdir -p /run/work
cd /run/work
echo "kernel $(uname -r), $(/opt/box/bin/python --version), up $(cut -d' ' -f1 /proc/uptime) s"
failed=0
for check in panel_check.py box_check.py; do
    echo "== $check"
    # lgpio complains of each line, many times a second, while the chip is pulled out
    { /opt/box/bin/python "/code/tests/hil/$check" || echo "failed" > /run/failed; } 2>&1 |
        grep --line-buffered -v -e 'lgPthAlert: read error 19' -e 'xGpioHandleRequest: No such device'
    [ ! -e /run/failed ] || failed=1
done
exit $failed
