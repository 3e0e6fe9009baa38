# SPDX-License-Identifier: GPL-3.0-or-later
"""One worker thread for slow work; anything that touches Blender returns to the main thread through a queue."""

import queue
import threading

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
            _answers.put((failed, error))
        else:
            _answers.put((done, result))


def run(work, done, failed):
    """Runs `work` in the thread; `done` gets its result, or `failed` its error, on the main thread."""
    if not _threads or not _threads[0].is_alive():
        _threads[:] = [threading.Thread(target=_loop, name="lodestock", daemon=True)]
        _threads[0].start()
    _tasks.put((work, done, failed))


def pump():
    """Delivers finished work; called by Blender's timer on the main thread. True if there was any."""
    was_busy = False
    while True:
        try:
            listener, value = _answers.get_nowait()
        except queue.Empty:
            return was_busy
        was_busy = True
        listener(value)


def stop():
    """Ends the thread after its current work."""
    if _threads:
        _tasks.put(None)
