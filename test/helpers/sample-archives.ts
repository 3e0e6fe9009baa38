import { crc32, deflateRawSync } from 'node:zlib';

export type SampleEntry = {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly isStored?: boolean;
  /** What the directory says of the unpacked length, when it is not the truth. */
  readonly promisedBytes?: number;
  /** Kind of file and rights, as a Unix system writes them. */
  readonly unixMode?: number;
};

/** A ZIP archive with these entries in this order. */
export function sampleZip(entries: readonly SampleEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, isStored = false, promisedBytes, unixMode } of entries) {
    const raw = Buffer.from(content);
    const packed = isStored ? raw : deflateRawSync(raw);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(isStored ? 0 : 8, 4);
    shared.writeUInt32LE(crc32(raw), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(promisedBytes ?? raw.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt16LE(unixMode ?? 0, 8);
    entry.writeUInt32LE(offset, 10);
    const madeBy = unixMode === undefined ? '\0\0' : '\x14\x03';
    directory.push(Buffer.from(`PK\x01\x02${madeBy}`, 'latin1'), shared, entry, Buffer.from(name));
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, Buffer.from(name), packed]);
    files.push(file);
    offset += file.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, list, end]);
}

/** The model part of a 3MF with one tetrahedron that stands on the plate `items` times. */
export function sampleThreemfModel({ items = 1, lastCorner = 3 } = {}): string {
  const vertices = ['0 0 0', '1 0 0', '0 1 0', '0 0 1'].map((place) => {
    const [x, y, z] = place.split(' ');
    return `<vertex x="${x}" y="${y}" z="${z}"/>`;
  });
  const corners = [
    [0, 1, 2],
    [0, 1, 3],
    [0, 2, 3],
    [1, 2, lastCorner],
  ];
  const triangles = corners.map(([v1, v2, v3]) => `<triangle v1="${v1}" v2="${v2}" v3="${v3}"/>`);
  const mesh = `<mesh><vertices>${vertices.join('')}</vertices><triangles>${triangles.join('')}</triangles></mesh>`;
  const build = '<item objectid="1"/>'.repeat(items);
  return `<?xml version="1.0"?><model><resources><object id="1">${mesh}</object></resources><build>${build}</build></model>`;
}

export function sampleThreemf(model = sampleThreemfModel()): Buffer {
  return sampleZip([{ name: '3D/3dmodel.model', content: model }]);
}

export function sampleUsda({ animated = false, rigged = false } = {}): string {
  const motion = animated ? '  double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 1: (1, 0, 0) }\n' : '';
  return `#usda 1.0\ndef ${rigged ? 'SkelRoot' : 'Xform'} "Thing"\n{\n${motion}}\n`;
}

export function sampleUsdz(scene: string | Uint8Array = sampleUsda()): Buffer {
  return sampleZip([{ name: 'scene.usda', content: scene, isStored: true }]);
}
