# SPDX-License-Identifier: GPL-3.0-or-later
"""Verifies the signature of an update feed: Ed25519 (RFC 8032) over its canonical JSON. Python has no Ed25519 of its own."""

import base64
import hashlib
import json

# Public keys that sign releases, newest first.
RELEASE_KEYS = []

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)  # of -1


def _add(one, two):
    # Points as (X, Y, Z, T): x = X / Z, y = Y / Z, x * y = T / Z.
    a, b = (one[1] - one[0]) * (two[1] - two[0]) % _P, (one[1] + one[0]) * (two[1] + two[0]) % _P
    c, d = 2 * one[3] * two[3] * _D % _P, 2 * one[2] * two[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _multiply(point, number):
    result = (0, 1, 1, 0)
    while number > 0:
        if number & 1:
            result = _add(result, point)
        point = _add(point, point)
        number >>= 1
    return result


def _read_point(data):
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & ((1 << 255) - 1)
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    if y >= _P or (x * x - square) % _P or (x == 0 and sign):
        raise ValueError("This is not a point of the curve.")
    if x & 1 != sign:
        x = _P - x
    return x, y, 1, x * y % _P


_BASE = _read_point((4 * pow(5, _P - 2, _P) % _P).to_bytes(32, "little"))


def is_signed(key, message, signature):
    """Returns True if `signature` is valid for the public key; all three are bytes."""
    if len(key) != 32 or len(signature) != 64:
        return False
    try:
        public, commitment = _read_point(key), _read_point(signature[:32])
    except ValueError:
        return False
    scalar = int.from_bytes(signature[32:], "little")
    if scalar >= _ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % _ORDER
    one, two = _multiply(_BASE, scalar), _add(commitment, _multiply(public, challenge))
    return (one[0] * two[2] - two[0] * one[2]) % _P == 0 and (one[1] * two[2] - two[1] * one[2]) % _P == 0


def is_release(feed):
    """Returns True if one of the release keys has signed this feed."""
    signed = {name: value for name, value in feed.items() if name not in ("signature", "rollback")}
    message = json.dumps(signed, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    try:
        signature = base64.b64decode(feed.get("signature", ""))
    except ValueError:
        return False
    return any(is_signed(base64.b64decode(key), message, signature) for key in RELEASE_KEYS)
