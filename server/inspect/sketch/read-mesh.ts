import { zUp } from '../../shared/matrix.ts';
import { copyRange, readAll, viewOf, visitRange } from '../byte-source.ts';
import { toReader } from '../mesh/binary-ply-rows.ts';
import { type PlyProperty, type PlyScalar, readPlyHeader, scalarSizes } from '../mesh/ply-header.ts';
import { toReference } from '../references.ts';
import { decodeText } from '../text/decode-text.ts';
import { isBlank, isWordAt, skipBlanks, skipWord } from '../text/line-bytes.ts';
import { createLineScanner } from '../text/line-scanner.ts';
import { readInteger } from '../text/read-integer.ts';
import { readReal } from '../text/read-real.ts';
import { addPolygon, clay, createPoints } from './shape.ts';
import { createReals, paint, type ReadShape } from './shape-source.ts';

const [letterF, letterV, backslash] = [102, 118, 92];
const largestLibrary = 1024 * 1024;

function readColours(text: string, colours: Map<string, number>): void {
  for (const material of text.split(/^\s*newmtl[ \t]+/m).slice(1)) {
    const diffuse = /^\s*Kd[ \t]+(\S+)[ \t]+(\S+)[ \t]+(\S+)/m.exec(material)?.slice(1).map(Number);
    const name = /^[^\r\n]*/.exec(material)?.[0].trim() ?? '';
    if (diffuse) colours.set(name, paint(diffuse, /^\s*map_Kd\s/im.test(material)));
  }
}

export const readObj: ReadShape = ({ source, readSibling }, shape) => {
  const points = createPoints();
  const colours = new Map<string, number>();
  const corners: number[] = [];
  let look = { place: null, colour: clay };
  let isOpen = false;
  const take = (bytes: Uint8Array, start: number, end: number, visit: (from: number, to: number) => void) => {
    for (let at = skipBlanks(bytes, start, end); at < end; at = skipBlanks(bytes, at, end)) {
      const from = at;
      at = skipWord(bytes, at, end);
      visit(from, at);
    }
  };
  const readFace = (bytes: Uint8Array, start: number, end: number) => {
    take(bytes, start, end, (from, to) => {
      const corner = readInteger(bytes, from, to);
      if (corner !== null) corners.push(corner < 0 ? points.length() / 3 + corner : corner - 1);
    });
    isOpen = bytes[end - 1] === backslash;
    if (!isOpen) addPolygon(shape, points.read(), corners, look);
  };
  const nameAfter = (bytes: Uint8Array, start: number, end: number) =>
    decodeText(bytes.subarray(start, end)).trim();
  const scanner = createLineScanner((bytes, start, end) => {
    const at = skipBlanks(bytes, start, end);
    if (isOpen) readFace(bytes, at, end);
    else if (bytes[at] === letterV && isBlank(bytes[at + 1])) {
      const before = points.length();
      take(bytes, at + 2, end, (from, to) => {
        if (points.length() < before + 3) points.push(readReal(bytes, from, to));
      });
    } else if (bytes[at] === letterF && isBlank(bytes[at + 1])) {
      corners.length = 0;
      readFace(bytes, at + 2, end);
    } else if (isWordAt(bytes, at, 'usemtl'))
      look = { place: null, colour: colours.get(nameAfter(bytes, at + 6, end)) ?? clay };
    else if (isWordAt(bytes, at, 'mtllib')) {
      const library = toReference(nameAfter(bytes, at + 6, end));
      if (library === null) return;
      readSibling(library, (file) => {
        if (file) readColours(decodeText(copyRange(file, 0, largestLibrary)), colours);
      });
    }
  });
  visitRange(source, { offset: 0, length: source.size, unit: 1 }, scanner.push);
  scanner.finish();
};

const upright = { place: zUp, colour: clay };
const [headerBytes, triangleBytes] = [84, 50];

export const readStl: ReadShape = ({ source }, shape) => {
  const points = new Float64Array(9);
  const head = viewOf(copyRange(source, 0, headerBytes));
  const triangles = head.byteLength < headerBytes ? 0 : head.getUint32(80, true);
  const length = triangles * triangleBytes;
  if (triangles > 0 && Math.abs(source.size - headerBytes - length) < triangleBytes)
    return visitRange(source, { offset: headerBytes, length, unit: triangleBytes }, (bytes) => {
      const view = viewOf(bytes);
      for (let at = 12; at + 38 <= bytes.length; at += triangleBytes) {
        for (let index = 0; index < 9; index += 1) points[index] = view.getFloat32(at + index * 4, true);
        shape.add(points, 0, 1, 2, upright);
      }
    });
  let corner = 0;
  const scanner = createLineScanner((bytes, start, end) => {
    const at = skipBlanks(bytes, start, end);
    if (!isWordAt(bytes, at, 'vertex')) return;
    const next = createReals(bytes.subarray(at + 6, end));
    for (let axis = 0; axis < 3; axis += 1) points[corner * 3 + axis] = next();
    corner = (corner + 1) % 3;
    if (corner === 0) shape.add(points, 0, 1, 2, upright);
  });
  visitRange(source, { offset: 0, length: source.size, unit: 1 }, scanner.push);
  scanner.finish();
};

function createScalars(view: DataView, start: number, isLittle: boolean) {
  const readers = new Map<PlyScalar, ReturnType<typeof toReader>>();
  let at = start;
  return (type: PlyScalar): number => {
    const read = readers.get(type) ?? toReader(type, isLittle);
    readers.set(type, read);
    at += scalarSizes[type];
    return read(view, at - scalarSizes[type]);
  };
}

const told = ['x', 'y', 'z', 'red', 'green', 'blue'];

export const readPly: ReadShape = ({ source }, shape) => {
  const header = readPlyHeader(source);
  const bytes = readAll(source);
  const isLittle = header.format === 'binary_little_endian';
  const isText = header.format === 'ascii';
  const start = header.bodyOffset;
  const next = isText ? createReals(bytes, start) : createScalars(viewOf(bytes), start, isLittle);
  const points = createPoints();
  const colours: number[] = [];
  const row = new Float64Array(told.length + 1);
  const corners: number[] = [];
  const readList = (length: number, { type, name }: PlyProperty, element: string) => {
    corners.length = 0;
    for (let index = 0; index < length; index += 1) corners.push(next(type));
    if (element === 'face' && name.startsWith('vertex_ind'))
      addPolygon(shape, points.read(), corners, { place: null, colour: colours[corners[0] ?? 0] ?? clay });
  };
  const keepVertex = (hasColours: boolean) => {
    for (let axis = 0; axis < 3; axis += 1) points.push(row[axis] ?? 0);
    if (hasColours) colours.push(((row[3] ?? 0) << 16) | ((row[4] ?? 0) << 8) | (row[5] ?? 0));
  };
  for (const { name, count, properties } of header.elements) {
    // Unused properties go to the last column.
    const columns = properties.map(
      (property) => (told.indexOf(property.name) + told.length + 1) % (told.length + 1),
    );
    const hasColours = properties.some(
      (property) => property.name === 'red' && scalarSizes[property.type] === 1,
    );
    for (let index = 0; index < count; index += 1) {
      properties.forEach((property, at) => {
        if (property.listCount !== null) readList(next(property.listCount), property, name);
        else row[columns[at] ?? -1] = next(property.type);
      });
      if (name === 'vertex') keepVertex(hasColours);
    }
  }
};
