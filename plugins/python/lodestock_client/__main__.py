# SPDX-License-Identifier: MIT
"""The client on the command line: `python -m lodestock_client https://models.example.org search oak chair`."""

import argparse
import os
import sys
import time

from . import App, Client, Keychain, ServerError, SignIn, UnsafePath, __version__
from . import download, find_price, limit_price, read_placed, report_scene

APP = App("lodestock-python", "Lodestock for Python", __version__, "python")
keychain = Keychain(APP.name)


def search(client, wish):
    answer = client.search(" ".join(wish.words))
    for model in answer["results"]:
        print("%s  %s  [%s; %s]" % (model["guid"], model["title"], " ".join(model["lods"]), " ".join(model["formats"])))
    print("%d of %d models" % (len(answer["results"]), answer["total"]))


def sign_in(client, wish):
    attempt = SignIn(client)
    print("Open %s and check that it shows %s." % (attempt.approve_url, attempt.user_code), flush=True)
    answer = "pending"
    while answer == "pending":
        time.sleep(0.1)
        answer = attempt.poll() if attempt.is_due() else answer
    if not isinstance(answer, dict):
        raise SystemExit("The sign-in was denied." if answer == "denied" else "The sign-in has expired. Start again.")
    is_kept = keychain.keep(client.base, answer["appToken"])
    print("Signed in." if is_kept else "This computer has no keychain, so the sign-in was not kept.")


def get(client, wish):
    formats = client.formats(wish.guid)
    fitting = [each for each in formats["variants"] if each["format"] == wish.format and each["lod"] == wish.lod]
    if not fitting:
        known = sorted({each["lod"] + " " + each["format"] for each in formats["variants"]})
        raise SystemExit("The model has no such file. It has: " + ", ".join(known))
    variant = fitting[0]
    price = find_price(variant, formats["pricing"])
    if price > wish.pay:
        raise SystemExit("This model costs %.2f USD. Add --pay %.2f to buy it. Nothing was charged." % (price, price))
    model = client.call("GET", "/api/models/" + wish.guid)
    model = dict(model.get("model", model), version=formats["version"])
    found = download(client, model, limit_price(variant, price), wish.to)
    if found.answer.get("chargedUsd"):
        left = found.answer["balanceRemainingUsd"]
        print("Charged %.2f USD, %.2f left." % (found.answer["chargedUsd"], left), file=sys.stderr)
    print(found.scene_path)


def report(client, wish):
    models = read_placed(wish.folder)
    scene = wish.scene or os.path.basename(os.path.abspath(wish.folder))
    project = report_scene(client, wish.project, scene, models)
    print("%s: %d files of %s reported." % (project["name"], len(models), scene))


def read_arguments():
    parser = argparse.ArgumentParser(prog="lodestock_client", description=__doc__)
    parser.add_argument("server")
    steps = parser.add_subparsers(required=True)
    step = steps.add_parser("search", help="list models")
    step.add_argument("words", nargs="*")
    step.set_defaults(run=search)
    steps.add_parser("sign-in", help="sign in, approved in the browser").set_defaults(run=sign_in)
    step = steps.add_parser("get", help="download one exact file with what it needs, and print its path")
    step.add_argument("guid")
    step.add_argument("--format", default="glb")
    step.add_argument("--lod", default="1k", help="1k, 10k, 100k or source")
    step.add_argument("--to", default=".", help="folder in which the model gets its own")
    step.add_argument("--pay", type=float, default=0, help="the most that may be charged, in US dollars")
    step.set_defaults(run=get)
    step = steps.add_parser("report", help="tell a project which downloaded models a folder has")
    step.add_argument("project", help="its id, which its page has in the address")
    step.add_argument("folder")
    step.add_argument("--scene", help="what they are reported as; by default, the folder's name")
    step.set_defaults(run=report)
    return parser.parse_args()


def main():
    wish = read_arguments()
    try:
        client = Client(wish.server, APP)
        client.token = os.environ.get("LODESTOCK_TOKEN") or keychain.read(client.base)
        wish.run(client, wish)
    except (ServerError, UnsafePath, ValueError, OSError) as error:
        if getattr(error, "code", "") == "UNAUTHENTICATED":
            error = "Sign in first: python -m lodestock_client %s sign-in" % wish.server
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
