"""Which browser tests, pictures and benches look through."""

from __future__ import annotations

import shutil

# The shell is the same browser without the window around it, which nobody sees here, and takes a fifth less to run.
KINDS = ("chromium-headless-shell", "chromium", "chromium-browser")


# No page that a test opens may look for anything outside this computer, not even where the product would.
ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"


def chromium() -> str:
    found = next(filter(None, map(shutil.which, KINDS)), None)
    assert found, "this needs chromium: make test installs it"
    return found
