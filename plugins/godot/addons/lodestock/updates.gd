@tool
## Finds another version of this plugin in the server's feed, and installs it only if it matches the feed.
extends RefCounted

const Client := preload("client.gd")
const Transport := preload("transport.gd")

const FEED := "/assets/plugins/godot/update-feed.json"
const ADDON := "res://addons/lodestock"
## Godot does not scan its own folder.
const FRESH := "res://.godot/lodestock_new"
const PREVIOUS := "res://.godot/lodestock_previous"
const MOST_BYTES := 16 << 20

static var _version := RegEx.create_from_string("^\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$")
static var _name := RegEx.create_from_string("^addons/lodestock/[a-z0-9_]+(\\.[a-z]+)+$|^addons/lodestock/LICENSE$")


## Below 0 if `one` is older than `other`, 0 if equal, above 0 if newer. Pre-releases sort before their release.
static func compare(one: String, other: String) -> int:
	var keys := [one, other].map(func(each): return each.get_slice("+", 0) + ("" if "-" in each else "-~"))
	return keys[0].naturalnocasecmp_to(keys[1])


## `version`, `url`, `sha256` and `is_back` of the server's offer; empty without an offer, with `refusal` if it cannot be
## trusted. A broken feed offers nothing.
static func find(client: Client, current: String) -> Dictionary:
	var channel := "?channel=beta" if "-" in current else ""
	var feed := client.ask(FEED + channel, null, false)
	if not feed.ok or not _version.search(str(feed.get("version", ""))) or feed.get("family") != "godot":
		return {}
	var is_back: bool = feed.get("rollback") == true and compare(feed.version, current) < 0
	if not is_back and compare(feed.version, current) <= 0 or not _runs_here(str(feed.get("minHostVersion", ""))):
		return {}
	if not client.base.begins_with("https://") and not Transport.is_local(client.base):
		# Godot cannot check the feed's signature, and over plain http anyone can respond.
		return {"refusal": "Version %s is there, but your server does not use https. Ask your admin to set it up." % feed.version}
	for file in feed.get("files", []):
		if str(file.get("name", "")).ends_with(".zip") and str(file.get("sha256", "")).length() == 64:
			var address := _resolve(client.base, str(file.url))
			if address:
				return {"version": feed.version, "url": address, "sha256": file.sha256, "is_back": is_back}
	return {}


static func _runs_here(oldest: String) -> bool:
	var here := Engine.get_version_info()
	return ("%d.%d" % [here.major, here.minor]).naturalnocasecmp_to(oldest) >= 0


## The address of a feed's file: on the server itself, or over https.
static func _resolve(base: String, url: String) -> String:
	if "://" in url:
		return url if url.begins_with("https://") or url.begins_with(base + "/") else ""
	if url.begins_with("//"):
		return ""
	return base + (url if url.begins_with("/") else FEED.get_base_dir().path_join(url))


## Replaces the plugin; the previous version stays in PREVIOUS. Returns what went wrong, without changes, or nothing.
static func install(client: Client, update: Dictionary) -> String:
	var answer := client.transport.fetch_bytes(HTTPClient.METHOD_GET, update.url, [], "", MOST_BYTES)
	if not answer.ok:
		return answer.message
	var digest := HashingContext.new()
	digest.start(HashingContext.HASH_SHA256)
	digest.update(answer.body)
	if answer.status != 200 or digest.finish().hex_encode() != update.sha256:
		return "The update does not match its feed. Nothing was changed."
	_remove(FRESH)
	var fault := _unpack(answer.body)
	if fault:
		_remove(FRESH)
		return fault
	_remove(PREVIOUS)
	return _exchange(FRESH, PREVIOUS)


static func has_previous() -> bool:
	return FileAccess.file_exists(PREVIOUS.path_join("plugin.cfg"))


## Restores the previous version. Returns what went wrong, or nothing.
static func restore() -> String:
	_remove(FRESH)
	if DirAccess.rename_absolute(PREVIOUS, FRESH) != OK:
		return "There is no previous version."
	return _exchange(FRESH, PREVIOUS)


static func _exchange(fresh: String, kept: String) -> String:
	if DirAccess.rename_absolute(ADDON, kept) != OK:
		return "The plugin's folder is in use. Nothing was changed."
	if DirAccess.rename_absolute(fresh, ADDON) != OK:
		DirAccess.rename_absolute(kept, ADDON)
		return "The update cannot be written. Nothing was changed."
	return ""


static func _unpack(bytes: PackedByteArray) -> String:
	var place := FRESH + ".zip"
	DirAccess.make_dir_recursive_absolute(FRESH)
	var file := FileAccess.open(place, FileAccess.WRITE)
	if file == null or not file.store_buffer(bytes):
		return "The update cannot be written. Nothing was changed."
	file.close()
	var archive := ZIPReader.new()
	var fault := "" if archive.open(place) == OK else "The update is not a ZIP file. Nothing was changed."
	for name in archive.get_files() if fault == "" else PackedStringArray():
		var target := FileAccess.open(FRESH.path_join(name.get_file()), FileAccess.WRITE) if _name.search(name) else null
		if target == null or not target.store_buffer(archive.read_file(name)):
			fault = "The update has a file that does not belong there. Nothing was changed."
			break
	archive.close()
	DirAccess.remove_absolute(place)
	return fault if fault or FileAccess.file_exists(FRESH.path_join("plugin.cfg")) else "The update is no plugin. Nothing was changed."


static func _remove(folder: String) -> void:
	for name in DirAccess.get_files_at(folder) if DirAccess.dir_exists_absolute(folder) else PackedStringArray():
		DirAccess.remove_absolute(folder.path_join(name))
	DirAccess.remove_absolute(folder)
