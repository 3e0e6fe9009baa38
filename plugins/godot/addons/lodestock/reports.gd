## Reports to a project on the server which of its models this Godot project has, by their receipts.
@tool
extends Button

const Background := preload("background.gd")
const Client := preload("client.gd")
const Receipt := preload("receipt.gd")

signal told(text: String)

var client: Client
var _projects := []
var _choices := PopupMenu.new()


func _ready() -> void:
	add_child(_choices)
	_choices.index_pressed.connect(report)
	pressed.connect(offer)


## Shows the projects visible to the user.
func offer() -> void:
	var answer: Dictionary = await Background.run(client.ask.bind("/api/projects"))
	_projects = answer.get("projects", [])
	_choices.clear()
	for project in _projects:
		_choices.add_item(project.name)
	if not answer.ok:
		told.emit(answer.message)
	elif _projects.is_empty():
		told.emit("There are no projects yet. Make one on the server's Projects page.")
	else:
		_choices.popup(Rect2i(get_screen_position() + Vector2(0, size.y), Vector2.ZERO))


## Reports the current files, replacing the previous report.
func report(index: int) -> void:
	var project: Dictionary = _projects[index]
	var scene: String = ProjectSettings.get_setting("application/config/name", "")
	var asked := client
	var send := func() -> Dictionary:
		var models := Receipt.list_placed(Client.ROOT, asked.base)
		var body := {"scene": scene if scene else "Godot project", "models": models}
		var answer := asked.ask("/api/projects/%s/scenes" % project.id.uri_encode(), body)
		return answer.merged({"count": models.size()})
	var sent: Dictionary = await Background.run(send)
	var files := "1 file" if sent.count == 1 else "%d files" % sent.count
	told.emit("%s: %s of models reported." % [project.name, files] if sent.ok else sent.message)
