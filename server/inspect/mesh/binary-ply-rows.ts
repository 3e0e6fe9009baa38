import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import { isCornerList, type PlyFaceCounter } from './ply-faces.ts';
import { type PlyElement, type PlyScalar, scalarSizes } from './ply-header.ts';

const largestRowBytes = 64 * 1024 * 1024;

type ReadNumber = (view: DataView, at: number) => number;

export function toReader(type: PlyScalar, isLittle: boolean): ReadNumber {
  switch (type) {
    case 'char':
    case 'int8':
      return (view, at) => view.getInt8(at);
    case 'uchar':
    case 'uint8':
      return (view, at) => view.getUint8(at);
    case 'short':
    case 'int16':
      return (view, at) => view.getInt16(at, isLittle);
    case 'ushort':
    case 'uint16':
      return (view, at) => view.getUint16(at, isLittle);
    case 'int':
    case 'int32':
      return (view, at) => view.getInt32(at, isLittle);
    case 'uint':
    case 'uint32':
      return (view, at) => view.getUint32(at, isLittle);
    case 'float':
    case 'float32':
      return (view, at) => view.getFloat32(at, isLittle);
    case 'double':
    case 'float64':
      return (view, at) => view.getFloat64(at, isLittle);
  }
}

/** Reads rows with lists, whose length varies. */
export function createPlyRowReader(element: PlyElement, isLittle: boolean, counter: PlyFaceCounter) {
  const fields = element.properties.map((property) => ({
    size: scalarSizes[property.type],
    readItem: toReader(property.type, isLittle),
    readLength: property.listCount === null ? null : toReader(property.listCount, isLittle),
    listSize: property.listCount === null ? 0 : scalarSizes[property.listCount],
    isCorners: isCornerList(element, property),
  }));

  function measure(view: DataView, start: number): number | null {
    let at = start;
    for (const { size, readLength, listSize } of fields) {
      if (readLength === null) {
        at += size;
        continue;
      }
      if (at + listSize > view.byteLength) return null;
      const length = readLength(view, at);
      if (!(Number.isInteger(length) && length >= 0 && length * size <= largestRowBytes)) {
        throw new BrokenFile(
          sentence`has a list of ${{ count: formatCount(length) }} values in "${{ element: element.name }}". Export it again.`,
        );
      }
      at += listSize + length * size;
      if (at - start > largestRowBytes) {
        throw new BrokenFile(
          sentence`has ${{ count: formatCount(at - start) }} bytes in one row of "${{ element: element.name }}". Export it again.`,
        );
      }
    }
    return at > view.byteLength ? null : at - start;
  }

  function count(view: DataView, start: number): void {
    let at = start;
    for (const { size, readItem, readLength, listSize, isCorners } of fields) {
      const length = readLength === null ? 1 : readLength(view, at);
      at += listSize;
      if (isCorners) {
        counter.openFace();
        for (let index = 0; index < length; index += 1) {
          counter.addCorner(readItem(view, at + index * size));
        }
      }
      at += length * size;
    }
  }

  return {
    /** Size of the row at `at` in bytes, or null if it reaches past the view. */
    measure,
    count,
  };
}
