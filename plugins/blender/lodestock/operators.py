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


def _make(name, label, about, act, options=frozenset({"INTERNAL"}), **properties):
    """An operator for one step; it is cancelled if `act` returns False."""

    def execute(self, _context):
        return {"CANCELLED" if act(self) is False else "FINISHED"}

    facts = {"__doc__": about, "bl_idname": "lodestock." + name, "bl_label": label, "bl_options": set(options), "execute": execute}
    return type("LODESTOCK_OT_" + name, (bpy.types.Operator,), dict(facts, __annotations__=properties))


class LODESTOCK_OT_connect(bpy.types.Operator):
    """Connect to this server"""

    bl_idname = "lodestock.connect"
    bl_label = "Connect"
    bl_options = {"INTERNAL"}
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


def _search(self):
    steps.search(state.words if self.more else self.words, len(state.results) if self.more else 0)


def _choose(self):
    model = next((found for found in state.results if found["guid"] == self.guid), None)
    return model is not None and steps.choose(model)


def _import(self):
    is_known = 0 <= self.index < len(state.variants)
    return is_known and steps.bring(state.variants[self.index], _folder())


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


def _stop(_self):
    state.is_stopped = True


def _own_folder():
    return os.path.dirname(os.path.realpath(__file__))


class LODESTOCK_OT_roll_back(bpy.types.Operator):
    """Install the version before the last update again"""

    bl_idname = "lodestock.roll_back"
    bl_label = "Restore previous version"
    bl_options = {"INTERNAL"}

    @classmethod
    def poll(cls, _context):
        return os.path.isdir(_own_folder() + ".previous")

    def execute(self, _context):
        updates.roll_back(_own_folder())
        state.status = "The previous version is installed. Restart Blender to use it."
        return {"FINISHED"}


classes = (
    LODESTOCK_OT_connect,
    _make(
        "search",
        "Search",
        "Search for models",
        _search,
        words=bpy.props.StringProperty(name="Search"),
        more=bpy.props.BoolProperty(options={"HIDDEN"}),
    ),
    _make("choose", "Open", "Show the files of this model", _choose, guid=bpy.props.StringProperty()),
    _make("back", "Back", "Back to the results", lambda _: steps.leave_model()),
    _make(
        "import_model",
        "Import",
        "Download this file with its textures, verify it, and import it into the open scene",
        _import,
        {"REGISTER", "UNDO"},
        index=bpy.props.IntProperty(default=-1),
    ),
    _make("unlock", "Unlock", "Pay once for all files of this model, and import this one", lambda _: steps.agree(_folder())),
    _make("decline", "Cancel", "Pay nothing", lambda _: steps.decline()),
    LODESTOCK_OT_switch,
    LODESTOCK_OT_publish,
    _make("projects", "Report to a project", "Choose the project on the server that this file belongs to", lambda _: steps.choose_project()),
    _make(
        "report",
        "Report",
        "Tell the project which models this file uses, so that its page can say whether it may ship",
        lambda self: steps.report(bpy.context.scene, self.project),
        project=bpy.props.StringProperty(),
    ),
    _make("stop", "Stop", "Stop the transfer. It goes on when you begin it again", _stop),
    _make(
        "sign_in",
        "Sign in",
        "Sign in by approving this Blender in your browser",
        lambda _: steps.begin_sign_in(lambda address: bpy.ops.wm.url_open(url=address)),
    ),
    _make("cancel_sign_in", "Cancel", "Cancel the sign-in", lambda _: steps.cancel_sign_in()),
    _make("sign_out", "Sign out", "Sign out on this computer and revoke the sign-in on the server", lambda _: steps.sign_out()),
    _make(
        "update",
        "Update",
        "Download the newer version, verify it and install it. The previous version is kept",
        lambda _: state.update is not None and steps.install(_own_folder()),
    ),
    LODESTOCK_OT_roll_back,
)
