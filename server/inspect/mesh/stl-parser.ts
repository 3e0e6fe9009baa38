import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import { noFindings } from '../inspection.ts';
import { createDirectoryParser, type Parser, type ParserContext } from '../parser.ts';
import { isWordAt } from '../text/line-bytes.ts';
import { createAsciiStlParser } from './ascii-stl-parser.ts';

const headerBytes = 84;
const triangleBytes = 50;
const sniffedBytes = 1024;
/** Allowed before the text: a byte-order mark, blanks and empty lines. */
const leading = /^(?:\u00EF\u00BB\u00BF)?\s*/;

function readBinaryStl({ source }: ParserContext) {
  const header = source.read(0, headerBytes);
  if (header.length < headerBytes) {
    throw new BrokenFile(
      sentence`is truncated: an STL header has ${{ wanted: headerBytes }} bytes, the file ${{ actual: source.size }}. Export it again.`,
    );
  }
  const triangles = new DataView(header.buffer, header.byteOffset).getUint32(80, true);
  const promised = headerBytes + triangles * triangleBytes;
  const sizes = sentence`its header promises ${{ triangles: formatCount(triangles) }} triangles (${{ promised: formatCount(promised) }} bytes) and the file has ${{ actual: formatCount(source.size) }} bytes`;
  if (source.size < promised)
    throw new BrokenFile(sentence`is truncated: ${{ how: sizes }}. Export it again.`);
  if (source.size >= promised + triangleBytes)
    throw new BrokenFile(sentence`contradicts itself: ${{ how: sizes }}. Export it again.`);
  if (triangles === 0) throw new BrokenFile('contains no triangles. Export it again.');
  return { ...noFindings, triangles };
}

function isBinary({ source }: ParserContext): boolean {
  const head = source.read(0, sniffedBytes);
  const text = Buffer.from(head).toString('latin1');
  const start = leading.exec(text)?.[0].length ?? 0;
  if (!isWordAt(head, start, 'solid')) return true;
  if (head.includes(0)) return true;
  if (head.length < headerBytes) return false;
  const triangles = new DataView(head.buffer, head.byteOffset).getUint32(80, true);
  return source.size === headerBytes + triangles * triangleBytes;
}

/** Tells binary from ASCII by the declared length, because binary files can start with "solid" too. */
export function createStlParser(context: ParserContext): Parser {
  return isBinary(context) ? createDirectoryParser(() => readBinaryStl(context)) : createAsciiStlParser();
}
