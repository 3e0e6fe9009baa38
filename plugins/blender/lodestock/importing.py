# SPDX-License-Identifier: GPL-3.0-or-later
"""Imports a downloaded file into the open scene, finds its textures, and records where it came from."""

import importlib
import os
import re
import tempfile
import urllib.parse

import bpy

from . import materials
from .materials import base_name, place_of

FORMATS = ("glb", "gltf", "fbx", "obj", "blend", "usdz", "usd", "usda", "usdc", "stl", "ply", "dae")
GUID, LOD, FORMAT, SERVER, SHA = "lodestock_guid", "lodestock_lod", "lodestock_format", "lodestock_server", "lodestock_sha256"
VERSION = "lodestock_version"
ROOT, MATRIX, SLOTS = "lodestock_root", "lodestock_matrix", "lodestock_materials"


OLDEST_FBX = 7100  # the oldest that Blender's importer in Python reads


class ImportFailed(Exception):
    """Blender could not read a file; the message says which and why."""


def _has(module, name):
    return name in dir(getattr(bpy.ops, module))


def _first(*names):
    for module, name in names:
        if _has(module, name):
            return getattr(getattr(bpy.ops, module), name)
    return None


def importer_of(kind):
    """Returns this Blender's import operator for a format, or None."""
    if kind in ("glb", "gltf"):
        return _first(("import_scene", "gltf"))
    if kind == "fbx":
        return _first(("import_scene", "fbx"), ("wm", "fbx_import"))
    if kind == "obj":
        return _first(("wm", "obj_import"), ("import_scene", "obj"))
    if kind == "stl":
        return _first(("wm", "stl_import"), ("import_mesh", "stl"))
    if kind == "ply":
        return _first(("wm", "ply_import"), ("import_mesh", "ply"))
    if kind == "dae":
        return _first(("wm", "collada_import"))
    if kind in ("usdz", "usd", "usda", "usdc"):
        return _first(("wm", "usd_import"))
    return None


def can_import(kind):
    """Returns True if this Blender reads a format. Some builds have the menu entry of an importer, but not the importer."""
    if kind in ("usdz", "usd", "usda", "usdc", "dae"):
        part = "collada" if kind == "dae" else "usd"
        if not getattr(bpy.app.build_options, part, True):
            return False
    return kind == "blend" or importer_of(kind) is not None


def _has_draco():
    for name in ("gltf2_io_draco_compression_extension", "draco"):
        try:
            return importlib.import_module("io_scene_gltf2.io.com." + name).dll_exists(True)
        except Exception:
            continue  # its location differs between versions
    return True


def _gltf_extensions():
    """Returns the glTF extensions that this Blender's own importer reads; None if unknown."""
    try:
        module = importlib.import_module("io_scene_gltf2.io.imp.gltf2_io_gltf")
        known = set(module.glTFImporter("", {"import_user_extensions": []}).extensions_managed)
    except Exception:
        return None
    if not _has_draco():
        known.discard("KHR_draco_mesh_compression")
    return known


def _reads(requirement, kind, known):
    """Returns whether this Blender meets one requirement of a file; None if unknown."""
    if kind in ("glb", "gltf"):
        return None if known is None else requirement in known
    # Older servers sent "fbx-ascii-7400" as one word, and "blender-4.2".
    written = re.fullmatch(r"fbx[:-](?:(ascii|binary))?-?(\d+)?", requirement)
    if written:
        is_plain = written.group(1) != "ascii" and int(written.group(2) or OLDEST_FBX) >= OLDEST_FBX
        return is_plain or _has("wm", "fbx_import")
    maker = re.fullmatch(r"blender[:-](\d+)\.(\d+)", requirement)
    if maker and int(maker.group(1)) >= 5:
        return bpy.app.version[:2] >= (4, 5)  # files of 5.0 have another header
    return None if maker is None else True


def why_unreadable(variant):
    """Returns why this Blender cannot read a file, as one sentence, before anything is charged; "" if it can."""
    kind = variant["format"]
    if not can_import(kind):
        return "This Blender cannot read %s files." % kind.upper()
    known = _gltf_extensions() if kind in ("glb", "gltf") else None
    told = {found.get("requirement") for found in variant.get("obstacles") or [] if found.get("app") == "blender"}
    for requirement in variant.get("requires") or []:
        reads = _reads(requirement, kind, known)
        if reads is False or (reads is None and requirement in told):
            return "This Blender cannot read the file: it is %s." % _describe(requirement)
    return ""


def _describe(requirement):
    """Describes a requirement, to follow "it is"."""
    if requirement.startswith(("fbx:ascii", "fbx-ascii")):
        return "an FBX written as text, which Blender reads from 4.5 on"
    if requirement.startswith(("fbx:", "fbx-")):
        return "an FBX older than version 7.1, which Blender reads from 4.5 on"
    if requirement.startswith(("blender:", "blender-")):
        return "made with Blender " + requirement[len("blender-") :]
    return "a glTF that needs " + requirement


def _append_blend(path):
    with bpy.data.libraries.load(path, link=False) as (source, target):
        target.objects = list(source.objects)
    for thing in target.objects:
        if thing is not None:
            bpy.context.scene.collection.objects.link(thing)


def _files_in(folders):
    """Returns the files of the model's folders by case-folded name; the first folder wins."""
    found = {}
    for folder in reversed(folders):
        if os.path.isdir(folder):
            for name in os.listdir(folder):
                found[name.casefold()] = os.path.join(folder, name)
    return found


def _name_of(address):
    return urllib.parse.unquote(address).replace("\\", "/").rsplit("/", 1)[-1]


def _repair_collada(path, folders):
    """Returns a copy with corrected image paths: Blender permanently drops an image that is not where a COLLADA file says."""
    found = _files_in(folders)
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        text = file.read()

    def repair(match):
        place = found.get(_name_of(match.group(2)).casefold())
        return match.group(1) + (urllib.parse.quote(place) if place else match.group(2)) + match.group(3)

    handle, copy = tempfile.mkstemp(".dae", "lodestock-", os.path.dirname(path))
    with os.fdopen(handle, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(re.sub(r"(<init_from>)([^<]+[./\\\\][^<]*)(</init_from>)", repair, text))
    return copy


def _run_importer(path, kind, folders):
    if kind == "dae":
        copy = _repair_collada(path, folders)
        try:
            return _call_importer(copy, kind, os.path.basename(path))
        finally:
            os.remove(copy)
    return _call_importer(path, kind, os.path.basename(path))


def _call_importer(path, kind, name):
    if kind == "blend":
        return _append_blend(path)
    operator = importer_of(kind)
    if kind == "fbx" and _has("wm", "fbx_import") and not _is_common_fbx(path):
        operator = bpy.ops.wm.fbx_import
    if operator is None:
        raise ImportFailed("This Blender cannot read %s files. Choose another format." % kind.upper())
    options = {"filepath": path}
    if kind == "fbx" and operator == _first(("import_scene", "fbx")):
        options["use_image_search"] = False  # only the model's own folders are searched
    try:
        operator(**options)
    except Exception as error:
        raise ImportFailed("%s could not be imported (%s)." % (name, reason_in(str(error)))) from None


def _is_common_fbx(path):
    """Returns True if Blender's importer in Python can read an FBX."""
    with open(path, "rb") as file:
        head = file.read(27)
    return head.startswith(b"Kaydara FBX Binary") and int.from_bytes(head[23:27], "little") >= OLDEST_FBX


def reason_in(text):
    """Returns the error from an operator's report: its last line, without the location in Blender's own code."""
    lines = [line.strip() for line in text.splitlines()]
    told = [line for line in lines if line and not line.startswith("Location:")]
    reason = told[-1] if told else "unknown reason"
    return reason[len("Error: ") :] if reason.startswith("Error: ") else reason


def is_missing(image):
    """Returns True if the file of a file image is missing."""
    packed = image.packed_file is not None or len(image.packed_files) > 0
    return image.source in ("FILE", "SEQUENCE", "TILED") and not packed and not os.path.isfile(place_of(image))


def _find_textures(images, folders):
    """Points images to files of the same name in the model's folders. Returns the names that were not found."""
    found = _files_in(folders)
    lost = []
    for image in images:
        if not is_missing(image):
            continue
        name = _name_of(image.filepath)
        place = found.get(name.casefold())
        if place is None:
            lost.append(name or image.name)
            continue
        image.filepath = place
        image.reload()
    return lost


def _flat(matrix):
    return [value for row in matrix for value in row]


def _remember(thing):
    thing[MATRIX] = _flat(thing.matrix_local)
    slots = getattr(thing, "material_slots", [])
    thing[SLOTS] = [slot.material.name if slot.material else "" for slot in slots]


def _tag(thing, facts):
    for key, value in facts.items():
        thing[key] = value


def _unlink_everywhere(thing):
    for collection in list(thing.users_collection):
        collection.objects.unlink(thing)


class Imported:
    """The result of an import: its root, everything below it, and the textures that were not found."""

    def __init__(self, root, objects, lost):
        self.root = root
        self.objects = objects
        self.lost = lost

    def describe(self, title, lod):
        """Returns one sentence for the user."""
        meshes = sum(1 for thing in self.objects if thing.type == "MESH")
        said = "%s, %s: %d object%s" % (title, lod, meshes, "" if meshes == 1 else "s")
        return said + (". Textures not found: " + ", ".join(self.lost) if self.lost else "")


def _materials_of(things):
    slots = [slot.material for thing in things for slot in getattr(thing, "material_slots", []) if slot.material]
    return list(dict.fromkeys(slots))


def import_model(path, search_paths, facts, title, textures=()):
    """
    Imports a file below a new root in a new collection. `facts` (guid, version, lod, format, server, sha256) are stored as custom
    properties, and `textures` describes its images. Raises ImportFailed, and then leaves nothing in the scene.
    """
    before = set(bpy.data.objects)
    images_before = set(bpy.data.images)
    kind = os.path.splitext(path)[1].lstrip(".").lower()
    try:
        _run_importer(path, kind, search_paths)
    except ImportFailed:
        _remove(set(bpy.data.objects) - before)
        raise
    made = [thing for thing in bpy.data.objects if thing not in before]
    if not made:
        raise ImportFailed("%s contains nothing that Blender can show." % os.path.basename(path))
    lost = _find_textures([image for image in bpy.data.images if image not in images_before], search_paths)
    if kind not in materials.COMPLETE:
        materials.dress(_materials_of(made), textures, _files_in(search_paths))
    collection = bpy.data.collections.new("%s (%s)" % (title, facts[LOD]))
    bpy.context.scene.collection.children.link(collection)
    root = bpy.data.objects.new(title, None)
    root.empty_display_size = 0.2
    root[ROOT] = True
    collection.objects.link(root)
    for thing in made:
        _unlink_everywhere(thing)
        collection.objects.link(thing)
        if thing.parent is None:
            thing.parent = root
        _tag(thing, facts)
    _tag(root, facts)
    bpy.context.view_layer.update()
    for thing in made:
        _remember(thing)
    return Imported(root, made, lost)


def _remove(things):
    for thing in list(things):
        bpy.data.objects.remove(thing, do_unlink=True)


def find_root(thing):
    """Returns the root that an imported object belongs to, or None."""
    while thing is not None:
        if thing.get(ROOT):
            return thing
        thing = thing.parent
    return None


def placed_from(server):
    """Returns the models from a server that the file uses, in the form that projects receive."""
    roots = [thing for thing in bpy.data.objects if thing.get(ROOT) and thing.get(SERVER) == server]
    found = {}
    for root in roots:
        facts = {"guid": root[GUID], "lod": root[LOD], "format": root[FORMAT], "title": base_name(root.name)}
        known = {"version": root.get(VERSION), "sha256": root.get(SHA)}
        facts.update({name: value for name, value in known.items() if value})
        found[tuple(sorted(facts.items()))] = facts
    return list(found.values())


def members_of(root):
    """Returns what was imported with a root, without anything the artist parented to it."""
    return [thing for thing in root.children_recursive if thing.get(GUID) == root.get(GUID) and MATRIX in thing]


def _matches(old, new):
    """Returns pairs of an old object and its replacement: by name, or the only mesh of each."""
    by_name = {base_name(thing.name): thing for thing in new}
    pairs = [(thing, by_name[base_name(thing.name)]) for thing in old if base_name(thing.name) in by_name]
    if pairs:
        return pairs
    meshes = [[thing for thing in things if thing.type == "MESH"] for things in (old, new)]
    return [(meshes[0][0], meshes[1][0])] if len(meshes[0]) == len(meshes[1]) == 1 else []


def _is_moved(thing):
    recorded = list(thing.get(MATRIX, []))
    return any(abs(a - b) > 1e-6 for a, b in zip(recorded, _flat(thing.matrix_local)))


def _carry_over(old, new):
    if _is_moved(old):
        new.matrix_local = old.matrix_local.copy()
    recorded = list(old.get(SLOTS, []))
    slots = getattr(new, "material_slots", [])
    for index, slot in enumerate(getattr(old, "material_slots", [])):
        name = slot.material.name if slot.material else ""
        if index < len(slots) and index < len(recorded) and name != recorded[index]:
            slots[index].link = slot.link
            slots[index].material = slot.material


def switch_model(root, path, search_paths, facts, title, textures=()):
    """
    Replaces an imported model with another topology: the root keeps its position, parent and collections, objects keep the
    user's moves and materials, and children that the user added stay in place. Raises ImportFailed, and then changes nothing.
    """
    old = members_of(root)
    fresh = import_model(path, search_paths, facts, title, textures)
    collection = fresh.root.users_collection[0]
    homes = list(root.users_collection)
    partners = dict(_matches(old, fresh.objects))
    for thing in fresh.objects:
        if thing.parent == fresh.root:
            thing.parent = root
    for before, after in partners.items():
        _carry_over(before, after)
    bpy.context.view_layer.update()  # world matrices are stale before this
    guests = [thing for member in old for thing in member.children if thing not in old]
    for guest in guests:
        place = guest.matrix_world.copy()
        guest.parent = partners.get(guest.parent, root)
        guest.matrix_world = place
    for thing in fresh.objects:
        for home in homes:
            if thing.name not in home.objects:
                home.objects.link(thing)
        collection.objects.unlink(thing)
    bpy.data.objects.remove(fresh.root)
    bpy.data.collections.remove(collection)
    _remove(old)
    _tag(root, facts)
    for home in homes:
        if home.name.startswith(title + " ("):
            home.name = "%s (%s)" % (title, facts[LOD])
    return Imported(root, fresh.objects, fresh.lost)
