import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import { noFindings } from '../inspection.ts';
import type { Parser } from '../parser.ts';
import { createPlyRowReader } from './binary-ply-rows.ts';
import { createPlyFaceCounter, type PlyFaceCounter } from './ply-faces.ts';
import { type PlyElement, type PlyHeader, scalarSizes } from './ply-header.ts';

const harmlessPadding = new Set([0, 9, 10, 13, 26, 32]);

function leastRowBytes(element: PlyElement): number {
  return element.properties.reduce((sum, { type, listCount }) => sum + scalarSizes[listCount ?? type], 0);
}

function checkPromise({ elements, bodyOffset }: PlyHeader, fileBytes: number): void {
  const least = elements.reduce((sum, element) => sum + element.count * leastRowBytes(element), bodyOffset);
  if (least <= fileBytes) return;
  const sizes = sentence`its header promises at least ${{ promised: formatCount(least) }} bytes and the file has ${{ actual: formatCount(fileBytes) }}`;
  throw new BrokenFile(sentence`is truncated: ${{ how: sizes }}. Export it again.`);
}

function createElementReaders(header: PlyHeader, counter: PlyFaceCounter) {
  const isLittle = header.format === 'binary_little_endian';
  return header.elements.map((element) => {
    const hasList = element.properties.some((property) => property.listCount !== null);
    if (!hasList)
      return { count: element.count, fixedBytes: element.count * leastRowBytes(element), rows: null };
    return { count: element.count, fixedBytes: 0, rows: createPlyRowReader(element, isLittle, counter) };
  });
}

/** Counts faces, checks their vertex indices, and checks that the body has the declared length. */
export function createBinaryPlyParser(header: PlyHeader, fileBytes: number): Parser {
  checkPromise(header, fileBytes);
  const counter = createPlyFaceCounter(header);
  const readers = createElementReaders(header, counter);
  let carry = new Uint8Array(0);
  let skip = header.bodyOffset;
  let current = 0;
  let row = 0;
  let surplus = 0;
  let isSurplusHarmless = true;

  function countSurplus(bytes: Uint8Array): void {
    surplus += bytes.length;
    isSurplusHarmless &&= surplus <= 16 && bytes.every((byte) => harmlessPadding.has(byte));
  }

  /** Returns the offset of the unfinished last row. */
  function readRows(bytes: Uint8Array): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    for (;;) {
      const skipped = Math.min(skip, bytes.length - at);
      at += skipped;
      skip -= skipped;
      const reader = readers[current];
      if (skip > 0 || reader === undefined) return at;
      if (row === 0) skip = reader.fixedBytes;
      while (reader.rows !== null && row < reader.count) {
        const length = reader.rows.measure(view, at);
        if (length === null) return at;
        reader.rows.count(view, at);
        at += length;
        row += 1;
      }
      row = 0;
      current += 1;
    }
  }

  return {
    push(chunk) {
      const bytes = carry.length === 0 ? chunk : Buffer.concat([carry, chunk]);
      const rest = bytes.subarray(readRows(bytes));
      const isDone = current === readers.length && skip === 0;
      if (isDone) countSurplus(rest);
      carry = isDone ? new Uint8Array(0) : rest.slice();
    },
    finish() {
      if (current < readers.length || skip > 0) {
        throw new BrokenFile('is truncated: it ends before its last face. Export it again.');
      }
      if (!isSurplusHarmless) {
        const bytes = formatCount(surplus);
        throw new BrokenFile(
          sentence`does not match its header: ${{ count: bytes }} bytes follow the last face. Export it again.`,
        );
      }
      return { ...noFindings, triangles: counter.triangles() };
    },
  };
}
