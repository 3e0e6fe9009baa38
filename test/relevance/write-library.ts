import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Entry } from './read-shared.ts';

/** Always the same for a record, so that equally good models keep their order from run to run. */
export function toGuid(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}

/** Writes records as the folders of a library, each a `product.json` and a triangle that says whose it is. */
export function writeLibrary(folder: string, entries: readonly Entry[]): void {
  for (const { id, ...product } of entries) {
    const guid = toGuid(id);
    const model = path.join(folder, guid);
    mkdirSync(path.join(model, '1k'), { recursive: true });
    writeFileSync(path.join(model, 'product.json'), JSON.stringify({ guid, ...product }));
    writeFileSync(path.join(model, '1k/model.obj'), `# ${id}\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n`);
  }
}
