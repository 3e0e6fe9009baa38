import { BrokenFile } from '../broken-file.ts';
import { toXmlTag, type XmlTag } from './xml-tag.ts';

export type XmlHandlers = {
  readonly open: (tag: XmlTag) => void;
  /** A piece of text inside the innermost open tag; the bytes are valid during the call only. */
  readonly text: (bytes: Uint8Array) => void;
  readonly close: (name: string) => void;
};

const deepestNesting = 10_000;

/** Follows opening and closing tags and throws BrokenFile where they do not nest. */
export function createXmlNesting(handlers: XmlHandlers) {
  const names: string[] = [];
  let hasRoot = false;

  function close(name: string): void {
    const open = names.pop();
    if (open !== name) {
      throw new BrokenFile(`is no valid XML: </${name}> follows <${open ?? 'nothing'}>. Export it again.`);
    }
    handlers.close(name);
  }

  return {
    isInside: () => names.length > 0,
    readTag(text: string): void {
      if (text.startsWith('!')) return;
      if (text.startsWith('/')) {
        close(toXmlTag(text.slice(1).trim()).name);
        return;
      }
      if (names.length >= deepestNesting)
        throw new BrokenFile('nests its tags too deep to be read. Export it again.');
      const tag = toXmlTag(text);
      hasRoot = true;
      names.push(tag.name);
      handlers.open(tag);
      if (text.endsWith('/')) close(tag.name);
    },
    finish(): void {
      if (!hasRoot) throw new BrokenFile('is no XML: it holds no tag. Export it again.');
      const open = names.at(-1);
      if (open !== undefined)
        throw new BrokenFile(`is truncated: it ends before </${open}>. Export it again.`);
    },
  };
}
