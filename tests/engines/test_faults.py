"""Faults of the machine and of its users: one sentence, no model, nothing left behind."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cutpoint import TreeClassifier
from cutpoint.engines import DuckDBSource
from cutpoint.errors import InputError
from support.sources import TARGET, random_table

FITTING = """
import sys
from cutpoint import TreeClassifier
from cutpoint.engines import DuckDBSource
from cutpoint.errors import InputError

class Small(DuckDBSource):
    memory = 400_000

model = TreeClassifier(pruning=None)
try:
    model.fit_source(Small(sys.argv[1], temp_directory=sys.argv[2]), target="outcome")
except InputError as error:
    print(error)
print(hasattr(model, "tree_"))
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    pq.write_table(random_table(1, 4000), tmp_path / "visits.parquet")
    return tmp_path / "visits.parquet"


def run(program: str, *arguments: object, before: str = "") -> list[str]:
    """Run a program, after a command of the shell with other rights; return what it printed."""
    words = shlex.join([sys.executable, "-c", program, *map(str, arguments)])
    found = subprocess.run(
        ["unshare", "-rm", "sh", "-c", f"{before} && exec {words}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout.splitlines()


def may_mount() -> bool:
    if shutil.which("unshare") is None:
        return False
    command = "mount -t tmpfs -o size=100k tmpfs /tmp"
    found = subprocess.run(
        ["unshare", "-rm", "sh", "-c", command], capture_output=True, check=False
    )
    return found.returncode == 0


class TestFullDisk:
    """What does not fit into memory does not fit on the disk either."""

    @pytest.mark.slow
    @pytest.mark.skipif(not may_mount(), reason="no file system may be mounted here")
    def test_a_disk_that_is_full_of_waiting_rows(self, path: Path, tmp_path: Path) -> None:
        disk = tmp_path / "disk"
        disk.mkdir()
        mount = f"mount -t tmpfs -o size=60k tmpfs {shlex.quote(str(disk))}"
        said, fitted = run(FITTING, path, disk, before=mount)
        assert "the disk is full, where rows wait that do not fit into memory" in said
        assert fitted == "False"
        mount = mount.replace("60k", "60m")
        assert run(FITTING, path, disk, before=mount) == ["True"]

    def test_a_disk_that_is_full_of_what_duckdb_puts_there(self, tmp_path: Path) -> None:
        with duckdb.connect() as connection:
            connection.execute("set memory_limit = '40MB'; set threads = 1")
            connection.execute(f"set temp_directory = '{tmp_path / 'spill'}'")
            connection.execute("set max_temp_directory_size = '1MB'")
            sorting = "select hash(i) as x, i % 2 as outcome from range(4000000) t(i) order by x"
            model = TreeClassifier()
            with pytest.raises(InputError, match="the disk is full, where DuckDB puts"):
                model.fit_source(DuckDBSource(connection.sql(sorting)), TARGET)
        assert not hasattr(model, "tree_")


READING = """
import os, sys
from cutpoint.engines import DuckDBSource
from cutpoint.errors import InputError

DuckDBSource(sys.argv[-1]).schema  # all is imported, by whoever may
if os.geteuid() == 0:
    os.setuid(65534)
for data, folder in zip(sys.argv[1:-1:2], sys.argv[2::2]):
    try:
        DuckDBSource(data, temp_directory=folder or None).schema
    except InputError as error:
        print(error)
"""


class TestPermissions:
    """Seen by a user who is not the superuser."""

    def test_what_may_not_be_read_or_written_is_one_sentence(self) -> None:
        shared = Path(tempfile.mkdtemp())  # pytest's own folders are their owner's alone
        try:
            shared.chmod(0o755)
            for name in ("a.parquet", "closed.parquet", "folder/a.parquet"):
                (shared / name).parent.mkdir(exist_ok=True)
                pq.write_table(pa.table({"x": [1], "outcome": ["a"]}), shared / name)
            (shared / "closed.parquet").chmod(0)
            (shared / "folder").chmod(0)
            (shared / "spill").mkdir()
            (shared / "spill").chmod(0o555)
            pairs = [
                (shared / "closed.parquet", ""),
                (shared / "*.parquet", ""),
                (shared / "folder" / "a.parquet", ""),
                (shared / "folder" / "*.parquet", ""),
                (shared / "a.parquet", shared / "spill"),
                (shared / "a.parquet", ""),
            ]
            found = subprocess.run(
                [
                    sys.executable,
                    "-c",
                    READING,
                    *(str(word) for pair in pairs for word in pair),
                    str(shared / "a.parquet"),
                ],
                capture_output=True,
                text=True,
                check=False,
            )
            assert found.returncode == 0, found.stderr
            lines = found.stdout.splitlines()
            assert len(lines) == 5, found.stdout
            assert all("permission denied" in line for line in lines), found.stdout
        finally:
            (shared / "folder").chmod(0o755)
            shutil.rmtree(shared)


def test_a_folder_for_waiting_rows_that_is_not_there(path: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a folder: make it, or name another"):
        DuckDBSource(path, temp_directory=tmp_path / "nowhere")


def test_names_that_duckdb_takes_for_one(tmp_path: Path) -> None:
    pq.write_table(pa.table({"Age": [1], "age": [2], "outcome": ["a"]}), tmp_path / "v.parquet")
    with pytest.raises(InputError, match="'Age' and 'age' differ only by case"):
        DuckDBSource(tmp_path / "v.parquet")


def test_what_is_no_source_for_duckdb() -> None:
    with pytest.raises(InputError, match="takes a query, a path, a relation or a connection"):
        DuckDBSource(pa.table({"x": [1]}))
    with pytest.raises(InputError, match="a source is needed"):
        TreeClassifier().fit_source(pa.table({"x": [1], "y": ["a"]}), "y")  # type: ignore[arg-type]


def test_a_file_that_vanishes_between_two_passes(path: Path) -> None:
    source = DuckDBSource(path)
    assert TARGET in source.schema.names
    path.unlink()
    model = TreeClassifier()
    with pytest.raises(InputError, match=r"visits\.parquet is not there"):
        model.fit_source(source, TARGET)
    assert not hasattr(model, "tree_")


def test_a_file_that_is_cut_off_in_the_middle(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match=r"visits\.parquet cannot be read by DuckDB: .*magic"):
        DuckDBSource(path)
    path.write_bytes(whole[:4] + bytes(60) + whole[64:])  # the names at the end are whole
    model = TreeClassifier()
    with pytest.raises(InputError, match=r"visits\.parquet cannot be read by DuckDB"):
        model.fit_source(DuckDBSource(path), TARGET)
    assert not hasattr(model, "tree_")
