import { beforeAll, describe, expect, test } from 'vitest';
import { writePng } from '../../../.ci/demo/write-png.ts';
import { posterTurn } from '../../../server/contract/limits.ts';
import { builtPages } from '../../helpers/built.ts';
import { type LibraryFolder, makeLibraryFolder } from '../../helpers/library-folder.ts';
import { measurePicture } from '../../helpers/measure-picture.ts';
import { posterBrowser, waitForPosters, whyNoPosters } from '../../helpers/poster-browser.ts';
import { copySharedModels, hasSharedModels, readSharedModels } from '../../helpers/shared-models.ts';
import { solidModels, toLibrary } from '../../helpers/solid-models.ts';
import { startTestServer, type TestServer } from '../../helpers/test-server.ts';

/** Compressed meshes and textures, a pose of a skin, numbers with commas, a picture, points. */
const wanted = [
  'jet-fighter',
  'fbx-animated-sausage-3clips',
  'dae-teapots',
  'usdz-cat-plane',
  'obj-box-stacked',
];
const why = hasSharedModels ? '' : ' (skipped: no models in ../shared/data)';

describe.skipIf(posterBrowser === null)(`posters of a usual browser${whyNoPosters}`, () => {
  const stripes = (u: number, v: number) => [u, Math.sin(v * 9) / 2 + 0.5, 0.3] as const;
  const checks = (u: number, v: number) => [u > 0.5 ? 1 : 0, v > 0.5 ? 1 : 0, 0.9] as const;
  const vase = { ...solidModels.obj, 'textures/stripes.png': writePng(stripes, 128) };
  let library: LibraryFolder;
  let server: TestServer;
  beforeAll(async () => {
    library = makeLibraryFolder({
      ...toLibrary({ vase, jug: solidModels.obj ?? {} }),
      'vase/previewMedium.png': writePng(stripes, 96),
      'jug/previewMedium.png': writePng(checks, 96),
    });
    if (hasSharedModels)
      copySharedModels(
        library.folder,
        readSharedModels().filter(({ id }) => wanted.includes(id)),
      );
    server = await startTestServer({
      libraryDir: library.folder,
      rendererDir: builtPages,
      environment: { LODESTOCK_POSTERS: 'auto', LODESTOCK_CHROMIUM: posterBrowser ?? '' },
      tuning: { posters: { timeout: 240_000, retry: 1000 } },
    });
    await waitForPosters(server);
  }, 900_000);

  test.skipIf(!hasSharedModels)(`draws real models of many kinds${why}`, async () => {
    const { body } = await server.call('browse', {});

    const models = body.results.filter(({ guid }) => !['vase', 'jug'].includes(guid));
    const measured = await Promise.all(
      models.map(async ({ previewMediumUrl }) => {
        const bytes = await (await fetch(previewMediumUrl ?? '')).arrayBuffer();
        return (await measurePicture(new Uint8Array(bytes))).colours;
      }),
    );

    expect(models.filter(({ previewTurnUrl }) => previewTurnUrl !== null)).toHaveLength(wanted.length);
    expect(measured).toHaveLength(wanted.length);
    expect(Math.min(...measured)).toBeGreaterThan(4); // the least colourful is grey all over
  });

  test('refuses a texture in another size as poster, and draws all around', async () => {
    const poster = await fetch(`${server.baseUrl}/posters/vase/medium`);
    const turn = await fetch(`${server.baseUrl}/posters/vase/turn`);

    expect(poster.headers.get('content-type')).toBe('image/webp');
    const bytes = new Uint8Array(await turn.arrayBuffer());
    const { views, pixels } = posterTurn;
    for (let view = 0; view < views; view += 1) {
      const { width, height, fill, offset } = await measurePicture(bytes, { view, views });
      expect([width, height]).toEqual([pixels, pixels]);
      expect(fill).toBeGreaterThan(0.4);
      expect(offset).toBeLessThan(0.1);
    }
  });

  test("keeps a person's picture that is no texture", async () => {
    const poster = await fetch(`${server.baseUrl}/posters/jug/medium`);

    expect(poster.headers.get('content-type')).toBe('image/png');
  });
});
