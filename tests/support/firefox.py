"""A Firefox without a window, driven by Marionette, the protocol that it brings along.

Each message is a JSON text with its length before it: [0, number, command, parameters] to the
browser, [1, number, error, result] back. No driver has to be installed.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any, Self

from support.needs import absent

NAMES = ("firefox-esr", "firefox")
_START_SECONDS = 120


class Firefox:
    """A running browser with one page."""

    def __init__(self, profile: Path) -> None:
        program = next(filter(None, map(shutil.which, NAMES)), None)
        if program is None:
            absent("there is no Firefox: run tests/setup_browser.sh")
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        (profile / "user.js").write_text(
            f'user_pref("marionette.port", {port});\n'
            'user_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
            'user_pref("app.update.enabled", false);\n'
            'user_pref("network.captive-portal-service.enabled", false);\n'
        )
        command = [program, "--headless", "--marionette", "--profile", str(profile)]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._socket = self._connected(port)
        self._number = 0
        self._receive()  # what the browser says of itself
        self.ask("WebDriver:NewSession", {})

    def _connected(self, port: int) -> socket.socket:
        until = time.monotonic() + _START_SECONDS
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=_START_SECONDS)
            except OSError:
                if self._process.poll() is not None or time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def _receive(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._part(1)
        left, parts = int(length[:-1]), []
        while left:
            parts.append(self._part(left))
            left -= len(parts[-1])
        return json.loads(b"".join(parts))

    def _part(self, most: int) -> bytes:
        part = self._socket.recv(most)
        if not part:
            raise ConnectionError("Firefox has closed the connection")
        return part

    def ask(self, command: str, parameters: dict[str, Any]) -> Any:
        """Return what the browser answers to a command."""
        self._number += 1
        text = json.dumps([0, self._number, command, parameters]).encode()
        self._socket.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, result = self._receive()
        if error:
            raise RuntimeError(f"{command}: {error['error']}: {error['message']}")
        return result

    def goto(self, file: Path) -> None:
        """Open a page."""
        self.ask("WebDriver:Navigate", {"url": file.as_uri()})

    def evaluate(self, script: str, *arguments: Any) -> Any:
        """Return what a script of the page returns."""
        parameters = {"script": script, "args": list(arguments), "sandbox": None}
        return self.ask("WebDriver:ExecuteScript", parameters)["value"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.ask("Marionette:Quit", {"flags": ["eForceQuit"]})
        except (OSError, RuntimeError):
            self._process.kill()
        self._socket.close()
        self._process.wait(timeout=60)
