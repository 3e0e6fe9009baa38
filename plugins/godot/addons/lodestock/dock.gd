## The dock: find a model, choose one exact file, import it into the project and the open scene.
@tool
extends VBoxContainer

const Background := preload("background.gd")
const Captions := preload("captions.gd")
const Client := preload("client.gd")
const Download := preload("download.gd")
const Receipt := preload("receipt.gd")
const SafePaths := preload("safe_paths.gd")
const SceneImport := preload("scene_import.gd")
const SignIns := preload("sign_ins.gd")
const Transport := preload("transport.gd")

const SERVER := "lodestock/server"
const LODS: Array[String] = ["source", "100k", "10k", "1k"]

signal answered(is_agreed: bool)

var undo: EditorUndoRedoManager
## Opens an address where the user approves a sign-in.
var open_browser := func(address: String) -> void: OS.shell_open(address)

var _client: Client
var _sign_ins: SignIns
## Number of running operations that the user waits for.
var _busy := 0
var _is_signing_in := false
var _words := ""
var _model := {}


func _ready() -> void:
	if is_part_of_edited_scene():
		return
	_sign_ins = SignIns.new(EditorInterface.get_editor_paths().get_config_dir())
	%Address.text_submitted.connect(connect_to_server)
	%Account.pressed.connect(_on_account)
	%Words.text_submitted.connect(search)
	%Models.chosen.connect(open_model)
	%More.pressed.connect(func(): search(_words, %Models.models.size()))
	%Topology.item_selected.connect(func(_index): _show_files())
	%File.item_selected.connect(func(_index): _show_price())
	%Import.pressed.connect(func(): bring([_chosen()]))
	%ImportLevels.pressed.connect(func(): bring(_list_levels()))
	%Cancel.pressed.connect(func(): _client.transport.is_cancelled = true)
	%Updates.told.connect(_say)
	%Jobs.told.connect(_say)
	%Reports.told.connect(_say)
	%Jobs.undo = undo
	%Question.confirmed.connect(func(): answered.emit(true))
	%Question.canceled.connect(func(): answered.emit(false))
	var settings := EditorInterface.get_editor_settings()
	if settings.has_setting(SERVER):
		connect_to_server(settings.get_setting(SERVER))
	_show()


func _exit_tree() -> void:
	if _client:
		_client.transport.is_cancelled = true
	Background.finish()


## Returns the result of `work`, which the user waits for; one at a time.
func _work(said: String, work: Callable) -> Dictionary:
	_busy += 1
	_client.transport.is_cancelled = false
	_say(said)
	var found: Variant = await Background.run(work)
	var answer: Dictionary = found if found is Dictionary else Transport.fail("INTERNAL", "The server's answer is not understood.")
	_busy -= 1
	_say("")
	if not answer.ok:
		_say_failure(answer)
	return answer


func _say(text: String) -> void:
	%Status.text = text
	_show()


func _say_failure(answer: Dictionary) -> void:
	var said: String = answer.message
	if answer.code == "UNAUTHENTICATED":
		said = "Your sign-in has ended. Sign in again." if _client.token else "Sign in first."
		_client.token = ""
		_sign_ins.keep(_client.base, "")
	_say(said)


func _show() -> void:
	%Account.text = "Cancel" if _is_signing_in else "Sign out" if _client and _client.token else "Sign in"
	%Account.disabled = _client == null
	%Reports.disabled = _client == null
	%Progress.visible = _busy > 0
	%Model.visible = not _model.is_empty()
	for button: Button in [%Import, %ImportLevels, %More]:
		button.disabled = _busy > 0
	_show_price()


func connect_to_server(address: String) -> void:
	var client := Client.new(address)
	if client.base == "":
		_say("Enter a server address such as https://models.example.org.")
		return
	var settings := EditorInterface.get_editor_settings()
	settings.set_setting(SERVER, client.base)
	var proxy: String = settings.get_setting("network/http_proxy/host")
	client.transport.proxy_host = proxy
	client.transport.proxy_port = settings.get_setting("network/http_proxy/port")
	client.token = _sign_ins.read(client.base)
	_client = client
	%Reports.client = client
	_model = {}
	%Address.text = client.base
	await search("")
	if client == _client:
		%Updates.look(client)


func _on_account() -> void:
	if _is_signing_in:
		_is_signing_in = false
		_say("")
	elif _client.token:
		var leaving := Client.new(_client.base, _client.token)
		_client.token = ""
		_sign_ins.keep(_client.base, "")
		_model = {}
		_say("Signed out.")
		Background.run(leaving.sign_out)
	else:
		_sign_in()


func _sign_in() -> void:
	var client := _client
	var attempt := await _work("Contacting the server …", client.start_sign_in)
	if not attempt.ok:
		return
	_is_signing_in = true
	_say("Your browser shows this code: " + attempt.userCode)
	open_browser.call(attempt.approveUrlComplete)
	var answer := {"ok": true, "status": "pending"}
	while answer.ok and answer.status == "pending":
		await get_tree().create_timer(attempt.interval).timeout
		if not _is_signing_in or client != _client:
			return
		answer = await Background.run(client.poll_sign_in.bind(attempt))
	_is_signing_in = false
	if not answer.ok:
		_say_failure(answer)
	elif answer.status != "approved":
		_say("The sign-in was denied." if answer.status == "denied" else "The sign-in has expired. Start again.")
	elif _sign_ins.keep(client.base, client.token):
		if %Models.models.is_empty():
			await search("")  # a private catalogue is visible now
		_say("Signed in.")
	else:
		_say("Signed in until Godot is closed: the token cannot be kept in private.")


func search(words: String, offset := 0) -> void:
	if _client == null or _busy:
		return
	var answer := await _work("Searching …", _client.search.bind(words, offset))
	if not answer.ok:
		return
	_words = words
	%Models.add_page(_client, answer.results, offset == 0)
	%More.visible = %Models.models.size() < answer.total
	if %Models.models.is_empty():
		_say("No models found. Try other words.")


func open_model(model: Dictionary) -> void:
	if _busy:
		return
	var client := _client
	var read := func() -> Dictionary:
		var formats := client.read_formats(model.guid)
		var details := client.ask("/api/models/" + model.guid.uri_encode()) if formats.ok else formats
		return model.merged(details.get("model", details), true).merged(formats, true) if details.ok else details
	var answer := await _work("Loading files …", read)
	if not answer.ok:
		return
	_model = answer
	%Title.text = model.title
	var imported := Receipt.read(SafePaths.model_folder(Client.ROOT, model.title, model.guid))
	%About.text = Captions.of_model(answer, imported)
	%Topology.clear()
	for lod in LODS:
		if answer.variants.any(func(each): return each.lod == lod):
			%Topology.add_item(lod)
	_show_files()
	_say("This model has no file that Godot reads." if answer.variants.is_empty() else "")


func _show_files() -> void:
	%File.clear()
	for variant in _model.variants:
		if variant.lod == %Topology.text:
			%File.add_item(Captions.of_file(variant))
			%File.set_item_metadata(-1, variant)
	_show_price()


func _chosen() -> Dictionary:
	return %File.get_selected_metadata() if %File.selected >= 0 else {}


## The file of each topology in the chosen format, finest first; the first one if there are several.
func _list_levels() -> Array:
	var levels := []
	for lod in LODS.slice(1):
		var fitting: Array = _model.variants.filter(func(each): return each.lod == lod and each.format == _chosen().get("format"))
		levels.append_array(fitting.slice(0, 1))
	return levels


func _price_of(variants: Array) -> float:
	return variants.reduce(func(most, each): return maxf(most, Client.find_price(each, _model.pricing)), 0.0)


func _show_price() -> void:
	if _model.is_empty():
		return
	var levels := _list_levels()
	%ImportLevels.visible = levels.size() > 1
	%Import.disabled = _busy > 0 or _chosen().is_empty()
	%Import.text = Captions.with_price("Import", _price_of([_chosen()]) if _chosen() else 0.0)
	%ImportLevels.text = Captions.with_price("Import as LOD", _price_of(levels))


func _may_charge(price: float) -> bool:
	if price == 0:
		return true
	var facts := [_model.title, price, _model.pricing.get("balanceUsd", 0)]
	%Question.dialog_text = "Unlock \"%s\" for %.2f USD? Your balance is %.2f USD.\nAll other files of this model are then free." % facts
	%Question.ok_button_text = "Unlock for %.2f USD" % price
	%Question.popup_centered()
	return await answered


func _show_progress(done: int, total: int) -> void:
	%Bar.value = 100.0 * done / maxi(total, 1)


## Downloads and imports files of the open model; several become the levels of one scene.
func bring(variants: Array) -> void:
	if _busy:
		return
	var model := _model
	for variant in variants:
		var fault := Client.find_obstacle(variant)
		fault = fault if fault else Download.find_fault(Client.ROOT, model, variant)
		if fault:
			_say(fault)
			return
	if not await _may_charge(_price_of(variants)):
		_say("Cancelled. Nothing was charged.")
		return
	_busy += 1
	var said := await _bring(model, variants)
	_busy -= 1
	_say(said)


## Returns the final message for the user.
func _bring(model: Dictionary, variants: Array) -> String:
	var charges := ""
	var levels := {}
	var folder := ""
	for variant in variants:
		var download := Download.new(_client)
		download.progress = _show_progress.call_deferred
		var price := Client.find_price(variant, model.pricing)
		var result := await _work("Downloading %s …" % variant.fileName, download.run.bind(model, variant, Client.ROOT, price))
		if download.is_granted and variant.lod != "1k":
			model.pricing.merge({"unlocked": true, "balanceUsd": download.balance}, true)
		if download.charged > 0:
			charges = " Charged %.2f USD, %.2f left." % [download.charged, download.balance]
		if not result.ok:
			return %Status.text + charges
		folder = result.folder
		_say("Importing %s …" % variant.fileName)
		levels[variant.lod] = await SceneImport.load_scene(result.scene)
		if levels[variant.lod] == null:
			return "Godot could not import %s.%s" % [result.scene, charges]
	var scene: PackedScene = levels.values()[0]
	if levels.size() > 1:
		scene = SceneImport.save_levels(levels, model.title, folder.path_join("lod.tscn"))
	if scene == null:
		return "%s cannot be saved.%s" % [folder.path_join("lod.tscn"), charges]
	var facts := {"guid": model.guid, "lod": ", ".join(levels.keys()), "version": int(model.version), "server": _client.base}
	return SceneImport.place(scene, model.title, facts, folder, undo) + charges
