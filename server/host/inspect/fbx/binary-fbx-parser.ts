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

function readVersion(source: ByteSource): number {
  const bytes = source.read(0, fileHeaderBytes);
  if (bytes.length < fileHeaderBytes)
    throw new BrokenFile('is truncated inside its header. Export it again.');
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(versionOffset, true);
}

/** Returns null for the empty record that ends a list. */
function readHead(source: ByteSource, offset: number, isWide: boolean): RecordHead | null {
  const headBytes = isWide ? 25 : 13;
  const bytes = source.read(offset, headBytes + longestName);
  if (bytes.length < headBytes)
    throw new BrokenFile('is truncated: it ends inside its list of nodes. Export it again.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = isWide
    ? [0, 8, 16].map((at) => Number(view.getBigUint64(at, true)))
    : [0, 4, 8].map((at) => view.getUint32(at, true));
  const [end = 0, count = 0, propertiesBytes = 0] = numbers;
  if (end === 0) return null;
  const nameBytes = view.getUint8(headBytes - 1);
  const name = Buffer.from(bytes.subarray(headBytes, headBytes + nameBytes)).toString('latin1');
  const propertiesOffset = offset + headBytes + nameBytes;
  return { end, count, propertiesOffset, propertiesEnd: propertiesOffset + propertiesBytes, name };
}

function checkHead(source: ByteSource, head: RecordHead, parentEnd: number): void {
  if (head.end > source.size) {
    const sizes = `its node "${head.name}" ends at byte ${formatCount(head.end)} and the file has ${formatCount(source.size)}`;
    throw new BrokenFile(`is truncated: ${sizes}. Export it again.`);
  }
  if (head.propertiesEnd > head.end || head.end > parentEnd) {
    throw new BrokenFile(`has a damaged node "${head.name}". Export it again.`);
  }
}

/** Enters one record; returns whether its children are wanted. */
async function enterRecord(source: ByteSource, head: RecordHead, events: FbxEvents): Promise<boolean> {
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

/** The ends of the nodes that are open; leaving one tells its close. */
function createOpenRecords(fileEnd: number, events: FbxEvents) {
  const ends = [fileEnd];
  return {
    isOutermost: () => ends.length === 1,
    innermostEnd: () => ends.at(-1) ?? fileEnd,
    enter(end: number): void {
      if (ends.length > deepestNesting) throw new BrokenFile('nests its nodes too deep. Export it again.');
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

/** Walks the records of a binary FBX, over arrays and nodes that nothing is needed from. */
export async function readBinaryFbx(source: ByteSource): Promise<Findings> {
  const scene = createFbxScene();
  await walkRecords(source, readVersion(source) >= wideSince, scene);
  return scene.finish();
}
