"""Debian's nginx with the shipped configuration file, in front of a test server."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from ssl import SSLContext, create_default_context

from tests.integration.servers.leftovers import watch_folder
from tests.integration.servers.ports import free_port
from tests.integration.servers.postgres import ServerMissingError
from tests.integration.servers.production import PATIENCE
from tests.integration.servers.site import ROOT

SHIPPED = ROOT / "deploy" / "nginx.conf"
#: The account of nginx's workers on Debian, different from the site's.
ACCOUNT = "www-data"
#: As in Debian's /etc/nginx/nginx.conf, in a folder of its own.
FRAME = """
{user}
worker_processes 2;
worker_rlimit_nofile 8192;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
events {{ worker_connections 4096; }}
http {{
    include /etc/nginx/mime.types;
    default_type application/octet-stream;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    access_log off;
    include {folder}/fossato.conf;
}}
"""


@dataclass(frozen=True)
class Proxy:
    """A proxy's address, the server behind it, and the certificate to trust."""

    folder: Path
    port: int
    plain_port: int
    upstream: int
    certificate: Path
    second: int = 0
    passing: int = 0

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    def trusting(self) -> SSLContext:
        """Return a TLS context that trusts the proxy's certificate."""
        return create_default_context(cafile=self.certificate)


def program() -> str:
    """Return the path of nginx. Raises ServerMissingError."""
    executable = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if executable is None:
        raise ServerMissingError("nginx is not installed: run script/bootstrap --dev")
    return executable


def _fitted(proxy: Proxy, key: Path, static: Path) -> str:
    """Return the shipped file with this machine's paths; each must occur in it, and nothing else is changed."""
    live = "/etc/letsencrypt/live/fossato.example.org"
    text = SHIPPED.read_text()
    for shipped, ours in (
        (f"{live}/fullchain.pem", str(proxy.certificate)),
        (f"{live}/privkey.pem", str(key)),
        ("server_name fossato.example.org;", "server_name 127.0.0.1;"),
        ("listen 80;", f"listen 127.0.0.1:{proxy.plain_port};"),
        ("listen [::]:80;", f"listen 127.0.0.2:{proxy.plain_port};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{proxy.port} ssl"),
        ("listen [::]:443 ssl", f"listen 127.0.0.2:{proxy.port} ssl"),
        ("server 127.0.0.1:8000 max_fails=0;", f"server 127.0.0.1:{proxy.upstream} max_fails=0;"),
        ("server 127.0.0.1:8001 max_fails=0;", f"server 127.0.0.1:{proxy.second} max_fails=0;" if proxy.second else ""),
        ("/var/log/nginx/", f"{proxy.folder}/"),
        ("/srv/fossato/var/static/", f"{static}/"),
        ("/run/fossato-nginx", f"{proxy.folder}/kept"),
        ("127.0.0.1:8090", f"127.0.0.1:{proxy.passing}"),
        ("    8090    $http", f"    {proxy.passing} $http"),
    ):
        assert shipped in text, f"deploy/nginx.conf has no {shipped}"
        text = text.replace(shipped, ours)
    return text


def self_signed(folder: Path) -> tuple[Path, Path]:
    """Create a key and a self-signed certificate for 127.0.0.1."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    names = ["-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run(
        [*command, *names, "-keyout", key, "-out", certificate],
        check=True,
        capture_output=True,
        stdin=subprocess.DEVNULL,
    )
    return key, certificate


@contextmanager
def fitted_nginx(
    *, upstream: int = 0, second: int = 0, port: int = 0, static: Path = ROOT / "static"
) -> Iterator[Proxy]:
    """Prepare a folder with the adapted shipped file and a certificate; nothing runs yet.

    Arguments:
        upstream: the port of the server behind it. second: that of another one. port: its own for TLS.
        static: the folder of the collected files.
    """
    folder = Path(tempfile.mkdtemp(prefix="fossato-nginx-"))
    watch_folder(folder)
    # The workers' account needs access.
    folder.chmod(0o755)
    try:
        key, certificate = self_signed(folder)
        proxy = Proxy(
            folder, port or free_port(), free_port(), upstream or free_port(), certificate, second, free_port()
        )
        (folder / "fossato.conf").write_text(_fitted(proxy, key, static))
        user = f"user {ACCOUNT};" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(FRAME.format(user=user, folder=folder))
        yield proxy
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def command(proxy: Proxy, *words: str) -> list[str]:
    """Return the command line of nginx for this folder."""
    folder = str(proxy.folder)
    return [program(), "-p", folder, "-e", f"{folder}/begin.log", "-c", f"{folder}/nginx.conf", *words]


def _listens(proxy: Proxy) -> bool:
    try:
        urllib.request.urlopen(f"{proxy.url}/static/", timeout=5, context=proxy.trusting())
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


@contextmanager
def running_nginx(*, upstream: int, second: int = 0, port: int = 0, static: Path) -> Iterator[Proxy]:
    """Start nginx; end it and its workers at the end. The arguments are those of ``fitted_nginx``."""
    with fitted_nginx(upstream=upstream, second=second, port=port, static=static) as proxy:
        server = subprocess.Popen(
            command(proxy, "-g", "daemon off;"),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            deadline = time.monotonic() + PATIENCE
            while not _listens(proxy):
                assert server.poll() is None, (proxy.folder / "begin.log").read_text()
                assert time.monotonic() < deadline, "nginx does not listen"
                time.sleep(0.05)
            yield proxy
        finally:
            server.terminate()
            server.wait()
