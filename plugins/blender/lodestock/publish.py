# SPDX-License-Identifier: GPL-3.0-or-later
"""Uploads files to a Lodestock server and publishes them as a model. Uploads resume where they stopped, even on another day."""

import base64
import http.client
import os
import time
import urllib.error
import urllib.request
import uuid

from .client import Cancelled, ServerError, call_raw, file_hash

UPLOADS = "/api/publish/uploads"
PIECE = 4 << 20
TRIES = 4
TUS = {"Tus-Resumable": "1.0.0"}


class Product:
    """The user's metadata for a model. `price` is the text that they typed; a missing one has no default."""

    def __init__(self, title, category, license, price, tags=""):
        self.title = title.strip()
        self.category = category.strip()
        self.license = license.strip()
        self.price = price.strip().lstrip("$").strip()
        self.tags = [tag.strip() for tag in tags.split(",") if tag.strip()]

    def find_fault(self):
        """Returns what is missing, as one sentence; "" if nothing is."""
        if not self.title:
            return "Enter a title."
        if not self.category:
            return "Enter a category, for example Furniture."
        if not self.license:
            return "Enter its licence, for example CC0-1.0."
        return "" if self._read_price() is not None else "Enter a price in US dollars, or 0 if it is free."

    def _read_price(self):
        whole, dot, cents = self.price.partition(".")
        is_amount = whole.isascii() and whole.isdigit() and len(whole) <= 7
        is_amount = is_amount and (not dot or (cents.isascii() and cents.isdigit() and len(cents) <= 2))
        return float(self.price) if is_amount else None

    def to_body(self):
        body = {"title": self.title, "category": self.category, "license": self.license, "priceUsd": self._read_price()}
        return dict(body, tags=self.tags) if self.tags else body


def list_uploads(client):
    """Returns this account's uploads that are not published. Raises ServerError, also if the user may not publish."""
    return client.call("GET", UPLOADS)["uploads"]


def _text(value):
    return base64.b64encode(value.encode("utf-8")).decode("ascii")


def _create(client, relative, size, sha256):
    headers = dict(TUS, **{"Upload-Length": str(size), "Upload-Metadata": "relativePath %s,sha256 %s" % (_text(relative), _text(sha256))})
    return call_raw(client, "POST", UPLOADS, headers).get("Location").rsplit("/", 1)[-1]


def _send_rest(client, upload, place, size, progress, stopped):
    path = "%s/%s" % (UPLOADS, upload)
    at = int(call_raw(client, "HEAD", path, TUS).get("Upload-Offset"))
    with open(place, "rb") as file:
        while at < size:
            if stopped is not None and stopped():
                raise Cancelled("The upload was stopped. It goes on when you publish again.")
            file.seek(at)
            headers = dict(TUS, **{"Upload-Offset": str(at), "Content-Type": "application/offset+octet-stream"})
            at = int(call_raw(client, "PATCH", path, headers, file.read(PIECE)).get("Upload-Offset"))
            if progress is not None:
                progress(at)


def upload_file(client, place, relative, known, progress=None, stopped=None):
    """Uploads a file, or what is missing of it, and returns the upload's ID. `known` is the result of list_uploads."""
    size, sha256 = os.path.getsize(place), file_hash(place)
    same = [one for one in known if one["relativePath"] == relative and one["sha256"] == sha256]
    upload = same[0]["uploadId"] if same else None
    for attempt in range(1, TRIES + 1):
        try:
            upload = upload or _create(client, relative, size, sha256)
            _send_rest(client, upload, place, size, progress, stopped)
            return upload
        except ServerError as error:
            may_pass = error.is_away or error.code in ("OFFSET_CHANGED", "CHECKSUM_MISMATCH", "RATE_LIMITED")
            if error.code == "NOT_FOUND" and upload:
                upload, may_pass = None, True  # it has expired
            if not may_pass or attempt == TRIES:
                raise
            time.sleep(min(error.retry_after or attempt, 10))


def _ask_patiently(call):
    """Retries while there is no response. The request must be idempotent."""
    for attempt in range(1, TRIES + 1):
        try:
            return call()
        except ServerError as error:
            if not (error.is_away or error.code == "RATE_LIMITED") or attempt == TRIES:
                raise
            time.sleep(min(error.retry_after or attempt, 10))


def publish_files(client, files, product, guid="", progress=None, stopped=None):
    """
    Publishes `files` (absolute by relative paths) as one model, all or nothing; with a guid as its next version. Returns the
    server's record of the publish: state `published`, or `waiting` for an admin. Raises ServerError or Cancelled.
    """
    known = list_uploads(client)
    total = sum(os.path.getsize(place) for place in files.values())
    uploads, before = [], 0
    for relative, place in files.items():
        report = None if progress is None else (lambda done, base=before: progress(base + done, total))
        uploads.append(upload_file(client, place, relative, known, report, stopped))
        before += os.path.getsize(place)
    body = {"uploads": uploads, "product": product.to_body(), "isOneModel": True}
    # Its own ID lets the server recognise a publish whose response was lost.
    body = dict(body, publishId=str(uuid.uuid4()), **({"guid": guid} if guid else {}))
    answer = _ask_patiently(lambda: client.call("POST", "/api/publish", body))
    while True:
        publish = _ask_patiently(lambda: client.call("GET", "/api/publish/" + answer["publishId"]))
        if publish["state"] == "failed":
            raise ServerError("INVALID_INPUT", "%s was not published: %s" % (product.title, publish["reason"]))
        if publish["state"] != "working":
            return publish
        time.sleep(0.3)
