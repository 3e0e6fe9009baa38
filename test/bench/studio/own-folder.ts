import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from 'playwright';
import { posterBrowser } from '../../helpers/poster-browser.ts';
import { waitUntilReady } from '../../helpers/server-child.ts';
import { hasSharedModels, sharedModelsFolder } from '../../helpers/shared-models.ts';
import type { Row } from '../run.ts';
import { memoryOf, memoryOfBareServer, startBuilt, withDataDir } from './bench-server.ts';

/** Seconds after the first card. */
const looks = [1, 3, 15];
const onFirstScreen = 12;
/** Threads end after a minute without work; their memory is given back within another. */
const untilRest = 150_000;

/** Cards of the first screen with a picture, and with a finished poster. */
const countPictures = (page: Page) =>
  page.evaluate((most) => {
    const cards = [...document.querySelectorAll('[role=gridcell]')].slice(0, most);
    const images = cards.map((card) =>
      [...card.querySelectorAll('img')].filter(({ complete, naturalWidth }) => complete && naturalWidth > 0),
    );
    const isPoster = ({ currentSrc }: HTMLImageElement) => !currentSrc.includes('/sketch?');
    return {
      pictures: images.filter((ofCard) => ofCard.length > 0).length,
      posters: images.filter((ofCard) => ofCard.some(isPoster)).length,
    };
  }, onFirstScreen);

async function lookAt(baseUrl: string, executablePath: string) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(baseUrl);
    await page.locator('[role=gridcell][aria-busy=false]').first().waitFor();
    const start = performance.now();
    const seen: Awaited<ReturnType<typeof countPictures>>[] = [];
    for (const seconds of looks) {
      await wait(Math.max(0, start + seconds * 1000 - performance.now()));
      seen.push(await countPictures(page));
    }
    return seen;
  } finally {
    await browser.close();
  }
}

const places = (values: readonly (string | number)[]) => values.join(' / ');

/** What a studio sees first of a folder of its own: pictures, and what the server takes once it rests. */
export async function benchOwnFolder(): Promise<Row[]> {
  if (!hasSharedModels || posterBrowser === null || process.platform !== 'linux') {
    console.error('An own folder was not measured: the real models, Chromium or Linux are missing.');
    return [];
  }
  const chromiumPath = posterBrowser;
  const seen = await withDataDir(async (dataDir) => {
    const drawing = { LODESTOCK_POSTERS: 'auto', LODESTOCK_CHROMIUM: chromiumPath };
    const server = await startBuilt({ libraryDir: sharedModelsFolder, dataDir }, drawing);
    const counted = await lookAt(server.baseUrl, chromiumPath);
    await server.stop();
    return counted;
  });
  const memory = await withDataDir(async (dataDir) => {
    const server = await startBuilt({ libraryDir: sharedModelsFolder, dataDir });
    await waitUntilReady(server.baseUrl);
    await wait(untilRest);
    const found = memoryOf(server);
    await server.stop();
    const before = performance.now();
    const again = await startBuilt({ libraryDir: sharedModelsFolder, dataDir });
    await waitUntilReady(again.baseUrl);
    const ready = performance.now() - before;
    await again.stop();
    return { ...found, ready };
  });
  const bare = await memoryOfBareServer();
  return [
    {
      what: `Pictures of the first ${onFirstScreen} cards of an own folder, ${places(looks)} s after the first card`,
      ours: `${places(seen.map(({ pictures }) => pictures))}, finished posters ${places(seen.map(({ posters }) => posters))}`,
      anchor: `goal: ${onFirstScreen} after 1 s`,
      ratio: '',
    },
    {
      what: 'Memory of a server with 67 real models, at rest / at most',
      ours: `${memory.now} / ${memory.peak} MB`,
      anchor: `bare node:http: ${bare} MB; goal: 160 MB`,
      ratio: `${(memory.now / 160).toFixed(2)}× the goal`,
    },
    {
      what: 'The same server is ready after a restart',
      ours: `after ${(memory.ready / 1000).toFixed(2)} s`,
      anchor: 'goal: 0.70 s',
      ratio: `${(memory.ready / 700).toFixed(2)}× the goal`,
    },
  ];
}
