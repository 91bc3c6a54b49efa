"""Database servers for the tests alone: made in a folder of their own, and removed after them."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def _binaries() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    if not found and on_path is None:
        pytest.skip("PostgreSQL's server is not installed")
    return found[-1].parent if found else Path(str(on_path)).parent


@contextmanager
def postgresql() -> Iterator[str]:
    """Start a server and give how to connect to it; skip where there is none."""
    binaries = _binaries()
    folder = Path(tempfile.mkdtemp(prefix="cutpoint-pg-"))
    who: dict[str, str] = {}
    if os.geteuid() == 0:  # the server refuses to run as root
        who = {"user": "nobody"}
        shutil.chown(folder, "nobody")
    quiet = {"cwd": folder, "capture_output": True, "text": True, "timeout": 120, **who}
    data = folder / "data"
    try:
        made = subprocess.run(
            [
                binaries / "initdb",
                "-D",
                data,
                "-U",
                "cutpoint",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C",
                "--no-sync",
            ],
            check=False,
            **quiet,
        )
        if made.returncode != 0:
            pytest.skip(f"PostgreSQL cannot be set up here: {made.stderr.strip()[-200:]}")
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
        subprocess.run(
            [binaries / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start"],
            check=True,
            **(quiet | {"capture_output": False, "stdout": subprocess.DEVNULL}),
        )
        try:
            yield f"host={folder} user=cutpoint dbname=postgres"
        finally:
            subprocess.run(
                [binaries / "pg_ctl", "-D", data, "-m", "immediate", "stop"], check=True, **quiet
            )
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def mariadb() -> Iterator[str]:
    """Start a server and give the socket to connect to; skip where there is none."""
    server = shutil.which("mariadbd", path=os.environ.get("PATH", "") + os.pathsep + "/usr/sbin")
    install = shutil.which("mariadb-install-db")
    if server is None or install is None:
        pytest.skip("MariaDB's server is not installed")
    folder = Path(tempfile.mkdtemp(prefix="cutpoint-mdb-"))
    user = []
    if os.geteuid() == 0:
        shutil.chown(folder, "nobody")
        user = ["--user=nobody"]
    data, socket = folder / "data", folder / "socket"
    try:
        made = subprocess.run(
            [
                install,
                "--no-defaults",
                f"--datadir={data}",
                "--skip-test-db",
                "--auth-root-authentication-method=normal",
                *user,
            ],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        if made.returncode != 0:
            pytest.skip(f"MariaDB cannot be set up here: {made.stderr.strip()[-200:]}")
        with (folder / "log").open("w") as log:
            running = subprocess.Popen(
                [
                    server,
                    "--no-defaults",
                    f"--datadir={data}",
                    f"--socket={socket}",
                    "--skip-networking",
                    "--innodb-flush-method=nosync",
                    "--innodb-buffer-pool-size=16M",
                    f"--pid-file={folder / 'pid'}",
                    *user,
                ],
                stdout=log,
                stderr=log,
            )
        try:
            while not socket.exists():
                if running.poll() is not None:
                    raise RuntimeError((folder / "log").read_text()[-2000:])
                time.sleep(0.05)
            yield str(socket)
        finally:
            running.terminate()
            running.wait(60)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
