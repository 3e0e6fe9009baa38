import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { findPathFault } from '../../../server/contract/relative-path.ts';
import { textOf } from '../../../server/contract/sentence.ts';

const largestBytes = 64 * 1024 * 1024;

async function readContent(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const content = await buffer(await zip.openReadStreamPromise(entry));
  if (crc32(content) !== entry.crc32) throw new Error(`its file ${entry.fileName} is damaged`); // yauzl does not check this
  return content;
}

/** Reads the files of a small ZIP into memory. Throws on damage, and on names that point outside the folder. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true });
  const files = new Map<string, Buffer>();
  let left = largestBytes;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName;
    if (name.endsWith('/')) continue;
    const fault = findPathFault(name);
    if (fault) throw new Error(`it contains the name “${name}”, ${textOf(fault)}`);
    left -= entry.uncompressedSize;
    if (left < 0) throw new Error('it unpacks to more than 64 MiB');
    files.set(name, await readContent(zip, entry));
  }
  return files;
}
