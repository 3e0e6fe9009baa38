# SPDX-License-Identifier: GPL-3.0-or-later
"""The names of this add-on for servers, the keychain and users."""

import os
import re

from .client import App


def _read_version():
    # The manifest is the only place with the version.
    with open(os.path.join(os.path.dirname(__file__), "blender_manifest.toml"), encoding="utf-8") as file:
        return re.search(r'^version = "([^"]+)"', file.read(), re.MULTILINE).group(1)


VERSION = _read_version()
# A server omits what the user may not grant.
SCOPES = ("account:read", "download:direct", "scene:import", "models:publish", "lists:write")
APP = App("lodestock-blender", "Lodestock for Blender", VERSION, "blender", SCOPES)
