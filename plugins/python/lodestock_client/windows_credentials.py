# SPDX-License-Identifier: MIT
"""Windows' Credential Manager, through its own library (wincred.h)."""

import ctypes
from ctypes import wintypes

GENERIC = 1
LOCAL_MACHINE = 2


class _Credential(ctypes.Structure):
    _fields_ = [
        ("Flags", wintypes.DWORD),
        ("Type", wintypes.DWORD),
        ("TargetName", wintypes.LPWSTR),
        ("Comment", wintypes.LPWSTR),
        ("LastWritten", wintypes.FILETIME),
        ("CredentialBlobSize", wintypes.DWORD),
        ("CredentialBlob", ctypes.POINTER(ctypes.c_char)),
        ("Persist", wintypes.DWORD),
        ("AttributeCount", wintypes.DWORD),
        ("Attributes", ctypes.c_void_p),
        ("TargetAlias", wintypes.LPWSTR),
        ("UserName", wintypes.LPWSTR),
    ]


def _library():
    library = ctypes.WinDLL("advapi32", use_last_error=True)
    library.CredReadW.argtypes = [
        wintypes.LPCWSTR,
        wintypes.DWORD,
        wintypes.DWORD,
        ctypes.POINTER(ctypes.POINTER(_Credential)),
    ]
    library.CredWriteW.argtypes = [ctypes.POINTER(_Credential), wintypes.DWORD]
    library.CredDeleteW.argtypes = [wintypes.LPCWSTR, wintypes.DWORD, wintypes.DWORD]
    library.CredFree.argtypes = [ctypes.c_void_p]
    return library


def write(target, secret):
    blob = secret.encode("utf-8")
    buffer = ctypes.create_string_buffer(blob, len(blob))
    credential = _Credential()
    credential.Type = GENERIC
    credential.TargetName = target
    credential.CredentialBlobSize = len(blob)
    credential.CredentialBlob = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_char))
    credential.Persist = LOCAL_MACHINE
    credential.UserName = "Lodestock"
    return bool(_library().CredWriteW(ctypes.byref(credential), 0))


def read(target):
    library = _library()
    found = ctypes.POINTER(_Credential)()
    if not library.CredReadW(target, GENERIC, 0, ctypes.byref(found)):
        return None
    try:
        size = found.contents.CredentialBlobSize
        return ctypes.string_at(found.contents.CredentialBlob, size).decode("utf-8")
    finally:
        library.CredFree(found)


def delete(target):
    return bool(_library().CredDeleteW(target, GENERIC, 0))
