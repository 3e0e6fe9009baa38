import { readdirSync, readlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createCatalogue, scenePath, serveWell } from './catalogue.ts';

/** How many files below a folder this process has open (proc(5)). */
function countOpen(folder: string): number {
  return readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(folder);
    } catch {
      return false; // closed meanwhile
    }
  }).length;
}

test.skipIf(process.platform !== 'linux')('many files of a model need few descriptors', async () => {
  const textures = Array.from({ length: 200 }, (_, index) => [
    `knight_1k/t/${index}.png`,
    Buffer.from(`${index}`),
  ]);
  let most = 0;
  const { start, library } = await createCatalogue({
    files: { [scenePath]: Buffer.from('scene'), ...Object.fromEntries(textures) },
    answer(request, response, content) {
      most = Math.max(most, countOpen(library));
      serveWell(request, response, content);
    },
  });

  await start();

  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(64);
});
