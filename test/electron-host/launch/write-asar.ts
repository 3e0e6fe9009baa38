import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';

type AsarFolder = { readonly files: Map<string, AsarFolder>; readonly entry?: object };

function openFolder(root: AsarFolder, names: readonly string[]): AsarFolder {
  let folder = root;
  for (const name of names) {
    const next = folder.files.get(name) ?? { files: new Map() };
    folder.files.set(name, next);
    folder = next;
  }
  return folder;
}

function toHeader({ files, entry }: AsarFolder): object {
  return entry ?? { files: Object.fromEntries([...files].map(([name, node]) => [name, toHeader(node)])) };
}

function writePickle(header: string): Buffer {
  const text = Buffer.from(header);
  const padding = Buffer.alloc((4 - (text.length % 4)) % 4);
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(4, 0);
  sizes.writeUInt32LE(text.length + padding.length + 8, 4);
  sizes.writeUInt32LE(text.length + padding.length + 4, 8);
  sizes.writeUInt32LE(text.length, 12);
  return Buffer.concat([sizes, text, padding]);
}

/** Writes an asar archive from paths and contents; null marks a file that is next to it, unpacked. */
export function writeAsar(archivePath: string, contents: Readonly<Record<string, string | null>>): void {
  const root: AsarFolder = { files: new Map() };
  const bodies: Buffer[] = [];
  let offset = 0;
  for (const [file, content] of Object.entries(contents)) {
    const names = file.split('/');
    const body = Buffer.from(content ?? '');
    const hash = createHash('sha256').update(body).digest('hex');
    const packed = { size: body.length, offset: String(offset), integrity: { algorithm: 'SHA256', hash } };
    const entry = content === null ? { size: 0, unpacked: true } : packed;
    openFolder(root, names.slice(0, -1)).files.set(names.at(-1) ?? '', { files: new Map(), entry });
    bodies.push(body);
    offset += body.length;
  }
  writeFileSync(archivePath, Buffer.concat([writePickle(JSON.stringify(toHeader(root))), ...bodies]));
}
