import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { _electron } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findFaults, readContents } from '../../.ci/package/check-package.ts';
import { readWebpSize } from '../../server/posters/require-pictures.ts';
import { launchOptions } from '../e2e/driver.ts';
import { unpackAsar } from '../electron-host/launch/unpack-asar.ts';
import { whyNoHost } from '../electron-host/launch-fixture.ts';
import { drawSquare } from '../helpers/draw-square.ts';
import { makeLibraryFolder, simpleModel } from '../helpers/library-folder.ts';
import { startReleaseFeed } from './release-feed.ts';

const reason = whyNoHost() ?? (process.platform === 'linux' ? null : 'packages the app for Linux');
const root = path.resolve(import.meta.dirname, '../..');
const here = { platform: 'linux', arch: process.arch };
const run = promisify(execFile);

describe.skipIf(reason !== null)(`the packaged app${reason ? ` (skipped: ${reason})` : ''}`, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-package-'));
  const unpacked = path.join(
    folder,
    process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`,
  );
  const resources = path.join(unpacked, 'resources');
  const executable = path.join(unpacked, 'lodestock');
  const userData = path.join(folder, 'data');
  const installed = path.join(folder, 'lodestock.AppImage');
  let feed: Awaited<ReturnType<typeof startReleaseFeed>>;
  const readLegal = (name: string) => readFileSync(path.join(resources, 'legal', name), 'utf8');

  // With everything that the release has, apart from Electron itself; check-package.ts judges it on the way.
  beforeAll(async () => {
    feed = await startReleaseFeed();
    await run(process.execPath, ['.ci/package/prepare-package.ts'], { cwd: root });
    await run(
      process.execPath,
      [
        'node_modules/electron-builder/cli.js',
        ...['--linux', 'dir', '--config', 'test/src-main/packed-on-host.yml'],
        ...[`-c.directories.output=${folder}`, `-c.publish.url=${feed.url}`],
      ],
      { cwd: root },
    );
  });
  afterAll(() => {
    feed.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  });

  test('holds what it should and nothing else', () => {
    expect(findFaults(resources, here)).toEqual([]);
  });

  test('loads every module of others that it brings', async () => {
    const app = unpackAsar(path.join(resources, 'app.asar'));

    const { stdout } = await run(process.execPath, [path.join(import.meta.dirname, 'load-modules.ts'), app]);

    expect(JSON.parse(stdout)).toEqual({ loaded: expect.any(Number), failed: [] });
    expect(JSON.parse(stdout).loaded).toBeGreaterThan(100);
  });

  test('makes posters with what it brings', async () => {
    const app = unpackAsar(path.join(resources, 'app.asar'));
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

  /** Starts it as an AppImage that may be replaced; everything that it keeps is in the folder. */
  async function open(library: string) {
    const { env, ...options } = launchOptions(userData);
    const app = await _electron.launch({
      ...options,
      executablePath: executable,
      args: [`--user-data-dir=${userData}`],
      env: {
        ...env,
        APPIMAGE: installed,
        XDG_CACHE_HOME: path.join(folder, 'cache'),
        LODESTOCK_LIBRARY_DIR: library,
        NODE_OPTIONS: '--no-deprecation',
      },
    });
    return { app, window: await app.firstWindow() };
  }

  test('opens, serves models, and updates itself when it quits', async () => {
    const library = makeLibraryFolder(simpleModel('packaged chair', { guid: 'chair' }));
    writeFileSync(installed, 'before', { mode: 0o755 });
    const readLog = () => readFileSync(path.join(userData, 'logs/main.log'), 'utf8');

    feed.serve('tampered');
    const first = await open(library.folder);
    await first.window.getByText('packaged chair').first().waitFor();
    await expect.poll(readLog).toContain('sha512 checksum mismatch');
    expect(await first.app.evaluate(({ app }) => [app.isPackaged, app.getName()])).toEqual([
      true,
      'Lodestock',
    ]);
    await first.app.close();
    expect(readFileSync(installed, 'utf8')).toBe('before');

    feed.serve('interrupted');
    const second = await open(library.folder);
    await expect.poll(() => feed.asked).toContain('interrupted /moved');
    await expect.poll(() => readLog().match(/update\.failed/g)?.length ?? 0).toBeGreaterThan(1);
    await second.app.close();
    expect(readFileSync(installed, 'utf8')).toBe('before');

    feed.serve('good');
    const third = await open(library.folder);
    const settings = third.window.getByRole('link', { name: 'Settings' });
    await settings.click();
    const updates = third.window.getByRole('region', { name: 'Updates' });
    await updates.getByText('Lodestock 99.0.0 is ready').waitFor();
    await updates.getByText('What is new in 99.0.0').click();
    await updates.getByText('Chairs have legs.').waitFor();
    await third.app.close();
    expect(readFileSync(installed).equals(feed.release)).toBe(true);
    const { previous, pending } = JSON.parse(readFileSync(path.join(userData, 'updates.json'), 'utf8'));
    expect(pending).toMatchObject({ to: '99.0.0', starts: 0 });
    expect(readFileSync(previous.file, 'utf8')).toBe('before');
    library.remove();
  });
});
