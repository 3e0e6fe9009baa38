# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel in the 3D view's sidebar."""

import bpy
import bpy.utils.previews

from . import importing
from .state import PROJECT, PROJECT_NAME, describe_question, describe_update, price_of, state

LODS = ("1k", "10k", "100k", "source")
_previews = {}


def find_poster(guid):
    """Returns the preview of a loaded poster; None before that, and for images that this Blender cannot read."""
    place = state.posters.get(guid)
    if not place or "all" not in _previews:
        return None
    kept = _previews["all"]
    if guid not in kept:
        kept.load(guid, place, "IMAGE")
    return kept[guid] if kept[guid].image_size[0] > 0 else None


def _icon(guid):
    poster = find_poster(guid)
    return poster.icon_id if poster else 0


def _size(count):
    for unit in ("bytes", "kB", "MB"):
        if count < 1000:
            return "%d %s" % (count, unit)
        count /= 1000
    return "%.1f GB" % count


def describe_file(found):
    """Describes one file in the list: format, name, size, price, and whether the server made it."""
    said = "%s  %s  %s" % (found["format"].upper(), found["fileName"], _size(found["sizeBytes"]))
    price = price_of(found)
    return said + (", %.2f USD" % price if price else "") + (", " + found["made"] if found.get("made") else "")


class LODESTOCK_PT_panel(bpy.types.Panel):
    bl_label = "Lodestock"
    bl_idname = "LODESTOCK_PT_panel"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Lodestock"

    def draw(self, context):
        layout = self.layout
        if not state.server:
            layout.operator("lodestock.connect", icon="URL")
            return
        _draw_account(layout)
        _draw_messages(layout)
        if state.question is not None and state.question[1]:
            _draw_question(layout)
        root = importing.find_root(context.object)
        if root is not None:
            _draw_switch(layout, root)
        if state.user:
            layout.operator("lodestock.publish", icon="EXPORT")
            _draw_projects(layout, context.scene)
        if state.model is not None:
            _draw_model(layout)
        else:
            _draw_results(layout, context)


def _draw_account(layout):
    row = layout.row(align=True)
    if state.sign_in is not None:
        box = layout.box()
        box.label(text="Your browser shows this code:")
        box.label(text=state.sign_in.user_code, icon="KEYINGSET")
        box.operator("lodestock.cancel_sign_in")
    elif state.user:
        row.label(text=state.user, icon="USER")
        row.operator("lodestock.sign_out", text="", icon="PANEL_CLOSE")
    else:
        row.operator("lodestock.sign_in", icon="USER")


def _draw_messages(layout):
    if state.error:
        box = layout.box()
        box.alert = True
        for line in _wrap(state.error):
            box.label(text=line)
    if state.status:
        for line in _wrap(state.status):
            layout.label(text=line)
    if state.busy and state.progress > 0:
        row = layout.row(align=True)
        row.label(text="%d %%" % round(state.progress * 100))
        row.operator("lodestock.stop", text="", icon="CANCEL")
    if state.update is not None:
        row = layout.row()
        row.enabled = not state.busy
        row.operator("lodestock.update", text=describe_update(state.update), icon="IMPORT")


def _draw_question(layout):
    box = layout.box()
    for line in _wrap(describe_question()):
        box.label(text=line)
    row = box.row(align=True)
    row.operator("lodestock.unlock", text="Unlock for %.2f USD" % price_of(state.question[0]))
    row.operator("lodestock.decline")


def _wrap(text, width=44):
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > width and lines[-1]:
            lines.append("")
        lines[-1] = (lines[-1] + " " + word).strip()
    return lines


def _draw_switch(layout, root):
    box = layout.box()
    box.label(text="%s: %s" % (root.name, root.get(importing.LOD, "")), icon="MOD_DECIM")
    row = box.row(align=True)
    for lod in LODS:
        button = row.row(align=True)
        button.enabled = not state.busy and lod != root.get(importing.LOD)
        button.operator("lodestock.switch", text=lod, depress=lod == root.get(importing.LOD)).lod = lod


def _draw_projects(layout, scene):
    row = layout.row(align=True)
    row.enabled = not state.busy
    if scene.get(PROJECT):
        row.operator("lodestock.report", text="Report to " + scene[PROJECT_NAME], icon="TEXT").project = scene[PROJECT]
        row.operator("lodestock.projects", text="", icon="DOWNARROW_HLT")
    else:
        row.operator("lodestock.projects", icon="TEXT")
    for project in state.projects or []:
        layout.operator("lodestock.report", text=project["name"]).project = project["id"]


def _draw_results(layout, context):
    row = layout.row(align=True)
    row.prop(context.window_manager, "lodestock_words", text="", icon="VIEWZOOM")
    row.operator("lodestock.search", text="", icon="FORWARD").words = context.window_manager.lodestock_words
    if not state.busy and not state.results:
        layout.label(text="No models found. Try other words." if state.words else "No models yet.")
    for model in state.results:
        row = layout.row(align=True)
        icon = _icon(model["guid"])
        row.label(text="", icon_value=icon) if icon else row.label(text="", icon="MESH_CUBE")
        price = "free" if model["priceUsd"] == 0 else "$%.2f" % model["priceUsd"]
        row.operator("lodestock.choose", text="%s (%s)" % (model["title"], price)).guid = model["guid"]
    if len(state.results) < state.total:
        layout.operator("lodestock.search", text="More of %d" % state.total).more = True


def _draw_model(layout):
    row = layout.row(align=True)
    row.operator("lodestock.back", text="", icon="BACK")
    row.label(text=state.model["title"])
    icon = _icon(state.model["guid"])
    if icon:
        layout.template_icon(icon_value=icon, scale=8)
    layout.label(text=state.model.get("license", ""))
    if not state.pricing.get("unlocked") and state.pricing.get("priceUsd"):
        facts = (state.pricing["priceUsd"], state.pricing.get("balanceUsd", 0))
        layout.label(text="%.2f USD once, your balance is %.2f USD; 1k is free" % facts)
    placed = [found for found in importing.placed_from(state.server) if found["guid"] == state.model["guid"]]
    known = min((found["version"] for found in placed if "version" in found), default=state.model["version"])
    if known < state.model["version"]:
        layout.label(text="The scene has version %d. Version %d is available." % (known, state.model["version"]))
    for lod in LODS:
        files = [(index, found) for index, found in enumerate(state.variants) if found["lod"] == lod]
        if not files:
            continue
        box = layout.box()
        box.label(text=lod)
        for index, found in files:
            button = box.row()
            button.enabled = not state.busy and not found.get("why")
            icon = "ERROR" if found.get("why") else "IMPORT"
            button.operator("lodestock.import_model", text=describe_file(found), icon=icon).index = index
            for line in _wrap(found.get("why") or ""):
                if line:
                    box.label(text=line)
            if state.question is not None and state.question[0] is found and not state.question[1]:
                _draw_question(box)
    if not state.variants and not state.busy:
        layout.label(text="No file that this Blender can read.")


def _search(self, _context):
    bpy.ops.lodestock.search(words=self.lodestock_words)


def register():
    _previews["all"] = bpy.utils.previews.new()
    bpy.types.WindowManager.lodestock_words = bpy.props.StringProperty(name="Search", update=_search)
    bpy.utils.register_class(LODESTOCK_PT_panel)


def unregister():
    bpy.utils.unregister_class(LODESTOCK_PT_panel)
    del bpy.types.WindowManager.lodestock_words
    bpy.utils.previews.remove(_previews.pop("all"))
