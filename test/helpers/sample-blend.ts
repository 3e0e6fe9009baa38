import { zstdCompressSync } from 'node:zlib';

type Thing = {
  /** The code of its block: OB, MA, IM, LI. */
  readonly code: string;
  readonly name: string;
  readonly isMarked?: boolean;
  readonly isPacked?: boolean;
};
type Options = { readonly things: readonly Thing[]; readonly isLarge?: boolean };

const pointer = 8;
const types = ['char', 'short', 'void', 'PackedFile', 'AssetMetaData', 'ID', 'Thing'];
const names = ['*next', '*asset_data', 'name[66]', 'id', 'source', '*packedfile', '_pad[6]'];
const idBytes = pointer + pointer + 66;
const thingBytes = idBytes + 2 + pointer + 6;
const sizes = [1, 2, 0, 0, 0, idBytes, thingBytes];
type Member = readonly [type: string, name: string];
const structures: readonly (readonly [type: string, members: readonly Member[]])[] = [
  [
    'ID',
    [
      ['void', '*next'],
      ['AssetMetaData', '*asset_data'],
      ['char', 'name[66]'],
    ],
  ],
  [
    'Thing',
    [
      ['ID', 'id'],
      ['short', 'source'],
      ['PackedFile', '*packedfile'],
      ['char', '_pad[6]'],
    ],
  ],
];

function toDescription(): Buffer {
  const parts: Buffer[] = [Buffer.from('SDNA')];
  const align = () => {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    parts.push(Buffer.alloc((4 - (length % 4)) % 4));
  };
  const count = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
  const shorts = (values: readonly number[]) => Buffer.from(Uint16Array.from(values).buffer);
  const texts = (name: string, list: readonly string[]) => {
    parts.push(Buffer.from(name), count(list.length), Buffer.from(list.map((text) => `${text}\0`).join('')));
    align();
  };
  texts('NAME', names);
  texts('TYPE', types);
  parts.push(Buffer.from('TLEN'), shorts(sizes));
  align();
  parts.push(Buffer.from('STRC'), count(structures.length));
  for (const [type, members] of structures) {
    const pairs = members.flatMap(([of, name]) => [types.indexOf(of), names.indexOf(name)]);
    parts.push(shorts([types.indexOf(type), members.length, ...pairs]));
  }
  return Buffer.concat(parts);
}

function toBlock(code: string, struct: number, content: Buffer, isLarge: boolean): Buffer {
  const head = Buffer.alloc(isLarge ? 32 : 24);
  head.write(code, 0, 'latin1');
  if (isLarge) {
    head.writeInt32LE(struct, 4);
    head.writeBigInt64LE(BigInt(content.length), 16);
  } else {
    head.writeInt32LE(content.length, 4);
    head.writeInt32LE(struct, 16);
  }
  return Buffer.concat([head, content]);
}

function toThing({ code, name, isMarked = false, isPacked = false }: Thing): Buffer {
  const content = Buffer.alloc(thingBytes);
  if (isMarked) content.writeBigUInt64LE(4711n, pointer);
  content.write(`${code}${name}`, 2 * pointer);
  content.writeInt16LE(code === 'IM' ? 1 : 0, idBytes);
  if (isPacked) content.writeBigUInt64LE(4712n, idBytes + 2);
  return content;
}

/** A file as Blender writes it, of version 3.4, or of 5.0 with its longer heads; each thing is a data-block. */
export function sampleBlend({ things, isLarge = false }: Options): Buffer {
  return Buffer.concat([
    Buffer.from(isLarge ? 'BLENDER17-01v0500' : 'BLENDER-v304'),
    ...things.map((thing) => toBlock(thing.code, 1, toThing(thing), isLarge)),
    toBlock('DATA', 0, Buffer.alloc(40, 1), isLarge),
    toBlock('DNA1', 0, toDescription(), isLarge),
    toBlock('ENDB', 0, Buffer.alloc(0), isLarge),
  ]);
}

/** The same compressed as Blender does: frames, and a table of them in a frame that readers skip. */
export function compressBlend(bytes: Buffer, frameBytes = 300): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += frameBytes) pieces.push(bytes.subarray(at, at + frameBytes));
  const frames = pieces.map((piece) => zstdCompressSync(piece));
  const entries = frames.flatMap((frame, index) => [frame.length, pieces[index]?.length ?? 0]);
  const table = Buffer.from(Uint32Array.from(entries).buffer);
  const head = Buffer.from(Uint32Array.of(0x184d2a5e, table.length + 9).buffer);
  const footer = Buffer.alloc(9);
  footer.writeUInt32LE(frames.length, 0);
  footer.writeUInt32LE(0x8f92eab1, 5);
  return Buffer.concat([...frames, head, table, footer]);
}
