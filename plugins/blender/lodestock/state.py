# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel's state, and the steps that change it. Independent of operators and layout."""

import os
import re
import shutil
import tempfile

import bpy

from . import exporting, importing, work
from .about import APP
from .client import Client, ServerError
from .download import download, find_price, limit_price
from .handover import Handover
from .keychain import Keychain
from .projects import list_projects, report_scene
from .publish import list_uploads, publish_files
from .sign_in import SignIn
from .updates import Untrusted, confirm_update, find_update, install_update

POSTER_BYTES = 8 << 20
PUBLISHED, PUBLISHED_AT = "lodestock_published", "lodestock_published_at"
PROJECT, PROJECT_NAME = "lodestock_project", "lodestock_project_name"


keychain = Keychain(APP.name)


class State:
    def __init__(self):
        self.server = ""
        self.user = ""
        self.status = ""
        self.error = ""
        self.busy = False
        self.progress = 0.0
        self.results = []
        self.total = 0
        self.words = ""
        self.model = None
        self.variants = []
        self.pricing = {}
        self.question = None  # a priced file, and the name of the root that it replaces
        self.sign_in = None
        self.update = None
        self.is_stopped = False
        self.projects = None  # to choose from
        self.posters = {}
        self.handover = Handover(APP.family, str(os.getpid()))

    def client(self):
        return Client(self.server, APP, keychain.read(self.server))


state = State()


def redraw():
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()


def _start(said, work_of, done, failed=lambda: None):
    """Runs one step at a time in the thread, and shows its progress, result or error."""
    if state.busy:
        return False
    state.busy, state.error, state.status, state.progress = True, "", said, 0.0
    state.is_stopped, state.question = False, None

    def finish(result):
        state.busy, state.status = False, ""
        done(result)
        redraw()

    def fail(error):
        state.busy, state.status = False, ""
        show_error(error)
        failed()
        redraw()

    work.run(work_of, finish, fail)
    return True


def show_error(error):
    """Shows an error on the panel; signs out if the session has ended."""
    state.error = str(error)
    if isinstance(error, ServerError) and error.code == "UNAUTHENTICATED":
        was_signed_in = keychain.read(state.server) != ""
        keychain.forget(state.server)
        state.user = ""
        state.error = (
            "Your sign-in has ended. Sign in again."
            if was_signed_in
            else "This server shows models only to people who are signed in. Sign in first."
        )


def connect(address):
    """Sets the server's address. Raises ValueError with a message for the user."""
    client = Client(address, APP)
    if client.base != state.server:
        state.server, state.results, state.model, state.variants = client.base, [], None, []
        state.update = state.projects = None  # from the previous server
        state.user = "signed in" if keychain.read(client.base) else ""


def search(words, offset=0):
    client = state.client()

    def done(answer):
        state.words, state.total = words, answer["total"]
        state.results = answer["results"] if offset == 0 else state.results + answer["results"]
        load_posters(answer["results"])

    return _start("Searching …", lambda: client.search(words, offset), done)


def load_posters(models):
    """Fetches posters into a folder for this session, one by one, in the background."""
    client = state.client()
    for model in models:
        guid, address = model["guid"], model.get("previewSmallUrl") or model.get("previewMediumUrl")
        if address and guid not in state.posters:
            state.posters[guid] = None
            work.run(lambda a=address: client.fetch_poster(a, POSTER_BYTES), lambda data, g=guid: _keep_poster(g, data), lambda _: None)


def _keep_poster(guid, data):
    kinds = {b"\x89PNG": ".png", b"\xff\xd8\xff\xe0": ".jpg", b"\xff\xd8\xff\xe1": ".jpg", b"RIFF": ".webp"}
    handle, place = tempfile.mkstemp(kinds.get(data[:4], ".jpg"), "lodestock-")
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    state.posters[guid] = place
    redraw()


def made_from(variant, variants):
    """Describes from which of the model's files the server made a file; "" for originals."""
    derived = variant.get("derived")
    if not derived:
        return ""
    lods = [found["lod"] for found in variants if found.get("sha256") == derived.get("from")]
    return "made from the " + lods[0] if lods else "made from another file"


def _readable(variants):
    """Returns the files of formats that this Blender imports, each with its notes."""
    return [
        dict(found, why=importing.why_unreadable(found), made=made_from(found, variants))
        for found in variants
        if importing.can_import(found["format"])
    ]


def choose(model):
    """Opens a model: reads its files, which needs a sign-in."""
    client = state.client()

    def done(answer):
        state.model = dict(model, version=answer["version"] or model.get("version", 0))
        state.pricing = answer["pricing"]
        order = {name: index for index, name in enumerate(importing.FORMATS)}
        state.variants = sorted(_readable(answer["variants"]), key=lambda variant: order.get(variant["format"], 99))

    return _start("Loading files …", lambda: client.formats(model["guid"]), done)


def leave_model():
    state.model, state.variants, state.question, state.error = None, [], None, ""


def begin_sign_in(opened):
    """Starts a sign-in; `opened` gets the address to open in the browser."""
    client = Client(state.server, APP)

    def done(attempt):
        state.sign_in = attempt
        opened(attempt.approve_url)

    return _start("Contacting the server …", lambda: SignIn(client), done)


def _signed_in(answer):
    if state.sign_in is None:
        return
    if answer == "pending":
        return
    state.sign_in = None
    if isinstance(answer, dict):
        is_kept = keychain.keep(state.server, answer["appToken"])
        state.user = (answer.get("user") or {}).get("name") or "signed in"
        state.status = "" if is_kept else "Signed in until Blender is closed, because no keychain was found."
    else:
        state.error = "The sign-in was denied." if answer == "denied" else "The sign-in has expired. Start again."


def poll_sign_in():
    attempt = state.sign_in
    if attempt is not None and attempt.is_due() and not state.busy:
        _start("", attempt.poll, _signed_in)


def cancel_sign_in():
    state.sign_in = None


def sign_out():
    """Forgets the sign-in here, and revokes it on the server if it can be reached."""
    client = state.client()
    keychain.forget(state.server)
    state.user, state.projects = "", None
    leave_model()
    work.run(lambda: client.call("POST", "/api/auth/logout", {}), lambda _: None, lambda _: None)


def price_of(variant):
    """Returns the price of a file of the open model for this account, in US dollars."""
    return find_price(variant, state.pricing)


def describe_question():
    """Returns the question before a charge."""
    facts = (state.model["title"], price_of(state.question[0]), state.pricing.get("balanceUsd", 0))
    return 'Unlock "%s" for %.2f USD? Your balance is %.2f USD. All other files of this model are then free.' % facts


def agree(folder):
    """Continues after the user has confirmed the question."""
    if state.question is None:
        return False
    variant, name = state.question
    root = bpy.data.objects.get(name) if name else None
    if name and root is None:
        state.question, state.error = None, name + " is no longer in the scene. Nothing was charged."
        return False
    return bring(variant, folder, root, True)


def decline():
    state.question, state.status = None, "Cancelled. Nothing was charged."


def bring(variant, folder, root=None, is_agreed=False):
    """Downloads a variant and imports it; with a root, replaces the model imported there. Asks before a charge."""
    if state.busy:
        return False
    why = importing.why_unreadable(variant)
    if why:
        state.error = why + " Nothing was charged."
        redraw()
        return False
    target = root.name if root is not None else None
    if price_of(variant) > 0 and not is_agreed:
        state.question, state.error, state.status = (variant, target), "", ""
        redraw()
        return False
    client, model, wanted, charged = state.client(), state.model, limit_price(variant, price_of(variant)), []

    def granted(answer):
        left = answer.get("balanceRemainingUsd", 0)
        if variant["lod"] != "1k" and state.model is model:
            state.pricing = dict(state.pricing, unlocked=True, balanceUsd=left)
        if answer.get("chargedUsd"):
            charged.append(" Charged %.2f USD, %.2f left." % (answer["chargedUsd"], left))

    def failed():
        state.error += "".join(charged)

    def progress(done, total):
        state.progress = done / max(1, total)

    def done(found):
        # As of the start: the user may have gone back since.
        facts = {
            importing.GUID: model["guid"],
            importing.LOD: variant["lod"],
            importing.FORMAT: variant["format"],
            importing.SERVER: client.base,
            importing.SHA: found.answer["sha256"],
            importing.VERSION: model.get("version", 0),
        }
        placed = found.scene_path, found.search_paths, facts, model["title"], found.answer.get("textures") or ()
        there = bpy.data.objects.get(target) if target else None
        try:
            if there is not None:
                made = importing.switch_model(there, *placed)
            else:
                made = importing.import_model(*placed)
        except importing.ImportFailed as error:
            show_error(error)
            failed()
            return
        state.status = made.describe(model["title"], variant["lod"]) + "." + "".join(charged)

    work_of = lambda: download(client, model, wanted, folder, progress, lambda: state.is_stopped, granted)
    return _start("Downloading …", work_of, done, failed)


def switch(root, lod, folder):
    """Replaces an imported model with another topology in the same format."""
    client, guid, kind = state.client(), root[importing.GUID], root[importing.FORMAT]

    def done(found):
        model, variants = found
        fitting = [v for v in variants["variants"] if v["lod"] == lod and v["format"] == kind]
        if len(fitting) != 1:
            what = "no" if not fitting else "more than one"
            state.error = "This model has %s %s file in %s. Choose a file from the list instead." % (what, kind.upper(), lod)
            return
        state.model, state.variants, state.pricing = model, _readable(variants["variants"]), variants["pricing"]
        bring(fitting[0], folder, root)

    def work_of():
        model = client.call("GET", "/api/models/" + guid, signed=False)
        return model, client.formats(guid)

    return _start("Loading files …", work_of, done)


def find_published(objects):
    """Returns the guid under which these objects were published on this server; "" if they were not, or as several models."""
    found = {thing.get(PUBLISHED) for thing in objects if thing.get(PUBLISHED) and thing.get(PUBLISHED_AT) == state.server}
    return found.pop() if len(found) == 1 else ""


def publish(context, product, guid=""):
    """Publishes the selected objects; with a guid, as the next version of that model."""
    fault = product.find_fault()
    if fault:
        state.error = fault
        return False
    client, server = state.client(), state.server
    names = [thing.name for thing in context.selected_objects]
    folder = tempfile.mkdtemp(prefix="lodestock-")
    name = re.sub(r"[^\w. -]", "", product.title).strip(" .")[:60] or "Model"

    def clean():
        shutil.rmtree(folder, ignore_errors=True)

    def progress(done, total):
        state.progress = done / max(1, total)

    def done(found):
        clean()
        for thing in filter(None, (bpy.data.objects.get(known) for known in names)):
            thing[PUBLISHED], thing[PUBLISHED_AT] = found["guid"], server
        is_waiting = found["state"] == "waiting"
        state.status = product.title + (" waits for an admin to approve it." if is_waiting else " is published.")

    def allowed(_):
        # Blender writes files only on its main thread.
        try:
            files = exporting.export_selection(context, folder, name)
        except exporting.ExportFailed as error:
            clean()
            show_error(error)
            return
        send = lambda: publish_files(client, files, product, guid, progress, lambda: state.is_stopped)
        _start("Publishing …", send, done, clean)

    # Nothing is exported for users who may not publish.
    return _start("Contacting the server …", lambda: list_uploads(client), allowed, clean)


def choose_project():
    """Lists the projects visible to the user."""
    client = state.client()

    def done(projects):
        state.projects = projects
        if not projects:
            state.status = "There are no projects yet. Make one on the server's Projects page."

    return _start("Loading projects …", lambda: list_projects(client), done)


def report(scene, project):
    """Reports the models of the open file to a project, and stores the project in the file."""
    if not bpy.data.filepath:
        state.error = "Save the file first: the project knows it by its name and folders."
        return False
    client, models = state.client(), importing.placed_from(state.server)
    # Without the folders of this computer, but with some parents, as many shots have a file of the same name.
    name = "/".join(bpy.data.filepath.replace("\\", "/").split("/")[-3:]).lstrip("/")

    def done(told):
        state.projects = None
        scene[PROJECT], scene[PROJECT_NAME] = told["id"], told["name"]
        state.status = "%s: %d files of models reported." % (told["name"], len(models))

    return _start("Reporting …", lambda: report_scene(client, project, name, models), done)


def look_for_update():
    client = Client(state.server, APP)

    def done(update):
        if client.base == state.server:
            state.update = update
        redraw()

    def failed(error):
        if isinstance(error, Untrusted) and client.base == state.server:
            state.status = str(error)
            redraw()

    work.run(lambda: find_update(client), done, failed)


def describe_update(update):
    """Returns the panel's text about an update."""
    if update.is_back:
        return "Install %s, which your studio went back to" % update.version
    return "Update to %s" % update.version + (" (from the desktop app)" if update.app else "")


def install(folder):
    """Replaces the add-on's folder with the offered update."""
    client, offered = state.client(), state.update

    def work_of():
        return install_update(client, confirm_update(client, offered), folder)

    def done(is_from_app):
        origin = " It came from the desktop app, because the server is unreachable." if is_from_app else ""
        state.status = "Version %s is installed. Restart Blender to use it.%s" % (offered.version, origin)
        state.update = None

    def failed():
        # The offer may have changed.
        if offered.app:
            look_for_update()

    return _start("Installing the update …", work_of, done, failed)


def take_job(job):
    """Imports what the desktop app sends, and reports the outcome."""
    facts = {
        importing.GUID: job["guid"],
        importing.LOD: job["lod"],
        importing.FORMAT: job["format"],
        importing.SERVER: job.get("server", ""),
        importing.SHA: "",
    }
    try:
        told = job.get("textures") or ()
        made = importing.import_model(job["scenePath"], job.get("searchPaths", []), facts, job["title"], told)
        said, is_done = made.describe(job["title"], job["lod"]), True
    except Exception as error:
        said, is_done = str(error), False
        show_error(error)
    else:
        state.status = said
    work.run(lambda: state.handover.report(job["id"], is_done, said), lambda _: None, lambda _: None)
    redraw()


def ask_for_jobs():
    label = bpy.path.basename(bpy.data.filepath) or "unsaved scene"

    def done(jobs):
        for job in jobs:
            take_job(job)

    work.run(lambda: state.handover.jobs(label), done, lambda _: None)
