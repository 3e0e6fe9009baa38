# SPDX-License-Identifier: GPL-3.0-or-later
"""Gives imported materials the textures that an importer omits, and each image the right colour space."""

import os

import bpy

# glTF, USD and .blend contain all of it, and Blender reads that.
COMPLETE = ("glb", "gltf", "blend", "usd", "usda", "usdc", "usdz")
# Sockets of the Principled BSDF; some had other names before Blender 4.
SOCKETS = {
    "baseColor": ("Base Color",),
    "roughness": ("Roughness",),
    "metallic": ("Metallic",),
    "emissive": ("Emission Color", "Emission"),
    "opacity": ("Alpha",),
}


def base_name(name):
    """Returns a name without the number that Blender appends to duplicates."""
    head, dot, tail = name.rpartition(".")
    return head if dot and len(tail) == 3 and tail.isdigit() else name


def dress(materials, textures, files):
    """
    Connects `textures` (from the server's response) to unconnected inputs of new materials. `files` maps lower-case names to
    paths. A texture belongs to the material that it names, or to the only one; if the server identified it only by its file
    name, it belongs to the material that shares an image or the name with it.
    """
    places = [files.get(os.path.basename(texture["relativePath"]).casefold()) for texture in textures]
    images = _Images((place_of(image), image) for image in bpy.data.images)
    known = [(texture, os.path.realpath(place)) for texture, place in zip(textures, places) if place]
    for material in materials:
        surface = _surface_of(material)
        if surface is not None:
            own = [pair for pair in known if _belongs(pair[0], material, len(materials), known)]
            # What the scene file itself declares takes precedence.
            _connect_all(material, surface, {texture["map"]: (images, place) for texture, place in reversed(own)})
    linear = {place for texture, place in known if texture["colorSpace"] == "linear"}
    for image in bpy.data.images:
        if place_of(image) in linear:
            image.colorspace_settings.name = "Non-Color"


class _Images(dict):
    """The images of the scene by path; missing ones are loaded."""

    def __missing__(self, place):
        self[place] = bpy.data.images.load(place)
        return self[place]


def place_of(image):
    """Returns the path of an image's file; "" if it has none."""
    return os.path.realpath(bpy.path.abspath(image.filepath, library=image.library)) if image.filepath else ""


def _surface_of(material):
    if not material.use_nodes:
        return None
    return next((node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED"), None)


def _plain(name):
    return "".join(letter if letter.isalnum() else " " for letter in base_name(name).casefold()).split()


def _belongs(texture, material, count, known):
    name = texture.get("material")
    if count == 1 or name == material.name:
        return True
    if name is None:
        return False
    if _plain(name) == _plain(material.name):
        return True
    used = {place_of(node.image) for node in material.node_tree.nodes if node.type == "TEX_IMAGE" and node.image}
    return any(place in used for other, place in known if other.get("material") == name)


def _add(tree, kind, x, y):
    node = tree.nodes.new(kind)
    node.location = (x, y)
    return node


def _add_picture(tree, surface, images, place, row):
    node = _add(tree, "ShaderNodeTexImage", surface.location.x - 700, surface.location.y - 280 * row)
    node.image = images[place]
    return node


def _is_idle(node):
    """Returns True for a normal map without an image, which the FBX importer adds to each surface."""
    return node.type == "NORMAL_MAP" and not node.inputs["Color"].is_linked


def _free(surface, names):
    """Returns the socket with one of these names, unless something is connected to it."""
    socket = next((surface.inputs[name] for name in names if name in surface.inputs), None)
    if socket is None or any(not _is_idle(link.from_node) for link in socket.links):
        return None
    return socket


def _connect_all(material, surface, maps):
    tree = material.node_tree
    for row, (name, names) in enumerate(SOCKETS.items()):
        socket = _free(surface, names)
        if name in maps and socket is not None:
            tree.links.new(_add_picture(tree, surface, *maps[name], row).outputs["Color"], socket)
            if name == "emissive" and "Emission Strength" in surface.inputs:
                surface.inputs["Emission Strength"].default_value = 1
    if "opacity" in maps and hasattr(material, "blend_method"):
        material.blend_method = "HASHED"
    for name in ("orm", "metallicRoughness"):
        if name in maps:
            _connect_packed(tree, surface, *maps[name])
    if "glossiness" in maps and _free(surface, ("Roughness",)):
        invert = _add(tree, "ShaderNodeInvert", surface.location.x - 300, surface.location.y - 280)
        tree.links.new(_add_picture(tree, surface, *maps["glossiness"], 1).outputs["Color"], invert.inputs["Color"])
        tree.links.new(invert.outputs["Color"], surface.inputs["Roughness"])
    _connect_relief(tree, surface, maps)


def _connect_packed(tree, surface, images, place):
    free = [(name, _free(surface, (name,))) for name in ("Roughness", "Metallic")]
    free = [(name, socket) for name, socket in free if socket is not None]
    if not free:
        return
    split = _add(tree, "ShaderNodeSeparateColor", surface.location.x - 300, surface.location.y - 280)
    tree.links.new(_add_picture(tree, surface, images, place, 1).outputs["Color"], split.inputs["Color"])
    for name, socket in free:
        tree.links.new(split.outputs["Green" if name == "Roughness" else "Blue"], socket)


def _connect_relief(tree, surface, maps):
    if not _free(surface, ("Normal",)):
        return
    kind = "normal" if "normal" in maps else "height"
    if kind not in maps:
        return
    node = "ShaderNodeNormalMap" if kind == "normal" else "ShaderNodeBump"
    relief = _add(tree, node, surface.location.x - 300, surface.location.y - 1120)
    picture = _add_picture(tree, surface, *maps[kind], 4)
    tree.links.new(picture.outputs["Color"], relief.inputs["Color" if kind == "normal" else "Height"])
    tree.links.new(relief.outputs["Normal"], surface.inputs["Normal"])
