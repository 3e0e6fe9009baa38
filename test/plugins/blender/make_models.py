"""Makes real files of every format that this Blender writes: a textured box in three topologies. Target folder: argv."""

import os
import sys

import numpy

if not hasattr(numpy, "bool"):
    numpy.bool = bool  # Debian 12: the glTF add-on of Blender 3.4 is older than its numpy

import bpy

target = sys.argv[sys.argv.index("--") + 1]
artist = os.path.join(target, "..", "artist")  # where the textures lay when the files were made
os.makedirs(artist, exist_ok=True)


def make_image(name, colour):
    image = bpy.data.images.new(name, 16, 16)
    image.pixels = colour * 256
    image.filepath_raw = os.path.join(artist, name + ".png")
    image.file_format = "PNG"
    image.save()
    return bpy.data.images.load(image.filepath_raw)


def make_box(cuts):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.mesh.primitive_cube_add()
    box = bpy.context.object
    box.name = "Box"
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.subdivide(number_cuts=cuts)
    bpy.ops.object.mode_set(mode="OBJECT")
    material = bpy.data.materials.new("Wood")
    material.use_nodes = True
    node = material.node_tree.nodes.new("ShaderNodeTexImage")
    node.image = make_image("wood", [0.6, 0.4, 0.2, 1.0])
    shader = material.node_tree.nodes["Principled BSDF"]
    material.node_tree.links.new(node.outputs["Color"], shader.inputs["Base Color"])
    box.data.materials.append(material)
    return node.image


def textures_beside(folder):
    os.makedirs(os.path.join(folder, "textures"), exist_ok=True)
    with open(os.path.join(artist, "wood.png"), "rb") as source:
        with open(os.path.join(folder, "textures", "wood.png"), "wb") as file:
            file.write(source.read())


def export(lod, cuts):
    make_box(cuts)
    folder = os.path.join(target, "Oak chair", lod)
    os.makedirs(folder, exist_ok=True)
    textures_beside(folder)
    at = lambda name: os.path.join(folder, name)
    bpy.ops.export_scene.fbx(filepath=at("chair.fbx"), path_mode="ABSOLUTE")
    bpy.ops.export_scene.gltf(filepath=at("chair.glb"), export_format="GLB")
    bpy.ops.export_scene.gltf(filepath=at("chair.gltf"), export_format="GLTF_SEPARATE")
    bpy.ops.wm.obj_export(filepath=at("chair.obj"), path_mode="STRIP")
    for kind in ("stl", "ply"):  # Blender writes them itself since 4.2, as an add-on before
        itself = kind + "_export" in dir(bpy.ops.wm)
        (getattr(bpy.ops.wm, kind + "_export") if itself else getattr(bpy.ops.export_mesh, kind))(filepath=at("chair." + kind))
    if "collada_export" in dir(bpy.ops.wm):  # Debian builds newer ones without it
        bpy.ops.wm.collada_export(filepath=at("chair.dae"), use_texture_copies=False)
    with open(at("chair.mtl"), encoding="utf-8") as file:
        text = file.read().replace("wood.png", "textures/wood.png")
    with open(at("chair.mtl"), "w", encoding="utf-8") as file:
        file.write(text)
    bpy.ops.file.pack_all()
    bpy.ops.wm.save_as_mainfile(filepath=at("chair.blend"), copy=True, compress=False)


for name, count in (("1k", 1), ("10k", 4), ("100k", 15)):
    export(name, count)
with open(os.path.join(target, "Oak chair", "product.json"), "w", encoding="utf-8") as file:
    file.write('{"title": "Oak chair", "tags": ["oak"], "license": "CC0"}')
print("MADE")
