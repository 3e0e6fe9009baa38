import { BrokenFile } from '../broken-file.ts';
import { createByteBuffer } from './byte-buffer.ts';
import { decodeText } from './decode-text.ts';
import { createXmlNesting, type XmlHandlers } from './xml-nesting.ts';

export type XmlScanner = { readonly push: (chunk: Uint8Array) => void; readonly finish: () => void };

type Mode = 'text' | 'opening' | 'tag' | 'comment' | 'instruction' | 'characters';

const longestTagBytes = 1024 * 1024;
const lessThan = 60;
const greaterThan = 62;
const doubleQuote = 34;
const singleQuote = 39;
/** The two bytes before the ">" that ends the mode. */
const endings = { comment: '--', instruction: '?', characters: ']]' } as const;

function toMode(opening: string): Mode {
  if (opening.startsWith('?')) return 'instruction';
  if (opening.startsWith('!--')) return 'comment';
  if (opening.startsWith('![CDATA[')) return 'characters';
  return '!--'.startsWith(opening) || '![CDATA['.startsWith(opening) ? 'opening' : 'tag';
}

/** Reads XML, with no entities but the built-in ones; throws BrokenFile where tags do not nest. */
export function createXmlScanner(handlers: XmlHandlers): XmlScanner {
  const nesting = createXmlNesting(handlers);
  const markup = createByteBuffer(longestTagBytes, 'has a tag that never ends. Export it again.');
  let mode: Mode = 'text';
  let opening = '';
  let quote = 0;
  let lastTwo = '';

  function readText(chunk: Buffer, start: number): number {
    const found = chunk.indexOf(lessThan, start);
    const end = found === -1 ? chunk.length : found;
    if (end > start && nesting.isInside()) handlers.text(chunk.subarray(start, end));
    if (found === -1) return end;
    mode = 'opening';
    opening = '';
    return end + 1;
  }

  function readOpening(chunk: Buffer, start: number): number {
    opening += String.fromCharCode(chunk[start] ?? 0);
    mode = toMode(opening);
    if (mode !== 'tag') return start + 1;
    markup.append(Buffer.from(opening.slice(0, -1), 'latin1'));
    quote = 0;
    return start;
  }

  function readTag(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (quote !== 0) {
        if (byte === quote) quote = 0;
      } else if (byte === doubleQuote || byte === singleQuote) {
        quote = byte;
      } else if (byte === greaterThan) {
        markup.append(chunk.subarray(start, at));
        mode = 'text';
        nesting.readTag(decodeText(markup.take()));
        return at + 1;
      }
    }
    markup.append(chunk.subarray(start));
    return chunk.length;
  }

  function readSpecial(chunk: Buffer, start: number, ending: string): number {
    const end = chunk.indexOf(greaterThan, start);
    const stop = end === -1 ? chunk.length : end;
    const piece = chunk.subarray(start, stop);
    if (mode === 'characters') markup.append(piece);
    lastTwo = (lastTwo + piece.toString('latin1', Math.max(0, piece.length - 2))).slice(-2);
    if (end === -1) return stop;
    const isEnd = lastTwo.endsWith(ending);
    if (mode === 'characters' && isEnd) handlers.text(markup.take().subarray(0, -2));
    else if (mode === 'characters') markup.append(chunk.subarray(end, end + 1));
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
    push(bytes) {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let at = 0; at < chunk.length; ) at = readPiece(chunk, at);
    },
    finish() {
      if (mode !== 'text') throw new BrokenFile('is truncated: it ends inside a tag. Export it again.');
      nesting.finish();
    },
  };
}
