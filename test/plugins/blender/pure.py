"""Takes steps of the add-on's parts that need no Blender, each in a process of its own: wishes and answers are lines of JSON."""

import ctypes, hashlib, http.client, shutil, ssl, tempfile, urllib.request, uuid, zipfile  # what steps need is made ready once
import importlib
import json
import os
import sys
import time
import types

here = os.path.dirname(os.path.abspath(__file__))
client_folder = os.path.join(here, "../../../plugins/python/lodestock_client")
parts = "client download handover keychain paths publish sign_in signature updates work".split()


def load(folder):
    """The add-on of a folder; its __init__ would ask for bpy, and a built one has the modules of the client beside its own."""
    package = types.ModuleType("lodestock")
    package.__path__ = [folder, client_folder]
    sys.modules["lodestock"] = package
    for name in parts:
        globals()[name] = importlib.import_module("lodestock." + name)
    globals()["APP"] = importlib.import_module("lodestock.about").APP


def say(**line):
    print(json.dumps(line), flush=True)


def find_variant(api, wish):
    fitting = [
        variant
        for variant in api.formats(wish["guid"])["variants"]
        if variant["format"] == wish["format"] and variant["lod"] == wish["lod"]
    ]
    return fitting[wish.get("index", 0)]


def do_sign_in(wish):
    attempt = sign_in.SignIn(client.Client(wish["server"], APP))
    say(approveUrl=attempt.approve_url, userCode=attempt.user_code)
    answer = "pending"
    while answer == "pending":
        if attempt.is_due():
            answer = attempt.poll()
        time.sleep(0.02)
    return answer


def do_download(wish):
    api = client.Client(wish["server"], APP, wish.get("token", ""))
    stops = iter(wish.get("stopAfter", 10**9) > count for count in range(10**9))
    model = {"guid": wish["guid"], "title": wish["title"], "version": 1, "license": "CC0"}
    seen = []
    found = download.download(
        api,
        model,
        wish.get("variant") or find_variant(api, wish),
        wish["root"],
        lambda done, total: seen.append([done, total]),
        lambda: not next(stops),
    )
    return {"scene": found.scene_path, "search": found.search_paths, "charged": found.answer.get("chargedUsd"), "last": seen[-1:]}


def do_install(wish):
    api = client.Client(wish["server"], APP)
    offered = updates.Update(**wish["update"])
    found = updates.confirm_update(api, offered, wish["current"])
    return {"version": found.version, "isFromApp": updates.install_update(api, found, wish["folder"])}


def list_data_folders(wish):
    sys.platform = wish["platform"]
    return handover.data_folders()


def do_update(wish):
    client.TIMEOUT = wish.get("timeout", client.TIMEOUT)
    api = client.Client(wish["server"], APP)
    update = updates.find_update(api, wish["current"])
    if update is None or "folder" not in wish:
        return update and update.__dict__
    updates.install_update(api, update, wish["folder"])
    return update.__dict__


def check_path(wish, path):
    try:
        return paths.safe_join(wish["root"], path)
    except paths.UnsafePath as error:
        return {"refused": str(error)}


def do_handover(wish):
    inbox = handover.Handover("blender", "session-1", [wish["folder"]])
    jobs = inbox.jobs("oak scene")
    for job in jobs:
        inbox.report(job["id"], True, "done")
    return {"jobs": jobs, "again": inbox.jobs("oak scene")}


def do_publish(wish):
    publish.PIECE = wish["piece"]
    # Without any pause, a slow server would be asked more often than it allows.
    pause = publish.time.sleep
    publish.time.sleep = lambda seconds: pause(min(seconds, 0.3))
    api = client.Client(wish["server"], APP, wish["token"])
    stops = iter(wish.get("stopAfter", 10**9) > count for count in range(10**9))
    product = publish.Product("Oak chair", "Furniture", "CC0", "2.50", "oak, seat")
    return publish.publish_files(api, wish["files"], product, wish.get("guid", ""), None, lambda: not next(stops))


def do_faults(wish):
    return [publish.Product("Oak chair", "Furniture", "CC0", price).find_fault() for price in wish["prices"]]


def do_keychain(wish):
    kept, later = keychain.Keychain(APP.name), keychain.Keychain(APP.name)
    is_kept = kept.keep(wish["server"], wish["token"])
    found = later.read(wish["server"])
    later.forget(wish["server"])
    return {"isKept": is_kept, "found": found, "after": later.read(wish["server"])}


def judge_signatures(wish):
    fields = [[bytes.fromhex(one[name]) for name in ("key", "message", "signature")] for one in wish["vectors"]]
    return [signature.is_signed(*one) for one in fields]


def do_work(wish):
    """A listener that raises, and one after it."""
    heard = []

    def break_down(result):
        raise ValueError("a listener broke down")

    work.run(lambda: 1, break_down, lambda error: heard.append(str(error)))
    work.run(lambda: 2, heard.append, lambda _: None)
    while len(heard) < 2:
        work.pump()
        time.sleep(0.01)
    return heard


steps = {
    "sign-in": do_sign_in,
    "search": lambda wish: client.Client(wish["server"], APP).search(wish["words"]),
    "download": do_download,
    "update": do_update,
    "signatures": judge_signatures,
    "install": do_install,
    "assets": lambda wish: handover.find_assets([wish["folder"]]),
    "data folders": list_data_folders,
    "fetch": lambda wish: client.Client(wish["server"], APP).fetch_bytes(wish["address"], 1000).decode(),
    "roll back": lambda wish: updates.roll_back(wish["folder"]),
    "paths": lambda wish: [check_path(wish, path) for path in wish["paths"]],
    "twins": lambda wish: paths.check_twins(wish["paths"]),
    "handover": do_handover,
    "keychain": do_keychain,
    "publish": do_publish,
    "faults": do_faults,
    "work": do_work,
}

with tempfile.TemporaryDirectory() as sys.pycache_prefix:  # nothing compiled lies beside the sources
    for line in sys.stdin:
        if os.fork() == 0:
            given = json.loads(line)
            os.environ.clear()
            os.environ.update(given["env"])
            try:
                load(given["addon"])
                say(answer=steps[given["wish"]["do"]](given["wish"]))
            except Exception as error:
                say(failed=type(error).__name__, code=getattr(error, "code", None), message=str(error))
            os._exit(0)
        os.wait()
        say(done=True)
