import { BrokenFile } from '../broken-file.ts';
import type { ByteSource } from '../byte-source.ts';
import type { Parser, ParserContext } from '../parser.ts';
import { createAsciiPlyParser } from './ascii-ply-parser.ts';
import { createBinaryPlyParser } from './binary-ply-parser.ts';
import { type PlyHeader, readPlyHeader } from './ply-header.ts';

const lineFeed = 10;

/** Assimp and programs that use it take this byte for part of the header, and then read all numbers wrong. */
function checkFirstByte({ format, bodyOffset }: PlyHeader, source: ByteSource): void {
  const [headerEnd, firstByte] = source.read(bodyOffset - 1, 2);
  if (format === 'ascii' || headerEnd !== lineFeed || firstByte !== lineFeed) return;
  throw new BrokenFile(
    'starts its data with a line feed, which many programs read as part of its header. Export it again as ASCII or as GLB.',
  );
}

export function createPlyParser({ source }: ParserContext): Parser {
  const header = readPlyHeader(source);
  checkFirstByte(header, source);
  return header.format === 'ascii'
    ? createAsciiPlyParser(header)
    : createBinaryPlyParser(header, source.size);
}
