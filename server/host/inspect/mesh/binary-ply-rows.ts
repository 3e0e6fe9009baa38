import { BrokenFile, formatCount } from '../broken-file.ts';
import { isCornerList, type PlyFaceCounter } from './ply-faces.ts';
import { type PlyElement, type PlyScalar, scalarSizes } from './ply-header.ts';

const largestRowBytes = 64 * 1024 * 1024;

function readNumber(
  view: DataView,
  at: number,
  as: { readonly type: PlyScalar; readonly isLittle: boolean },
) {
  switch (as.type) {
    case 'char':
    case 'int8':
      return view.getInt8(at);
    case 'uchar':
    case 'uint8':
      return view.getUint8(at);
    case 'short':
    case 'int16':
      return view.getInt16(at, as.isLittle);
    case 'ushort':
    case 'uint16':
      return view.getUint16(at, as.isLittle);
    case 'int':
    case 'int32':
      return view.getInt32(at, as.isLittle);
    case 'uint':
    case 'uint32':
      return view.getUint32(at, as.isLittle);
    case 'float':
    case 'float32':
      return view.getFloat32(at, as.isLittle);
    case 'double':
    case 'float64':
      return view.getFloat64(at, as.isLittle);
  }
}

export type PlyRowReader = {
  /** The bytes of the row at `at`, or null when it reaches past the view. */
  readonly measure: (view: DataView, at: number) => number | null;
  readonly count: (view: DataView, at: number) => void;
};

/** Reads rows with lists, whose length differs from row to row. */
export function createPlyRowReader(
  element: PlyElement,
  isLittle: boolean,
  counter: PlyFaceCounter,
): PlyRowReader {
  const fields = element.properties.map((property) => ({
    size: scalarSizes[property.type],
    item: { type: property.type, isLittle },
    list: property.listCount === null ? null : { type: property.listCount, isLittle },
    listSize: property.listCount === null ? 0 : scalarSizes[property.listCount],
    isCorners: isCornerList(element, property),
  }));

  function measure(view: DataView, start: number): number | null {
    let at = start;
    for (const { size, list, listSize } of fields) {
      if (list === null) {
        at += size;
        continue;
      }
      if (at + listSize > view.byteLength) return null;
      const length = readNumber(view, at, list);
      if (!(Number.isInteger(length) && length >= 0 && length * size <= largestRowBytes)) {
        throw new BrokenFile(
          `has a list of ${formatCount(length)} values in "${element.name}". Export it again.`,
        );
      }
      at += listSize + length * size;
    }
    return at > view.byteLength ? null : at - start;
  }

  function count(view: DataView, start: number): void {
    let at = start;
    for (const { size, item, list, listSize, isCorners } of fields) {
      const length = list === null ? 1 : readNumber(view, at, list);
      at += listSize;
      if (isCorners) {
        counter.addFace(length);
        for (let index = 0; index < length; index += 1) {
          counter.checkCorner(readNumber(view, at + index * size, item));
        }
      }
      at += length * size;
    }
  }

  return { measure, count };
}
