import { randomFillSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { objText } from '../../helpers/library-folder.ts';

const mebibyte = 1024 * 1024;
export const smallCount = 2000;
export const smallBytes = 50 * 1024;
const largeBytes = 1024 * mebibyte;

/** Two models: a scene with one texture of 1 GiB, and one with 2,000 textures of 50 KiB. */
export function makeDownloadLibrary() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-downloads-'));
  const bytes = Buffer.allocUnsafe(64 * mebibyte);
  const make = (guid: string, sizes: readonly number[]) => {
    const topology = path.join(folder, guid, '1k');
    mkdirSync(path.join(topology, 'textures'), { recursive: true });
    writeFileSync(path.join(folder, guid, 'product.json'), JSON.stringify({ guid, priceUsd: 0 }));
    writeFileSync(path.join(topology, 'scene.obj'), objText(3, guid, 'scene.mtl'));
    const names = sizes.map((_, index) => `textures/part${index}.psd`);
    const materials = names.map((name, index) => `newmtl m${index}\nmap_Kd ${name}\n`);
    writeFileSync(path.join(topology, 'scene.mtl'), materials.join(''));
    for (const [index, name] of names.entries()) {
      const file = path.join(topology, name);
      writeFileSync(file, '');
      for (let left = sizes[index] ?? 0; left > 0; left -= bytes.length) {
        const piece = randomFillSync(bytes, 0, Math.min(left, bytes.length));
        writeFileSync(file, piece.subarray(0, Math.min(left, bytes.length)), { flag: 'a' });
      }
    }
  };
  make('large', [largeBytes]);
  make(
    'small',
    Array.from({ length: smallCount }, () => smallBytes),
  );
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
