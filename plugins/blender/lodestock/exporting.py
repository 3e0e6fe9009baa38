# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports the selection for publishing: a GLB for everyone, and a .blend as its source."""

import os

import bpy


class ExportFailed(Exception):
    """Blender could not write the selection; the message says why."""


def export_selection(context, folder, name):
    """Writes `name`.glb and `name`.blend of the selection to a folder. Returns paths by relative path. Raises ExportFailed."""
    chosen = list(context.selected_objects)
    if not any(thing.type == "MESH" for thing in chosen):
        raise ExportFailed("Select the mesh objects of the model first.")
    places = {name + kind: os.path.join(folder, name + kind) for kind in (".glb", ".blend")}
    try:
        bpy.ops.export_scene.gltf(filepath=places[name + ".glb"], export_format="GLB", use_selection=True, export_apply=True)
        _write_blend(places[name + ".blend"], chosen, name)
    except (AttributeError, OSError, RuntimeError) as error:
        raise ExportFailed("Blender could not write the selection (%s)." % str(error).strip()) from None
    return places


def _write_blend(place, chosen, name):
    """Writes a file with one scene of these objects and their packed images. The open file stays unchanged."""
    scene = bpy.data.scenes.new(name)
    packed = []
    try:
        for thing in chosen:
            scene.collection.objects.link(thing)
        packed = _pack_pictures()
        bpy.data.libraries.write(place, {scene}, path_remap="ABSOLUTE", compress=True)
    finally:
        for image in packed:
            image.unpack(method="REMOVE")
        bpy.data.scenes.remove(scene)


def _pack_pictures():
    """Packs images that are outside the open file. Returns the packed ones, which are all unmodified."""
    packed = []
    for image in bpy.data.images:
        is_file = image.source == "FILE" and image.packed_file is None and image.library is None and not image.is_dirty
        if is_file and os.path.isfile(bpy.path.abspath(image.filepath)):
            image.pack()
            packed.append(image)
    return packed
