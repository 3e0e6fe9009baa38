import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium as playwright } from 'playwright';
import { startServerChild, waitUntilReady } from '../../helpers/server-child.ts';
import { findChromium, openBrowser } from '../../src-renderer/site/open-browser.ts';
import type { Row } from '../run.ts';
import { measureFirstView, measureKeys, measureScrolling, measureView } from './measure-pages.ts';
import { makeNamedLibrary } from './named-library.ts';

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;
const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
const both = (values: readonly number[]) => `${ms(at(values, 0.5))} / ${ms(at(values, 0.95))}`;

/** What a person waits for on the web pages: keys, scrolling, the first view, a model in 3D. */
export async function benchFace(most = 27_681): Promise<Row[]> {
  const chromium = findChromium();
  if (chromium === null) return [];
  const library = makeNamedLibrary(most);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-data-'));
  const server = await startServerChild('dist/server/main.js', {
    env: { LODESTOCK_DATA_DIR: dataDir, LODESTOCK_LIBRARY_DIR: library.folder, LODESTOCK_PORT: '0' },
  });
  // As people have it; with WebGL in software, as the 3D view needs it here, pages are drawn slower.
  const browser = await playwright.launch({ executablePath: chromium, args: ['--no-sandbox'] });
  const withWebGl = await openBrowser(chromium);
  try {
    await waitUntilReady(server.baseUrl);
    const keys = await measureKeys(browser, server.baseUrl);
    const { grid, empty } = await measureScrolling(browser, server.baseUrl);
    const bytes = await measureFirstView(browser, server.baseUrl);
    const views = await measureView(withWebGl, server.baseUrl, 'model-0');
    const models = `${library.modelCount.toLocaleString('en-US')} models`;
    return [
      {
        what: `From a key to its painted results, ${models}, p50 / p95`,
        ours: both(keys),
        anchor: 'goal: 60 ms / 100 ms',
        ratio: `${(at(keys, 0.95) / 100).toFixed(2)}×`,
      },
      {
        what: `A frame while ${models} scroll past, p50 / p95`,
        ours: both(grid),
        anchor: `an empty page that scrolls: ${both(empty)}`,
        ratio: `${(at(grid, 0.95) / at(empty, 0.95)).toFixed(2)}×`,
      },
      {
        what: 'Bytes of the first view, compressed',
        ours: `${(bytes / 1000).toFixed(0)} kB`,
        anchor: 'goal: 200 kB',
        ratio: `${(bytes / 200_000).toFixed(2)}×`,
      },
      {
        what: '"View in 3D" to the drawn 1k model',
        ours: ms(at(views, 0.5)),
        anchor: 'goal: 300 ms',
        ratio: `${(at(views, 0.5) / 300).toFixed(2)}×`,
      },
    ];
  } finally {
    await Promise.all([browser.close(), withWebGl.close()]);
    await server.stop();
    library.remove();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
  }
}

// node test/bench/face/run-face.ts [MODELS]: these rows alone
if (process.argv[1] === import.meta.filename)
  for (const row of await benchFace(Number(process.argv[2] ?? 27_681)))
    console.log(Object.values(row).join(' | '));
