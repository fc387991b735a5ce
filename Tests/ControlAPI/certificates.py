"""Checks in Chromium what the local authority's root certificate allows, and the proxy's file for devices."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import serving
from serving import require

SPEC = """mockspec: 1
requests:
  A: {match: GET /a, responses: {R: {text: answered by a mock}}}
  B: {match: GET https://api.example.com/b, responses: {R: {text: answered by a mock}}}
"""


class Authority:
    """An authority for api.example.com, and a user of Chromium who trusts its root certificate."""

    def __init__(self, home):
        self.home = pathlib.Path(home)
        self.folder = self.home / "authority"
        self.run(os.environ["MOCKSPEC"], "certificate", "--yes", "--authority", self.folder, "api.example.com")
        store = self.home / ".pki" / "nssdb"
        store.mkdir(parents=True)
        self.run("certutil", "-N", "-d", f"sql:{store}", "--empty-password")
        self.run("certutil", "-A", "-d", f"sql:{store}", "-t", "C,,", "-n", "root", "-i", self.folder / "root.pem")

    def run(self, *command):
        subprocess.run([str(word) for word in command], check=True, capture_output=True, timeout=60)

    def sign(self, host):
        """Signs a certificate with the issuer's key, as a thief of the key would. Returns the options of a server."""
        key, request, leaf, more = (self.home / name for name in ("key.pem", "request", "leaf.pem", "extensions"))
        more.write_text(f"subjectAltName=DNS:{host}\nextendedKeyUsage=serverAuth\n")
        self.run("openssl", "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                 "-keyout", key, "-subj", "/CN=test", "-out", request)
        self.run("openssl", "x509", "-req", "-in", request, "-CA", self.folder / "issuer.pem",
                 "-CAkey", self.folder / "issuer-key.pem", "-days", "10", "-extfile", more, "-out", leaf)
        leaf.write_text(leaf.read_text() + (self.folder / "issuer.pem").read_text())
        return ["--certificate", str(leaf), "--key", str(key)]

    def page(self, url, *options):
        """Returns the page that Chromium shows."""
        chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
        return subprocess.run(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={self.home}/data",
             "--dump-dom", *options, url],
            env={**os.environ, "HOME": str(self.home)}, capture_output=True, text=True, timeout=120).stdout


def check_constraints(authority):
    for host, is_accepted in [("localhost", True), ("v1.api.example.com", True), ("example.net", False)]:
        with serving.served({"a.mock.yaml": SPEC}, *authority.sign(host)) as (_, base, _process):
            url, local = f"https://{host}:{base.rsplit(':')[-1]}/a", f"--host-resolver-rules=MAP {host} 127.0.0.1"
            page = authority.page(url, local)
            require(("answered by a mock" in page) == is_accepted, f"{host}: {page[:200]}")
            # Only the certificate was the reason.
            page = authority.page(url, local, "--ignore-certificate-errors")
            require("answered by a mock" in page, f"{host} without verification: {page[:200]}")
    return "Chromium accepts what the authority's key has signed for its hosts, and for no others"


def check_proxy(authority):
    options = ["--proxy", "0", "--authority", str(authority.folder)]
    with serving.served({"a.mock.yaml": SPEC}, *options) as (_, base, _process):
        pac = f"--proxy-pac-url={base}/__mockspec/proxy.pac"
        page = authority.page("https://api.example.com/b", pac)
        require("answered by a mock" in page, page[:200])
        page = authority.page(f"{base}/a", pac)
        require("answered by a mock" in page, f"a host that isn't named: {page[:200]}")
    return "with proxy.pac, Chromium calls the project's hosts through the proxy, and others directly"


if __name__ == "__main__":
    if not shutil.which("certutil"):
        sys.exit("certutil is missing: install libnss3-tools")
    with tempfile.TemporaryDirectory() as home:
        checks = serving.checks(globals(), *sys.argv[1:])
        sys.exit(0 if serving.run(checks, Authority(home)) else 1)
