from __future__ import annotations

from pathlib import Path

import pytest

from service.settings import SettingError, Settings, describe, load_settings


def test_a_flag_counts_more_than_a_variable_and_a_variable_more_than_the_file(tmp_path: Path) -> None:
    file = tmp_path / "kibitz.toml"
    file.write_text('port = 1000\nhost = "127.0.0.2"\nqueue = 3\n')
    found = load_settings(file, {"KIBITZ_PORT": "2000", "KIBITZ_HOST": "127.0.0.3"}, {"port": 3000, "host": None})
    assert (found.port, found.host, found.queue) == (3000, "127.0.0.3", 3)


def test_the_file_may_be_named_by_a_variable(tmp_path: Path) -> None:
    file = tmp_path / "kibitz.toml"
    file.write_text("port = 1234\n")
    assert load_settings(None, {"KIBITZ_SETTINGS": str(file)}).port == 1234


def test_a_file_may_begin_with_a_mark_of_its_encoding(tmp_path: Path) -> None:
    file = tmp_path / "kibitz.toml"
    file.write_text("port = 1234\n", encoding="utf-8-sig")
    assert load_settings(file, {}).port == 1234


def test_lists_come_from_commas_and_from_toml_lists(tmp_path: Path) -> None:
    file = tmp_path / "kibitz.toml"
    file.write_text('cameras = ["cam.local", "192.0.2.0/24"]\n')
    assert load_settings(file, {}).cameras == ("cam.local", "192.0.2.0/24")
    assert load_settings(None, {"KIBITZ_CAMERAS": "a, b,"}).cameras == ("a", "b")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 1", "no setting is named 'prot'"),
        ('port = "many"', "setting port: 'many' is not a whole number"),
        ("port = 70000", "setting port 70000: must be from 0 to 65535"),
        ("readers = 0", "setting readers 0: must be at least 1"),
        ('tls = "perhaps"', "setting tls: 'perhaps' is neither yes nor no"),
        ('api_keys = ["short"]', "keys of 16 characters or more"),
        ('certificate = "a.pem"', "given together with certificate"),
        ("port = ", "Invalid value"),
        (f"port = {'9' * 5000}", "kibitz.toml"),
        ("port = inf", "setting port: inf is not a whole number"),
        ("readers = 1.5", "setting readers: 1.5 is not a whole number"),
        (f"body_seconds = {'9' * 400}", "is not a number"),
        ("reader_threads = 65", "setting reader_threads 65: must be 64 or less"),
        ('data = ""', "setting data: '' names no folder"),
        ('database = "mysql://a:secret@b/c"', "setting database: must be postgresql://"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "kibitz.toml"
    file.write_text(text)
    with pytest.raises(SettingError) as raised:
        load_settings(file, {})
    assert said in str(raised.value)


def test_a_key_that_is_too_short_is_not_shown() -> None:
    with pytest.raises(SettingError) as raised:
        Settings(api_keys=("secret",))
    assert "secret" not in str(raised.value)


def test_a_password_is_not_shown() -> None:
    with pytest.raises(SettingError) as raised:
        Settings(database="mysql://a:secret@b/c")
    assert "secret" not in str(raised.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="No such file"):
        load_settings(tmp_path / "none.toml", {})


def test_variables_that_name_no_setting_belong_to_others() -> None:
    assert load_settings(None, {"KIBITZ_TEST_POSTGRES": "x", "PATH": "/"}) == Settings()


def test_every_setting_is_described() -> None:
    rows = describe()
    assert [name for name, *_ in rows] == list(Settings.__dataclass_fields__)
    assert all(text for *_, text in rows)
    assert ("port", "KIBITZ_PORT", "8765") in [row[:3] for row in rows]


def test_the_database_is_a_file_in_the_data_folder_unless_named(tmp_path: Path) -> None:
    assert Settings(data=tmp_path).database_url == f"sqlite:///{tmp_path / 'kibitz.db'}"
    assert Settings(database="postgres://a@b/c").database_url == "postgresql+psycopg://a@b/c"
