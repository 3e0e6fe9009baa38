import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import { noFindings } from '../inspection.ts';
import type { Parser } from '../parser.ts';
import { skipBlanks, skipWord } from '../text/line-bytes.ts';
import { createLineScanner } from '../text/line-scanner.ts';
import { readInteger } from '../text/read-integer.ts';
import { createPlyFaceCounter, isCornerList, type PlyFaceCounter } from './ply-faces.ts';
import type { PlyElement, PlyHeader } from './ply-header.ts';

type Line = { readonly bytes: Uint8Array; readonly start: number; readonly end: number };

function countLine(element: PlyElement, line: Line, counter: PlyFaceCounter): void {
  const { bytes, end } = line;
  let at = skipBlanks(bytes, line.start, end);

  function nextNumber(): number {
    if (at === end)
      throw new BrokenFile(
        sentence`has too few numbers in a line of "${{ element: element.name }}". Export it again.`,
      );
    const number = readInteger(bytes, at, end);
    at = skipBlanks(bytes, skipWord(bytes, at, end), end);
    if (number === null)
      throw new BrokenFile(
        sentence`has a line of "${{ element: element.name }}" without numbers. Export it again.`,
      );
    return number;
  }

  for (const property of element.properties) {
    if (property.listCount === null) {
      at = skipBlanks(bytes, skipWord(bytes, at, end), end);
      continue;
    }
    const isCorners = isCornerList(element, property);
    const length = nextNumber();
    if (isCorners) counter.openFace();
    for (let index = 0; index < length; index += 1) {
      const value = nextNumber();
      if (isCorners) counter.addCorner(value);
    }
  }
}

export function createAsciiPlyParser(header: PlyHeader): Parser {
  const counter = createPlyFaceCounter(header);
  const elements = header.elements
    .filter((element) => element.count > 0 && element.properties.length > 0)
    .map((element) => ({
      element,
      hasList: element.properties.some((property) => property.listCount !== null),
    }));
  let headerRest = header.bodyOffset;
  let current = 0;
  let lines = 0;

  const scanner = createLineScanner((bytes, start, end) => {
    if (skipBlanks(bytes, start, end) === end) return;
    const entry = elements[current];
    if (entry === undefined)
      throw new BrokenFile('has more lines than its header promises. Export it again.');
    if (entry.hasList) countLine(entry.element, { bytes, start, end }, counter);
    lines += 1;
    if (lines < entry.element.count) return;
    lines = 0;
    current += 1;
  });

  return {
    push(chunk) {
      const skipped = Math.min(headerRest, chunk.length);
      headerRest -= skipped;
      if (skipped < chunk.length) scanner.push(chunk.subarray(skipped));
    },
    finish() {
      scanner.finish();
      const missing = elements[current]?.element;
      if (missing !== undefined) {
        const promise = sentence`its header promises ${{ promised: formatCount(missing.count) }} of "${{ name: missing.name }}"`;
        throw new BrokenFile(
          sentence`is truncated: ${{ promise }} and it has ${{ lines: formatCount(lines) }}. Export it again.`,
        );
      }
      return { ...noFindings, triangles: counter.triangles() };
    },
  };
}
