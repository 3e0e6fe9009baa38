import type { Browser } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { posterTurn } from '../../../server/contract/limits.ts';
import { writePng } from '../../../server/library/demo/write-png.ts';
import { builtPages } from '../../helpers/built.ts';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { measurePicture } from '../../helpers/measure-picture.ts';
import { posterBrowser, waitForPosters, whyNoPosters } from '../../helpers/poster-browser.ts';
import { copySharedModels, hasSharedModels, readSharedModels } from '../../helpers/shared-models.ts';
import { solidModels, toLibrary } from '../../helpers/solid-models.ts';
import { startTestServer } from '../../helpers/test-server.ts';
import { openBrowser } from '../../src-renderer/site/open-browser.ts';

const tuning = { posters: { timeout: 240_000, retry: 1000 } };
const environment = { LODESTOCK_POSTERS: 'auto', LODESTOCK_CHROMIUM: posterBrowser ?? '' };
const startServer = async (libraryDir: string) => {
  const server = await startTestServer({ libraryDir, rendererDir: builtPages, environment, tuning });
  onTestFinished(server.close);
  return server;
};

/** Compressed meshes and textures, a pose of a skin, numbers with commas, a picture, points. */
const wanted = [
  'jet-fighter',
  'fbx-animated-sausage-3clips',
  'dae-teapots',
  'usdz-cat-plane',
  'obj-box-stacked',
];
const why = hasSharedModels ? whyNoPosters : ' (skipped: no models in ../shared/data)';

test.skipIf(posterBrowser === null || !hasSharedModels)(
  `draws real models of many kinds${why}`,
  async () => {
    const library = makeLibraryFolder();
    onTestFinished(() => library.remove());
    const models = readSharedModels().filter(({ id }) => wanted.includes(id));
    copySharedModels(library.folder, models);
    const server = await startServer(library.folder);
    await waitForPosters(server, 500_000);
    const browser: Browser = await openBrowser(posterBrowser ?? '');
    onTestFinished(() => browser.close());
    const page = await browser.newPage();

    const { body } = await server.call('browse', {});
    const measured = await Promise.all(
      body.results.map(async ({ previewMediumUrl }) => {
        const bytes = await (await fetch(previewMediumUrl ?? '')).arrayBuffer();
        return (await measurePicture(page, new Uint8Array(bytes))).colours;
      }),
    );

    const turns = body.results.map(({ previewTurnUrl }) => previewTurnUrl);
    expect(turns.filter((url) => url !== null)).toHaveLength(wanted.length);
    expect(measured).toHaveLength(wanted.length);
    expect(Math.min(...measured)).toBeGreaterThan(4); // the least colourful is grey all over
  },
  600_000,
);

test.skipIf(posterBrowser === null)(
  `refuses a texture in another size as poster, and draws all around${whyNoPosters}`,
  async () => {
    const stripes = (u: number, v: number) => [u, Math.sin(v * 9) / 2 + 0.5, 0.3] as const;
    const files = toLibrary({ vase: { ...solidModels.obj, 'textures/stripes.png': writePng(stripes, 128) } });
    const library = makeLibraryFolder({ ...files, 'vase/previewMedium.png': writePng(stripes, 96) });
    onTestFinished(() => library.remove());
    const server = await startServer(library.folder);
    await waitForPosters(server);

    const poster = await fetch(`${server.baseUrl}/posters/vase/medium`);
    const turn = await fetch(`${server.baseUrl}/posters/vase/turn`);

    expect(poster.headers.get('content-type')).toBe('image/webp');
    const bytes = new Uint8Array(await turn.arrayBuffer());
    await using browser = await openBrowser(posterBrowser ?? '');
    const page = await browser.newPage();
    const { views, pixels } = posterTurn;
    for (let view = 0; view < views; view += 1) {
      const { width, height, fill, offset } = await measurePicture(page, bytes, 'image/webp', {
        view,
        views,
      });
      expect([width, height]).toEqual([pixels, pixels]);
      expect(fill).toBeGreaterThan(0.4);
      expect(offset).toBeLessThan(0.1);
    }
  },
  300_000,
);

test.skipIf(posterBrowser === null)(
  `keeps a person's picture that is no texture${whyNoPosters}`,
  async () => {
    const checks = (u: number, v: number) => [u > 0.5 ? 1 : 0, v > 0.5 ? 1 : 0, 0.9] as const;
    const library = makeLibraryFolder({
      ...toLibrary({ vase: solidModels.obj ?? {} }),
      'vase/previewMedium.png': writePng(checks, 96),
    });
    onTestFinished(() => library.remove());
    const server = await startServer(library.folder);
    await waitForPosters(server);

    const poster = await fetch(`${server.baseUrl}/posters/vase/medium`);

    expect(poster.headers.get('content-type')).toBe('image/png');
  },
  300_000,
);
