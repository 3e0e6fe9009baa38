# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks for a newer version of this add-on and installs it only when it is what the feed says."""

import hashlib
import io
import json
import os
import re
import shutil
import urllib.parse
import zipfile

from .client import VERSION
from .paths import safe_join

FEED = "/assets/plugins/blender/update-feed.json"
FEED_BYTES = 1 << 20
FILE_BYTES = 64 << 20
UNPACKED_BYTES = 64 << 20


class Update:
    """A newer version: what it is and where it comes from."""

    def __init__(self, version, url, sha256, notes):
        self.version = version
        self.url = url
        self.sha256 = sha256
        self.notes = notes


def to_numbers(version):
    """1.10.0 as numbers to compare. Raises ValueError for what is no semantic version; what is only a preview comes before it."""
    match = re.fullmatch(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?", version)
    if not match:
        raise ValueError("%r is no version." % version)
    preview = match.group(4)
    return tuple(int(part) for part in match.groups()[:3]) + ((0, _to_parts(preview[1:])) if preview else (1, ()))


def _to_parts(preview):
    # Numbers are compared as such and come before words.
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in preview.split("."))


def _is_allowed(base, address):
    ours, theirs = urllib.parse.urlsplit(base), urllib.parse.urlsplit(address)
    same = (ours.scheme, ours.hostname, ours.port) == (theirs.scheme, theirs.hostname, theirs.port)
    return same or theirs.scheme == "https"


def find_update(client, current=VERSION):
    """The newer version that the feed offers, or None; a feed that cannot be trusted or read is None too."""
    try:
        # Who tries out a version that is not released yet hears of the next of its kind too.
        channel = "?channel=beta" if "-" in current else ""
        feed = json.loads(client.fetch_bytes(client.base + FEED + channel, FEED_BYTES).decode("utf-8"))
        if to_numbers(feed["version"]) <= to_numbers(current):
            return None
        file = next(entry for entry in feed["files"] if entry["name"].endswith(".zip"))
        address = urllib.parse.urljoin(client.base + FEED, file["url"])
        if not _is_allowed(client.base, address) or not re.fullmatch(r"[0-9a-f]{64}", file["sha256"]):
            return None
        return Update(feed["version"], address, file["sha256"], [str(note) for note in feed.get("notes", [])])
    except Exception:  # a broken or hostile feed must never keep Blender from starting
        return None


def install_update(client, update, folder):
    """
    Replaces the add-on's folder by the update, once its bytes are what the feed said; the version before stays beside it
    as `<folder>.previous`. Raises ServerError or ValueError and changes nothing then.
    """
    data = client.fetch_bytes(update.url, FILE_BYTES)
    if hashlib.sha256(data).hexdigest() != update.sha256:
        raise ValueError("The update is not what the feed says. Nothing was changed.")
    fresh, previous = folder + ".new", folder + ".previous"
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        _unpack(data, fresh)
    except Exception:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    shutil.rmtree(previous, ignore_errors=True)
    os.replace(folder, previous)
    try:
        os.replace(fresh, folder)
    except OSError:
        os.replace(previous, folder)
        raise


def roll_back(folder):
    """Puts the version before back. True when there was one."""
    previous, newer = folder + ".previous", folder + ".newer"
    if not os.path.isdir(previous):
        return False
    shutil.rmtree(newer, ignore_errors=True)
    os.replace(folder, newer)
    os.replace(previous, folder)
    shutil.rmtree(newer, ignore_errors=True)
    return True


def _unpack(data, target):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        if sum(entry.file_size for entry in entries) > UNPACKED_BYTES:
            raise ValueError("The update is larger than it may be. Nothing was changed.")
        names = [entry.filename for entry in entries]
        if "__init__.py" not in names:
            raise ValueError("The update is no add-on. Nothing was changed.")
        for entry in entries:
            place = safe_join(target, entry.filename)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with archive.open(entry) as source, open(place, "wb") as file:
                shutil.copyfileobj(source, file)
