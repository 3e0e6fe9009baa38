import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import type { ByteSource } from '../byte-source.ts';
import type { Findings } from '../inspection.ts';
import { readFbxCorners, readOldFbxCorners } from './binary-fbx-corners.ts';
import { readFbxProperties } from './binary-fbx-properties.ts';
import { type FbxEvents, mostProperties } from './fbx-events.ts';
import { createFbxScene } from './fbx-scene.ts';

type RecordHead = {
  readonly end: number;
  readonly count: number;
  readonly propertiesOffset: number;
  readonly propertiesEnd: number;
  readonly name: string;
};

const fileHeaderBytes = 27;
const versionOffset = 23;
const wideSince = 7500;
const longestName = 255;
const deepestNesting = 64;
const polygonList = 'PolygonVertexIndex';

/** The version, such as 7400. */
export function readFbxVersion(source: ByteSource): number {
  const bytes = source.read(0, fileHeaderBytes);
  if (bytes.length < fileHeaderBytes)
    throw new BrokenFile('is truncated inside its header. Export it again.');
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(versionOffset, true);
}

function readNumber(bytes: Buffer, at: number, isWide: boolean): number {
  return isWide ? bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32 : bytes.readUInt32LE(at);
}

/** Returns null for the empty record that ends a list. */
function readHead(source: ByteSource, offset: number, isWide: boolean): RecordHead | null {
  const numberBytes = isWide ? 8 : 4;
  const headBytes = numberBytes * 3 + 1;
  const read = source.read(offset, headBytes + longestName);
  if (read.length < headBytes)
    throw new BrokenFile('is truncated: it ends inside its list of nodes. Export it again.');
  const bytes = Buffer.from(read.buffer, read.byteOffset, read.length);
  const end = readNumber(bytes, 0, isWide);
  if (end === 0) return null;
  const propertiesOffset = offset + headBytes + bytes.readUInt8(headBytes - 1);
  return {
    end,
    count: readNumber(bytes, numberBytes, isWide),
    propertiesOffset,
    propertiesEnd: propertiesOffset + readNumber(bytes, numberBytes * 2, isWide),
    name: bytes.toString('latin1', headBytes, propertiesOffset - offset),
  };
}

function checkHead(source: ByteSource, head: RecordHead, parentEnd: number): void {
  if (head.end > source.size) {
    const sizes = sentence`its node "${{ name: head.name }}" ends at byte ${{ end: formatCount(head.end) }} and the file has ${{ actual: formatCount(source.size) }}`;
    throw new BrokenFile(sentence`is truncated: ${{ how: sizes }}. Export it again.`);
  }
  if (head.propertiesEnd > head.end || head.end > parentEnd) {
    throw new BrokenFile(sentence`has a damaged node "${{ name: head.name }}". Export it again.`);
  }
}

/** Enters one record; returns whether its children are needed. */
async function enterRecord(source: ByteSource, head: RecordHead, events: FbxEvents): Promise<boolean> {
  if (!events.isWanted(head.name)) return false;
  const range = { offset: head.propertiesOffset, end: head.propertiesEnd, count: head.count };
  const properties = readFbxProperties(source, range);
  const isList = head.count > mostProperties;
  const texts = isList ? [`*${head.count}`] : properties.map((property) => property.text);
  if (!events.open(head.name, texts)) return false;
  const array = properties[0]?.array ?? null;
  if (head.name === polygonList && array !== null) await readFbxCorners(source, array, events.corner);
  else if (head.name === polygonList) readOldFbxCorners(source, range, events.corner);
  return true;
}

/** End offsets of the open nodes; passing one calls `close`. */
function createOpenRecords(fileEnd: number, events: FbxEvents) {
  const ends = [fileEnd];
  return {
    isOutermost: () => ends.length === 1,
    innermostEnd: () => ends.at(-1) ?? fileEnd,
    enter(end: number): void {
      if (ends.length > deepestNesting) throw new BrokenFile('nests its nodes too deeply. Export it again.');
      ends.push(end);
    },
    leaveUpTo(offset: number): void {
      while (ends.length > 1 && offset >= (ends.at(-1) ?? fileEnd)) {
        ends.pop();
        events.close();
      }
    },
  };
}

async function walkRecords(source: ByteSource, isWide: boolean, events: FbxEvents): Promise<void> {
  const open = createOpenRecords(source.size, events);
  let offset = fileHeaderBytes;
  for (;;) {
    const head = readHead(source, offset, isWide);
    if (head === null && open.isOutermost()) return;
    if (head === null) offset = open.innermostEnd();
    else {
      checkHead(source, head, open.innermostEnd());
      const isEntered = await enterRecord(source, head, events);
      if (isEntered) open.enter(head.end);
      offset = isEntered ? head.propertiesEnd : head.end;
    }
    open.leaveUpTo(offset);
  }
}

/** Walks the records of a binary FBX, skipping arrays and nodes that are not needed. */
export async function readBinaryFbx(source: ByteSource): Promise<Findings> {
  const scene = createFbxScene();
  await walkRecords(source, readFbxVersion(source) >= wideSince, scene);
  return scene.finish();
}
