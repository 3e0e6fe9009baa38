# SPDX-License-Identifier: MIT
"""Sign-in that the user approves in the browser."""

import platform
import time
import urllib.parse

from .client import ServerError


class SignIn:
    """One attempt. The browser must show the same `user_code`; `poll` returns its state."""

    def __init__(self, client, now=time.monotonic):
        answer = client.call("POST", "/api/apps/auth/start", {
            "appSlug": client.app.slug,
            "appName": client.app.name,
            "appVersion": client.app.version,
            "pluginFamily": client.app.family,
            "deviceName": platform.node() or "this computer",
            "requestedScopes": client.app.scopes,
        }, signed=False)
        self._client = client
        self._now = now
        self._session = answer["sessionId"]
        self._secret = answer["pollToken"]
        self._interval = float(answer.get("interval", 2))
        self._next = now() + self._interval
        self.user_code = answer["userCode"]
        self.approve_url = answer.get("approveUrlComplete") or answer["approveUrl"]

    def is_due(self):
        """Returns True if it is time to poll again."""
        return self._now() >= self._next

    def poll(self):
        """Returns `pending`, `denied`, `expired`, or the approved response as a dict with `appToken`."""
        self._next = self._now() + self._interval
        path = "/api/apps/auth/poll/%s?%s" % (
            urllib.parse.quote(self._session, safe=""),
            urllib.parse.urlencode({"pollToken": self._secret}),
        )
        try:
            answer = self._client.call("GET", path, signed=False)
        except ServerError as error:
            if error.code == "RATE_LIMITED":
                self._interval += 5
                self._next = self._now() + max(self._interval, error.retry_after or 0)
                return "pending"
            if error.code == "UNAVAILABLE":
                return "pending"  # a lost connection is not an answer
            if error.code == "SESSION_EXPIRED":
                return "expired"
            raise
        return answer if answer["status"] == "approved" else answer["status"]
