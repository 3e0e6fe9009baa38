import { beforeAll, describe, expect, test } from 'vitest';
import { builtPages } from '../../helpers/built.ts';
import { type LibraryFolder, makeLibraryFolder } from '../../helpers/library-folder.ts';
import { measurePicture } from '../../helpers/measure-picture.ts';
import { waitForPosters, whyNoPosters, windowlessBrowser } from '../../helpers/poster-browser.ts';
import { solidModels, toLibrary } from '../../helpers/solid-models.ts';
import { startTestServer, type TestServer } from '../../helpers/test-server.ts';
import { greenBox, measureMiddle } from '../../helpers/unnamed-textures.ts';

/** A sliver across its own bounds: a picture of it is as good as empty. */
const thread = { 'box.obj': 'v 0 0 0\nv 1 1 1\nv 1 1 0.9999\nf 1 2 3\n' };

describe.skipIf(windowlessBrowser === null)(`posters drawn by a real browser${whyNoPosters}`, () => {
  let library: LibraryFolder;
  let server: TestServer;

  beforeAll(async () => {
    library = makeLibraryFolder(toLibrary({ ...solidModels, green: greenBox, thread }));
    const environment = {
      LODESTOCK_POSTERS: 'auto',
      LODESTOCK_POSTERS_TURN: 'off',
      LODESTOCK_CHROMIUM: windowlessBrowser ?? '',
    };
    const tuning = { posters: { timeout: 120_000, retry: 1000 } };
    server = await startTestServer({
      libraryDir: library.folder,
      rendererDir: builtPages,
      environment,
      tuning,
    });
    await waitForPosters(server);
  }, 900_000);
  const fetchPoster = async (guid: string, size: string) => {
    const answer = await fetch(`${server.baseUrl}/posters/${guid}/${size}`);
    if (!answer.ok) throw new Error(`${guid} has no ${size} poster: ${await answer.text()}`);
    return new Uint8Array(await answer.arrayBuffer());
  };

  test.each(Object.keys(solidModels))('draws %s in the middle, filling the frame', async (name) => {
    const { width, height, fill, offset, colours } = await measurePicture(
      await fetchPoster(name.replace('.', '-'), 'medium'),
    );

    expect([width, height]).toEqual([512, 512]);
    expect(fill).toBeGreaterThan(0.6);
    expect(fill).toBeLessThan(0.95);
    expect(offset).toBeLessThan(0.05);
    expect(colours).toBeGreaterThan(8);
  });

  test.each([
    ['small', 256],
    ['medium', 512],
    ['large', 1024],
  ])('makes the %s poster %i pixels wide', async (size, pixels) => {
    const { width, height } = await measurePicture(await fetchPoster('glb', size));

    expect([width, height]).toEqual([pixels, pixels]);
  });

  test.each([
    ['small', 256],
    ['medium', 512],
  ])('makes the %s poster a light JPEG too', async (size, pixels) => {
    const answer = await fetch(`${server.baseUrl}/posters/glb/${size}`, {
      headers: { accept: 'image/png, image/jpeg' },
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());

    const { width, fill, colours } = await measurePicture(bytes);

    expect([answer.headers.get('content-type'), width]).toEqual(['image/jpeg', pixels]);
    expect(fill).toBeGreaterThan(0.6);
    expect(colours).toBeGreaterThan(8);
    expect(bytes.length).toBeLessThan(40_000);
  });

  test('draws a model in the textures called like it, which its file does not name', async () => {
    const [red, green, blue] = await measureMiddle(await fetchPoster('green', 'small'));

    expect(green).toBeGreaterThan(1.8 * Math.max(red, blue));
  });

  test('says of which models all is drawn in clay', () => {
    const clay = server.db
      .prepare(
        `SELECT guid FROM rendered_poster JOIN model ON model.id = model_id
         WHERE is_clay = 1 AND size = 'small' ORDER BY guid`,
      )
      .pluck()
      .all();

    expect(clay).toEqual(['stl']);
  });

  test('takes a picture that is as good as empty for none', () => {
    const failed = server.db
      .prepare(
        "SELECT guid, reason FROM job JOIN model ON model.id = model_id WHERE kind = 'poster' AND state <> 'done'",
      )
      .all();

    expect(failed).toEqual([
      { guid: 'thread', reason: expect.stringContaining('hardly anything of it can be seen') },
    ]);
  });

  test('logs no secret of the renderer', () => {
    const lines = server.logged.join('');

    expect(lines).not.toMatch(/posters-render#|Bearer/);
  });
});
