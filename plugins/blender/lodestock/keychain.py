# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps the sign-in in the operating system's keychain; without one, for this session only."""

import shutil
import subprocess
import sys

SERVICE = "Lodestock for Blender"
_session = {}


def _run(args, given=None):
    try:
        done = subprocess.run(args, input=given, capture_output=True, text=True, timeout=15, check=False)
        return done.stdout if done.returncode == 0 else None
    except (OSError, subprocess.SubprocessError):
        return None


def _linux():
    return sys.platform.startswith("linux") and shutil.which("secret-tool") is not None


def keep(server, token):
    """True if the keychain holds it; False if it lasts for this session only."""
    _session[server] = token
    if _linux():
        label = "--label=%s (%s)" % (SERVICE, server)
        return _run(["secret-tool", "store", label, "service", SERVICE, "server", server], token) is not None
    if sys.platform == "darwin":
        # The password goes through stdin as a command, never as an argument that others can list.
        quoted = token.replace("\\", "\\\\").replace('"', '\\"')
        line = 'add-generic-password -U -s "%s" -a "%s" -w "%s"\n' % (SERVICE, server, quoted)
        return _run(["security", "-i"], line) is not None
    if sys.platform == "win32":
        from . import windows_credentials

        return windows_credentials.write(SERVICE + " " + server, token)
    return False


def read(server):
    """The token for a server, or ""."""
    if server in _session:
        return _session[server]
    found = None
    if _linux():
        found = _run(["secret-tool", "lookup", "service", SERVICE, "server", server])
    elif sys.platform == "darwin":
        found = _run(["security", "find-generic-password", "-s", SERVICE, "-a", server, "-w"])
    elif sys.platform == "win32":
        from . import windows_credentials

        found = windows_credentials.read(SERVICE + " " + server)
    _session[server] = (found or "").strip()
    return _session[server]


def forget(server):
    """Removes the token from the session and the keychain."""
    _session.pop(server, None)
    if _linux():
        _run(["secret-tool", "clear", "service", SERVICE, "server", server])
    elif sys.platform == "darwin":
        _run(["security", "delete-generic-password", "-s", SERVICE, "-a", server])
    elif sys.platform == "win32":
        from . import windows_credentials

        windows_credentials.delete(SERVICE + " " + server)
