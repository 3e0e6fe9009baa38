/**
 * The script that Blender runs in a task's folder. `task.json` names the inputs and the asset; `made.blend` is the
 * output. On failure, it prints the reason on its own line after `LODESTOCK `.
 */
export const makeScript = `
import json, os, sys, threading

import bpy

threading.Thread(target=lambda: (sys.stdin.read(), os._exit(9)), daemon=True).start()  # it ends with the server
try:
    import numpy

    if not hasattr(numpy, "bool"):
        numpy.bool = bool  # Debian 12: the glTF add-on of Blender 3.4 is older than its numpy
except ImportError:
    pass

with open("task.json", encoding="utf-8") as file:
    task = json.load(file)
at = os.path.abspath


def bring(file):
    if not file.lower().endswith(".fbx"):
        return bpy.ops.import_scene.gltf(filepath=file)
    if "fbx_import" in dir(bpy.ops.wm):
        return bpy.ops.wm.fbx_import(filepath=file)
    return bpy.ops.import_scene.fbx(filepath=file)


def is_inside(image):
    if image.source not in {"FILE", "SEQUENCE", "MOVIE", "TILED"}:
        return True
    try:
        if not image.packed_file:
            image.pack()
    except RuntimeError:
        pass  # its file is not there
    return bool(image.packed_file)


def make():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bring(at(task["file"]))
    for image in [one for one in bpy.data.images if not is_inside(one)]:
        bpy.data.images.remove(image)
    for kind in (bpy.data.texts, bpy.data.sounds, bpy.data.libraries):
        for one in list(kind):
            kind.remove(one)
    if not any(one.type == "MESH" for one in bpy.data.objects):
        raise RuntimeError("Blender finds no mesh in it.")
    model = bpy.data.collections.new(task["title"])
    for one in bpy.data.objects:
        for holder in list(one.users_collection):
            holder.objects.unlink(one)
        model.objects.link(one)
    for other in [one for one in bpy.data.collections if one != model]:
        bpy.data.collections.remove(other)
    bpy.context.scene.collection.children.link(model)
    model.asset_mark()
    about = model.asset_data
    about.catalog_id = task["catalog"]
    about.author = task["author"]
    about.description = task["description"]
    if hasattr(about, "license"):
        about.license = task["license"]
    else:
        about["license"] = task["license"]
    for tag in task["tags"]:
        about.tags.new(tag, skip_if_exists=True)
    if task["picture"]:
        with bpy.context.temp_override(id=model):
            bpy.ops.ed.lib_id_load_custom_preview(filepath=at(task["picture"]))
    bpy.ops.wm.save_as_mainfile(filepath=at("made.blend"), compress=True)


try:
    make()
except BaseException as error:
    lines = [line.strip() for line in str(error).splitlines()]
    told = [line for line in lines if line and not line.startswith("Location:")]
    print("\\nLODESTOCK " + (told[-1] if told else type(error).__name__)[:500], flush=True)
    os._exit(3)
`;
