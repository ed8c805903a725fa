"""The source of the running program, offered to whoever uses it, as its licence asks."""

from __future__ import annotations

import io
import tarfile
from functools import cache
from importlib import import_module
from pathlib import Path

from fastapi import APIRouter, Response

router = APIRouter(tags=["server"])
PACKAGES = ("rules", "vision", "models", "service")
_LEFT_OUT = ("__pycache__", ".onnx")


@cache
def source_archive() -> bytes:
    """A packed archive of the program's packages as they run here, the networks' weights left out."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name in PACKAGES:
            folder = Path(str(import_module(name).__file__)).parent
            for file in sorted(folder.rglob("*")):
                path = file.relative_to(folder.parent)
                if file.is_file() and not any(part in str(path) for part in _LEFT_OUT):
                    told = tarfile.TarInfo(f"kibitz/{path.as_posix()}")
                    told.size = file.stat().st_size
                    with file.open("rb") as stream:
                        archive.addfile(told, stream)
    return out.getvalue()


@router.get(
    "/source.tar.gz",
    operation_id="get_source",
    summary="The program's source",
    response_class=Response,
    responses={200: {"content": {"application/gzip": {"schema": {"type": "string", "format": "binary"}}}}},
)
def get_source() -> Response:
    """Give the source of the program as it runs here."""
    headers = {"Content-Disposition": 'attachment; filename="kibitz-source.tar.gz"'}
    return Response(source_archive(), media_type="application/gzip", headers=headers)
