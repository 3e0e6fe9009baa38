import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import { noFindings } from '../inspection.ts';
import { createItemBudget } from '../item-budget.ts';
import type { Parser } from '../parser.ts';
import { listReferences, toReference } from '../references.ts';
import { decodeText } from '../text/decode-text.ts';
import { isBlank, isWordAt, skipBlanks, skipWord } from '../text/line-bytes.ts';
import { createLineScanner } from '../text/line-scanner.ts';
import { readInteger } from '../text/read-integer.ts';

const letterF = 102;
const letterM = 109;
const letterN = 110;
const letterV = 118;
const hash = 35;
const backslash = 92;
/** First of its three bytes. */
const byteOrderMark = 0xef;
const longestLibraryLine = 64 * 1024;

/** Material libraries on one line: several names if each ends in .mtl, else one name that can contain blanks. */
function splitLibraries(names: string): readonly string[] {
  const parts = names.split(/(?<=\.mtl)\s+/i);
  return parts.every((part) => /\.mtl$/i.test(part.trim())) ? parts : [names];
}

function createFaceCounter() {
  let vertices = 0;
  let faces = 0;
  let corners = 0;
  let triangles = 0;
  let highest = 0;

  function countCorner(bytes: Uint8Array, start: number, end: number): void {
    const index = readInteger(bytes, start, end);
    if (index === null || index === 0) {
      throw new BrokenFile(
        sentence`has a corner without a vertex number in face ${{ face: formatCount(faces) }}. Export it again.`,
      );
    }
    if (index < 0 && vertices + index < 0) {
      throw new BrokenFile(
        sentence`names vertex ${{ index: formatCount(index) }} in face ${{ face: formatCount(faces) }}, before its first vertex. Export it again.`,
      );
    }
    if (index > highest) highest = index;
    corners += 1;
    if (corners > 2) triangles += 1;
  }

  return {
    addVertex(bytes: Uint8Array, start: number, end: number): void {
      vertices += 1;
      // Every spelling of infinity and NaN contains this letter; no number does.
      for (let at = start; at < end && !(bytes[at] === hash && isBlank(bytes[at - 1])); at += 1)
        if (((bytes[at] ?? 0) | 32) === letterN)
          throw new BrokenFile('has a vertex at infinity. Export it again.');
    },
    openFace: () => {
      faces += 1;
      corners = 0;
    },
    countCorner,
    corners: () => corners,
    totals: () => ({ vertices, triangles, highest }),
  };
}

/** Counts faces (a polygon of n corners is n - 2 triangles), checks vertex indices, and lists material libraries. */
export function createObjParser(): Parser {
  const counter = createFaceCounter();
  const libraries: string[] = [];
  const countItem = createItemBudget();
  let isFaceOpen = false;
  let isLastLineFace = false;

  function countCorners(bytes: Uint8Array, start: number, end: number): void {
    let at = skipBlanks(bytes, start, end);
    isFaceOpen = false;
    while (at < end && bytes[at] !== hash) {
      const wordEnd = skipWord(bytes, at, end);
      isFaceOpen = wordEnd === end && bytes[end - 1] === backslash;
      if (!(isFaceOpen && wordEnd - at === 1)) counter.countCorner(bytes, at, wordEnd);
      at = skipBlanks(bytes, wordEnd, end);
    }
  }

  function addLibraries(names: string): void {
    for (const name of splitLibraries(names)) {
      countItem(name.length);
      libraries.push(name);
    }
  }

  const scanner = createLineScanner((bytes, start, end) => {
    const at = skipBlanks(bytes, bytes[start] === byteOrderMark ? start + 3 : start, end);
    isLastLineFace = isFaceOpen;
    if (isFaceOpen) return countCorners(bytes, at, end);
    const letter = bytes[at];
    if (letter === letterV && isBlank(bytes[at + 1])) counter.addVertex(bytes, at + 2, end);
    else if (letter === letterF && isBlank(bytes[at + 1])) {
      isLastLineFace = true;
      counter.openFace();
      countCorners(bytes, at + 2, end);
    } else if (letter === letterM && isWordAt(bytes, at, 'mtllib') && isBlank(bytes[at + 6])) {
      addLibraries(decodeText(bytes.subarray(at + 7, Math.min(end, at + longestLibraryLine))));
    }
  });

  return {
    push: scanner.push,
    finish() {
      const isCutOff = scanner.finish() && isLastLineFace && counter.corners() < 3;
      const { vertices, triangles, highest } = counter.totals();
      if (isCutOff || isFaceOpen) throw new BrokenFile('ends in the middle of a face. Export it again.');
      if (vertices === 0) throw new BrokenFile('contains no vertices. Export it again.');
      if (highest > vertices) {
        const [named, present] = [formatCount(highest), formatCount(vertices)];
        throw new BrokenFile(
          sentence`names vertex ${{ index: named }} and holds ${{ count: present }} vertices. Export it again.`,
        );
      }
      return { ...noFindings, triangles, references: listReferences(libraries.map(toReference)) };
    },
  };
}
