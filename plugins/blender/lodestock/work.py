# SPDX-License-Identifier: GPL-3.0-or-later
"""One worker thread for what takes time; what touches Blender comes back to the main thread through a queue."""

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
    """Hands over what has been done; called by Blender's timer on the main thread. True when there was something."""
    was_busy = False
    while True:
        try:
            listener, value = _answers.get_nowait()
        except queue.Empty:
            return was_busy
        was_busy = True
        listener(value)


def stop():
    """Ends the thread once what it does is over."""
    if _threads:
        _tasks.put(None)
