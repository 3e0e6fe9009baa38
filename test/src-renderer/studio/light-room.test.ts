import path from 'node:path';
import { expect, test } from 'vitest';
import { findPageBrowser, openBrowser } from '../site/open-browser.ts';
import { bundleForPage } from './bundle-for-page.ts';

const chromium = findPageBrowser();
const note = chromium === null ? ' (skipped: no Chromium is installed)' : '';

test.skipIf(chromium === null)(`lights as the room of three does${note}`, async () => {
  await using browser = await openBrowser(chromium ?? '');
  const page = await browser.newPage();
  await page.addScriptTag({
    content: await bundleForPage(path.join(import.meta.dirname, 'compare-rooms.ts')),
  });

  const spheres: { brightness: number; difference: number }[] = await page.evaluate('compareRooms()');

  expect(spheres).toHaveLength(12);
  expect(Math.min(...spheres.map(({ brightness }) => brightness))).toBeGreaterThan(100);
  expect(Math.max(...spheres.map(({ difference }) => difference))).toBeLessThan(4);
});
