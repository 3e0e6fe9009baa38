# SPDX-License-Identifier: MIT
"""Downloads one exact file and everything it needs into the model's folder, with a receipt."""

import datetime
import json
import os

from .client import ServerError, fetch_file
from .paths import check_twins, model_folder, safe_join

RECEIPT = "model.json"


def find_price(variant, pricing):
    """Returns the price of a file for this account, in US dollars; 0 if free or owned. `pricing` is from `Client.formats`."""
    is_free = variant["lod"] == "1k" or pricing.get("unlocked")
    return 0 if is_free else pricing.get("priceUsd", 0)


def limit_price(variant, price):
    """Returns the variant with a request that charges no more than `price`, which the user saw."""
    request = variant["downloadRequest"]
    body = dict(request["body"], maxPriceUsd=price)
    return variant if variant["lod"] == "1k" else dict(variant, downloadRequest=dict(request, body=body))


class Downloaded:
    """The files on disk: the scene file, its texture folders, and the server's response."""

    def __init__(self, folder, scene_path, search_paths, answer):
        self.folder = folder
        self.scene_path = scene_path
        self.search_paths = search_paths
        self.answer = answer


def download(client, model, variant, root, progress=None, stopped=None, granted=None):
    """
    Downloads a variant of `model` (guid, title, version, license) below `root`. `granted` is called with the server's response,
    which can include a charge, and `progress` with done and total bytes. No file gets its name before its hash matches. Raises
    ServerError, UnsafePath or Cancelled.
    """
    agent = client.app.agent
    answer = client.direct(variant)
    if granted is not None:
        granted(answer)
    files = _files_of(answer)
    folder = model_folder(root, model["title"], model["guid"])
    places = [safe_join(folder, file["relativePath"]) for file in files]
    check_twins([file["relativePath"] for file in files])
    total = sum(file["sizeBytes"] for file in files)
    before = 0
    for index, place in enumerate(places):
        report = None if progress is None else (lambda done, base=before: progress(base + done, total))
        try:
            fetch_file(files[index], place, agent, report, stopped)
        except ServerError as error:
            if not error.is_ended_address:
                raise
            # Addresses expire, possibly in the middle of a download.
            files = _renew(files, client.direct(variant))
            fetch_file(files[index], place, agent, report, stopped)
        before += files[index]["sizeBytes"]
    _write_receipt(folder, client.base, model, variant, files)
    hints = answer.get("import") or {}
    topology = answer["relativePath"].split("/")[0]
    search = [safe_join(folder, path) for path in hints.get("searchPaths") or [topology, topology + "/textures"]]
    return Downloaded(folder, places[0], search, answer)


def _files_of(answer):
    scene = {
        "relativePath": answer["relativePath"],
        "url": answer["downloadUrl"],
        "sizeBytes": answer["sizeBytes"],
        "sha256": answer["sha256"],
    }
    return [scene] + list(answer.get("supportFiles", []))


def _renew(files, answer):
    """Returns the same files at their new addresses."""
    fresh = {(file["relativePath"], file["sha256"]): file for file in _files_of(answer)}
    try:
        return [fresh[file["relativePath"], file["sha256"]] for file in files]
    except KeyError:
        message = "The model changed while it was being downloaded. Open it again, then download it."
        raise ServerError("CONFLICT", message) from None


def _entry(file, variant, is_scene, at):
    relative = file["relativePath"]
    name = relative.split("/")[-1]
    extension = name.rsplit(".", 1)[-1].lower() if "." in name else ""
    images = "png jpg jpeg webp tga tif tiff bmp exr hdr dds ktx ktx2 psd gif basis".split()
    role = "scene" if is_scene else "texture" if extension in images else "support"
    return {
        "format": variant["format"] if is_scene else extension,
        "lod": variant["lod"],
        "variant": variant.get("variant") if is_scene else None,
        "relativePath": relative,
        "role": role,
        "sizeBytes": file["sizeBytes"],
        "sha256": file["sha256"],
        "downloadedAt": at,
    }


def _read_receipt(place):
    try:
        with open(place, encoding="utf-8") as file:
            receipt = json.load(file)
        return receipt if isinstance(receipt.get("files"), list) else None
    except (OSError, ValueError, AttributeError):
        return None


def _write_receipt(folder, server, model, variant, files):
    """Writes the same receipt as the desktop app; earlier entries are kept."""
    place = os.path.join(folder, RECEIPT)
    now = datetime.datetime.now(datetime.timezone.utc)
    at = now.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (now.microsecond // 1000)
    known = {entry["relativePath"]: entry for entry in (_read_receipt(place) or {"files": []})["files"]}
    for index, file in enumerate(files):
        known[file["relativePath"]] = _entry(file, variant, index == 0, at)
    receipt = {
        "receiptVersion": 1,
        "guid": model["guid"],
        "title": model["title"],
        "version": model.get("version", 0),
        "license": model.get("license", ""),
        "attribution": model.get("attribution"),
        "serverUrl": server,
        "downloadedAt": at,
        "files": [known[path] for path in sorted(known)],
    }
    part = place + ".part"
    with open(part, "w", encoding="utf-8") as file:
        json.dump(receipt, file, indent=2, ensure_ascii=False)
        file.write("\n")
    os.replace(part, place)
