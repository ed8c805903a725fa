"""Keeping what a training has come to: files that are whole or not there, and folders that one process fills."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch

_LOCK = ".lock"


class StateError(ValueError):
    """A file that holds no state of a training, or one of another network; the message names it."""


class BusyError(RuntimeError):
    """A folder that another process fills; the message names it."""


def keep(stored: Mapping[str, Any], path: Path) -> None:
    """Write a file of tensors; one of that name is replaced whole or not at all.

    Raises:
        OSError: it cannot be written, as where the disk is full.
    """
    working = path.with_suffix(".part")
    try:
        with working.open("wb") as file:
            torch.save(dict(stored), file)
        os.replace(working, path)
    except RuntimeError as error:
        # So torch tells of a disk that is full.
        raise OSError(f"{path} could not be written: {error}") from error
    finally:
        working.unlink(missing_ok=True)


def kept(path: Path, device: str = "cpu") -> dict[str, Any]:
    """What `keep` wrote.

    Raises:
        FileNotFoundError: there is no such file.
        StateError: it is no such file, or a damaged one.
    """
    try:
        stored = torch.load(path, map_location=device, weights_only=True)
    except (RuntimeError, EOFError, ValueError, KeyError, pickle.UnpicklingError) as error:
        raise StateError(f"{path}: no checkpoint, or a damaged one") from error
    if not isinstance(stored, dict):
        raise StateError(f"{path}: no checkpoint")
    return stored


def fill(network: torch.nn.Module, state: Any, path: Path) -> None:
    """Give a network a state that was read from `path`.

    Raises:
        StateError: the state is of another network.
    """
    try:
        network.load_state_dict(state)
    except (RuntimeError, TypeError, AttributeError) as error:
        raise StateError(f"{path}: of another network than {type(network).__name__}") from error


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold a folder for this process alone; it is made where it is missing, and free again however the process ends.

    Raises:
        BusyError: another process holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / _LOCK).open("a+") as file:
        try:
            _lock(file.fileno())
        except OSError:
            raise BusyError(f"{folder}: another process is at work there") from None
        yield


def _lock(number: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        return
    import fcntl

    fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
