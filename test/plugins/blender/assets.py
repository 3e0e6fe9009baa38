"""Makes files with assets for Blender's remote asset libraries, or opens some as Blender does after their download."""

import json
import os
import sys

import bpy

step, *places = sys.argv[sys.argv.index("--") + 1 :]


def make(folder):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.mesh.primitive_cube_add()
    box = bpy.context.object
    box.name = "Oak châir"
    box.asset_mark()
    bpy.ops.object.light_add()  # and a lamp that is no asset
    group = bpy.data.collections.new("Chairs")
    bpy.context.scene.collection.children.link(group)
    group.objects.link(box)
    group.asset_mark()
    material = bpy.data.materials.new("Wood")
    material.use_nodes = True
    material.asset_mark()
    picture = bpy.data.images.new("wood", 16, 16)
    picture.filepath_raw = os.path.join(folder, "wood.png")
    picture.file_format = "PNG"
    picture.save()
    node = material.node_tree.nodes.new("ShaderNodeTexImage")
    node.image = bpy.data.images.load(os.path.join(folder, "wood.png"))
    bpy.data.images.remove(picture)
    box.data.materials.append(material)
    at = lambda name: os.path.join(folder, name)
    bpy.ops.wm.save_as_mainfile(filepath=at("external.blend"), compress=False)
    bpy.ops.file.pack_all()
    bpy.ops.wm.save_as_mainfile(filepath=at("packed.blend"), compress=False)
    bpy.ops.wm.save_as_mainfile(filepath=at("compressed.blend"), compress=True)
    os.remove(at("wood.png"))


def open_assets(file):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    with bpy.data.libraries.load(file, assets_only=True) as (source, target):
        for kind in ("objects", "collections", "materials"):
            setattr(target, kind, list(getattr(source, kind)))
    found = [*target.objects, *target.collections, *target.materials]
    marked = [one.asset_data for one in found if one.asset_data]
    names = sorted("%s %s" % (one.rna_type.identifier.upper(), one.name) for one in found if one.asset_data)
    pixels = max(image.size[0] for image in bpy.data.images if image.source == "FILE")
    said = [(data.catalog_id, data.author, data.description, sorted(tag.name for tag in data.tags)) for data in marked]
    licences = [getattr(data, "license", data.get("license")) for data in marked]
    pictures = [one.preview is not None and min(one.preview.image_size) > 0 for one in found if one.asset_data]
    about = {"said": said, "licences": licences, "pictures": pictures}
    print("SEEN " + json.dumps({"names": names, "pixels": pixels, **about}))


for place in places:
    make(place) if step == "make" else open_assets(place)
