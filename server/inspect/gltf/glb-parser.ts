import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import { copyRange, createSourceSlice } from '../byte-source.ts';
import type { Findings } from '../inspection.ts';
import { createDirectoryParser, type Parser, type ParserContext } from '../parser.ts';
import { inspectGltf } from './inspect-gltf.ts';

const headerBytes = 12;
const chunkHeaderBytes = 8;
const magic = Buffer.from('glTF');
const jsonChunk = 0x4e4f534a;
const binaryChunk = 0x004e4942;
export const largestJsonBytes = 256 * 1024 * 1024;

type Chunk = { readonly type: number; readonly offset: number; readonly length: number };

function viewRange({ source }: ParserContext, offset: number, length: number): DataView {
  const bytes = source.read(offset, length);
  if (bytes.length < length) throw new BrokenFile('is truncated inside its header. Export it again.');
  return new DataView(bytes.buffer, bytes.byteOffset, length);
}

function checkHeader(context: ParserContext): void {
  const { source } = context;
  const isGlb = magic.every((byte, at) => source.read(0, magic.length)[at] === byte);
  if (!isGlb) throw new BrokenFile('is not a GLB file: it does not start with "glTF". Export it again.');
  const header = viewRange(context, 0, headerBytes);
  const version = header.getUint32(4, true);
  const promised = header.getUint32(8, true);
  if (version !== 2) {
    throw new BrokenFile(
      sentence`is GLB ${{ version }}, and only GLB 2 can be opened. Export it again as glTF 2.0.`,
    );
  }
  if (promised === source.size) return;
  const how = sentence`its header promises ${{ promised: formatCount(promised) }} bytes and the file has ${{ actual: formatCount(source.size) }}`;
  throw new BrokenFile(
    promised > source.size
      ? sentence`is truncated: ${{ how }}. Export it again.`
      : sentence`has extra bytes at its end: ${{ how }}. Export it again.`,
  );
}

function readChunk(context: ParserContext, offset: number): Chunk | null {
  if (offset >= context.source.size) return null;
  const header = viewRange(context, offset, chunkHeaderBytes);
  const chunk = {
    type: header.getUint32(4, true),
    offset: offset + chunkHeaderBytes,
    length: header.getUint32(0, true),
  };
  if (chunk.offset + chunk.length <= context.source.size) return chunk;
  throw new BrokenFile('has a part that extends beyond the end of the file. Export it again.');
}

function inspectGlb(context: ParserContext): Findings {
  checkHeader(context);
  const json = readChunk(context, headerBytes);
  if (json === null || json.type !== jsonChunk)
    throw new BrokenFile('does not start with its JSON. Export it again.');
  if (json.length > largestJsonBytes) {
    throw new BrokenFile(
      sentence`has ${{ count: formatCount(json.length) }} bytes of JSON, too many to be read. Export it again.`,
    );
  }
  const next = readChunk(context, json.offset + json.length);
  const binary =
    next?.type === binaryChunk ? createSourceSlice(context.source, next.offset, next.length) : null;
  return inspectGltf(copyRange(context.source, json.offset, json.length), binary, context);
}

export function createGlbParser(context: ParserContext): Parser {
  return createDirectoryParser(() => inspectGlb(context));
}
