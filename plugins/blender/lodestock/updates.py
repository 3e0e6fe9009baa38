# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks for a newer version of this add-on, and installs it only if it matches the feed."""

import hashlib
import io
import json
import os
import re
import shutil
import urllib.parse
import zipfile

from .about import APP, VERSION
from .client import ServerError, app_client
from .handover import find_assets
from .paths import safe_join
from .signature import is_release

FEED = "/assets/plugins/blender/update-feed.json"
FEED_BYTES = 1 << 20
FILE_BYTES = 64 << 20
UNPACKED_BYTES = 64 << 20
HTTPS = "Nothing was installed. Ask your admin to set up https."


class Untrusted(Exception):
    """The feed cannot be trusted; the message says what the user can do."""


class Update:
    """Another version and its source; `app` is the desktop app's address if it made the offer."""

    def __init__(self, version, url, sha256, notes, app="", is_back=False):
        self.version = version
        self.url = url
        self.sha256 = sha256
        self.notes = notes
        self.app = app
        self.is_back = is_back


def to_numbers(version):
    """Returns the sort key of a version; pre-releases sort before their release. Raises ValueError for anything else."""
    match = re.fullmatch(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?", version)
    if not match:
        raise ValueError("%r is not a valid version." % version)
    preview = match.group(4)
    return tuple(int(part) for part in match.groups()[:3]) + ((0, _to_parts(preview[1:])) if preview else (1, ()))


def _to_parts(preview):
    # Numbers compare as numbers and sort before words.
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in preview.split("."))


def _is_allowed(base, address):
    ours, theirs = urllib.parse.urlsplit(base), urllib.parse.urlsplit(address)
    same = (ours.scheme, ours.hostname, ours.port) == (theirs.scheme, theirs.hostname, theirs.port)
    return same or theirs.scheme == "https"


def _require_trust(base, feed, is_back):
    # Over plain http, anyone on the network can respond: only what we signed counts, and we never sign a request to go
    # back.
    place = urllib.parse.urlsplit(base)
    if place.scheme == "https" or place.hostname in ("127.0.0.1", "::1", "localhost"):
        return
    if is_back:
        raise Untrusted("Your studio went back to version %s, but its server does not use https. %s" % (feed["version"], HTTPS))
    if not is_release(feed):
        raise Untrusted("Version %s has no valid signature, and your server does not use https. %s" % (feed["version"], HTTPS))


def _ask(client, address, limit):
    """
    Returns the file's bytes and the client that got them: from the server or, only if it does not respond, from the desktop
    app. A studio may have pinned a version on its server, so any response from it counts.
    """
    try:
        return client.fetch_bytes(address, limit), client
    except ServerError as error:
        place = find_assets() if error.is_away and address.startswith(client.base + "/") else ""
        if not place:
            raise
        try:
            app = app_client(place, APP)
            return app.fetch_bytes(app.base + address[len(client.base) :], limit), app
        except ServerError:
            raise error from None  # the server's error is the one that the user can fix


def _read_feed(client, current):
    # Pre-release users are offered newer pre-releases.
    channel = "?channel=beta" if "-" in current else ""
    data, giver = _ask(client, client.base + FEED + channel, FEED_BYTES)
    feed = json.loads(data.decode("utf-8"))
    is_back = feed.get("rollback") is True and to_numbers(feed["version"]) < to_numbers(current)
    if not is_back and to_numbers(feed["version"]) <= to_numbers(current):
        return None
    _require_trust(giver.base, feed, is_back)
    file = next(entry for entry in feed["files"] if entry["name"].endswith(".zip"))
    address = urllib.parse.urljoin(giver.base + FEED, file["url"])
    if not _is_allowed(giver.base, address) or not re.fullmatch(r"[0-9a-f]{64}", file["sha256"]):
        return None
    notes = [str(note) for note in feed.get("notes", [])]
    return Update(feed["version"], address, file["sha256"], notes, "" if giver is client else giver.base, is_back)


def find_update(client, current=VERSION):
    """Returns the version that the feed offers; None if there is none or the feed is invalid. Raises Untrusted."""
    try:
        return _read_feed(client, current)
    except Untrusted:
        raise
    except Exception:  # a broken or hostile feed must never keep Blender from starting
        return None


def confirm_update(client, update, current=VERSION):
    """
    Returns the update to install now. An offer of the desktop app is checked again, as the server may be back, with a version
    that its studio has pinned. Raises ServerError, or ValueError if the offer has changed.
    """
    if not update.app:
        return update
    try:
        found = _read_feed(client, current)
    except (ServerError, Untrusted):
        raise
    except Exception:  # a broken feed offers nothing
        found = None
    if found is None or found.version != update.version:
        raise ValueError("Version %s is no longer available. Nothing was changed." % update.version)
    return found


def install_update(client, update, folder):
    """
    Replaces the add-on's folder with the update, if its bytes match the feed; the previous version stays next to it as
    `<folder>.previous`. Returns True if the desktop app supplied them. Raises ServerError or ValueError, and then changes nothing.
    """
    home = app_client(update.app, APP) if update.app and update.url.startswith(update.app + "/") else client
    data, giver = _ask(home, update.url, FILE_BYTES)
    if hashlib.sha256(data).hexdigest() != update.sha256:
        raise ValueError("The update does not match its feed. Nothing was changed.")
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
    return bool(update.app) or giver is not client


def roll_back(folder):
    """Restores the previous version. Returns True if there was one."""
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
            raise ValueError("The update is too large. Nothing was changed.")
        names = [entry.filename for entry in entries]
        if "__init__.py" not in names:
            raise ValueError("The update is not an add-on. Nothing was changed.")
        for entry in entries:
            place = safe_join(target, entry.filename)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with archive.open(entry) as source, open(place, "wb") as file:
                shutil.copyfileobj(source, file)
