export type XmlTag = {
  /** The name without its namespace prefix. */
  readonly name: string;
  readonly attribute: (name: string) => string | null;
};

const attributePattern = /([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const entityPattern = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi;
const namedEntities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Replaces the five named entities and character numbers; others stay as they are written. */
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

function stripPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

export function toXmlTag(text: string): XmlTag {
  const nameEnd = text.search(/[\s/]/);
  const name = nameEnd === -1 ? text : text.slice(0, nameEnd);
  let attributes: Map<string, string> | null = null;

  function readAttributes(): Map<string, string> {
    const found = new Map<string, string>();
    for (const match of text.slice(name.length).matchAll(attributePattern)) {
      found.set(match[1] ?? '', decodeEntities(match[2] ?? match[3] ?? ''));
    }
    return found;
  }

  return {
    name: stripPrefix(name),
    attribute(wanted) {
      attributes ??= readAttributes();
      return attributes.get(wanted) ?? null;
    },
  };
}
