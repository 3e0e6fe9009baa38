import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';

const folder = path.join(import.meta.dirname, 'lodestock');

export type BuiltExtension = {
  readonly name: string;
  readonly version: string;
  readonly bytes: Buffer;
  readonly sha256: string;
};

/** The one place that names the version. */
const readVersion = () =>
  /^version = "([^"]+)"/m.exec(readFileSync(path.join(folder, 'blender_manifest.toml'), 'utf8'))?.[1] ?? '';

/** The first of January 1980: the same bytes at every build. */
const dosDate = 33;
const utf8Names = 0x0800;

function localHeader(name: Buffer, data: Buffer) {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(utf8Names, 6);
  header.writeUInt16LE(dosDate, 12);
  header.writeUInt32LE(crc32(data), 14);
  header.writeUInt32LE(data.length, 18);
  header.writeUInt32LE(data.length, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function centralHeader(local: Buffer, name: Buffer, offset: number) {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(20, 4);
  local.copy(header, 6, 4, 30); // both headers tell the same of a file
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}

function endRecord(count: number, size: number, offset: number) {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}

/** A ZIP without compression, with the same bytes at every build. */
function toZip(files: readonly { name: string; data: Buffer }[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, data } of files) {
    const encoded = Buffer.from(name);
    const local = localHeader(encoded, data);
    central.push(centralHeader(local, encoded, offset));
    parts.push(local, data);
    offset += local.length + data.length;
  }
  const directory = Buffer.concat(central);
  return Buffer.concat([...parts, directory, endRecord(files.length, directory.length, offset)]);
}

/** The extension as Blender installs it; written to `outDir` where one is given. */
export function buildBlenderExtension(outDir?: string): BuiltExtension {
  const names = readdirSync(folder)
    .filter((name) => /\.(py|toml)$/.test(name))
    .sort();
  const license = { name: 'LICENSE', data: readFileSync(path.join(import.meta.dirname, 'LICENSE')) };
  const files = names.map((name) => ({ name, data: readFileSync(path.join(folder, name)) }));
  const bytes = toZip([license, ...files]);
  const version = readVersion();
  const name = `lodestock-${version}.zip`;
  if (outDir !== undefined) {
    mkdirSync(outDir, { recursive: true });
    writeFileSync(path.join(outDir, name), bytes);
  }
  return { name, version, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}
