# Inside the arm64 user-land: the environment as the installer makes it, a look at what it sees, then the tests.
set -e
cd /src
echo "$(uname -m), $(. /etc/os-release; echo "$PRETTY_NAME"), $(python3 --version)"
python3 -c '
import sys
sys.path.insert(0, "systemd")
import install
install.build(install.OPT)'
cd /tmp
/opt/tableside/venv/bin/python3 - <<'Y'
import cv2, flask, gpiozero, numpy, segno, waitress  # all that Tableside needs
import importlib.metadata as m
print("OpenCV", cv2.__version__, "NumPy", numpy.__version__, *(f"{n} {m.version(n)}" for n in ("flask", "gpiozero", "segno", "waitress")))
Y
/opt/tableside/venv/bin/tableside --data /tmp/data games > /tmp/games.txt
echo "the command starts: $(grep -c players /tmp/games.txt) games"
cd /src
# Emulation is ten to thirty times slower than a Pi; what takes seconds there may take minutes here.
exec /opt/tableside/venv/bin/python3 -m pytest -q -o timeout=3600 --durations=15 "$@"
