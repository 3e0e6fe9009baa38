## Runs work in threads, so that the editor stays responsive.
@tool
extends RefCounted

static var _threads: Array[Thread] = []


## Returns the result of `work`.
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


## Waits for running work before the plugin unloads.
static func finish() -> void:
	for thread in _threads:
		thread.wait_to_finish()
	_threads.clear()
