export type XmlTag = ReturnType<typeof toXmlTag>;

const entityPattern = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi;
const namedEntities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Replaces the five named entities and numeric ones; others stay as written. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    entityPattern,
    (written: string, hexadecimal?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return namedEntities.get(name.toLowerCase()) ?? written;
      const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : written;
    },
  );
}

/** The name at the start of a tag's text, with its namespace prefix. */
function readTagName(text: string): string {
  const end = text.search(/[\s/]/);
  return end === -1 ? text : text.slice(0, end);
}

export function stripPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function findAttribute(text: string, start: number, wanted: string): string | null {
  for (let at = start; ; ) {
    const equals = text.indexOf('=', at);
    if (equals === -1) return null;
    let open = equals + 1;
    while (open < text.length && text[open] !== '"' && text[open] !== "'") open += 1;
    const close = text.indexOf(text[open] ?? '"', open + 1);
    if (close === -1) return null;
    if (text.slice(at, equals).trim() === wanted) return decodeEntities(text.slice(open + 1, close));
    at = close + 1;
  }
}

export function toXmlTag(text: string) {
  const fullName = readTagName(text);
  return {
    /** The name without its namespace prefix. */
    name: stripPrefix(fullName),
    /** Length of the tag in characters, which a text from it may keep in memory. */
    length: text.length,
    attribute: (wanted: string) => findAttribute(text, fullName.length, wanted),
  };
}
