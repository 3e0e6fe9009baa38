@tool
## HTTP that blocks its thread: JSON calls, and files that arrive in pieces.
##
## Every result is a Dictionary. Failures have the shape of the server's own: `ok`, `code`, `message`, `status`.
extends RefCounted

const ABOUT := "res://addons/lodestock/plugin.cfg"
const PATIENCE := 30_000  # milliseconds without a byte
const MOST_REDIRECTS := 3

## Aborts the running request; set from another thread.
var is_cancelled := false
## The editor's proxy, which is not used for this computer.
var proxy_host := ""
var proxy_port := 8080

## The installed version of this plugin.
static var version := read_version()

static var _address := RegEx.create_from_string("^(https?)://(\\[[0-9a-fA-F:.]+\\]|[^/:?#@\\[\\]\\s]+)(?::(\\d{1,5}))?([/?][^#\\s]*)?$")


static func read_version() -> String:
	var about := ConfigFile.new()
	about.load(ABOUT)
	return about.get_value("plugin", "version", "0.0.0")


static func fail(code: String, message: String, status := 0) -> Dictionary:
	return {"ok": false, "code": code, "message": message, "status": status}


## `scheme`, `host`, `port` and `path` of an address; empty unless it is http or https.
static func split_address(address: String) -> Dictionary:
	var found := _address.search(address)
	if found == null:
		return {}
	var scheme := found.get_string(1)
	var port := found.get_string(3).to_int() if found.get_string(3) else (443 if scheme == "https" else 80)
	var path := found.get_string(4)
	return {
		"scheme": scheme,
		"host": found.get_string(2).trim_prefix("[").trim_suffix("]"),
		"port": port,
		"path": path if path.begins_with("/") else "/" + path,
	}


## True if the address is on this computer.
static func is_local(address: String) -> bool:
	return split_address(address).get("host", "") in ["127.0.0.1", "::1", "localhost"]


## Sends one request and passes each piece of the body to `sink`, which can stop it by returning a message. Redirects are
## returned like any other response, so that a token never travels to another host.
func send(method: HTTPClient.Method, address: String, headers: PackedStringArray, body: String, sink: Callable) -> Dictionary:
	var place := split_address(address)
	if place.is_empty():
		return fail("UNAVAILABLE", "%s is not an address that can be asked." % address)
	var http := HTTPClient.new()
	http.read_chunk_size = 1 << 20
	if proxy_host and not is_local(address):
		http.set_http_proxy(proxy_host, proxy_port)
		http.set_https_proxy(proxy_host, proxy_port)
	var lost := fail("UNAVAILABLE", "%s is unreachable. Check the address and your network." % place.host)
	var tls := TLSOptions.client() if place.scheme == "https" else null
	if http.connect_to_host(place.host, place.port, tls) != OK:
		return lost
	var stopped := _wait(http, [HTTPClient.STATUS_RESOLVING, HTTPClient.STATUS_CONNECTING])
	if http.get_status() == HTTPClient.STATUS_TLS_HANDSHAKE_ERROR:
		return fail("UNAVAILABLE", "The certificate of %s is not trusted. See Editor Settings > Network > TLS." % place.host)
	if stopped or http.get_status() != HTTPClient.STATUS_CONNECTED:
		return stopped if stopped else lost
	headers.append("User-Agent: lodestock-godot/" + version)
	if http.request(method, place.path, headers, body) != OK:
		return lost
	stopped = _wait(http, [HTTPClient.STATUS_REQUESTING])
	if stopped or not http.has_response():
		return stopped if stopped else lost
	var answer := {"ok": true, "status": http.get_response_code(), "headers": {}}
	var headed := http.get_response_headers_as_dictionary()  # empty the second time
	for name in headed:
		answer.headers[name.to_lower()] = headed[name]
	var failure := _read_body(http, answer.status, sink)
	return failure if failure else answer


func _wait(http: HTTPClient, states: Array) -> Dictionary:
	var end := Time.get_ticks_msec() + PATIENCE
	while http.get_status() in states:
		http.poll()
		OS.delay_msec(1)
		if is_cancelled:
			return fail("CANCELLED", "Cancelled.")
		if Time.get_ticks_msec() > end:
			return fail("UNAVAILABLE", "The server does not answer. Try again later.")
	return {}


func _read_body(http: HTTPClient, status: int, sink: Callable) -> Dictionary:
	var length := http.get_response_body_length()
	var done := 0
	var end := Time.get_ticks_msec() + PATIENCE
	while http.get_status() == HTTPClient.STATUS_BODY:
		http.poll()
		var piece := http.read_response_body_chunk()
		if is_cancelled:
			return fail("CANCELLED", "The download was stopped. It resumes when you download again.")
		if not piece.is_empty():
			done += piece.size()
			end = Time.get_ticks_msec() + PATIENCE
			var refusal: String = sink.call(status, piece)
			if refusal:
				return fail("TOO_LARGE", refusal)
		elif Time.get_ticks_msec() > end:
			return fail("UNAVAILABLE", "The server stopped sending. Try again later.")
		elif http.get_status() == HTTPClient.STATUS_BODY:
			OS.delay_msec(1)
	if length >= 0 and done < length:
		return fail("UNAVAILABLE", "The connection was lost. Try again.")
	return {}


## A whole body of at most `limit` bytes, as `body`.
func fetch_bytes(method: HTTPClient.Method, address: String, headers: PackedStringArray, body: String, limit: int) -> Dictionary:
	var all := StreamPeerBuffer.new()
	var collect := func(_status: int, piece: PackedByteArray) -> String:
		all.put_data(piece)
		return "%s is too large." % address if all.get_size() > limit else ""
	var answer := send(method, address, headers, body, collect)
	answer["body"] = all.data_array
	return answer


## Appends the missing rest of `address` to `part`. A file host can redirect; it never gets a token.
func fetch_part(address: String, part: String, size: int, progress: Callable) -> Dictionary:
	for _turn in MOST_REDIRECTS + 1:
		var answer := _append(address, part, size, progress)
		if not answer.ok or not answer.status in [301, 302, 303, 307, 308]:
			return answer
		address = answer.headers.get("location", "")
	return fail("UNAVAILABLE", "The file host sends from place to place. Try again later.")


func _append(address: String, part: String, size: int, progress: Callable) -> Dictionary:
	var file := FileAccess.open(part, FileAccess.READ_WRITE if FileAccess.file_exists(part) else FileAccess.WRITE_READ)
	if file == null:
		return fail("STORAGE", "%s cannot be written: %s." % [part, error_string(FileAccess.get_open_error())])
	var start := file.get_length()
	if start > 0 and start >= size:
		return {"ok": true, "status": 200, "headers": {}}
	file.seek_end()
	var place := {"is_known": start == 0}  # lambdas capture other variables by value
	var keep := func(status: int, piece: PackedByteArray) -> String:
		if status != 200 and status != 206:
			return ""
		if status == 200 and not place.is_known:
			file.resize(0)  # the host restarted from the beginning
			file.seek(0)
		place.is_known = true
		if file.get_position() + piece.size() > size:
			return "The server sent more data than announced. Nothing was kept."
		if not file.store_buffer(piece):
			return "The disk is full, or %s cannot be written." % part
		progress.call(file.get_position())
		return ""
	var headers := PackedStringArray(["Range: bytes=%d-" % start] if start > 0 else [])
	var answer := send(HTTPClient.METHOD_GET, address, headers, "", keep)
	file.close()
	return answer
