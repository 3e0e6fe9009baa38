## Receives what the desktop app sends to this project, as long as the dock exists.
@tool
extends Timer

const Background := preload("background.gd")
const Client := preload("client.gd")
const Handover := preload("handover.gd")
const SceneImport := preload("scene_import.gd")

signal told(text: String)

var undo: EditorUndoRedoManager
var _handover := Handover.new()
var _is_asking := false


func _ready() -> void:
	if not is_part_of_edited_scene():
		timeout.connect(_ask)


func _ask() -> void:
	if _is_asking:
		return
	_is_asking = true
	var label: String = ProjectSettings.get_setting("application/config/name", "")
	for job in await Background.run(_handover.read_jobs.bind(label if label else "Godot project")):
		var result := await _take(job)
		told.emit(result.message)
		await Background.run(_handover.report.bind(job, result.ok, result.message))
	_is_asking = false


func _take(job: Dictionary) -> Dictionary:
	if not job.format in Client.FORMATS:
		return {"ok": false, "message": "Godot cannot import %s files." % str(job.format).to_upper()}
	var result: Dictionary = await Background.run(Handover.copy.bind(job, Client.ROOT))
	if not result.ok:
		return result
	var scene: PackedScene = await SceneImport.load_scene(result.scene)
	if scene == null:
		return {"ok": false, "message": "Godot could not import %s." % result.scene}
	var facts := {"guid": job.guid, "lod": job.lod, "server": job.get("server", "")}
	return {"ok": true, "message": SceneImport.place(scene, job.title, facts, result.folder, undo)}
