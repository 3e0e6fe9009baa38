import { randomFillSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { objText } from '../../helpers/library-folder.ts';

const mebibyte = 1024 * 1024;

/** Files of the sizes that are measured: one of 1 GiB, one of 1 KiB, 60 that make 1 GiB, and 5,000 of 20 KiB. */
export function makeFileLibrary() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-files-'));
  const bytes = Buffer.allocUnsafe(64 * mebibyte);
  const put = (name: string, sizeBytes: number) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '');
    for (let left = sizeBytes; left > 0; left -= bytes.length) {
      randomFillSync(bytes, 0, Math.min(left, bytes.length));
      writeFileSync(file, bytes.subarray(0, Math.min(left, bytes.length)), { flag: 'a' });
    }
  };
  for (const guid of ['single', 'big', 'small']) {
    mkdirSync(path.join(folder, guid, '1k'), { recursive: true });
    writeFileSync(path.join(folder, guid, 'product.json'), JSON.stringify({ guid, priceUsd: 0 }));
    writeFileSync(path.join(folder, guid, '1k/t.obj'), objText(3, guid));
  }
  put('single/1k/large.psd', 1024 * mebibyte);
  put('single/1k/tiny.psd', 1024);
  for (let index = 0; index < 60; index += 1)
    put(`big/1k/part${index}.psd`, Math.floor((1024 * mebibyte) / 60));
  for (let index = 0; index < 5000; index += 1) put(`small/1k/part${index}.psd`, 20 * 1024);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
