## The found models, with their posters.
@tool
extends ItemList

const Background := preload("background.gd")
const Client := preload("client.gd")

signal chosen(model: Dictionary)

var models: Array = []


func _ready() -> void:
	item_selected.connect(func(index: int) -> void: chosen.emit(models[index]))


## Adds a page of models, after the previous ones of the same search.
func add_page(client: Client, page: Array, is_first: bool) -> void:
	if is_first:
		models = []
		clear()
	models.append_array(page)
	for model in page:
		add_item(model.title)
	for model in page:
		if model.get("previewSmallUrl"):
			var answer: Dictionary = await Background.run(client.fetch_poster.bind(model.previewSmallUrl))
			var index := models.find(model)
			if answer.ok and index >= 0:
				set_item_icon(index, _read_picture(answer.body))


static func _read_picture(bytes: PackedByteArray) -> Texture2D:
	var image := Image.new()
	var failure := ERR_FILE_UNRECOGNIZED
	if bytes.slice(0, 3).hex_encode() == "ffd8ff":
		failure = image.load_jpg_from_buffer(bytes)
	elif bytes.slice(0, 4).hex_encode() == "89504e47":
		failure = image.load_png_from_buffer(bytes)
	elif bytes.slice(8, 12).get_string_from_ascii() == "WEBP":
		failure = image.load_webp_from_buffer(bytes)
	return ImageTexture.create_from_image(image) if failure == OK else null
