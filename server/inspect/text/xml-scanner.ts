import { BrokenFile } from '../broken-file.ts';
import { createByteBuffer } from './byte-buffer.ts';
import { decodeText } from './decode-text.ts';
import { createXmlNesting, type XmlHandlers } from './xml-nesting.ts';

type Mode = 'text' | 'opening' | 'tag' | 'comment' | 'instruction' | 'characters';

const longestTagBytes = 1024 * 1024;
const endlessTag = 'has a tag that never ends. Export it again.';
const lessThan = 60;
const greaterThan = 62;
const exclamationMark = 33;
const questionMark = 63;
const doubleQuote = 34;
const singleQuote = 39;
/** Characters before the ">" that ends the mode. */
const endings = { comment: '--', instruction: '?', characters: ']]' } as const;

function toMode(opening: string): Mode {
  if (opening.startsWith('?')) return 'instruction';
  if (opening.startsWith('!--')) return 'comment';
  if (opening.startsWith('![CDATA[')) return 'characters';
  return '!--'.startsWith(opening) || '![CDATA['.startsWith(opening) ? 'opening' : 'tag';
}

/** Reads XML with only the built-in entities; throws BrokenFile if tags do not nest. */
export function createXmlScanner(handlers: XmlHandlers) {
  const nesting = createXmlNesting(handlers);
  const markup = createByteBuffer(longestTagBytes, endlessTag);
  let mode: Mode = 'text';
  let opening = '';
  let quote = 0;
  let lastTwo = '';

  function readText(chunk: Buffer, start: number): number {
    const found = chunk.indexOf(lessThan, start);
    const end = found === -1 ? chunk.length : found;
    if (end > start && nesting.isInside()) handlers.text(chunk, start, end);
    if (found === -1) return end;
    const next = chunk[end + 1];
    quote = 0;
    mode = next === undefined || next === exclamationMark || next === questionMark ? 'opening' : 'tag';
    opening = '';
    return end + 1;
  }

  function readOpening(chunk: Buffer, start: number): number {
    opening += String.fromCharCode(chunk[start] ?? 0);
    mode = toMode(opening);
    if (mode !== 'tag') return start + 1;
    markup.append(Buffer.from(opening, 'latin1'), 0, opening.length - 1);
    return start;
  }

  function endTag(chunk: Buffer, start: number, end: number): void {
    if (end - start > longestTagBytes) throw new BrokenFile(endlessTag);
    mode = 'text';
    if (markup.length() === 0) nesting.readTag(decodeText(chunk.subarray(start, end)));
    else {
      markup.append(chunk, start, end);
      nesting.readTag(decodeText(markup.take()));
    }
  }

  function readTag(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (quote !== 0) {
        if (byte === quote) quote = 0;
      } else if (byte === doubleQuote || byte === singleQuote) {
        quote = byte;
      } else if (byte === greaterThan) {
        endTag(chunk, start, at);
        return at + 1;
      }
    }
    markup.append(chunk, start, chunk.length);
    return chunk.length;
  }

  function readSpecial(chunk: Buffer, start: number, ending: string): number {
    const found = chunk.indexOf(greaterThan, start);
    const end = found === -1 ? chunk.length : found;
    if (mode === 'characters') markup.append(chunk, start, Math.min(end + 1, chunk.length));
    lastTwo = (lastTwo + chunk.toString('latin1', Math.max(start, end - 2), end)).slice(-2);
    if (found === -1) return end;
    const isEnd = lastTwo.endsWith(ending);
    if (isEnd && mode === 'characters') {
      const characters = markup.take();
      handlers.text(characters, 0, characters.length - ']]>'.length);
    }
    if (isEnd) mode = 'text';
    lastTwo = '';
    return end + 1;
  }

  function readPiece(chunk: Buffer, at: number): number {
    if (mode === 'text') return readText(chunk, at);
    if (mode === 'opening') return readOpening(chunk, at);
    if (mode === 'tag') return readTag(chunk, at);
    return readSpecial(chunk, at, endings[mode]);
  }

  return {
    push(bytes: Uint8Array) {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let at = 0; at < chunk.length; ) at = readPiece(chunk, at);
    },
    finish() {
      if (mode !== 'text') throw new BrokenFile('is truncated: it ends inside a tag. Export it again.');
      nesting.finish();
    },
  };
}
