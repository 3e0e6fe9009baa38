@tool
## Talks to one Lodestock server as one user. Needs neither the editor nor a scene, and blocks its thread.
extends RefCounted

const Transport := preload("transport.gd")

const SCOPES: Array[String] = ["account:read", "download:direct", "lists:write"]
## Formats that both Godot and this plugin import, best first.
const FORMATS: Array[String] = ["glb", "gltf", "fbx"]
## Folder of imported models in a project.
const ROOT := "res://lodestock"
const MOST_JSON := 32 << 20
const PAGE := 24

var base := ""
var token := ""
var transport := Transport.new()


func _init(address: String, known_token := "") -> void:
	base = clean_address(address)
	token = known_token


## A server's address without a trailing slash; empty if it is invalid.
static func clean_address(address: String) -> String:
	var plain := address.strip_edges().split("?")[0].rstrip("/")
	return "" if Transport.split_address(plain).is_empty() else plain


## A JSON call: returns the server's response, or a failure of the same shape.
func ask(path: String, body: Variant = null, is_signed := true) -> Dictionary:
	var headers := PackedStringArray(["Accept: application/json"])
	if body != null:
		headers.append("Content-Type: application/json")
	if is_signed and token:
		headers.append("Authorization: Bearer " + token)
	var method := HTTPClient.METHOD_GET if body == null else HTTPClient.METHOD_POST
	var sent := "" if body == null else JSON.stringify(body)
	var answer := transport.fetch_bytes(method, base + path, headers, sent, MOST_JSON)
	if not answer.ok:
		return answer
	var parsed: Variant = JSON.parse_string(answer.body.get_string_from_utf8())
	if answer.status < 300 and parsed is Dictionary:
		parsed["ok"] = true
		return parsed
	var failure := Transport.fail("INTERNAL", "The server reported an error (%d). Try again later." % answer.status, answer.status)
	if parsed is Dictionary and parsed.get("message") is String:
		failure.merge({"code": str(parsed.get("code", "INTERNAL")), "message": parsed.message}, true)
		failure["details"] = parsed.get("details", {})
	failure["retry_after"] = str(answer.headers.get("retry-after", "")).to_int()
	return failure


## A page of models with files that Godot can import; the popular ones if `words` is empty.
func search(words: String, offset := 0) -> Dictionary:
	var query := "q=%s&offset=%d&limit=%d&format=%s" % [words.uri_encode(), offset, PAGE, "&format=".join(FORMATS)]
	return ask(("/api-embeddings/?" if words.strip_edges() else "/api-embeddings/browse?") + query)


## The files of a model and its pricing. `variants` contains only what Godot can import, best format first.
func read_formats(guid: String) -> Dictionary:
	var answer := ask("/api/plugin/download/formats/" + guid.uri_encode())
	if answer.ok:
		answer["variants"] = answer.get("variants", []).filter(func(each): return each.format in FORMATS)
		answer.variants.sort_custom(func(one, other): return FORMATS.find(one.format) < FORMATS.find(other.format))
	return answer


## What a file costs this account, in US dollars; 0 if free or owned.
static func find_price(variant: Dictionary, pricing: Dictionary) -> float:
	return 0.0 if variant.lod == "1k" or pricing.get("unlocked", false) else float(pricing.get("priceUsd", 0))


## Why this Godot cannot import a file, before anything is charged; empty if it can.
static func find_obstacle(variant: Dictionary) -> String:
	if variant.format in ["glb", "gltf"]:
		for need in variant.get("requires", []):
			if not need in GLTFDocument.get_supported_gltf_extensions():
				return "This Godot cannot read the file: it needs %s. Nothing was charged." % need
	return ""


## The addresses of one exact file. Can charge, once per model, and never more than `price`, which the user saw.
func request_file(variant: Dictionary, price: float) -> Dictionary:
	var body: Dictionary = variant.downloadRequest.body.duplicate()
	if variant.lod != "1k":
		body["maxPriceUsd"] = price
	return ask(variant.downloadRequest.url, body)


## A poster, as JPEG if the server has one. Other hosts never get the token.
func fetch_poster(address: String) -> Dictionary:
	var headers := PackedStringArray(["Accept: image/jpeg, image/png"])
	if token and address.begins_with(base + "/"):
		headers.append("Authorization: Bearer " + token)
	return transport.fetch_bytes(HTTPClient.METHOD_GET, address, headers, "", 8 << 20)


## Starts a sign-in: `approveUrlComplete` is for the browser, which shows the same `userCode`.
func start_sign_in() -> Dictionary:
	var host := OS.get_environment("COMPUTERNAME" if OS.get_name() == "Windows" else "HOSTNAME")
	var answer := ask("/api/apps/auth/start", {
		"appSlug": "lodestock-godot",
		"appName": "Lodestock for Godot",
		"appVersion": Transport.version,
		"pluginFamily": "godot",
		"deviceName": host if host else "this computer",
		"requestedScopes": SCOPES,
	}, false)
	if answer.ok:
		answer["interval"] = float(answer.get("interval", 2))
	return answer


## Polls a sign-in: `status` is `pending`, `approved` (then `token` is set), `denied` or `expired`.
func poll_sign_in(attempt: Dictionary) -> Dictionary:
	var path := "/api/apps/auth/poll/%s?pollToken=%s" % [attempt.sessionId.uri_encode(), attempt.pollToken.uri_encode()]
	var answer := ask(path, null, false)
	if answer.ok:
		if answer.status == "approved":
			token = answer.appToken
		return answer
	match answer.code:
		"RATE_LIMITED":
			attempt.interval = maxf(attempt.interval + 5, answer.get("retry_after", 0))
			return {"ok": true, "status": "pending"}
		"UNAVAILABLE":
			return {"ok": true, "status": "pending"}  # a lost connection is not an answer
		"SESSION_EXPIRED":
			return {"ok": true, "status": "expired"}
	return answer


## Ends the sign-in on the server.
func sign_out() -> Dictionary:
	return ask("/api/auth/logout", {})
