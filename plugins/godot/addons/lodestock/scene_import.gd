@tool
## Lets the editor import files, and adds them to the open scene.
extends RefCounted

const META := "lodestock"
## Visible distance of each topology, in sizes of the model; the coarsest is visible at any distance.
const REACH := [4.0, 16.0, 64.0]
## Frames without a scan or import after which the editor will not import a file.
const IDLE_FRAMES := 600


## The editor's scene for a new file; null if it cannot be read.
static func load_scene(place: String) -> PackedScene:
	var files := EditorInterface.get_resource_filesystem()
	while files.is_scanning():
		await Engine.get_main_loop().process_frame
	# The editor keeps drawing frames during an import.
	var editor := {"is_importing": false}
	var begin := func(_places: PackedStringArray) -> void: editor.is_importing = true
	var end := func(_places: PackedStringArray) -> void: editor.is_importing = false
	files.resources_reimporting.connect(begin)
	files.resources_reimported.connect(end)
	var idle := 0
	while idle < IDLE_FRAMES and not (idle > 0 and ResourceLoader.exists(place, "PackedScene")):
		if idle % 60 == 0:
			files.scan()  # ignored while the editor is busy
		await Engine.get_main_loop().process_frame
		idle += 0 if files.is_scanning() or editor.is_importing else 1
	files.resources_reimporting.disconnect(begin)
	files.resources_reimported.disconnect(end)
	return load(place) as PackedScene if ResourceLoader.exists(place, "PackedScene") else null


## Adds a scene to the open one, as one undo step. Returns where it is now.
static func place(packed: PackedScene, title: String, facts: Dictionary, folder: String, undo: EditorUndoRedoManager) -> String:
	var root := EditorInterface.get_edited_scene_root()
	if root == null:
		return "%s, %s: in %s." % [title, facts.lod, folder]
	var node := packed.instantiate(PackedScene.GEN_EDIT_STATE_INSTANCE)
	node.name = title.validate_node_name()
	node.set_meta(META, facts)
	undo.create_action("Import " + title, UndoRedo.MERGE_DISABLE, root)
	undo.add_do_method(root, "add_child", node, true)
	undo.add_do_method(node, "set_owner", root)
	undo.add_do_reference(node)
	undo.add_undo_method(root, "remove_child", node)
	undo.commit_action()
	return "%s, %s: in the open scene." % [title, facts.lod]


## A scene that shows the finest topology nearby and coarser ones farther away, saved at `place`. `levels` maps names to
## scenes, finest first.
static func save_levels(levels: Dictionary, title: String, place: String) -> PackedScene:
	var root := Node3D.new()
	root.name = title.validate_node_name()
	var size := 0.0
	var near := 0.0
	for index in levels.size():
		var lod: String = levels.keys()[index]
		var level: Node = levels[lod].instantiate(PackedScene.GEN_EDIT_STATE_INSTANCE)
		level.name = lod
		root.add_child(level)
		level.owner = root
		root.set_editable_instance(level, true)
		var shown := level.find_children("*", "GeometryInstance3D", true, false)
		if level is GeometryInstance3D:
			shown.append(level)
		if index == 0:
			size = _measure(level, shown)
		var far: float = size * REACH[index] if index < levels.size() - 1 else 0.0
		for each: GeometryInstance3D in shown:
			each.visibility_range_begin = near
			each.visibility_range_end = far
		near = far
	var packed := PackedScene.new()
	var is_saved := packed.pack(root) == OK and ResourceSaver.save(packed, place) == OK
	root.free()
	return load(place) as PackedScene if is_saved else null


## The longest side of a model, in metres.
static func _measure(level: Node, shown: Array) -> float:
	var all := AABB()
	for each: GeometryInstance3D in shown:
		var turned := Transform3D.IDENTITY
		var node: Node = each
		while node is Node3D:
			turned = node.transform * turned
			node = null if node == level else node.get_parent()
		var box := turned * each.get_aabb()
		all = box if each == shown[0] else all.merge(box)
	return maxf(all.get_longest_axis_size(), 0.01)
