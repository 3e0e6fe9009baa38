# SPDX-License-Identifier: MIT
"""Where a model's files may be written, and where never."""

import os
import re
import unicodedata

_devices = re.compile(r"^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$", re.IGNORECASE)
_forbidden = re.compile(r'[\\:*?"<>|\x00-\x1f]')
LENGTH = 240


class UnsafePath(ValueError):
    """The server sent a path outside the model's folder, or one that some file system cannot store."""


def safe_join(root, relative):
    """Returns the absolute path of a relative path below `root`. Raises UnsafePath for any spelling that leads outside."""
    if not isinstance(relative, str) or not 0 < len(relative) <= LENGTH or relative.startswith("/"):
        raise UnsafePath("The server sent an invalid file path. Nothing was written.")
    for name in relative.split("/"):
        bad = name in ("", ".", "..") or name[-1] in ". " or _forbidden.search(name) or _devices.match(name)
        if bad:
            raise UnsafePath("The server sent a file path that is not allowed (%r). Nothing was written." % relative)
    root = os.path.realpath(root)
    place = os.path.realpath(os.path.join(root, *relative.split("/")))
    if os.path.commonpath([root, place]) != root:
        raise UnsafePath("The server sent a file path outside the model's folder (%r). Nothing was written." % relative)
    return place


def check_twins(relatives):
    """Raises UnsafePath if two paths would be the same file on a case-insensitive or normalising file system."""
    seen = {}
    for relative in relatives:
        key = unicodedata.normalize("NFC", relative).casefold()
        if seen.setdefault(key, relative) != relative:
            raise UnsafePath("%r and %r would be the same file. Nothing was written." % (seen[key], relative))


def model_folder(root, title, guid):
    """Returns `<root>/<title>_<guid>`, as in the desktop app, or an existing folder for the guid."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,128}", guid):
        raise UnsafePath("The server sent an invalid model ID.")
    if os.path.isdir(root):
        for name in sorted(os.listdir(root)):
            if name.endswith("_" + guid):
                return os.path.join(root, name)
    plain = _forbidden.sub("", unicodedata.normalize("NFC", title)).replace("/", "").strip(" .")[:60].strip(" .")
    return os.path.join(root, (plain or "Model") + "_" + guid)
