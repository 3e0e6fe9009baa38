import { execFile, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { extractAll } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findFaults, readContents } from '../../.ci/package/check-package.ts';
import { readWebpSize } from '../../server/posters/require-pictures.ts';
import { prepared } from '../e2e/driver.ts';
import {
  askApp,
  connectTo,
  downloadExact,
  findTokens,
  sendToBlender,
  takeAsBlender,
} from '../e2e/main-steps.ts';
import { makeDesk, patience, sha256Of, signIn } from '../e2e/walk.ts';
import { runAsPerson } from '../electron/run-as-person.ts';
import { drawSquare } from '../helpers/draw-square.ts';
import { makeLibraryFolder, simpleModel } from '../helpers/library-folder.ts';
import { sampleGlb } from '../helpers/sample-files.ts';
import { startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import { startKeyring, whyNoKeyring } from '../helpers/with-keyring.ts';
import { findPageBrowser, openBrowser } from '../src-renderer/site/open-browser.ts';
import { makeRelease } from './installed/make-release.ts';
import { noteOpenedLinks } from './note-opened-links.ts';
import { openPackaged } from './open-packaged.ts';

const reason =
  process.platform !== 'linux' ? 'packages the app for Linux' : 'reason' in prepared ? prepared.reason : null;
const root = path.resolve(import.meta.dirname, '../..');
const here = { platform: 'linux', arch: process.arch };
const run = promisify(execFile);

describe.skipIf(reason !== null)(`the packaged app${reason ? ` (skipped: ${reason})` : ''}`, () => {
  const folder = mkdtempSync('/var/tmp/lodestock-package-');
  const unpacked = path.join(
    folder,
    process.arch === 'x64' ? 'out/linux-unpacked' : `out/linux-${process.arch}-unpacked`,
  );
  const resources = path.join(unpacked, 'resources');
  const executable = path.join(unpacked, 'lodestock');
  const app = path.join(folder, 'app');
  const readLegal = (name: string) => readFileSync(path.join(resources, 'legal', name), 'utf8');

  // As it is released, but for this Electron; check-package.ts judges it on the way.
  beforeAll(async () => {
    if ('reason' in prepared) return;
    await run(process.execPath, ['.ci/package/prepare-package.ts'], { cwd: root });
    const feed = 'http://127.0.0.1:9/';
    await makeRelease({ version: '0.1.0', folder, feed, electron: prepared, targets: ['dir'] });
    chmodSync(folder, 0o755);
    // Plain Node cannot read inside an archive.
    extractAll(path.join(resources, 'app.asar'), app);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  });

  test('holds what it should and nothing else', () => {
    expect(findFaults(resources, here)).toEqual([]);
  });

  test('loads every module of others that it brings', async () => {
    const { stdout } = await run(process.execPath, [path.join(import.meta.dirname, 'load-modules.ts'), app]);

    expect(JSON.parse(stdout)).toEqual({ loaded: expect.any(Number), failed: [] });
    expect(JSON.parse(stdout).loaded).toBeGreaterThan(100);
  });

  test('makes posters with what it brings', async () => {
    const picture = (await drawSquare(512).webp().toBuffer()).toString('base64');

    const reader = fork(path.join(app, 'dist/server/picture-reader.js'), []);
    onTestFinished(() => void reader.kill());
    const ask = async (wish: string, picture: string) => {
      reader.send({ wish, picture });
      const [answer] = await Promise.race([once(reader, 'message'), once(reader, 'exit')]);
      return answer;
    };

    expect(await ask('colour', picture)).toEqual({ colour: 'red' });
    const { pictures } = await ask('poster', picture);
    expect(readWebpSize(Buffer.from(pictures.small, 'base64'))).toEqual({ width: 256, height: 256 });
    // A drawing may name other files.
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"/>';
    expect(await ask('poster', Buffer.from(drawing).toString('base64'))).toEqual({
      fault: 'cannot be read.',
    });
  });

  test('brings the launcher for agents, to be run', () => {
    expect(statSync(path.join(unpacked, 'lodestock-mcp')).mode & 0o111).toBe(0o111);
  });

  test('is refused with a file too many or too few', () => {
    const contents = readContents('linux').filter((glob) => glob !== 'dist/server/synonyms.txt');

    const faults = findFaults(resources, here, [...contents, 'dist/server/*.exe']);

    expect(faults).toEqual([
      'dist/server/synonyms.txt is inside, but not in .ci/package/contents.txt.',
      'dist/server/*.exe of .ci/package/contents.txt matches nothing inside.',
    ]);
  });

  test('is refused with binaries of another system', () => {
    const faults = findFaults(resources, { platform: 'win32', arch: 'x64' }, readContents('linux'));

    expect(
      faults.filter((fault) => fault.endsWith(`is for linux-${process.arch}, not win32-x64.`)),
    ).toHaveLength(4);
    expect(faults.filter((fault) => fault.endsWith('for win32-x64 is missing.'))).toHaveLength(5);
  });

  test('has fuses that leave no other way in', async () => {
    const wire = await getCurrentFuseWire(executable);

    const isOn = (fuse: FuseV1Options) => String.fromCharCode(wire[fuse] ?? 0) === '1';
    const on = Object.values(FuseV1Options).filter((fuse) => typeof fuse === 'number' && isOn(fuse));
    expect(on).toEqual([
      FuseV1Options.EnableCookieEncryption,
      FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
      FuseV1Options.OnlyLoadAppFromAsar,
    ]);
  });

  test('names the licence of everything inside', () => {
    const notices = readLegal('THIRD-PARTY-NOTICES.txt');
    const { components, metadata } = JSON.parse(readLegal('sbom.cdx.json'));
    const names: readonly string[] = components.map(({ purl }: { purl: string }) =>
      decodeURIComponent(purl.replace('pkg:npm/', '').replace(/@[^@]*$/, '')),
    );

    expect(metadata.component).toMatchObject({ name: 'lodestock', type: 'application' });
    expect(notices).toContain('\nWordNet 3.1: ');
    expect(names).toEqual(
      expect.arrayContaining([
        'react',
        'three',
        'fastify',
        'better-sqlite3',
        'sharp',
        'zod',
        '@github/keytar',
      ]),
    );
    const without = names.filter((name) => name !== 'electron' && !notices.includes(`\n${name} `));
    expect(without).toEqual([]);
    expect(notices).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
    expect(readLegal('LICENSE.txt')).toContain('MIT License');
  });

  test('opens as people have it, and draws the models that it serves', async () => {
    const library = makeLibraryFolder(simpleModel('packaged chair', { guid: 'chair' }));
    onTestFinished(() => library.remove());
    const opened = await openPackaged(runAsPerson(unpacked, 'lodestock'), path.join(folder, 'data'), {
      LODESTOCK_LIBRARY_DIR: library.folder,
      XDG_CACHE_HOME: path.join(folder, 'cache'),
    });
    onTestFinished(() => opened.kill());

    await opened.page.getByText('packaged chair').first().waitFor({ timeout: 600_000 });
    // Drawn by a window of the app, and read by the server's pictures.
    await opened.page.locator('img[src*="/posters/"]').first().waitFor({ timeout: 600_000 });
    await opened.quit();

    expect(readFileSync(path.join(folder, 'data/logs/main.log'), 'utf8')).not.toContain('server.died');
  });

  const chromium = findPageBrowser();
  const without = chromium === null ? 'chromium not installed' : whyNoKeyring();
  test.skipIf(without !== null)(
    `gets a person from signing in to a model in Blender${without ? ` (skipped: ${without})` : ''}`,
    async () => {
      const content = sampleGlb({ triangles: 60 });
      const library = makeLibraryFolder({ 'Knight/10k/knight.glb': content });
      const model = {
        ...{ search: 'knight', title: 'Knight', lod: '10k', format: 'glb', fileName: 'knight.glb' },
        ...{ sha256: createHash('sha256').update(content).digest('hex'), files: ['knight.glb'] },
      };
      const desk = makeDesk();
      const server = await startServerChild('dist/server/main.js', {
        env: {
          LODESTOCK_DATA_DIR: path.join(desk.home, 'server'),
          LODESTOCK_LIBRARY_DIR: library.folder,
          LODESTOCK_PORT: '0',
        },
      });
      const keyring = await startKeyring();
      const browser = await openBrowser(chromium ?? '');
      onTestFinished(async () => {
        await browser.close();
        await server.stop();
        await keyring?.stop();
        desk.remove();
        library.remove();
      });
      await waitUntilReady(server.baseUrl);
      const links = noteOpenedLinks(desk.home);
      const open = async () => {
        const opened = await openPackaged(runAsPerson(unpacked, 'lodestock'), desk.userData, {
          ...{ HOME: desk.home, ...keyring?.env, ...links.env },
        });
        onTestFinished(opened.kill);
        opened.page.setDefaultTimeout(patience);
        return opened;
      };
      const { page, quit } = await open();

      await connectTo(page, server.baseUrl);
      await signIn({ page, findOpenedLink: links.find }, { browser, isNew: true, decision: 'Approve' });
      await page.getByText('Ada Artist').waitFor();
      await downloadExact(page, desk, model);
      const [job] = await Promise.all([
        takeAsBlender(desk),
        sendToBlender(page, model.title, model.fileName),
      ]);
      await askApp(desk, `/${job.id}/result`, { ok: true, message: 'It is in the scene' });
      await page.getByText('In Blender (Kitchen.blend): It is in the scene').first().waitFor();
      await quit();

      expect(sha256Of(job.scenePath)).toBe(model.sha256);
      expect(findTokens(desk)).toEqual([]);
      // What it is signed in with now can only come from the keychain.
      const again = await open();
      await again.page.getByText('Ada Artist').waitFor();
      await again.quit();
    },
  );
});
