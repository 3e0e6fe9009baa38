import { DOMParser, type Element } from '@xmldom/xmldom';

function isBelow(element: Element, root: Element, names: readonly string[]): boolean {
  const left = [...names];
  for (let parent = element.parentNode; parent !== null && left.length > 0; parent = parent.parentNode) {
    if (parent.nodeName === left.at(-1)) left.pop();
    if (parent === root) break;
  }
  return left.length === 0;
}

/** Elements by names below each other, such as `vertices vertex`, or by one attribute, such as `[id="box"]`. */
function select(root: Element, selector: string): readonly Element[] {
  const [, attribute = '', value = ''] = /^\[(\w+)="(.*)"\]$/.exec(selector) ?? [];
  if (attribute !== '')
    return [...root.getElementsByTagName('*')].filter((element) => element.getAttribute(attribute) === value);
  const names = selector.trim().split(/\s+/);
  const last = names.pop() ?? '*';
  const found = [...root.getElementsByTagName(last)];
  return names.length === 0 ? found : found.filter((element) => isBelow(element, root, names));
}

const queries = {
  querySelectorAll(this: Element, selector: string) {
    return select(this, selector);
  },
  querySelector(this: Element, selector: string) {
    return select(this, selector)[0] ?? null;
  },
};

/** What the loaders of COLLADA and 3MF ask of a browser's parser. */
class XmlParser extends DOMParser {
  constructor() {
    // What cannot be read at all is thrown; the rest is as good as any exporter's.
    super({ onError: () => undefined });
  }

  override parseFromString(text: string, type: string) {
    const document = super.parseFromString(text.replace(/^\uFEFF/, ''), type);
    for (const node of [document, document.documentElement]) {
      const kind: unknown = node && Object.getPrototypeOf(node);
      if (typeof kind === 'object' && kind !== null) Object.assign(kind, queries);
    }
    return document;
  }
}

/** Gives a worker the XML parser that it lacks; a page keeps its own. */
export function ensureXml(): void {
  if (!('DOMParser' in globalThis)) Object.assign(globalThis, { DOMParser: XmlParser });
}
