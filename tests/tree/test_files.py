import os
import stat
import sys
import threading

import pytest

from cutpoint.errors import InputError
from cutpoint.files import read_whole, whole_file, write_whole


def names(folder):
    return [path.name for path in folder.iterdir()]


posix_only = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX file system")


@pytest.mark.parametrize(
    ("content", "data"), [("cut ≤ 3\n", "cut ≤ 3\n".encode()), (b"\0\xff", b"\0\xff"), ("", b"")]
)
def test_a_file_holds_what_was_written(tmp_path, content, data):
    write_whole(tmp_path / "file", content)
    assert read_whole(str(tmp_path / "file")) == data
    assert names(tmp_path) == ["file"]


def test_an_existing_file_is_replaced(tmp_path):
    file = tmp_path / "file"
    write_whole(file, "a long first content")
    write_whole(file, "short")
    assert file.read_text() == "short"


def test_a_failure_in_the_middle_keeps_the_old_file_and_leaves_nothing_else(tmp_path):
    file = tmp_path / "file"
    file.write_text("old")

    def fail():
        with whole_file(file) as out:
            out.write(b"half of the new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert file.read_text() == "old"
    assert names(tmp_path) == ["file"]


def test_a_full_disk_is_one_line_and_leaves_nothing(tmp_path, monkeypatch):
    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match=r"^cannot write .*file: no space left on device$"):
        write_whole(tmp_path / "file", "content")
    assert names(tmp_path) == []


def test_a_folder_that_does_not_exist_is_named(tmp_path):
    with pytest.raises(InputError, match=r"cannot write .*file: the folder does not exist"):
        write_whole(tmp_path / "no" / "file", "content")


def test_a_folder_is_not_a_file(tmp_path):
    with pytest.raises(InputError, match=r"cannot write .*: it is a folder"):
        write_whole(tmp_path, "content")
    with pytest.raises(InputError, match=r"cannot read .*: it is a folder"):
        read_whole(tmp_path)


def test_a_file_is_not_a_folder(tmp_path):
    write_whole(tmp_path / "file", "")
    with pytest.raises(InputError, match=r"cannot write .*not a folder|not exist"):
        write_whole(tmp_path / "file" / "file", "content")


@posix_only
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_to_is_permission_denied(tmp_path):
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0o555)
    try:
        with pytest.raises(InputError, match=r"cannot write .*: permission denied"):
            write_whole(folder / "file", "content")
    finally:
        folder.chmod(0o755)


@pytest.mark.parametrize("path", ["", "a\0b", "\ud800"])
def test_a_name_that_no_file_can_have_is_refused(path):
    with pytest.raises(InputError, match="the name is not valid"):
        write_whole(path, "content")
    with pytest.raises(InputError, match="the name is not valid"):
        read_whole(path)


def test_a_name_too_long_is_one_line(tmp_path):
    with pytest.raises(InputError, match=r"cannot write") as caught:
        write_whole(tmp_path / ("x" * 5000), "content")
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match=r"cannot read .*no\\nfile.*: it does not exist"):
        read_whole(tmp_path / "no\nfile")


def test_an_error_about_another_file_is_not_blamed_on_this_one(tmp_path):
    def fail():
        with whole_file(tmp_path / "file"):
            (tmp_path / "other").read_bytes()

    with pytest.raises(FileNotFoundError):
        fail()


@posix_only
def test_the_rights_of_an_existing_file_are_kept(tmp_path):
    file = tmp_path / "file"
    write_whole(file, "old")
    file.chmod(0o640)
    write_whole(file, "new")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@posix_only
def test_a_new_file_gets_the_rights_that_any_new_file_gets(tmp_path):
    write_whole(tmp_path / "file", "new")
    (tmp_path / "plain").touch()
    assert (tmp_path / "file").stat().st_mode == (tmp_path / "plain").stat().st_mode


@posix_only
def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "file").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "new"


@posix_only
@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, "through")
    reader.join(10)
    assert got == [b"through"]
    assert pipe.is_fifo()
