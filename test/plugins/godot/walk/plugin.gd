@tool
extends EditorPlugin
## Uses the dock as a person does. Prints what it shows as lines of JSON, and waits after each for a line of the test.

const Background := preload("res://addons/lodestock/background.gd")

var dock: Control


func _enter_tree() -> void:
	_walk.call_deferred()


func _walk() -> void:
	while EditorInterface.get_resource_filesystem().is_scanning():
		await get_tree().process_frame
	dock = EditorInterface.get_base_control().find_child("Lodestock", true, false)
	dock.open_browser = func(address: String) -> void: _tell({"approve": address})
	for step: Array in JSON.parse_string(OS.get_environment("LODESTOCK_WALK")):
		await callv(step[0], step.slice(1))
		_tell({"step": " ".join(step), "status": _part("Status").text})
	_tell({"step": "done"})
	get_tree().quit()


## Tells the test a line, and waits until it has done its part.
func _tell(line: Dictionary) -> void:
	print(JSON.stringify(line))
	OS.read_string_from_stdin(64)


func _part(name: String) -> Node:
	return dock.get_node("%" + name)


func _settle() -> void:
	await get_tree().process_frame
	while not Background.is_idle() or dock._busy > 0 or dock._is_signing_in:
		await get_tree().process_frame


func connect_to() -> void:
	_part("Address").text = OS.get_environment("LODESTOCK_SERVER")
	await dock.connect_to_server(_part("Address").text)


## Lets the test do something here.
func mark(name: String) -> void:
	_tell({"mark": name})


func sign_in() -> void:
	_part("Account").pressed.emit()
	await _settle()


func search(words: String) -> void:
	await dock.search(words)
	await _settle()
	var models: ItemList = _part("Models")
	_tell({"models": range(models.item_count).map(func(index): return [models.get_item_text(index), models.get_item_icon(index) != null])})


func open(title: String) -> void:
	await dock.open_model(_part("Models").models.filter(func(each): return each.title == title)[0])
	var topologies: OptionButton = _part("Topology")
	_tell({
		"about": _part("About").text if _part("Model").visible else "",
		"topologies": range(topologies.item_count).map(func(index): return topologies.get_item_text(index)),
	})


func choose(lod: String) -> void:
	var topologies: OptionButton = _part("Topology")
	for index in topologies.item_count:
		if topologies.get_item_text(index) == lod:
			topologies.select(index)
			topologies.item_selected.emit(index)
	_tell({"buttons": [_part("File").text, _part("Import").text, _part("ImportLevels").text if _part("ImportLevels").visible else ""]})


## Presses Import or ImportLevels, and answers the question, if there is one, with yes or no.
func press(button: String, decision := "") -> void:
	var question: ConfirmationDialog = _part("Question")
	var bringing := {"is_over": false}
	var bring := func() -> void:
		await dock.bring([dock._chosen()] if button == "Import" else dock._list_levels())
		bringing.is_over = true
	bring.call()
	if decision:
		_tell({"question": [question.dialog_text, question.ok_button_text, question.visible]})
		(question.get_ok_button() if decision == "yes" else question.get_cancel_button()).pressed.emit()
	while not bringing.is_over:
		await get_tree().process_frame


func open_scene(place: String) -> void:
	EditorInterface.open_scene_from_path(place)
	await get_tree().process_frame


func look_at_scene() -> void:
	var root := EditorInterface.get_edited_scene_root()
	_tell({"scene": root.get_children().map(func(each): return [each.name, each.get_meta("lodestock").lod, each.scene_file_path, each.owner == root])})


func undo() -> void:
	var root := EditorInterface.get_edited_scene_root()
	get_undo_redo().get_history_undo_redo(get_undo_redo().get_object_history_id(root)).undo()


func look_at_levels(place: String) -> void:
	var scene: Node = load(place).instantiate()
	var levels := []
	for level in scene.get_children():
		for each in [level] + level.find_children("*", "GeometryInstance3D", true, false):
			if each is GeometryInstance3D:
				levels.append([level.name, each.visibility_range_begin, each.visibility_range_end])
	scene.free()
	_tell({"levels": levels})


func wait_for_job() -> void:
	var before: String = _part("Status").text
	while _part("Status").text == before:
		await get_tree().process_frame
	while not Background.is_idle():
		await get_tree().process_frame


## Presses Report to a project, and chooses one.
func report(name: String) -> void:
	var reports: Button = _part("Reports")
	await reports.offer()
	var names: Array = reports._projects.map(func(each): return each.name)
	await reports.report(names.find(name))


func install() -> void:
	_tell({"offer": _part("Update").text if _part("Update").visible else ""})
	if _part("Update").visible:
		_part("Update").pressed.emit()
		while not Background.is_idle():
			await get_tree().process_frame


func go_back() -> void:
	_part("Previous").pressed.emit()
