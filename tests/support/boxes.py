"""Whole boxes and halls as processes of their own, and people who tap on their pages."""

from __future__ import annotations

import html
import http.cookiejar
import json
import random
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

from waiting import until


class Process:
    """Something that was started, and where its page is."""

    def __init__(self, folder: Path, settings: str, *words: str, says: str, port: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self._log = folder, folder / "log"
        (folder / "table.toml").write_text(settings)
        command = [sys.executable, "-m", "device", "--settings", str(folder / "table.toml"), "--data", str(folder)]
        with self._log.open("w") as log:
            self.process = subprocess.Popen([*command, *words], stdout=log, stderr=subprocess.STDOUT)
        self._says, self._port = says, port

    def wait(self) -> None:
        until(lambda: self._says in self._log.read_text() or self.process.poll() is not None, 120)
        found = re.search(self._port, self._log.read_text())
        assert found, self._log.read_text()
        self.url = f"http://127.0.0.1:{found[1]}"

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            self.process.send_signal(how)
            self.process.send_signal(signal.SIGCONT)
            self.process.wait(60)


class RealBox(Process):
    """A box that is in the hall."""

    def __init__(self, folder: Path, broker: int, user: str, name: str) -> None:
        hall = f'[hall]\non = true\naddress = "127.0.0.1"\nport = {broker}\nuser = "{user}"\nname = "{name}"\n'
        settings = f'[box]\nfitted = "no"\n[camera]\nkind = "none"\n[voice]\nsays = "nothing"\n{hall}'
        words = ("run", "--port", "0")
        super().__init__(folder, settings, *words, says="Phones join at", port=r"the page: port (\d+)")
        self.user = user

    def screen(self) -> Person:
        """Somebody at the box's own screen."""
        person = Person(self.url)
        person.get("/host/" + (self.folder / "host.token").read_text().strip())
        return person


class Person:
    """Somebody with a browser."""

    def __init__(self, url: str) -> None:
        self.url = url
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(jar)

    def get(self, path: str) -> str:
        with self._opener.open(self.url + path, timeout=60) as answer:
            return str(answer.read().decode())

    def post(self, path: str, **form: str) -> int:
        """Send a form as the page's script does; the code of the answer.

        Whoever is too quick for the box waits a little, as it asks them to: knocking on would keep its door shut.
        """
        while (code := self._sent(path, form)) == 429:
            time.sleep(0.5)
        return code

    def _sent(self, path: str, form: dict[str, str]) -> int:
        data = urllib.parse.urlencode(form).encode()
        request = urllib.request.Request(self.url + path, data, {"X-Page": "1"})
        try:
            with self._opener.open(request, timeout=60) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            return refused.code

    def seen(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.get("/state/seat"))
        return found

    def tap(self, luck: random.Random) -> bool:
        """Answer something that this page offers; False if it offers nothing."""
        seen = self.seen()
        parts = seen["parts"]
        drawn = re.findall(r'data-answer="([^"]+)"', parts["board"] + parts["mine"])
        answers = [json.dumps(html.unescape(each)) for each in drawn]
        pressed = re.findall(r"""<button[^>]*name="answer"[^>]*value=(?:"([^"]*)"|'([^']*)')""", parts["ask"])
        answers += [html.unescape(one or other) for one, other in pressed]
        return bool(answers) and self.post(f"/answer/{seen['n']}", answer=luck.choice(sorted(set(answers)))) == 204
