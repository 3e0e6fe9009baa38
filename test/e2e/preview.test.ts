import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtPages } from '../helpers/built.ts';
import { type LibraryFolder, makeLibraryFolder } from '../helpers/library-folder.ts';
import { startProxiedServer } from '../helpers/proxied-server.ts';
import { hasSharedModels, readSharedFile } from '../helpers/shared-models.ts';
import { solidModels, toLibrary } from '../helpers/solid-models.ts';
import { findPageBrowser } from '../src-renderer/site/open-browser.ts';
import {
  drawingTime,
  measure,
  opener,
  seeFrames,
  shoot,
  showIn3d,
  shownWords,
  view,
  waitForChange,
} from '../src-renderer/site/preview-page.ts';
import { whyNoElectron } from './driver.ts';
import { type Desk, makeDesk, openApp, type Walk } from './walk.ts';

const reason = whyNoElectron ?? (findPageBrowser() === null ? 'chromium not installed' : null);
const note = reason === null ? '' : ` (skipped: ${reason})`;

// Its meshes are packed by Draco, its textures by Basis.
const compressed = hasSharedModels
  ? { jet: { 'jet.glb': readSharedFile('jet-fighter', 'jet-fighter.glb') } }
  : {};
const whyNoCompressed = hasSharedModels ? note : ' (skipped: ../shared/data/models is not there)';

let library: LibraryFolder;
let stage: Awaited<ReturnType<typeof startProxiedServer>>;
let desk: Desk;
let walk: Walk;
const refused: string[] = [];

beforeAll(async () => {
  if (reason !== null) return;
  library = makeLibraryFolder(toLibrary({ box: solidModels.glb ?? {}, ...compressed }));
  stage = await startProxiedServer({ libraryDir: library.folder, rendererDir: builtPages });
  // What was looked at once would be there again without the server.
  desk = makeDesk({ serverUrl: stage.proxy.baseUrl, lookAhead: false });
  walk = await openApp(desk);
  walk.page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  // Nothing keeps moving, so that pictures can be compared.
  await walk.page.emulateMedia({ reducedMotion: 'reduce' });
});
afterAll(async () => {
  await walk?.app.close();
  await stage?.close();
  desk?.remove();
  library?.remove();
});

async function openModel(title = 'Box'): Promise<void> {
  await walk.page.getByRole('link', { name: 'Browse' }).click();
  await walk.page.getByRole('grid').getByText(title, { exact: true }).click();
  await walk.page.getByRole('heading', { name: title, level: 1 }).waitFor();
}

test.skipIf(reason !== null)(`shows a model in 3D and turns it${note}`, async () => {
  const { page } = walk;
  await openModel();
  await showIn3d(page);
  const { colours, fill } = await measure(page);
  const first = await shoot(page);

  await page.keyboard.press('ArrowRight');
  await waitForChange(page, first);

  expect(colours).toBeGreaterThan(8);
  expect(fill).toBeGreaterThan(0.6);
  await page.getByText(shownWords).waitFor();
});

test.skipIf(reason !== null)(`says that the connection broke, and tries again${note}`, async () => {
  const { page } = walk;
  await openModel();
  stage.proxy.set('cut');

  await opener(page).click();
  await page
    .getByRole('alert')
    .getByText(/(could not be downloaded|is not responding).* then try again\./)
    .waitFor({ timeout: drawingTime });
  stage.proxy.set('none');
  await page.getByRole('button', { name: 'Try again' }).click();
  await view(page).waitFor({ timeout: drawingTime });
  await seeFrames(page);

  expect((await measure(page)).colours).toBeGreaterThan(8);
});

// Decoding takes a processor that draws in software as well its time.
const patience = 400_000;

test.skipIf(reason !== null || !hasSharedModels)(
  `decodes compressed meshes and textures${whyNoCompressed}`,
  async () => {
    await openModel('Jet');

    await showIn3d(walk.page, patience);

    expect((await measure(walk.page)).colours).toBeGreaterThan(8);
  },
  2 * patience,
);

test.skipIf(reason !== null)(`is refused nothing by the window’s policy${note}`, () => {
  expect([...refused, ...walk.faults]).toEqual([]);
});
