# SPDX-License-Identifier: MIT
"""Stores sign-ins in the operating system's keychain; without one, for this session only."""

import shutil
import subprocess
import sys


def _run(args, given=None):
    try:
        done = subprocess.run(args, input=given, capture_output=True, text=True, timeout=15, check=False)
        return done.stdout if done.returncode == 0 else None
    except (OSError, subprocess.SubprocessError):
        return None


def _linux():
    return sys.platform.startswith("linux") and shutil.which("secret-tool") is not None


class Keychain:
    """The sign-ins of one app, which the keychain lists under `service`."""

    def __init__(self, service):
        self._service = service
        self._session = {}

    def keep(self, server, token):
        """Stores a token. Returns True if the keychain has it, False if it lasts for this session only."""
        self._session[server] = token
        if _linux():
            label = "--label=%s (%s)" % (self._service, server)
            return _run(["secret-tool", "store", label, "service", self._service, "server", server], token) is not None
        if sys.platform == "darwin":
            # The password goes through stdin as a command, as other processes can list arguments.
            quoted = token.replace("\\", "\\\\").replace('"', '\\"')
            line = 'add-generic-password -U -s "%s" -a "%s" -w "%s"\n' % (self._service, server, quoted)
            return _run(["security", "-i"], line) is not None
        if sys.platform == "win32":
            from . import windows_credentials

            return windows_credentials.write(self._service + " " + server, token)
        return False

    def read(self, server):
        """Returns the token for a server, or ""."""
        if server in self._session:
            return self._session[server]
        found = None
        if _linux():
            found = _run(["secret-tool", "lookup", "service", self._service, "server", server])
        elif sys.platform == "darwin":
            found = _run(["security", "find-generic-password", "-s", self._service, "-a", server, "-w"])
        elif sys.platform == "win32":
            from . import windows_credentials

            found = windows_credentials.read(self._service + " " + server)
        self._session[server] = (found or "").strip()
        return self._session[server]

    def forget(self, server):
        """Removes the token from the session and the keychain."""
        self._session.pop(server, None)
        if _linux():
            _run(["secret-tool", "clear", "service", self._service, "server", server])
        elif sys.platform == "darwin":
            _run(["security", "delete-generic-password", "-s", self._service, "-a", server])
        elif sys.platform == "win32":
            from . import windows_credentials

            windows_credentials.delete(self._service + " " + server)
