# SPDX-License-Identifier: GPL-3.0-or-later
"""What this add-on is called, on servers, in the keychain and for people."""

import os
import re

from .client import App


def _read_version():
    # The manifest is the one place that names the version.
    with open(os.path.join(os.path.dirname(__file__), "blender_manifest.toml"), encoding="utf-8") as file:
        return re.search(r'^version = "([^"]+)"', file.read(), re.MULTILINE).group(1)


VERSION = _read_version()
# A server leaves out what a person may not grant.
SCOPES = ("account:read", "download:direct", "scene:import", "models:publish", "lists:write")
APP = App("lodestock-blender", "Lodestock for Blender", VERSION, "blender", SCOPES)
