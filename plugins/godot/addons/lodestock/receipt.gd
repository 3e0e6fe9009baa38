@tool
## What was imported, from where, under which licence: `model.json` next to the files, in the desktop app's format.
extends RefCounted

const SafePaths := preload("safe_paths.gd")

const NAME := "model.json"


## The receipt in a model's folder; empty if there is none.
static func read(folder: String) -> Dictionary:
	var place := folder.path_join(NAME)
	var found: Variant = JSON.parse_string(FileAccess.get_file_as_string(place)) if FileAccess.file_exists(place) else null
	return found if found is Dictionary and found.get("files") is Array else {}


## The scene files in a folder that belong to a server's models, each with its current hash.
static func list_placed(root: String, server: String) -> Array:
	var found := []
	for name in DirAccess.get_directories_at(root) if DirAccess.dir_exists_absolute(root) else PackedStringArray():
		var receipt := read(root.path_join(name))
		for entry in receipt.get("files", []) if receipt.get("serverUrl") == server else []:
			var place := root.path_join(name).path_join(entry.relativePath)
			if entry.role == "scene" and FileAccess.file_exists(place):
				var facts := {"guid": receipt.guid, "title": receipt.title, "version": int(receipt.version)}
				found.append(facts.merged({"lod": entry.lod, "format": entry.format, "sha256": FileAccess.get_sha256(place)}))
	return found


## Adds the files of a download; earlier entries are kept.
static func write(folder: String, server: String, model: Dictionary, variant: Dictionary, files: Array, below: String) -> Error:
	var at := Time.get_datetime_string_from_system(true) + ".000Z"
	var receipt := read(folder)
	var entries := {}
	for entry in receipt.get("files", []):
		entry["sizeBytes"] = int(entry.sizeBytes)
		entries[entry.relativePath] = entry
	for index in files.size():
		entries[below + files[index].relativePath] = _describe(files[index], variant, index == 0, below, at)
	receipt.merge({
		"receiptVersion": 1,
		"guid": model.guid,
		"title": model.title,
		"version": int(model.get("version", 0)),
		"license": model.get("license", ""),
		"attribution": model.get("attribution"),
		"serverUrl": server,
		"downloadedAt": at,
	}, true)
	var names := entries.keys()
	names.sort()
	receipt["files"] = names.map(func(name): return entries[name])
	var part := folder.path_join(NAME + ".part")
	var file := FileAccess.open(part, FileAccess.WRITE)
	if file == null:
		return FileAccess.get_open_error()
	file.store_string(JSON.stringify(receipt, "  ", false) + "\n")
	file.close()
	return DirAccess.rename_absolute(part, folder.path_join(NAME))


static func _describe(file: Dictionary, variant: Dictionary, is_scene: bool, below: String, at: String) -> Dictionary:
	var extension: String = file.relativePath.get_extension().to_lower()
	return {
		"format": variant.format if is_scene else extension,
		"lod": variant.lod,
		"variant": variant.get("variant") if is_scene else null,
		"relativePath": below + file.relativePath,
		"role": "scene" if is_scene else "texture" if extension in SafePaths.PICTURES.split(" ") else "support",
		"sizeBytes": int(file.sizeBytes),
		"sha256": file.sha256,
		"downloadedAt": at,
	}
