## Offers another version of this plugin, and a way back.
@tool
extends VBoxContainer

const Background := preload("background.gd")
const Client := preload("client.gd")
const Transport := preload("transport.gd")
const Updates := preload("updates.gd")

signal told(text: String)

var _client: Client
var _update := {}


func _ready() -> void:
	%Update.pressed.connect(_install)
	%Previous.pressed.connect(func() -> void: _tell(Updates.restore(), "The previous version is back."))
	_show()


func look(client: Client) -> void:
	_client = client
	_update = {}
	var found: Dictionary = await Background.run(Updates.find.bind(client, Transport.read_version()))
	if client != _client:
		return
	if found.has("refusal"):
		told.emit(found.refusal)
	_update = found if found.has("url") else {}
	_show()


func _install() -> void:
	var update := _update
	_update = {}
	_show()
	var fault: String = await Background.run(Updates.install.bind(_client, update))
	_update = update if fault else {}
	_tell(fault, "Version %s is installed." % update.version)


func _tell(fault: String, done: String) -> void:
	told.emit(fault if fault else done + " Choose Project > Reload Current Project.")
	_show()
	if not fault:
		EditorInterface.get_resource_filesystem().scan()


func _show() -> void:
	%Previous.visible = Updates.has_previous()
	%Update.visible = not _update.is_empty()
	if _update:
		var words := "Install %s, which your studio went back to" if _update.is_back else "Update to %s"
		%Update.text = words % _update.version
