# SPDX-License-Identifier: MIT
"""Receives models that the desktop app sends to this program."""

import json
import os
import re
import sys
import urllib.error
import urllib.parse
import urllib.request

FILE = "dcc.json"

# The app is on this computer, so it never goes through a proxy.
_local = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def data_folders():
    """Returns the desktop app's data folders: installed, and started from a clone."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("APPDATA") or os.path.join(home, "AppData", "Roaming")
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Application Support")
    else:
        base = os.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    return [os.path.join(base, name) for name in ("Lodestock", "lodestock")]


def find_assets(folders=None):
    """Returns where the app serves its bundled plugins; "" if it has left no address on this computer."""
    for folder in folders if folders is not None else data_folders():
        try:
            with open(os.path.join(folder, FILE), encoding="utf-8") as file:
                note = json.load(file)
            address = note["assets"] if note["version"] == 1 else ""
            place = re.fullmatch(r"http://(?:127\.0\.0\.1|\[::1\]):([0-9]{1,5})", address)
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            continue  # an unreadable file counts as absent
        if place and 0 < int(place.group(1)) < 65536:
            return address
    return ""


class Handover:
    """Polls the app for jobs. Silent while the app is closed, until its file changes."""

    def __init__(self, host, session, folders=None):
        self._host = host
        self._session = session
        self._folders = folders if folders is not None else data_folders()
        self._door = None
        self._seen = None

    def _find_door(self):
        stamp = None
        for folder in self._folders:
            place = os.path.join(folder, FILE)
            try:
                stamp = (place, os.stat(place).st_mtime_ns)
                break
            except OSError:
                continue
        if stamp is None:
            self._door, self._seen = None, None
            return
        if stamp == self._seen:
            return
        self._seen = stamp
        try:
            with open(stamp[0], encoding="utf-8") as file:
                found = json.load(file)
            self._door = (int(found["port"]), str(found["secret"])) if found.get("version") == 1 else None
        except (OSError, ValueError, KeyError, TypeError):
            self._door = None

    def _ask(self, path, body=None):
        port, secret = self._door
        data = None if body is None else json.dumps(body).encode("utf-8")
        headers = {"Authorization": "Bearer " + secret, "Content-Type": "application/json"}
        request = urllib.request.Request("http://127.0.0.1:%d%s" % (port, path), data=data, headers=headers)
        try:
            with _local.open(request, timeout=5) as answer:
                return json.loads(answer.read(1 << 20).decode("utf-8"))
        except urllib.error.HTTPError as error:
            if error.code == 401:
                self._seen = None  # the app has restarted
            self._door = None
        except (urllib.error.URLError, OSError, ValueError):
            self._door = None
        return None

    def jobs(self, label):
        """Returns the jobs for this run of the program, each once."""
        self._find_door()
        if self._door is None:
            return []
        query = urllib.parse.urlencode({"host": self._host, "session": self._session, "label": label})
        answer = self._ask("/dcc/jobs?" + query)
        return answer.get("jobs", []) if answer else []

    def report(self, job_id, is_done, message):
        """Reports the outcome of a job to the app."""
        self._find_door()
        if self._door is not None:
            self._ask("/dcc/jobs/%s/result" % urllib.parse.quote(job_id, safe=""), {"ok": is_done, "message": message})
