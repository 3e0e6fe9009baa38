# SPDX-License-Identifier: MIT
"""Tells a project on the server what a scene uses, so that people see whether its licences let a work ship."""

import json
import os
import urllib.parse

from .client import file_hash
from .download import RECEIPT


def list_projects(client):
    """The projects that the person sees: id, name and more of each."""
    return client.call("GET", "/api/projects")["projects"]


def report_scene(client, project, scene, models):
    """
    Reports all that a scene uses now, in place of what was reported of it before. Each model has a `guid` and, where known,
    `version`, `lod`, `format`, `sha256` and `title`. Returns the project. Raises ServerError.
    """
    path = "/api/projects/%s/scenes" % urllib.parse.quote(project, safe="")
    return client.call("POST", path, {"scene": scene, "models": models})


def read_placed(folder):
    """The models of all receipts in a folder, with the hash that each scene file has now."""
    found = []
    for place, folders, names in os.walk(folder):
        folders.sort()
        if RECEIPT not in names:
            continue
        try:
            with open(os.path.join(place, RECEIPT), encoding="utf-8") as file:
                receipt = json.load(file)
            files = [entry for entry in receipt["files"] if entry.get("role") == "scene"]
            found += [_placed(place, receipt, entry) for entry in files if _is_there(place, entry)]
        except (ValueError, KeyError, TypeError, AttributeError):
            continue  # a file of something else
    return found


def _is_there(place, entry):
    return os.path.isfile(os.path.join(place, *entry["relativePath"].split("/")))


def _placed(place, receipt, entry):
    return {
        "guid": receipt["guid"],
        "title": receipt["title"],
        "version": receipt["version"],
        "lod": entry["lod"],
        "format": entry["format"],
        "sha256": file_hash(os.path.join(place, *entry["relativePath"].split("/"))),
    }
