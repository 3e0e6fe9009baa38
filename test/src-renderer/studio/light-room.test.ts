import path from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { findPageBrowser, openBrowser } from '../site/open-browser.ts';

const chromium = findPageBrowser();
const note = chromium === null ? ' (skipped: no Chromium is installed)' : '';

async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'compare' } },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error('nothing was built');
  return output.output[0].code;
}

test.skipIf(chromium === null)(`lights as the room of three does${note}`, async () => {
  await using browser = await openBrowser(chromium ?? '');
  const page = await browser.newPage();
  await page.addScriptTag({ content: await bundle(path.join(import.meta.dirname, 'compare-rooms.ts')) });

  const spheres: { brightness: number; difference: number }[] = await page.evaluate('compareRooms()');

  expect(spheres).toHaveLength(12);
  expect(Math.min(...spheres.map(({ brightness }) => brightness))).toBeGreaterThan(100);
  expect(Math.max(...spheres.map(({ difference }) => difference))).toBeLessThan(4);
});
