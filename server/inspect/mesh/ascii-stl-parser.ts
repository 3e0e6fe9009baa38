import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import { noFindings } from '../inspection.ts';
import type { Parser } from '../parser.ts';
import { isWordAt, skipBlanks } from '../text/line-bytes.ts';
import { createLineScanner } from '../text/line-scanner.ts';

const letterE = 101;
const letterF = 102;
const letterS = 115;
const letterV = 118;
const lowerCase = 0x20;
/** First of its three bytes. */
const byteOrderMark = 0xef;

function createFacetCounter() {
  let triangles = 0;
  let vertices = 0;
  let solids = 0;
  let firstOfSolid = 0;
  let open: 'nothing' | 'solid' | 'facet' = 'nothing';

  function closeFacet(): void {
    if (open !== 'facet' || vertices !== 3) {
      const facet = formatCount(triangles + 1);
      throw new BrokenFile(
        sentence`has ${{ count: formatCount(vertices) }} instead of 3 vertices in facet ${{ facet }}. Export it again.`,
      );
    }
    triangles += 1;
    open = 'solid';
  }

  function closeSolid(): void {
    if (open === 'facet') throw new BrokenFile('ends a solid in the middle of a facet. Export it again.');
    if (triangles === firstOfSolid) {
      throw new BrokenFile(
        sentence`has no facet in solid ${{ solid: formatCount(solids) }}. Remove the empty solid or export it again.`,
      );
    }
    open = 'nothing';
  }

  return {
    openSolid: () => {
      if (open === 'facet') throw new BrokenFile('starts a solid in the middle of a facet. Export it again.');
      solids += 1;
      firstOfSolid = triangles;
      open = 'solid';
    },
    openFacet: () => {
      if (open === 'facet')
        throw new BrokenFile(
          sentence`never ends facet ${{ facet: formatCount(triangles + 1) }}. Export it again.`,
        );
      vertices = 0;
      open = 'facet';
    },
    addVertex: () => {
      vertices += 1;
    },
    closeFacet,
    closeSolid,
    finish(): number {
      if (open !== 'nothing')
        throw new BrokenFile('is truncated: it ends before its "endsolid". Export it again.');
      return triangles;
    },
  };
}

export function createAsciiStlParser(): Parser {
  const counter = createFacetCounter();

  const scanner = createLineScanner((bytes, start, end) => {
    const hasMark = bytes[start] === byteOrderMark;
    const at = skipBlanks(bytes, hasMark ? start + 3 : start, end);
    const letter = (bytes[at] ?? 0) | lowerCase;
    if (letter === letterV) counter.addVertex();
    else if (letter === letterF && isWordAt(bytes, at, 'facet')) counter.openFacet();
    else if (letter === letterS && isWordAt(bytes, at, 'solid')) counter.openSolid();
    else if (letter === letterE && isWordAt(bytes, at, 'endfacet')) counter.closeFacet();
    else if (letter === letterE && isWordAt(bytes, at, 'endsolid')) counter.closeSolid();
  });

  return {
    push: scanner.push,
    finish() {
      scanner.finish();
      return { ...noFindings, triangles: counter.finish() };
    },
  };
}
