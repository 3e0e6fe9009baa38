@tool
## Where the files of a model may be written, and where never.
extends RefCounted

const LONGEST := 240
const LONGEST_ON_WINDOWS := 259
const ENDING := ".123456789012.part"
## Godot runs scripts, resources and extensions in a project, so only these kinds are ever written.
const KINDS := "glb gltf fbx bin " + PICTURES
const PICTURES := "png jpg jpeg webp gif bmp tif tiff ktx2 tga exr hdr dds ktx psd basis"

static var _devices := RegEx.create_from_string("(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?$")
static var _forbidden := RegEx.create_from_string("[\\\\:*?\"<>|\\x00-\\x1f]")
static var _guid := RegEx.create_from_string("^[A-Za-z0-9_-]{1,128}$")


## Why a relative path may not be written below `folder`; empty if it may.
static func find_fault(folder: String, relative: Variant) -> String:
	if not relative is String or relative == "" or relative.length() > LONGEST:
		return "The server sent an invalid file path. Nothing was written."
	var place := folder
	if _is_link(folder):
		return "%s is a link. Nothing was written." % folder
	for name: String in relative.split("/"):
		var is_bad := name in ["", ".", ".."] or name[-1] in [".", " "]
		if is_bad or _forbidden.search(name) or _devices.search(name):
			return "The server sent a file path that is not allowed (%s). Nothing was written." % relative
		place = place.path_join(name)
		if _is_link(place):
			return "%s is a link out of the project's folder. Nothing was written." % place
	if not relative.get_extension().to_lower() in KINDS.split(" "):
		return "%s is of a kind that a model does not need. Nothing was written." % relative
	var absolute := ProjectSettings.globalize_path(place) + ENDING
	if OS.get_name() == "Windows" and absolute.length() > LONGEST_ON_WINDOWS:
		return "%s is too long for Windows. Move the project to a shorter path. Nothing was written." % place
	return ""


static func _is_link(place: String) -> bool:
	var above := DirAccess.open(place.get_base_dir())
	return above != null and above.is_link(place.get_file())


## Why a list of files may not be written, including paths that are the same file on some file system.
static func find_fault_in(folder: String, relatives: Array) -> String:
	var seen := {}
	for relative in relatives:
		var fault := find_fault(folder, relative)
		if fault:
			return fault
		if seen.has(relative.to_lower()):
			return "%s and %s would be the same file. Nothing was written." % [seen[relative.to_lower()], relative]
		seen[relative.to_lower()] = relative
	return ""


## The folder of a model below `root`: its title and ID, or an existing folder for the ID. Empty for an invalid ID.
static func model_folder(root: String, title: String, guid: String) -> String:
	if not _guid.search(guid):
		return ""
	for name in DirAccess.get_directories_at(root) if DirAccess.dir_exists_absolute(root) else PackedStringArray():
		if name.ends_with("_" + guid):
			return root.path_join(name)
	var plain := _forbidden.sub(title, "", true).replace("/", "").strip_edges().left(60)
	while plain and plain[-1] in [".", " "]:
		plain = plain.left(-1)
	return root.path_join((plain.lstrip(".") if plain.lstrip(".") else "Model") + "_" + guid)
