"""Walks through the add-on in a real Blender without a window; wishes and answers are lines of JSON."""

import importlib.util
import json
import os
import sys
import time
import types

import numpy

if not hasattr(numpy, "bool"):
    numpy.bool = bool  # Debian 12: the glTF add-on of Blender 3.4 is older than its numpy

import bpy

sys.dont_write_bytecode = True
client_folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../plugins/python/lodestock_client")


def begin(place):
    """Blender and the add-on of a folder, as after a start."""
    global lodestock, exporting, importing, panel, steps, state
    for name in [name for name in sys.modules if name.split(".")[0] == "lodestock"]:
        del sys.modules[name]
    bpy.ops.wm.read_factory_settings()
    clear()
    # In a clone the client lies elsewhere; the built add-on has its modules beside its own.
    spec = importlib.util.spec_from_file_location(
        "lodestock", os.path.join(place, "__init__.py"), submodule_search_locations=[place, client_folder]
    )
    lodestock = importlib.util.module_from_spec(spec)
    sys.modules["lodestock"] = lodestock
    spec.loader.exec_module(lodestock)
    from lodestock import exporting, importing, panel
    from lodestock import state as steps

    state = steps.state
    lodestock.operators._folder = lambda: folder
    lodestock.register()


def say(**line):
    print(json.dumps(line), flush=True)


def until(is_true, what):
    """Ticks as Blender's timer does where it has a window, until something is so."""
    for _ in range(15000):
        lodestock.tick()
        if is_true():
            return
        time.sleep(0.02)
    raise SystemExit("waited too long for " + what)


def settle(what):
    until(lambda: not state.busy, what)
    return {"error": state.error, "status": state.status}


def images():
    used = {
        node.image
        for material in bpy.data.materials
        if material.use_nodes
        for node in material.node_tree.nodes
        if node.type == "TEX_IMAGE" and node.image
    }
    lost = [image.name for image in used if importing.is_missing(image)]
    return {"used": len(used), "lost": lost, "decoded": sum(1 for image in used if image.size[0] > 0)}


def scene_facts():
    meshes = [thing for thing in bpy.data.objects if thing.type == "MESH"]
    roots = [thing for thing in bpy.data.objects if thing.get(importing.ROOT)]
    return {
        "meshes": len(meshes),
        "faces": sum(len(thing.data.polygons) for thing in meshes),
        "roots": [[root.name, root[importing.LOD], root[importing.FORMAT]] for root in roots],
        "collections": sorted(collection.name for collection in bpy.data.collections),
        "images": images(),
    }


def clear():
    for thing in list(bpy.data.objects):
        bpy.data.objects.remove(thing, do_unlink=True)
    for kind in (bpy.data.collections, bpy.data.images, bpy.data.materials, bpy.data.meshes):
        for block in list(kind):
            kind.remove(block)


def index_of(lod, kind):
    return next(i for i, found in enumerate(state.variants) if found["lod"] == lod and found["format"] == kind)


def open_model(words):
    bpy.ops.lodestock.search(words=words)
    settle("the search")
    bpy.ops.lodestock.choose(guid=state.results[0]["guid"])
    return settle("the files")


def take(lod, kind):
    bpy.ops.lodestock.import_model(index=index_of(lod, kind))
    if state.question:
        bpy.ops.lodestock.unlock()
    return settle("the import")


def sign_in():
    bpy.ops.lodestock.connect(address=wish["server"])
    settle("the first page")
    bpy.ops.lodestock.sign_in()
    until(lambda: state.sign_in is not None or state.error, "the code")
    say(approveUrl=state.sign_in.approve_url, userCode=state.sign_in.user_code)
    until(lambda: state.sign_in is None, "the browser")
    return {"user": state.user, "error": state.error}


def switch(lod):
    root = next(thing for thing in bpy.data.objects if thing.get(importing.ROOT))
    bpy.context.view_layer.objects.active = root
    bpy.ops.lodestock.switch(lod=lod)
    until(lambda: not state.busy and (root.get(importing.LOD) == lod or state.error), "the switch")
    return {"error": state.error}


class Paper:
    """Stands in for a layout, which needs a window, and keeps the words on it; those of buttons in brackets."""

    def __init__(self, words):
        self.words = words

    def row(self, **_):
        return Paper(self.words)

    box = row

    def label(self, text="", **_):
        self.words.append(text)

    def operator(self, name, text="", **_):
        label = getattr(bpy.ops.lodestock, name.split(".")[1]).get_rna_type().name
        self.words.append("[%s]" % (text or label))
        return types.SimpleNamespace()

    def template_icon(self, **_):
        pass


def shown():
    paper = Paper([])
    panel.LODESTOCK_PT_panel.draw(types.SimpleNamespace(layout=paper), bpy.context)
    return " ".join(paper.words)


def pause(point):
    """Until the test has looked at what was sent so far."""
    say(now=point)
    sys.stdin.readline()


def press_switch(lod):
    root = next(thing for thing in bpy.data.objects if thing.get(importing.ROOT))
    bpy.context.view_layer.objects.active = root
    bpy.ops.lodestock.switch(lod=lod)
    until(lambda: not state.busy and (state.question or root.get(importing.LOD) == lod), "the question")


def walk_money():
    """A file that costs something, refused and then agreed to; another that does not arrive."""
    answers = {"opened": open_model("stool")["error"], "page": shown()}
    bpy.ops.lodestock.import_model("INVOKE_DEFAULT", index=index_of("10k", "obj"))
    answers["question"] = shown()
    bpy.ops.lodestock.decline()
    answers["declined"] = state.status
    bpy.ops.lodestock.import_model(index=index_of("1k", "obj"))
    answers["free"] = settle("the free file")
    press_switch("10k")
    answers["switch"] = shown()
    pause("asked")
    bpy.ops.lodestock.unlock()
    answers["paid"] = settle("the switch")
    answers["pageAfter"] = shown()
    press_switch("100k")
    answers["again"] = state.question is None
    open_model("bench")
    pause("corrupt")
    answers["broken"] = take("10k", "obj")["error"]
    pause("mended")
    open_model("shelf")
    pause("dearer")
    answers["dearer"] = take("10k", "obj")["error"]
    open_model("bench")
    bpy.ops.lodestock.import_model(index=index_of("10k", "obj"))
    bpy.ops.lodestock.back()
    answers["left"] = settle("what was paid for on a page that was left")
    return answers


def walk_report():
    """A scene with two models, told to the project that the person chooses, and then with one."""
    answers = {}
    for lod in ("10k", "1k"):
        open_model("stand")
        take(lod, "obj")
    answers["same"] = shown()
    pause("newer")
    open_model("stand")
    answers["newer"] = shown()
    bpy.ops.lodestock.projects()
    answers["loaded"] = settle("the projects")["error"]
    answers["offered"] = shown()
    bpy.ops.lodestock.report(project=state.projects[0]["id"])
    answers["unsaved"] = state.error
    os.makedirs(os.path.join(folder, "film", "010"))
    bpy.ops.wm.save_as_mainfile(filepath=os.path.join(folder, "film", "010", "main.blend"))
    bpy.ops.lodestock.report(project=state.projects[0]["id"])
    answers["reported"] = settle("the report")
    answers["page"] = shown()
    pause("two")
    clear()
    bpy.ops.lodestock.report(project=bpy.context.scene["lodestock_project"])
    answers["emptied"] = settle("the second report")
    return answers


def poster_size():
    """Width and height of the first hit's poster as the panel shows it; None for its cube."""
    guid = state.results[0]["guid"]
    until(lambda: state.posters.get(guid), "the poster")
    poster = panel.find_poster(guid)
    return list(poster.image_size) if poster else None


def walk_switch():
    root = next(thing for thing in bpy.data.objects if thing.get(importing.ROOT))
    parent = bpy.data.objects.new("Scene", None)
    bpy.context.scene.collection.objects.link(parent)
    root.parent = parent
    root.location = (3, 4, 5)
    mesh = next(thing for thing in root.children_recursive if thing.type == "MESH")
    red = bpy.data.materials.new("Red paint")
    mesh.material_slots[0].material = red
    lamp = bpy.data.objects.new("Lamp", None)
    bpy.context.scene.collection.objects.link(lamp)
    lamp.parent = mesh
    bpy.context.view_layer.update()
    place = [round(value, 4) for value in lamp.matrix_world.translation]
    faces = scene_facts()["faces"]
    said = switch("100k")
    bpy.context.view_layer.update()
    new = next(thing for thing in root.children_recursive if thing.type == "MESH")
    return {
        "error": said["error"],
        "before": faces,
        "after": scene_facts()["faces"],
        "location": list(root.location),
        "parent": root.parent.name if root.parent else None,
        "material": new.material_slots[0].material.name,
        "lampStays": place == [round(value, 4) for value in lamp.matrix_world.translation],
        "back": switch("10k")["error"],
        "facesBack": scene_facts()["faces"],
        "lod": root[importing.LOD],
    }


def walk_formats():
    """Every format of a model that holds one of each, textures found by our folders only."""
    answers = {}
    said = open_model(wish["model"])
    for found in list(state.variants):
        clear()
        key = "%s %s" % (found["lod"], found["format"])
        bpy.ops.lodestock.import_model(index=state.variants.index(found))
        if state.question:
            bpy.ops.lodestock.unlock()
        answers[key] = {**settle(key), **scene_facts()}
    return {"opened": said, "formats": answers}


def pictures_behind(socket):
    """Pictures that reach a socket, and their colour spaces."""
    nodes = [link.from_node for link in socket.links]
    images = [node.image for node in nodes if node.type == "TEX_IMAGE"]
    near = ["%s, %s" % (os.path.basename(image.filepath) or image.name, image.colorspace_settings.name) for image in images]
    return near + [found for node in nodes for behind in node.inputs for found in pictures_behind(behind)]


def walk_materials():
    said = {}
    open_model(wish["model"])
    for found in [one for one in state.variants if one["lod"] == wish["lod"]]:
        clear()
        error = take(found["lod"], found["format"])["error"]
        surfaces = [
            node
            for material in bpy.data.materials
            if material.use_nodes and importing.base_name(material.name) == wish["material"]
            for node in material.node_tree.nodes
            if node.type == "BSDF_PRINCIPLED"
        ]
        sockets = [(socket.name, pictures_behind(socket)) for node in surfaces for socket in node.inputs]
        said[found["format"]] = error or {name: pictures for name, pictures in sockets if pictures}
    return {"materials": said}


def walk_errors():
    answers = {}
    open_model("oak")
    for trouble in ("tampered", "cut", "traversal", "no money", "gone", "revoked"):
        pause(trouble)
        answers[trouble] = take("10k", "fbx")["error"]
    return {"errors": {**answers, "user": state.user, "objects": len(bpy.data.objects)}}


def walk_update():
    """From a server that is away to the app's version in the place of this add-on."""
    bpy.ops.lodestock.connect(address=wish["server"])
    until(lambda: state.update is not None, "the update")
    shown = steps.describe_update(state.update)
    settle("the search in vain")
    bpy.ops.lodestock.update()
    return {"shown": shown, **settle("the update"), "left": state.update is not None}


def walk_preferences():
    """To another server than the first one, by the preferences' button."""
    given = bpy.context.preferences.addons.new()
    given.module = "lodestock"
    given.preferences.server = wish["server"] + "/"
    bpy.ops.lodestock.connect()
    settle("the first page")
    until(lambda: state.update is not None, "the update")
    first = {"server": state.server, "written": given.preferences.server, "titles": [found["title"] for found in state.results]}
    given.preferences.server = wish["next"]
    bpy.ops.lodestock.connect()
    offered = state.update is not None
    return {"first": first, "next": state.server, "stillOffered": offered, **settle("the search in vain")}


def make_stool():
    """A cube with a picture that lies beside the scene, and a lamp that is no part of it."""
    picture = bpy.data.images.new("Oak", 8, 8)
    picture.filepath_raw, picture.file_format = os.path.join(folder, "oak.png"), "PNG"
    picture.save()
    bpy.data.images.remove(picture)
    material = bpy.data.materials.new("Oak")
    material.use_nodes = True
    node = material.node_tree.nodes.new("ShaderNodeTexImage")
    node.image = bpy.data.images.load(os.path.join(folder, "oak.png"))
    shader = material.node_tree.nodes["Principled BSDF"]
    material.node_tree.links.new(shader.inputs["Base Color"], node.outputs["Color"])
    bpy.ops.mesh.primitive_cube_add()
    stool = bpy.context.object
    stool.name = "Oak stool"
    stool.data.materials.append(material)
    bpy.ops.object.light_add()
    bpy.context.object.select_set(False)
    stool.select_set(True)
    bpy.context.view_layer.objects.active = stool
    return stool


def take_to_market(**said):
    try:
        bpy.ops.lodestock.publish(title="Oak stool", category="Furniture", license="CC0-1.0", **said)
    except RuntimeError:
        pass  # its report is an error of Python here
    return settle("the publish")


def walk_publish():
    stool = make_stool()
    unpriced = take_to_market()
    first = take_to_market(price="2.50")
    bpy.ops.object.modifier_add(type="SUBSURF")
    second = take_to_market(price="2.50", is_version=True)
    place = exporting.export_selection(bpy.context, folder, "Stool")["Stool.blend"]
    state_after = {
        "scenes": len(bpy.data.scenes),
        "packed": [image.name for image in bpy.data.images if image.packed_file],
        "guid": steps.find_published([stool]),
    }
    with bpy.data.libraries.load(place) as (source, _):
        blend = {"scenes": list(source.scenes), "objects": list(source.objects), "images": list(source.images)}
    stool.select_set(False)
    bpy.ops.object.select_all(action="DESELECT")
    return {"unpriced": unpriced, "first": first, "second": second, "after": state_after, "blend": blend, "mayNothing": not bpy.ops.lodestock.publish.poll()}


def walk_job():
    steps.take_job(wish["job"])
    return {"status": state.status, "error": state.error, **scene_facts()}


def walk_whole():
    said = {"opened": open_model("oak"), "poster": poster_size(), "update": state.update and state.update.__dict__}
    said.update(imported=take("10k", "fbx"), switched=walk_switch())
    clear()
    return {**said, "again": take("10k", "fbx"), "scene": scene_facts()}


def walk_poster():
    bpy.ops.lodestock.connect(address=wish["server"])
    settle("the first page")
    bpy.ops.lodestock.search(words=wish["words"])
    return {**settle("the search"), "poster": poster_size()}


def walk_unreadable():
    said = {**open_model("jet"), "why": {found["fileName"]: found["why"] for found in state.variants}}
    said["taken"] = {kind: take("10k", kind)["error"] for kind in ("glb", "fbx")}
    steps.take_job(wish["job"])
    said["handedOver"] = state.error
    lodestock.client.why_offline = lambda: lodestock.OFFLINE
    return {**said, "offline": walk_offline()["error"]}


def walk_offline():
    bpy.ops.lodestock.connect(address=wish["server"])
    return settle("nothing")


def walk_list():
    open_model(wish["words"])
    return {"listed": ["%s: %s" % (found["lod"], panel.describe_file(found)) for found in state.variants]}


walks = {
    "walk": walk_whole,
    "deny": dict,
    "errors": walk_errors,
    "money": walk_money,
    "formats": walk_formats,
    "materials": walk_materials,
    "report": walk_report,
    "unreadable": walk_unreadable,
    "list": walk_list,
    "publish": walk_publish,
}
without_sign_in = {
    "poster": walk_poster,
    "update": walk_update,
    "preferences": walk_preferences,
    "offline": walk_offline,
    "job": walk_job,
}

for given in iter(sys.stdin.readline, ""):
    given = json.loads(given)
    wish, os.environ["HOME"] = given["wish"], given["home"]
    folder = wish["folder"]
    begin(given["addon"])
    if wish["do"] in walks:
        say(signedIn=sign_in())
    say(**(walks.get(wish["do"]) or without_sign_in[wish["do"]])())
    lodestock.unregister()
    say(done=True)
