# SPDX-License-Identifier: GPL-3.0-or-later
"""What the user can do; each operator is one step of the state."""

import os

import bpy

from . import importing, preferences, updates
from .materials import base_name
from .publish import Product
from . import state as steps

state = steps.state


def _folder():
    given = preferences.read()
    folder = bpy.path.abspath(given.folder) if given else ""
    return folder or os.path.join(os.path.expanduser("~"), "Lodestock")


def _variant(index):
    return state.variants[index] if 0 <= index < len(state.variants) else None


class Step:
    bl_options = {"INTERNAL"}


class LODESTOCK_OT_connect(Step, bpy.types.Operator):
    """Connect to this server"""

    bl_idname = "lodestock.connect"
    bl_label = "Connect"
    address: bpy.props.StringProperty()

    def execute(self, _context):
        given = preferences.read()
        address = self.address or (given.server if given else "")
        try:
            steps.connect(address)
        except ValueError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        if given:
            given.server = state.server
        steps.look_for_update()
        steps.search("")
        return {"FINISHED"}


class LODESTOCK_OT_search(Step, bpy.types.Operator):
    """Search for models"""

    bl_idname = "lodestock.search"
    bl_label = "Search"
    words: bpy.props.StringProperty(name="Search")
    more: bpy.props.BoolProperty(options={"HIDDEN"})

    def execute(self, _context):
        words = state.words if self.more else self.words
        steps.search(words, len(state.results) if self.more else 0)
        return {"FINISHED"}


class LODESTOCK_OT_choose(Step, bpy.types.Operator):
    """Show the files of this model"""

    bl_idname = "lodestock.choose"
    bl_label = "Open"
    guid: bpy.props.StringProperty()

    def execute(self, _context):
        model = next((found for found in state.results if found["guid"] == self.guid), None)
        if model is None:
            return {"CANCELLED"}
        steps.choose(model)
        return {"FINISHED"}


class LODESTOCK_OT_back(Step, bpy.types.Operator):
    """Back to the results"""

    bl_idname = "lodestock.back"
    bl_label = "Back"

    def execute(self, _context):
        steps.leave_model()
        return {"FINISHED"}


class LODESTOCK_OT_import(bpy.types.Operator):
    """Download this file with its textures, verify it, and import it into the open scene"""

    bl_idname = "lodestock.import_model"
    bl_label = "Import"
    bl_options = {"REGISTER", "UNDO"}
    index: bpy.props.IntProperty(default=-1)

    def execute(self, _context):
        variant = _variant(self.index)
        if variant is None:
            return {"CANCELLED"}
        steps.bring(variant, _folder())
        return {"FINISHED"}


class LODESTOCK_OT_unlock(Step, bpy.types.Operator):
    """Pay once for all files of this model, and import this one"""

    bl_idname = "lodestock.unlock"
    bl_label = "Unlock"

    def execute(self, _context):
        return {"FINISHED" if steps.agree(_folder()) else "CANCELLED"}


class LODESTOCK_OT_decline(Step, bpy.types.Operator):
    """Pay nothing"""

    bl_idname = "lodestock.decline"
    bl_label = "Cancel"

    def execute(self, _context):
        steps.decline()
        return {"FINISHED"}


class LODESTOCK_OT_switch(bpy.types.Operator):
    """Replace the selected model with another topology, in place"""

    bl_idname = "lodestock.switch"
    bl_label = "Switch topology"
    bl_options = {"REGISTER", "UNDO"}
    lod: bpy.props.StringProperty()

    @classmethod
    def poll(cls, context):
        return importing.find_root(context.object) is not None

    def execute(self, context):
        steps.switch(importing.find_root(context.object), self.lod, _folder())
        return {"FINISHED"}


class LODESTOCK_OT_publish(bpy.types.Operator):
    """Publish the selected objects as a model: a GLB for everybody, and the .blend as its source"""

    bl_idname = "lodestock.publish"
    bl_label = "Publish selection"
    bl_options = {"REGISTER"}
    title: bpy.props.StringProperty(name="Title")
    category: bpy.props.StringProperty(name="Category", description="For example Furniture")
    tags: bpy.props.StringProperty(name="Tags", description="Separated by commas")
    license: bpy.props.StringProperty(name="Licence", description="For example CC0-1.0 or CC-BY-4.0")
    price: bpy.props.StringProperty(name="Price in US dollars", description="0 is free. Write it in any case")
    is_version: bpy.props.BoolProperty(name="New version of what was published before")

    @classmethod
    def poll(cls, context):
        return bool(state.user) and not state.busy and any(thing.type == "MESH" for thing in context.selected_objects)

    def invoke(self, context, _event):
        active = context.object
        self.title = self.title or (base_name(active.name) if active else "")
        self.is_version = steps.find_published(context.selected_objects) != ""
        return context.window_manager.invoke_props_dialog(self, width=420)

    def draw(self, context):
        for name in ("title", "category", "tags", "license", "price"):
            self.layout.prop(self, name)
        if steps.find_published(context.selected_objects):
            self.layout.prop(self, "is_version")

    def execute(self, context):
        product = Product(self.title, self.category, self.license, self.price, self.tags)
        guid = steps.find_published(context.selected_objects) if self.is_version else ""
        if not steps.publish(context, product, guid):
            self.report({"ERROR"}, state.error or "Another step is under way.")
            return {"CANCELLED"}
        return {"FINISHED"}


class LODESTOCK_OT_projects(Step, bpy.types.Operator):
    """Choose the project on the server that this file belongs to"""

    bl_idname = "lodestock.projects"
    bl_label = "Report to a project"

    def execute(self, _context):
        steps.choose_project()
        return {"FINISHED"}


class LODESTOCK_OT_report(Step, bpy.types.Operator):
    """Tell the project which models this file uses, so that its page can say whether it may ship"""

    bl_idname = "lodestock.report"
    bl_label = "Report"
    project: bpy.props.StringProperty()

    def execute(self, context):
        return {"FINISHED" if steps.report(context.scene, self.project) else "CANCELLED"}


class LODESTOCK_OT_stop(Step, bpy.types.Operator):
    """Stop the transfer. It goes on when you begin it again"""

    bl_idname = "lodestock.stop"
    bl_label = "Stop"

    def execute(self, _context):
        state.is_stopped = True
        return {"FINISHED"}


class LODESTOCK_OT_sign_in(Step, bpy.types.Operator):
    """Sign in by approving this Blender in your browser"""

    bl_idname = "lodestock.sign_in"
    bl_label = "Sign in"

    def execute(self, _context):
        steps.begin_sign_in(lambda address: bpy.ops.wm.url_open(url=address))
        return {"FINISHED"}


class LODESTOCK_OT_cancel_sign_in(Step, bpy.types.Operator):
    """Cancel the sign-in"""

    bl_idname = "lodestock.cancel_sign_in"
    bl_label = "Cancel"

    def execute(self, _context):
        steps.cancel_sign_in()
        return {"FINISHED"}


class LODESTOCK_OT_sign_out(Step, bpy.types.Operator):
    """Sign out on this computer and revoke the sign-in on the server"""

    bl_idname = "lodestock.sign_out"
    bl_label = "Sign out"

    def execute(self, _context):
        steps.sign_out()
        return {"FINISHED"}


def _own_folder():
    return os.path.dirname(os.path.realpath(__file__))


class LODESTOCK_OT_update(Step, bpy.types.Operator):
    """Download the newer version, verify it and install it. The previous version is kept"""

    bl_idname = "lodestock.update"
    bl_label = "Update"

    def execute(self, _context):
        if state.update is None:
            return {"CANCELLED"}
        steps.install(_own_folder())
        return {"FINISHED"}


class LODESTOCK_OT_roll_back(Step, bpy.types.Operator):
    """Install the version before the last update again"""

    bl_idname = "lodestock.roll_back"
    bl_label = "Restore previous version"

    @classmethod
    def poll(cls, _context):
        return os.path.isdir(_own_folder() + ".previous")

    def execute(self, _context):
        updates.roll_back(_own_folder())
        state.status = "The previous version is installed. Restart Blender to use it."
        return {"FINISHED"}


classes = (
    LODESTOCK_OT_connect,
    LODESTOCK_OT_search,
    LODESTOCK_OT_choose,
    LODESTOCK_OT_back,
    LODESTOCK_OT_import,
    LODESTOCK_OT_unlock,
    LODESTOCK_OT_decline,
    LODESTOCK_OT_switch,
    LODESTOCK_OT_publish,
    LODESTOCK_OT_projects,
    LODESTOCK_OT_report,
    LODESTOCK_OT_stop,
    LODESTOCK_OT_sign_in,
    LODESTOCK_OT_cancel_sign_in,
    LODESTOCK_OT_sign_out,
    LODESTOCK_OT_update,
    LODESTOCK_OT_roll_back,
)
