/** The part of an XML element used here; elements of every parser have it. */
type XmlElement = {
  readonly localName: string | null;
  readonly parentNode: unknown;
  getAttribute(name: string): string | null;
  getElementsByTagNameNS(namespace: '*', name: string): Iterable<XmlElement>;
};
type XmlDocument = { readonly documentElement: XmlElement | null };

const isElement = (node: unknown): node is XmlElement =>
  typeof node === 'object' && node !== null && 'localName' in node && 'parentNode' in node;

function isBelow(element: XmlElement, root: XmlElement, names: readonly string[]): boolean {
  const left = [...names];
  for (let parent = element.parentNode; isElement(parent) && left.length > 0; parent = parent.parentNode) {
    if (parent.localName === left.at(-1)) left.pop();
    if (parent === root) break;
  }
  return left.length === 0;
}

/** Selects by nested names (`vertices vertex`) or one attribute (`[id="box"]`); as in browsers, in any namespace. */
function select(root: XmlElement, selector: string): readonly XmlElement[] {
  const [, attribute = '', value = ''] = /^\[(\w+)="(.*)"\]$/.exec(selector) ?? [];
  if (attribute !== '')
    return [...root.getElementsByTagNameNS('*', '*')].filter(
      (element) => element.getAttribute(attribute) === value,
    );
  const names = selector.trim().split(/\s+/);
  const last = names.pop() ?? '*';
  const found = [...root.getElementsByTagNameNS('*', last)];
  return names.length === 0 ? found : found.filter((element) => isBelow(element, root, names));
}

const queries = {
  querySelectorAll(this: XmlElement, selector: string) {
    return select(this, selector);
  },
  querySelector(this: XmlElement, selector: string) {
    return select(this, selector)[0] ?? null;
  },
};

/** Adds the browser queries that the COLLADA and 3MF readers need to a document of a plain parser. */
function addQueries<Document extends XmlDocument>(document: Document): Document {
  for (const node of [document, document.documentElement]) {
    const kind: unknown = node && Object.getPrototypeOf(node);
    if (typeof kind === 'object' && kind !== null) Object.assign(kind, queries);
  }
  return document;
}

type XmlParser = new (options: {
  readonly onError: () => void;
}) => {
  parseFromString(text: string, type: string): XmlDocument;
};

/** Wraps a plain XML parser as the browser parser that the COLLADA and 3MF readers expect. */
export const toBrowserParser = (Parser: XmlParser) =>
  class {
    parseFromString(text: string, type: string): XmlDocument {
      // Unreadable XML throws; other faults are common among exporters.
      const parser = new Parser({ onError: () => undefined });
      return addQueries(parser.parseFromString(text.replace(/^\uFEFF/, ''), type));
    }
  };
