@tool
## Receives models that the desktop app sends to this project.
extends RefCounted

const Transport := preload("transport.gd")
const SafePaths := preload("safe_paths.gd")
const Receipt := preload("receipt.gd")

## In the folders of the desktop app: installed, and started from a clone.
const NOTES: Array[String] = ["Lodestock/dcc.json", "lodestock/dcc.json"]

var _note := {}
var _seen := ""


## The jobs for this run of Godot, each returned once. Silent while the app is closed, until its note changes.
func read_jobs(label: String) -> Array:
	_look()
	var path := "/dcc/jobs?host=godot&session=%d&label=%s" % [OS.get_process_id(), label.uri_encode()]
	var answer := _ask(path, null) if _note else {}
	return answer.get("jobs", [])


func report(job: Dictionary, is_done: bool, message: String) -> void:
	if _note:
		_ask("/dcc/jobs/%s/result" % str(job.id).uri_encode(), {"ok": is_done, "message": message})


func _look() -> void:
	for name in NOTES:
		var place := OS.get_config_dir().path_join(name)
		if not FileAccess.file_exists(place):
			continue
		var text := FileAccess.get_file_as_string(place)
		var stamp := "%d %s" % [FileAccess.get_modified_time(place), text.sha256_text()]
		if stamp != _seen:
			_seen = stamp
			var note: Variant = JSON.parse_string(text)
			_note = note if note is Dictionary and note.get("version") == 1.0 and note.has_all(["port", "secret"]) else {}
		return
	_note = {}
	_seen = ""


func _ask(path: String, body: Variant) -> Dictionary:
	var headers := PackedStringArray(["Authorization: Bearer " + str(_note.secret), "Content-Type: application/json"])
	var method := HTTPClient.METHOD_GET if body == null else HTTPClient.METHOD_POST
	var address := "http://127.0.0.1:%d%s" % [int(_note.port), path]
	var answer := Transport.new().fetch_bytes(method, address, headers, "" if body == null else JSON.stringify(body), 1 << 20)
	if answer.ok and answer.status == 200:
		var parsed: Variant = JSON.parse_string(answer.body.get_string_from_utf8())
		return parsed if parsed is Dictionary else {}
	if answer.ok and answer.status == 401:
		_seen = ""  # the app was restarted
	_note = {}
	return {}


## Copies the files of a job into the model's folder below `root`: `scene` is the file to open.
static func copy(job: Dictionary, root: String) -> Dictionary:
	var folder := SafePaths.model_folder(root, job.title, job.guid)
	var scene: String = job.scenePath.replace("\\", "/")
	var from := scene.get_base_dir()
	var sources := {scene.get_file(): scene}
	for path: String in job.get("searchPaths", []).map(func(each): return each.replace("\\", "/")):
		for name in DirAccess.get_files_at(path) if DirAccess.dir_exists_absolute(path) else PackedStringArray():
			var source := path.path_join(name)
			var is_needed := name.get_extension().to_lower() in (SafePaths.PICTURES + " bin").split(" ")
			if is_needed and source.begins_with(from + "/"):
				sources[source.trim_prefix(from + "/")] = source
	var below := str(job.lod) + "/"
	var fault := SafePaths.find_fault_in(folder, sources.keys().map(func(name): return below + name)) if folder else "The app sent an invalid model ID."
	if fault:
		return Transport.fail("UNSAFE_PATH", fault)
	for name: String in sources:
		var target := folder.path_join(below + name)
		DirAccess.make_dir_recursive_absolute(target.get_base_dir())
		if DirAccess.copy_absolute(sources[name], target) != OK:
			return Transport.fail("STORAGE", "%s cannot be copied into the project." % sources[name])
	# The receipt with licence and credit is copied too.
	var receipt := from.get_base_dir().path_join(Receipt.NAME)
	if FileAccess.file_exists(receipt) and not FileAccess.file_exists(folder.path_join(Receipt.NAME)):
		DirAccess.copy_absolute(receipt, folder.path_join(Receipt.NAME))
	return {"ok": true, "scene": folder.path_join(below + scene.get_file()), "folder": folder}
