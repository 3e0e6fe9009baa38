import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

type AsarNode = {
  readonly files?: Readonly<Record<string, AsarNode>>;
  readonly link?: string;
  readonly unpacked?: boolean;
  readonly size?: number;
  readonly offset?: string;
  readonly executable?: boolean;
  readonly integrity?: { readonly hash: string };
};

type Archive = { readonly path: string; readonly read: (position: number, length: number) => Buffer };

function readHeader(archive: Archive): { readonly tree: AsarNode; readonly bodyStart: number } {
  const sizes = archive.read(0, 16);
  const tree: AsarNode = JSON.parse(archive.read(16, sizes.readUInt32LE(12)).toString('utf8'));
  return { tree, bodyStart: 8 + sizes.readUInt32LE(4) };
}

function readEntry(archive: Archive, bodyStart: number, node: AsarNode): Buffer {
  const content = archive.read(bodyStart + Number(node.offset), node.size ?? 0);
  const expected = node.integrity?.hash;
  if (expected !== undefined && createHash('sha256').update(content).digest('hex') !== expected) {
    throw new Error(`electron-host: ${archive.path} is damaged. Build the package again.`);
  }
  return content;
}

function extract(archive: Archive, destination: string): void {
  const { tree, bodyStart } = readHeader(archive);
  const write = (node: AsarNode, relative: string): void => {
    const target = path.join(destination, relative);
    if (node.files) {
      mkdirSync(target, { recursive: true });
      for (const [name, child] of Object.entries(node.files)) write(child, path.join(relative, name));
    } else if (node.link !== undefined) {
      symlinkSync(path.relative(path.dirname(target), path.join(destination, node.link)), target);
    } else if (node.unpacked) {
      symlinkSync(path.join(`${archive.path}.unpacked`, relative), target);
    } else {
      writeFileSync(target, readEntry(archive, bodyStart, node), { mode: node.executable ? 0o755 : 0o644 });
    }
  };
  write(tree, '');
}

/** Copies an asar's files to a folder that goes away with this process: plain Node cannot read inside one. */
export function unpackAsar(archivePath: string): string {
  const destination = mkdtempSync(path.join(tmpdir(), 'electron-host-asar-'));
  const discard = (): void => rmSync(destination, { recursive: true, force: true });
  process.on('exit', discard);
  const descriptor = openSync(archivePath, 'r');
  const read = (position: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    readSync(descriptor, bytes, 0, length, position);
    return bytes;
  };
  try {
    extract({ path: archivePath, read }, destination);
  } catch (error) {
    discard();
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return destination;
}
