# SPDX-License-Identifier: MIT
"""Finds and downloads exact 3D model files from a Lodestock server. Needs Python 3.10 or newer, and nothing else."""

from .client import App, Cancelled, Client, ServerError
from .download import Downloaded, download, find_price, limit_price
from .handover import Handover
from .keychain import Keychain
from .paths import UnsafePath
from .projects import list_projects, read_placed, report_scene
from .sign_in import SignIn

__version__ = "0.1.0"
__all__ = [
    "App",
    "Cancelled",
    "Client",
    "Downloaded",
    "Handover",
    "Keychain",
    "ServerError",
    "SignIn",
    "UnsafePath",
    "download",
    "find_price",
    "limit_price",
    "list_projects",
    "read_placed",
    "report_scene",
]
