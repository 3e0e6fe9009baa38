# SPDX-License-Identifier: GPL-3.0-or-later
"""Lodestock for Blender: finds models on a Lodestock server and imports exactly the file you need into the scene."""

import os

import bpy

from . import client, operators, panel, preferences, work
from . import state as steps

bl_info = {
    "name": "Lodestock",
    "author": "The Lodestock contributors",
    "blender": (3, 4, 0),
    "location": "3D View > Sidebar > Lodestock",
    "description": "Find 3D models and import exactly the file you need",
    "category": "Import-Export",
}

TICK = 0.2
JOBS_EVERY = 3.0
_clock = {"jobs": 0.0}


def tick():
    """Blender's timer: delivers results, polls the sign-in, takes jobs. Returns the seconds until the next call."""
    work.pump()
    steps.poll_sign_in()
    _clock["jobs"] += TICK
    if _clock["jobs"] >= JOBS_EVERY:
        _clock["jobs"] = 0.0
        given = preferences.read()
        if given is None or given.handover:
            steps.ask_for_jobs()
    return TICK


def _connect():
    given = preferences.read()
    if given is not None:
        try:
            steps.connect(given.server)
            if not why_offline():
                steps.look_for_update()
        except ValueError:
            pass  # the panel offers to connect
    return None


OFFLINE = "Blender may not go online. Turn on Preferences > System > Network > Allow Online Access."


def why_offline():
    """Returns why the preferences or --offline-mode forbid it, or ""; Blender before 4.2 has neither."""
    return "" if getattr(bpy.app, "online_access", True) else OFFLINE


def register():
    client.why_offline = why_offline
    for each in (preferences.LODESTOCK_preferences, *operators.classes):
        bpy.utils.register_class(each)
    panel.register()
    bpy.app.timers.register(tick, persistent=True)
    if not bpy.app.background:
        bpy.app.timers.register(_connect, first_interval=1.0)


def unregister():
    if bpy.app.timers.is_registered(tick):
        bpy.app.timers.unregister(tick)
    work.stop()
    panel.unregister()
    for each in reversed((preferences.LODESTOCK_preferences, *operators.classes)):
        bpy.utils.unregister_class(each)
    for place in filter(None, steps.state.posters.values()):
        try:
            os.remove(place)
        except OSError:
            pass
