# SPDX-License-Identifier: MIT
"""Reports to a project on the server what a scene uses, so that its licences can be checked before a work ships."""

import json
import os
import urllib.parse

from .client import file_hash
from .download import RECEIPT
from .paths import safe_join


def list_projects(client):
    """Returns the projects visible to the user: ID, name and more."""
    return client.call("GET", "/api/projects")["projects"]


def report_scene(client, project, scene, models):
    """
    Reports everything that a scene uses, replacing its previous report. Each model has a `guid` and, if known,
    `version`, `lod`, `format`, `sha256` and `title`. Returns the project. Raises ServerError.
    """
    path = "/api/projects/%s/scenes" % urllib.parse.quote(project, safe="")
    return client.call("POST", path, {"scene": scene, "models": models})


def read_placed(folder):
    """Returns the models of all receipts in a folder, with the current hash of each scene file."""
    found = []
    for place, folders, names in os.walk(folder):
        folders.sort()
        if RECEIPT in names:
            found += _read_receipt(place)
    return found


def _read_receipt(place):
    with open(os.path.join(place, RECEIPT), encoding="utf-8") as file:
        try:
            receipt = json.load(file)
        except ValueError:
            receipt = None
    if not isinstance(receipt, dict) or "receiptVersion" not in receipt:
        return []  # not a receipt
    scenes = [entry for entry in receipt["files"] if entry.get("role") == "scene"]
    placed = [(entry, safe_join(place, entry["relativePath"])) for entry in scenes]
    return [
        {
            "guid": receipt["guid"],
            "title": receipt.get("title", ""),
            "version": receipt.get("version"),
            "lod": entry["lod"],
            "format": entry["format"],
            "sha256": file_hash(path),
        }
        for entry, path in placed
        if os.path.isfile(path)
    ]
