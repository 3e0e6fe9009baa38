@tool
extends EditorPlugin

var _dock: Control


func _enter_tree() -> void:
	_dock = preload("dock.tscn").instantiate()
	_dock.undo = get_undo_redo()
	add_control_to_dock(DOCK_SLOT_RIGHT_UL, _dock)


func _exit_tree() -> void:
	remove_control_from_docks(_dock)
	_dock.free()
