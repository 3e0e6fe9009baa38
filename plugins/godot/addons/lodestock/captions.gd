@tool
## Texts of the dock about a model and its files.
extends RefCounted


## A row in the list of files.
static func of_file(variant: Dictionary) -> String:
	var made := ", made by the server" if variant.get("derived") else ""
	return "%s  %s  %s%s" % [variant.format.to_upper(), variant.fileName, String.humanize_size(int(variant.sizeBytes)), made]


## Licence and credit of a model, and whether the project has an older version; `imported` is its receipt in the project.
static func of_model(model: Dictionary, imported: Dictionary) -> String:
	var credit: Variant = model.get("attribution")
	var news := ""
	if imported and imported.get("version", 0) < model.version:
		news = "You imported version %d; this is version %d." % [imported.version, model.version]
	return "\n".join([model.get("license", ""), credit if credit else "", news].filter(func(line): return line != ""))


static func with_price(text: String, price: float) -> String:
	return "%s (%.2f USD)" % [text, price] if price > 0 else text
