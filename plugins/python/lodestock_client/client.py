# SPDX-License-Identifier: MIT
"""Talks to a Lodestock server: JSON calls, and files that get their name only once verified."""

import hashlib
import http.client
import json
import os
import urllib.error
import urllib.parse
import urllib.request


TIMEOUT = 30  # seconds
CHUNK = 1 << 20


class App:
    """The calling app: users see `name` when they approve a sign-in, servers see slug and version."""

    def __init__(self, slug, name, version, family, scopes=("account:read", "download:direct", "lists:write")):
        self.slug = slug
        self.name = name
        self.version = version
        self.family = family
        self.scopes = list(scopes)

    @property
    def agent(self):
        """Returns the User-Agent of its requests."""
        return self.slug + "/" + self.version


class ServerError(Exception):
    """An error from the server, in its own words. `code` is its error code, `status` the HTTP status or 0."""

    def __init__(self, code, message, status=0, details=None, retry_after=None):
        super().__init__(message)
        self.code = code
        self.status = status
        self.details = details or {}
        self.retry_after = retry_after

    @property
    def is_away(self):
        """True if the server did not respond, or responded with a 5xx."""
        return self.status >= 500 or (self.status == 0 and self.code == "UNAVAILABLE")

    @property
    def is_ended_address(self):
        """True if a file host no longer serves a file at this address."""
        return self.status in (403, 404, 410)


# A host program can forbid its plugins to go online by replacing this with a function that returns the reason, or "". The
# desktop app on this computer can always be called.
why_offline = lambda: ""


def _check_online():
    reason = why_offline()
    if reason:
        raise ServerError("OFFLINE", reason)


class Cancelled(Exception):
    """The user cancelled."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    # A token must not travel to the target of a redirect.
    def redirect_request(self, request, file, code, message, headers, address):
        return None


def _build_opener(*handlers):
    """Opens only http and https: a server could name any address, even a file on this computer."""
    opener = urllib.request.OpenerDirector()
    known = (
        urllib.request.HTTPHandler,
        urllib.request.HTTPSHandler,
        urllib.request.HTTPDefaultErrorHandler,
        urllib.request.HTTPErrorProcessor,
        urllib.request.UnknownHandler,
    )
    for handler in (*known, *handlers):
        opener.add_handler(handler())
    return opener


_calls = _build_opener(_NoRedirect, urllib.request.ProxyHandler)
# The desktop app is on this computer, so it never goes through a proxy.
_app = _build_opener(_NoRedirect, lambda: urllib.request.ProxyHandler({}))
_files = _build_opener(urllib.request.HTTPRedirectHandler, urllib.request.ProxyHandler)


def check_address(text):
    """Returns a server's address without a trailing slash. Raises ValueError with a message for the user."""
    parts = urllib.parse.urlsplit((text or "").strip())
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("Enter a server address such as https://models.example.org.")
    return urllib.parse.urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/"), "", ""))


def _to_error(error):
    retry = error.headers.get("Retry-After") if error.headers else None
    try:
        body = json.loads(error.read(1 << 20).decode("utf-8"))
        code, message = str(body["code"]), str(body["message"])
    except Exception:
        return ServerError("INTERNAL", "The server reported an error (%d). Try again later." % error.code, error.code)
    wait = int(retry) if retry and retry.isdigit() else None
    return ServerError(code, message, error.code, body.get("details"), wait)


def _unreachable(base, error):
    reason = getattr(error, "reason", error)
    return ServerError("UNAVAILABLE", "%s is unreachable (%s). Check the address and your network." % (base, reason))


class Client:
    """Calls one server as one user, for one app. `token` is empty until they sign in."""

    def __init__(self, base, app, token="", opener=_calls):
        self.base = check_address(base)
        self.app = app
        self.token = token
        self._opener = opener

    def _request(self, method, path, body=None, signed=True, accept="application/json"):
        headers = {"Accept": accept, "User-Agent": self.app.agent}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if signed and self.token:
            headers["Authorization"] = "Bearer " + self.token
        data = None if body is None else json.dumps(body).encode("utf-8")
        if self._opener is not _app:
            _check_online()
        # A server may be served below a path, which urljoin would drop.
        address = path if "://" in path else self.base + "/" + path.lstrip("/")
        return urllib.request.Request(address, data=data, headers=headers, method=method)

    def call(self, method, path, body=None, signed=True):
        """Makes a JSON call and returns the response as a dict. Raises ServerError."""
        try:
            with self._opener.open(self._request(method, path, body, signed), timeout=TIMEOUT) as answer:
                return json.loads(answer.read().decode("utf-8"))
        except urllib.error.HTTPError as error:
            raise _to_error(error) from None
        except (urllib.error.URLError, http.client.HTTPException, OSError, ValueError) as error:
            raise _unreachable(self.base, error) from None

    def search(self, words, offset=0, limit=24):
        """Returns a page of models: ranked for words, or the popular ones without."""
        path = "/api-embeddings/" if words.strip() else "/api-embeddings/browse"
        query = urllib.parse.urlencode({"q": words, "offset": offset, "limit": limit})
        return self.call("GET", path + "?" + query)

    def formats(self, guid):
        """Returns every scene file of a model, as a list of variants, and its pricing."""
        answer = self.call("GET", "/api/plugin/download/formats/" + urllib.parse.quote(guid, safe=""))
        known = ("glbVariants", "fbxVariants", "objVariants", "maxVariants", "unitypackageVariants")
        lists = answer.get("variants") or [variant for name in known for variant in answer.get(name, [])]
        return {"pricing": answer.get("pricing", {}), "version": answer.get("version", 0), "variants": lists}

    def direct(self, variant):
        """Returns the addresses of one exact file. The server's request is sent back unchanged."""
        request = variant["downloadRequest"]
        return self.call(request["method"], request["url"], request["body"])

    def fetch_poster(self, address, limit):
        """Returns a poster as JPEG or PNG if the server has one, as many programs cannot read WebP."""
        # A private server shows posters only to signed-in users; other hosts never get the token.
        signed = address.startswith(self.base + "/")
        return self.fetch_bytes(address, limit, "image/jpeg, image/png", signed)

    def fetch_bytes(self, address, limit, accept="*/*", signed=False):
        """Returns a small file, like a feed, of at most `limit` bytes."""
        try:
            with self._opener.open(self._request("GET", address, signed=signed, accept=accept), timeout=TIMEOUT) as answer:
                data = answer.read(limit + 1)
        except urllib.error.HTTPError as error:
            raise _to_error(error) from None
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            raise _unreachable(self.base, error) from None
        if len(data) > limit:
            raise ServerError("TOO_LARGE", "%s is too large." % address)
        return data


def call_raw(client, method, path, headers, data=None):
    """Makes a call whose result is in the headers. Raises ServerError."""
    _check_online()
    signed = dict(headers, **{"User-Agent": client.app.agent, "Authorization": "Bearer " + client.token})
    request = urllib.request.Request(client.base + path, data=data, headers=signed, method=method)
    try:
        with _calls.open(request, timeout=TIMEOUT) as answer:
            return answer.headers
    except urllib.error.HTTPError as error:
        if error.code == 404 and method == "HEAD":
            raise ServerError("NOT_FOUND", "The upload has expired. Publish again.", 404) from None
        raise _to_error(error) from None
    except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
        raise _unreachable(client.base, error) from None


def app_client(address, app):
    """Returns a client for the desktop app on this computer, as a source of plugin updates."""
    return Client(address, app, opener=_app)


def file_hash(path):
    """Returns the SHA-256 of a file in hex."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for chunk in iter(lambda: file.read(CHUNK), b""):
            digest.update(chunk)
    return digest.hexdigest()


def fetch_file(wanted, target, agent, progress=None, stopped=None):
    """
    Downloads `wanted` (url, sizeBytes, sha256) to `target` with the User-Agent `agent`: into a .part file that is resumed after
    a dropped connection, and renamed only if its hash matches. An existing file that matches is kept.
    """
    if os.path.isfile(target) and os.path.getsize(target) == wanted["sizeBytes"]:
        if file_hash(target) == wanted["sha256"]:
            return
    part = target + "." + wanted["sha256"][:12] + ".part"
    os.makedirs(os.path.dirname(target), exist_ok=True)
    for attempt in (1, 2, 3):
        try:
            _copy(wanted, part, agent, progress, stopped)
            break
        except (urllib.error.URLError, http.client.HTTPException, OSError, EOFError) as error:
            if isinstance(error, urllib.error.HTTPError):
                raise _to_error(error) from None
            if attempt == 3:
                name = os.path.basename(target)
                message = "The connection was lost at %s (%s). Download again; it resumes where it stopped." % (name, error)
                raise ServerError("UNAVAILABLE", message) from None
    if file_hash(part) != wanted["sha256"]:
        os.remove(part)
        message = "%s arrived damaged and was deleted. Download again." % os.path.basename(target)
        raise ServerError("CORRUPT_FILE", message)
    os.replace(part, target)


def _copy(wanted, part, agent, progress, stopped):
    _check_online()
    done = os.path.getsize(part) if os.path.isfile(part) else 0
    if done > wanted["sizeBytes"]:
        os.remove(part)
        done = 0
    if done == wanted["sizeBytes"] and done > 0:
        return
    headers = {"User-Agent": agent}
    if done > 0:
        headers["Range"] = "bytes=%d-" % done
    request = urllib.request.Request(wanted["url"], headers=headers)
    with _files.open(request, timeout=TIMEOUT) as answer:
        if answer.status != 206:
            done = 0
        with open(part, "ab" if done > 0 else "wb") as file:
            while True:
                if stopped is not None and stopped():
                    raise Cancelled("The download was stopped. It resumes when you download again.")
                chunk = answer.read1(CHUNK)  # written as it arrives, in case the connection drops
                if not chunk:
                    break
                file.write(chunk)
                done += len(chunk)
                if done > wanted["sizeBytes"]:
                    raise ServerError("CORRUPT_FILE", "The server sent more data than announced. Nothing was kept.")
                if progress is not None:
                    progress(done)
    if done < wanted["sizeBytes"]:
        raise EOFError("%d of %d bytes received" % (done, wanted["sizeBytes"]))
