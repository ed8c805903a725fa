"""A certificate made here, so that a phone's browser will give its camera to this machine's page."""

from __future__ import annotations

import datetime
import ipaddress
import os
import socket
from contextlib import suppress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

_DAYS = 397  # browsers refuse certificates that hold longer
_RENEW_DAYS = 30


def addresses() -> list[str]:
    """This machine's addresses on its networks, the one towards the outside first."""
    found: list[str] = []
    for family, target in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            # Nothing is sent: connecting a datagram socket only makes the system choose the address it would use.
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                found.append(probe.getsockname()[0])
        except OSError:
            continue
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)]
    return [each for each in dict.fromkeys(found) if "%" not in each and not ipaddress.ip_address(each).is_loopback]


def certificate(folder: Path, names: tuple[str, ...] = ()) -> tuple[Path, Path]:
    """A certificate for this machine, made once and made anew when its addresses have changed or it nears its end.

    Args:
        folder: where certificate and key are kept; the key is readable by this user only.
        names: more names or addresses the machine is reached by.

    Returns:
        The files of the certificate and of its key, PEM.
    """
    folder.mkdir(parents=True, exist_ok=True)
    cert_file, key_file = folder / "certificate.pem", folder / "certificate-key.pem"
    host = socket.gethostname()
    wanted = list(dict.fromkeys(("localhost", host, f"{host}.local", "127.0.0.1", "::1", *addresses(), *names)))
    if cert_file.exists() and key_file.exists() and _still_good(cert_file, wanted):
        return cert_file, key_file
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Kibitz on {host}"[:64])])
    now = datetime.datetime.now(datetime.UTC)
    built = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=_DAYS - 1))
        .add_extension(x509.SubjectAlternativeName([_general(each) for each in wanted]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    key_file.unlink(missing_ok=True)
    with os.fdopen(os.open(key_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
        stream.write(secret)
    cert_file.write_bytes(built.public_bytes(serialization.Encoding.PEM))
    return cert_file, key_file


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _still_good(file: Path, wanted: list[str]) -> bool:
    try:
        found = x509.load_pem_x509_certificate(file.read_bytes())
        held = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, x509.ExtensionNotFound):
        return False
    soon = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=_RENEW_DAYS)
    return found.not_valid_after_utc > soon and all(_general(each) in held for each in wanted)


def fingerprint(file: Path) -> str:
    """The certificate's SHA-256 fingerprint, as a browser's warning shows it."""
    digest = x509.load_pem_x509_certificate(file.read_bytes()).fingerprint(hashes.SHA256()).hex().upper()
    return ":".join(digest[at : at + 2] for at in range(0, len(digest), 2))
