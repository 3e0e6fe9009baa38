import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import { createNumberList } from '../text/number-list.ts';
import type { XmlTag } from '../text/xml-tag.ts';

const primitiveNames = new Set([
  'triangles',
  'polylist',
  'polygons',
  'trifans',
  'tristrips',
  'lines',
  'linestrips',
]);
const stripNames = new Set(['polygons', 'trifans', 'tristrips']);

/** Counts the triangles of one mesh's primitives; throws BrokenFile if their numbers do not add up. */
export function createDaePrimitiveCounter() {
  let kind = '';
  let count = 0;
  let stride = 1;
  let corners = 0;
  let polygonTriangles = 0;
  let element = '';
  let isReading = false;
  const list = createNumberList((value) => {
    if (!(value >= 0))
      throw new BrokenFile(sentence`has no number where <${{ tag: kind }}> needs one. Export it again.`);
    if (element !== 'vcount') return;
    corners += value;
    polygonTriangles += Math.max(0, value - 2);
  });

  function closeIndices(numbers: number): number {
    if (stripNames.has(kind)) return Math.max(0, Math.floor(numbers / stride) - 2);
    if (kind !== 'triangles' && kind !== 'polylist') return 0;
    const expected = (kind === 'triangles' ? count * 3 : corners) * stride;
    if (numbers < expected) {
      const sizes = sentence`${{ count: formatCount(numbers) }} numbers where ${{ wanted: formatCount(expected) }} are promised`;
      throw new BrokenFile(sentence`has a <${{ tag: kind }}> with ${{ sizes }}. Export it again.`);
    }
    return kind === 'triangles' ? count : polygonTriangles;
  }

  return {
    open(tag: XmlTag): void {
      if (primitiveNames.has(tag.name)) {
        kind = tag.name;
        count = Number(tag.attribute('count') ?? 0);
        stride = 1;
        corners = 0;
        polygonTriangles = 0;
      } else if (kind !== '' && tag.name === 'input') {
        stride = Math.max(stride, (Number.parseInt(tag.attribute('offset') ?? '0', 10) || 0) + 1);
      }
      element = tag.name;
      isReading = kind !== '' && (element === 'p' || element === 'vcount');
    },
    text(bytes: Uint8Array, start: number, end: number): void {
      if (isReading) list.push(bytes, start, end);
    },
    /** Returns the triangles that the closed element adds. */
    close(name: string): number {
      const numbers = isReading ? list.finish() : 0;
      const added = isReading && name === 'p' ? closeIndices(numbers) : 0;
      isReading = false;
      if (primitiveNames.has(name)) kind = '';
      return added;
    },
  };
}
