# SPDX-License-Identifier: GPL-3.0-or-later
"""One worker thread for slow work; anything that touches Blender returns to the main thread through a queue."""

import queue
import threading
import traceback

_tasks = queue.Queue()
_answers = queue.Queue()
_threads = []


def _loop():
    while True:
        task = _tasks.get()
        if task is None:
            return
        work, done, failed = task
        try:
            result = work()
        except Exception as error:
            _answers.put((failed, error, None))
        else:
            _answers.put((done, result, failed))


def run(work, done, failed):
    """Runs `work` in the thread; `done` gets its result, or `failed` its error or that of `done`, on the main thread."""
    if not _threads or not _threads[0].is_alive():
        _threads[:] = [threading.Thread(target=_loop, name="lodestock", daemon=True)]
        _threads[0].start()
    _tasks.put((work, done, failed))


def pump():
    """Delivers finished work; called by Blender's timer on the main thread. Returns True if there was any."""
    was_busy = False
    while True:
        try:
            listener, value, failed = _answers.get_nowait()
        except queue.Empty:
            return was_busy
        was_busy = True
        try:
            listener(value)
        except Exception as error:
            traceback.print_exc()  # raising would stop the timer, and with it the add-on
            if failed is not None:
                _answers.put((failed, error, None))


def stop():
    """Stops the thread after its current work."""
    if _threads:
        _tasks.put(None)
