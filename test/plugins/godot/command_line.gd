## The plugin's client without the editor: `godot --headless --no-header --path PROJECT --script command_line.gd -- SERVER search oak`
extends SceneTree

const Client := preload("res://addons/lodestock/client.gd")
const Download := preload("res://addons/lodestock/download.gd")
const SignIns := preload("res://addons/lodestock/sign_ins.gd")

const DONE := "done"
const USAGE := "Write: SERVER search WORDS | SERVER sign-in | SERVER get GUID [--format glb] [--lod 1k] [--to FOLDER] [--pay 0]"

var _sign_ins := SignIns.new(OS.get_config_dir().path_join("godot" if OS.get_name() == "Linux" else "Godot"))


func _initialize() -> void:
	quit(1)  # what a script error leaves
	var failure := _run(Array(OS.get_cmdline_user_args()))
	if failure != DONE:
		printerr(failure)
	quit(0 if failure == DONE else 1)


## DONE, or what to tell the person.
func _run(words: Array) -> String:
	if words.size() < 2:
		return USAGE
	var client := Client.new(words[0])
	if client.base == "":
		return "Enter a server address such as https://models.example.org."
	client.token = OS.get_environment("LODESTOCK_TOKEN") if OS.has_environment("LODESTOCK_TOKEN") else _sign_ins.read(client.base)
	match words[1]:
		"search":
			return _search(client, " ".join(words.slice(2)))
		"sign-in":
			return _sign_in(client)
		"get":
			return _get_file(client, words.slice(2))
	return USAGE


func _search(client: Client, words: String) -> String:
	var answer := client.search(words)
	if not answer.ok:
		return answer.message
	for model in answer.results:
		print("%s  %s  [%s; %s]" % [model.guid, model.title, " ".join(model.lods), " ".join(model.formats)])
	print("%d of %d models" % [answer.results.size(), answer.total])
	return DONE


func _sign_in(client: Client) -> String:
	var attempt := client.start_sign_in()
	if not attempt.ok:
		return attempt.message
	print("Open %s and check that it shows %s." % [attempt.approveUrlComplete, attempt.userCode])
	var answer := {"ok": true, "status": "pending"}
	while answer.ok and answer.status == "pending":
		OS.delay_msec(int(attempt.interval * 1000))
		answer = client.poll_sign_in(attempt)
	if not answer.ok:
		return answer.message
	if answer.status != "approved":
		return "The sign-in was denied." if answer.status == "denied" else "The sign-in has expired. Start again."
	print("Signed in." if _sign_ins.keep(client.base, client.token) else "The sign-in could not be kept in private.")
	return DONE


func _get_file(client: Client, words: Array) -> String:
	var wish := {"--format": "glb", "--lod": "1k", "--to": ".", "--pay": "0"}
	for at in range(1, words.size() - 1, 2):
		wish[words[at]] = words[at + 1]
	if words.is_empty() or wish.size() > 4:
		return USAGE
	var formats := client.read_formats(words[0])
	if not formats.ok:
		return "Sign in first: SERVER sign-in" if formats.code == "UNAUTHENTICATED" else formats.message
	var fitting: Array = formats.variants.filter(func(each): return each.format == wish["--format"] and each.lod == wish["--lod"])
	if fitting.is_empty():
		return "The model has no such file. It has: " + ", ".join(formats.variants.map(func(each): return each.lod + " " + each.format))
	var price := Client.find_price(fitting[0], formats.pricing)
	if price > wish["--pay"].to_float():
		return "This model costs %.2f USD. Add --pay %.2f to buy it. Nothing was charged." % [price, price]
	var model := client.ask("/api/models/" + formats.guid.uri_encode())
	var download := Download.new(client)
	var result := download.run(model.get("model", model).merged(formats), fitting[0], wish["--to"], price)
	if download.charged > 0:
		printerr("Charged %.2f USD, %.2f left." % [download.charged, download.balance])
	if not result.ok:
		return result.message
	print(result.scene)
	return DONE
