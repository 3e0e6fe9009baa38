import { DOMParser } from '@xmldom/xmldom';
import { addQueries } from '../../server/contract/xml-queries.ts';

/** What the loaders of COLLADA and 3MF ask of a browser's parser. */
class XmlParser extends DOMParser {
  constructor() {
    // What cannot be read at all is thrown; the rest is as good as any exporter's.
    super({ onError: () => undefined });
  }

  override parseFromString(text: string, type: string) {
    return addQueries(super.parseFromString(text.replace(/^\uFEFF/, ''), type));
  }
}

/** Gives a worker the XML parser that it lacks; a page keeps its own. */
export function ensureXml(): void {
  if (!('DOMParser' in globalThis)) Object.assign(globalThis, { DOMParser: XmlParser });
}
