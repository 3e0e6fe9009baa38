import { makeDesk, openApp } from '../e2e/walk.ts';
import { makeLibraryFolder, simpleModel } from '../helpers/library-folder.ts';
import { findChromium, openBrowser } from '../src-renderer/site/open-browser.ts';
import type { Row } from './run.ts';

const repetitions = 5;
const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

/** From the start of the process to the first models on the screen, next to a bare browser showing a blank page. */
export async function benchLaunch(): Promise<Row[]> {
  const chromium = findChromium();
  if (chromium === null) return [];
  const library = makeLibraryFolder({ ...simpleModel('chair'), ...simpleModel('table') });
  const desk = makeDesk();
  const launches: number[] = [];
  const blanks: number[] = [];
  for (let count = 0; count <= repetitions; count += 1) {
    const start = performance.now();
    const { app, page } = await openApp(desk, { LODESTOCK_LIBRARY_DIR: library.folder });
    await page.getByRole('grid').getByText('chair').waitFor();
    const launched = performance.now() - start;
    await app.close();
    const blankStart = performance.now();
    const browser = await openBrowser(chromium);
    await browser.newPage();
    const blank = performance.now() - blankStart;
    await browser.close();
    if (count === 0) continue; // the first fills the caches of both
    launches.push(launched);
    blanks.push(blank);
  }
  desk.remove();
  library.remove();
  const ratio = (median(launches) / median(blanks)).toFixed(1);
  return [
    {
      what: 'App launch to first models, server included',
      ours: seconds(median(launches)),
      anchor: `a blank page in the same browser: ${seconds(median(blanks))}`,
      ratio: `${ratio}×`,
    },
  ];
}
