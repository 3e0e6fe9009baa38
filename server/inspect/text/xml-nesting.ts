import { sentence } from '../../contract/sentence.ts';
import { BrokenFile } from '../broken-file.ts';
import { stripPrefix, toXmlTag, type XmlTag } from './xml-tag.ts';

export type XmlHandlers = {
  readonly open: (tag: XmlTag) => void;
  /** Text inside the innermost open tag, in pieces; the bytes are valid only during the call. */
  readonly text: (bytes: Uint8Array, start: number, end: number) => void;
  readonly close: (name: string) => void;
};

const deepestNesting = 10_000;
const mostOpenText = 16 * 1024 * 1024;
const tooDeep = 'nests its tags too deeply to be read. Export it again.';

/** Tracks opening and closing tags; throws BrokenFile if they do not nest. */
export function createXmlNesting(handlers: XmlHandlers) {
  const names: string[] = [];
  let openText = 0;
  let hasRoot = false;

  function openTag(text: string): void {
    const tag = toXmlTag(text);
    hasRoot = true;
    names.push(tag.name);
    openText += tag.name.length;
    if (names.length > deepestNesting || openText > mostOpenText) throw new BrokenFile(tooDeep);
    handlers.open(tag);
  }

  function closeTag(name: string): void {
    const open = names.pop();
    if (open !== name) {
      throw new BrokenFile(
        sentence`is not valid XML: </${{ tag: name }}> follows <${{ open: open ?? 'nothing' }}>. Export it again.`,
      );
    }
    openText -= name.length;
    handlers.close(name);
  }

  return {
    isInside: () => names.length > 0,
    readTag(text: string): void {
      if (text.startsWith('/')) closeTag(stripPrefix(text.slice(1).trim()));
      else if (!text.startsWith('!')) {
        openTag(text);
        if (text.endsWith('/')) closeTag(names.at(-1) ?? '');
      }
    },
    finish(): void {
      if (!hasRoot) throw new BrokenFile('is not XML: it contains no tags. Export it again.');
      const open = names.at(-1);
      if (open !== undefined)
        throw new BrokenFile(sentence`is truncated: it ends before </${{ tag: open }}>. Export it again.`);
    },
  };
}
