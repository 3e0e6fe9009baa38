@tool
## Downloads one exact file and everything it needs into the model's folder, with a receipt.
extends RefCounted

const Client := preload("client.gd")
const Transport := preload("transport.gd")
const SafePaths := preload("safe_paths.gd")
const Receipt := preload("receipt.gd")

const ATTEMPTS := 3
const ENDED := [403, 404, 410]

var _client: Client
## Called with the bytes done and in total.
var progress := func(_done: int, _total: int) -> void: pass
## What the server charged, even if the download failed afterwards.
var charged := 0.0
var balance := 0.0
## True once the user owns the model.
var is_granted := false


func _init(client: Client) -> void:
	_client = client


## Why this file cannot be written, before anything is charged; empty if it can.
static func find_fault(root: String, model: Dictionary, variant: Dictionary) -> String:
	var folder := SafePaths.model_folder(root, model.title, model.guid)
	if folder == "":
		return "The server sent an invalid model ID."
	return SafePaths.find_fault(folder, _below([variant.relativePath], variant.lod) + variant.relativePath)


## Downloads a variant of `model` below `root`: `scene` is the file to open. No file gets its name before its hash matches.
func run(model: Dictionary, variant: Dictionary, root: String, price: float) -> Dictionary:
	var fault := find_fault(root, model, variant)
	if fault:
		return Transport.fail("UNSAFE_PATH", fault)
	var answer := _client.request_file(variant, price)
	if not answer.ok:
		return answer
	is_granted = true
	charged = float(answer.get("chargedUsd", 0))
	balance = float(answer.get("balanceRemainingUsd", 0))
	var files := _files_of(answer)
	var folder := SafePaths.model_folder(root, model.title, model.guid)
	var below := _below(files.map(func(file): return file.relativePath), variant.lod)
	fault = SafePaths.find_fault_in(folder, files.map(func(file): return below + str(file.relativePath)))
	if fault:
		return Transport.fail("UNSAFE_PATH", fault)
	var result := _fetch_all(files, variant, folder.path_join(below))
	if not result.ok:
		return result
	var written := Receipt.write(folder, _client.base, model, variant, files, below)
	if written != OK:
		return Transport.fail("STORAGE", "The receipt in %s cannot be written: %s." % [folder, error_string(written)])
	return {"ok": true, "scene": folder.path_join(below + files[0].relativePath), "folder": folder}


func _fetch_all(files: Array, variant: Dictionary, folder: String) -> Dictionary:
	var total: int = files.reduce(func(sum, file): return sum + int(file.sizeBytes), 0)
	var before := 0
	for index in files.size():
		var report := func(done: int) -> void: progress.call(before + done, total)
		var target: String = folder.path_join(files[index].relativePath)
		var result := _fetch(files[index], target, report)
		if not result.ok and result.status in ENDED:
			# Addresses expire, possibly in the middle of a download.
			files = _renew(files, _client.request_file(variant, 0.0))
			if files.is_empty():
				return Transport.fail("CONFLICT", "The model changed while it was being downloaded. Open it again, then download it.")
			result = _fetch(files[index], target, report)
		if not result.ok:
			return result
		before += int(files[index].sizeBytes)
	return {"ok": true}


## Every topology has its own folder: files without one get it.
static func _below(relatives: Array, lod: String) -> String:
	return "" if relatives.all(func(each): return str(each).begins_with(lod + "/")) else lod + "/"


static func _files_of(answer: Dictionary) -> Array:
	return [answer.merged({"url": answer.downloadUrl})] + answer.get("supportFiles", [])


## The same files at their new addresses; empty if they have changed.
static func _renew(files: Array, answer: Dictionary) -> Array:
	if not answer.ok:
		return []
	var fresh := {}
	for file in _files_of(answer):
		fresh[file.relativePath + " " + file.sha256] = file
	var found := files.map(func(file): return fresh.get(file.relativePath + " " + file.sha256))
	return [] if null in found else found


func _fetch(file: Dictionary, target: String, report: Callable) -> Dictionary:
	var size := int(file.sizeBytes)
	if FileAccess.file_exists(target) and FileAccess.get_sha256(target) == file.sha256:
		return {"ok": true}
	var part: String = target + "." + str(file.sha256).left(12) + ".part"
	DirAccess.make_dir_recursive_absolute(target.get_base_dir())
	var answer := {}
	for attempt in ATTEMPTS:
		answer = _client.transport.fetch_part(file.url, part, size, report)
		if answer.ok or answer.code != "UNAVAILABLE":
			break
	var name := target.get_file()
	if not answer.ok:
		if answer.code == "UNAVAILABLE":
			answer.message = "The connection was lost at %s. Download again; it resumes where it stopped." % name
		if answer.code == "TOO_LARGE":
			DirAccess.remove_absolute(part)
		return answer
	if not answer.status in [200, 206]:
		return Transport.fail("UNAVAILABLE", "The file host refused %s (%d). Try again later." % [name, answer.status], answer.status)
	if FileAccess.get_sha256(part) != file.sha256:
		DirAccess.remove_absolute(part)
		return Transport.fail("CORRUPT_FILE", "%s arrived damaged and was deleted. Download again." % name)
	if DirAccess.rename_absolute(part, target) != OK:
		return Transport.fail("STORAGE", "%s cannot be written." % target)
	return {"ok": true}
