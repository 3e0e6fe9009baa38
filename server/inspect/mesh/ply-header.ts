import { sentence } from '../../contract/sentence.ts';
import { BrokenFile } from '../broken-file.ts';
import type { ByteSource } from '../byte-source.ts';
import { decodeText } from '../text/decode-text.ts';

export const scalarSizes = {
  char: 1,
  int8: 1,
  uchar: 1,
  uint8: 1,
  short: 2,
  int16: 2,
  ushort: 2,
  uint16: 2,
  int: 4,
  int32: 4,
  uint: 4,
  uint32: 4,
  float: 4,
  float32: 4,
  double: 8,
  float64: 8,
} as const;

export type PlyScalar = keyof typeof scalarSizes;
export type PlyProperty = {
  readonly name: string;
  readonly type: PlyScalar;
  readonly listCount: PlyScalar | null;
};
export type PlyElement = {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
};
export type PlyHeader = {
  readonly format: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  readonly elements: readonly PlyElement[];
  readonly bodyOffset: number;
};

const longestHeaderBytes = 64 * 1024;
const lineEnds = /\r\n|\n|\r/;

function isScalar(text: string | undefined): text is PlyScalar {
  return text !== undefined && Object.hasOwn(scalarSizes, text);
}

function toScalar(text: string | undefined): PlyScalar {
  if (isScalar(text)) return text;
  throw new BrokenFile(
    sentence`has an unknown number type "${{ type: text ?? '' }}" in its header. Export it again.`,
  );
}

function toProperty(words: readonly string[]): PlyProperty {
  if (words[1] !== 'list') return { name: words[2] ?? '', type: toScalar(words[1]), listCount: null };
  return { name: words[4] ?? '', type: toScalar(words[3]), listCount: toScalar(words[2]) };
}

function toFormat(text: string | undefined): PlyHeader['format'] {
  if (text === 'ascii' || text === 'binary_little_endian' || text === 'binary_big_endian') return text;
  throw new BrokenFile(sentence`has an unknown PLY format "${{ format: text ?? '' }}". Export it again.`);
}

function toElement(words: readonly string[]) {
  const count = /^\d{1,15}$/.test(words[2] ?? '') ? Number(words[2]) : Number.NaN;
  if (Number.isNaN(count))
    throw new BrokenFile(
      sentence`has no number of "${{ name: words[1] ?? '' }}" in its header. Export it again.`,
    );
  const properties: PlyProperty[] = [];
  return { name: words[1] ?? '', count, properties };
}

function readHeaderText(source: ByteSource) {
  const text = Buffer.from(source.read(0, longestHeaderBytes)).toString('latin1');
  if (!/^ply[\r\n]/.test(text))
    throw new BrokenFile('is not a PLY file: it does not start with "ply". Export it again.');
  const end = /[\r\n]end_header[ \t]*(?=[\r\n]|$)/.exec(text);
  if (end === null) throw new BrokenFile('is truncated: its header never ends. Export it again.');
  const lineEnd = lineEnds.exec(text)?.[0] ?? '\n';
  const headerLength = end.index + end[0].length;
  return { text: text.slice(0, headerLength), bodyOffset: headerLength + lineEnd.length };
}

/** Reads the header; ignores unknown lines, because some writers forget the word "comment". */
export function readPlyHeader(source: ByteSource): PlyHeader {
  const { text, bodyOffset } = readHeaderText(source);
  const elements: ReturnType<typeof toElement>[] = [];
  let format: PlyHeader['format'] | null = null;
  for (const line of decodeText(Buffer.from(text, 'latin1')).split(lineEnds)) {
    const words = line.trim().split(/\s+/);
    if (words[0] === 'format') format = toFormat(words[1]);
    else if (words[0] === 'element') elements.push(toElement(words));
    else if (words[0] === 'property') elements.at(-1)?.properties.push(toProperty(words));
  }
  if (format === null) throw new BrokenFile('has no format line in its header. Export it again.');
  if (!elements.some((element) => element.name === 'vertex' && element.count > 0)) {
    throw new BrokenFile('contains no vertices. Export it again.');
  }
  return { format, elements, bodyOffset };
}
