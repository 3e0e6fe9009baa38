@tool
## Tokens by server, in a file of the editor settings that only its user can read. Never in a project.
extends RefCounted

const NAME := "lodestock_sign_ins.json"

var _place: String


func _init(folder: String) -> void:
	_place = folder.path_join(NAME)


func read(base: String) -> String:
	return str(_read_all().get(base, ""))


## Stores a token, or removes it if empty. False if it cannot be stored privately.
func keep(base: String, token: String) -> bool:
	var all := _read_all()
	all.erase(base)
	if token:
		all[base] = token
	DirAccess.make_dir_recursive_absolute(_place.get_base_dir())
	var part := _place + ".part"
	var file := FileAccess.open(part, FileAccess.WRITE)
	if file == null:
		return false
	file.close()
	# On Windows, the settings folder is private to its user.
	var is_private := FileAccess.set_unix_permissions(part, FileAccess.UNIX_READ_OWNER | FileAccess.UNIX_WRITE_OWNER)
	if is_private != OK and OS.get_name() != "Windows":
		return false
	file = FileAccess.open(part, FileAccess.READ_WRITE)  # WRITE would replace the file
	if file == null or not file.store_string(JSON.stringify(all)):
		return false
	file.close()
	return DirAccess.rename_absolute(part, _place) == OK


func _read_all() -> Dictionary:
	var found: Variant = JSON.parse_string(FileAccess.get_file_as_string(_place)) if FileAccess.file_exists(_place) else null
	return found if found is Dictionary else {}
