from headrace.cli.scan.folders import programs


def names(root, tmp_path):
    refused = []
    found = [str(path.relative_to(tmp_path)) for path in programs(root, refused)]
    assert refused == []
    return found


def test_finds_scripts_and_notebooks_in_order(tmp_path):
    for name in ("b.py", "a.ipynb", "c.txt", "sub/d.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert names(tmp_path, tmp_path) == ["a.ipynb", "b.py", "sub/d.py"]


def test_leaves_out_what_is_not_the_users(tmp_path):
    pruned = (".git", "__pycache__", "node_modules", "build", "lib/site-packages", "a.egg-info")
    for folder in pruned:
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "x.py").touch()
    (tmp_path / "my-env").mkdir()
    (tmp_path / "my-env" / "pyvenv.cfg").touch()
    (tmp_path / "my-env" / "x.py").touch()
    assert names(tmp_path, tmp_path) == []


def test_a_folder_that_is_named_is_read_whatever_its_name(tmp_path):
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "x.py").touch()
    assert names(tmp_path / "build", tmp_path) == ["build/x.py"]


def test_links_to_folders_are_not_followed(tmp_path):
    (tmp_path / "x.py").touch()
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "broken.py").symlink_to(tmp_path / "nothing")
    assert names(tmp_path, tmp_path) == ["x.py"]


def test_a_file_yields_itself(tmp_path):
    (tmp_path / "script").touch()
    assert names(tmp_path / "script", tmp_path) == ["script"]


def test_a_folder_that_vanishes_is_told(tmp_path, monkeypatch):
    def refuse(folder):
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr("os.scandir", refuse)
    refused = []
    assert list(programs(tmp_path, refused)) == []
    assert [error.strerror for error in refused] == ["Permission denied"]
