import { closeSync, openSync, readSync } from 'node:fs';

type Entry = { readonly files?: Readonly<Record<string, Entry>>; readonly unpacked?: boolean };
type AsarFile = { readonly path: string; readonly isUnpacked: boolean };

function* walk(entry: Entry, path: string): Generator<AsarFile> {
  if (entry.files === undefined) yield { path, isUnpacked: entry.unpacked === true };
  for (const [name, child] of Object.entries(entry.files ?? {}))
    yield* walk(child, path === '' ? name : `${path}/${name}`);
}

/** The files of an archive of Electron, from its header: four numbers, of which the last is the length of JSON. */
export function listAsar(archive: string): readonly AsarFile[] {
  const descriptor = openSync(archive, 'r');
  try {
    const numbers = Buffer.alloc(16);
    readSync(descriptor, numbers);
    const header = Buffer.alloc(numbers.readUInt32LE(12));
    readSync(descriptor, header, 0, header.length, 16);
    return [...walk(JSON.parse(header.toString('utf8')), '')];
  } finally {
    closeSync(descriptor);
  }
}
