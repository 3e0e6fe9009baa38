import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtPages } from '../../helpers/built.ts';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { waitForPosters, whyNoPosters, windowlessBrowser } from '../../helpers/poster-browser.ts';
import { startPosterServer } from '../../helpers/poster-renderer.ts';
import { startServerChild } from '../../helpers/server-child.ts';
import { solidModels, toLibrary } from '../../helpers/solid-models.ts';
import { startTestServer } from '../../helpers/test-server.ts';
import { openBrowser } from '../../src-renderer/site/open-browser.ts';

/** What is drawn does not matter here, so it is as little as can be. */
const quick = { LODESTOCK_POSTERS: 'auto', LODESTOCK_POSTERS_TURN: 'off' };
const glb = solidModels.glb ?? {};
const boxes = (...names: readonly string[]) =>
  toLibrary(Object.fromEntries(names.map((name) => [name, glb])));
const browserTest = test.skipIf(windowlessBrowser === null);

browserTest(
  `goes on after a model whose file never comes${whyNoPosters}`,
  async () => {
    // Only the page's own clock, which the test moves, ever reaches the limit.
    const posters = { timeout: 600_000, grace: 60_000, retry: 3_600_000 };
    const { server, headers, progress } = await startPosterServer({
      files: boxes('hang', 'a'),
      environment: quick,
      tuning: { posters },
      rendererDir: builtPages,
    });
    const browser = await openBrowser(windowlessBrowser ?? '');
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.clock.install();
    const hanging = Promise.withResolvers<void>();
    await page.route('**/data/*/hang/**', () => hanging.resolve());

    await page.goto(`${server.baseUrl}/posters-render#${headers.authorization.slice(7)}`);
    await hanging.promise;
    await page.clock.fastForward(posters.timeout);

    await expect.poll(async () => (await progress()).done).toBe(1);
    const reason = () =>
      server.db
        .prepare(
          "SELECT reason FROM job JOIN model ON model.id = model_id WHERE kind = 'poster' AND guid = 'hang'",
        )
        .pluck()
        .get();
    await expect.poll(() => reason()).toBe('Drawing it took longer than 600 seconds.');
  },
  900_000,
);

browserTest(
  `costs a killed browser one attempt and starts again${whyNoPosters}`,
  async () => {
    const library = makeLibraryFolder(boxes('a', 'b'));
    const program = path.join(library.folder, '.chromium');
    const pidFile = path.join(library.folder, '.pid');
    const niceFile = path.join(library.folder, '.nice');
    writeFileSync(
      program,
      `#!/bin/sh\nnice > ${niceFile}\necho $$ > ${pidFile}\nexec ${windowlessBrowser} "$@"\n`,
    );
    chmodSync(program, 0o755);
    const server = await startTestServer({
      libraryDir: library.folder,
      rendererDir: builtPages,
      environment: { ...quick, LODESTOCK_CHROMIUM: program },
      tuning: { posters: { timeout: 120_000, grace: 1000, retry: 100 }, levelPriority: 3 },
    });
    const tried = server.db
      .prepare("SELECT count(*) FROM job WHERE kind = 'poster' AND attempts > 0")
      .pluck();
    await expect.poll(() => tried.get()).toBeGreaterThan(0);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    // It is started so that it yields to the server, and to everything else; as root it may raise itself again.
    expect(Number(readFileSync(niceFile, 'utf8'))).toBe(3);
    // Nor does it get a core's share of its own for being in another session than the server.
    const group = `/proc/${pid}/autogroup`;
    if (existsSync(group)) expect(readFileSync(group, 'utf8').trim()).toMatch(/ nice 2$/);

    process.kill(pid, 'SIGKILL');

    await waitForPosters(server);
    const states = server.db.prepare("SELECT DISTINCT state FROM job WHERE kind = 'poster'").pluck().all();
    expect(states).toEqual(['done']);
    expect(Number(readFileSync(pidFile, 'utf8'))).not.toBe(pid);
  },
  900_000,
);

browserTest(
  `goes on where a killed server stopped${whyNoPosters}`,
  async () => {
    const library = makeLibraryFolder(boxes('a', 'b', 'c'));
    const dataDir = path.join(library.folder, '.data');
    const pidFile = path.join(library.folder, '.pid');
    const program = path.join(library.folder, '.chromium');
    writeFileSync(program, `#!/bin/sh\necho $$ > ${pidFile}\nexec ${windowlessBrowser} "$@"\n`);
    chmodSync(program, 0o755);
    const env = {
      LODESTOCK_DATA_DIR: dataDir,
      LODESTOCK_LIBRARY_DIR: library.folder,
      LODESTOCK_PORT: '0',
      ...quick,
      LODESTOCK_CHROMIUM: program,
      LODESTOCK_WATCH: 'false',
    };
    const posters = async (baseUrl: string) => {
      const answer = await fetch(`${baseUrl}/api-embeddings/browse`);
      const { results }: { results: { previewSmallUrl: string | null }[] } = await answer.json();
      return results.flatMap(({ previewSmallUrl }) => previewSmallUrl ?? []);
    };
    const first = await startServerChild('dist/server/main.js', { env });
    onTestFinished(() => void first.child.kill('SIGKILL'));
    await expect.poll(async () => (await posters(first.baseUrl)).length).toBeGreaterThan(0);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    first.child.kill('SIGKILL');
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);

    const second = await startServerChild('dist/server/main.js', { env });

    await expect.poll(() => posters(second.baseUrl)).toHaveLength(3);
    const answers = await Promise.all((await posters(second.baseUrl)).map((url) => fetch(url)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  },
  900_000,
);
