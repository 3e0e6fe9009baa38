## Work in threads of their own, so that the editor stays awake.
@tool
extends RefCounted

static var _threads: Array[Thread] = []


## What `work` answers.
static func run(work: Callable) -> Variant:
	var thread := Thread.new()
	_threads.append(thread)
	thread.start(work)
	while thread.is_alive():
		await Engine.get_main_loop().process_frame
	if not thread in _threads:
		return null  # the plugin has left
	_threads.erase(thread)
	return thread.wait_to_finish()


static func is_idle() -> bool:
	return _threads.is_empty()


## Waits for what is under way; the plugin is about to leave.
static func finish() -> void:
	for thread in _threads:
		thread.wait_to_finish()
	_threads.clear()
