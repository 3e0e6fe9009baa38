# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings. Never a token: that belongs in the keychain."""

import os

import bpy

from . import state as steps

PACKAGE = __package__


class LODESTOCK_preferences(bpy.types.AddonPreferences):
    bl_idname = PACKAGE

    server: bpy.props.StringProperty(
        name="Server",
        description="Address of the Lodestock server",
        default="http://127.0.0.1:8787",
    )
    folder: bpy.props.StringProperty(
        name="Folder",
        description="Folder for downloaded models. It can be the desktop app's library",
        subtype="DIR_PATH",
        default=os.path.join(os.path.expanduser("~"), "Lodestock"),
    )
    handover: bpy.props.BoolProperty(
        name="Accept models from the desktop app",
        description="Import models that the desktop app on this computer sends to Blender",
        default=True,
    )

    def draw(self, _context):
        layout = self.layout
        layout.use_property_split = True
        row = layout.row(align=True)
        row.prop(self, "server")
        row.operator("lodestock.connect")
        layout.prop(self, "folder")
        layout.prop(self, "handover")
        if steps.state.update is not None:
            layout.operator("lodestock.update", text=steps.describe_update(steps.state.update), icon="IMPORT")
        layout.operator("lodestock.roll_back", icon="LOOP_BACK")


def read():
    """Returns the preferences, or None if the add-on is not enabled (in tests)."""
    addon = bpy.context.preferences.addons.get(PACKAGE)
    return addon.preferences if addon else None
