import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, launchFixture, whyNoHost } from './launch-fixture.ts';

const reason = whyNoHost() ?? (process.platform === 'linux' ? null : 'AppImages are for Linux');
const release = Buffer.from(`#!/bin/sh\necho "$@" > "$0.ran"\nexit 0\n${'#'.repeat(200_000)}`);

function createFeed(served: () => Buffer): RequestListener {
  const sha512 = createHash('sha512').update(release).digest('base64');
  const feed = [
    'version: 2.0.0',
    `files: [{ url: probe-2.0.0.AppImage, sha512: '${sha512}', size: ${release.length} }]`,
    'path: probe-2.0.0.AppImage',
    `sha512: ${sha512}`,
    "releaseDate: '2026-01-01T00:00:00.000Z'",
  ].join('\n');
  return (request, response) => {
    if (request.url?.startsWith('/latest-linux.yml')) response.end(feed);
    else if (request.url?.endsWith('.AppImage')) response.writeHead(302, { location: '/moved' }).end();
    else if (request.url === '/moved') response.end(served());
    else response.writeHead(404).end();
  };
}

describe.skipIf(reason !== null)(
  `electron-updater on the host${reason ? ` (skipped: ${reason})` : ''}`,
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'host-updater-'));
    const installed = path.join(folder, 'probe.AppImage');
    let served = release;
    let server: Server;
    let fixture: Fixture;

    beforeAll(async () => {
      server = createServer(createFeed(() => served)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : '';
      const settings = `provider: generic\nurl: http://127.0.0.1:${port}\nupdaterCacheDirName: probe\n`;
      writeFileSync(path.join(folder, 'app-update.yml'), settings);
      writeFileSync(installed, '#!/bin/sh\n');
      chmodSync(installed, 0o755);
      fixture = await launchFixture({ APPIMAGE: installed, XDG_CACHE_HOME: path.join(folder, 'cache') });
    });
    afterAll(async () => {
      await fixture.close();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const update = (): Promise<readonly string[]> =>
      fixture.app.evaluate(
        async (_electron, settings) => {
          const require = process.getBuiltinModule('node:module').createRequire(settings.from);
          const { autoUpdater }: typeof import('electron-updater') = require('electron-updater');
          const log: string[] = [];
          autoUpdater.removeAllListeners();
          autoUpdater.on('error', () => {});
          Object.assign(autoUpdater, { autoDownload: false, forceDevUpdateConfig: true, logger: null });
          Object.assign(autoUpdater, { disableDifferentialDownload: true, autoInstallOnAppQuit: false });
          autoUpdater.updateConfigPath = settings.config;
          autoUpdater.on('update-available', ({ version }) => log.push(`available ${version}`));
          autoUpdater.on('update-downloaded', ({ version }) => log.push(`downloaded ${version}`));
          await autoUpdater.checkForUpdates();
          await autoUpdater.downloadUpdate().catch((error) => log.push(`rejected ${error.code}`));
          return log;
        },
        { from: import.meta.filename, config: path.join(folder, 'app-update.yml') },
      );

    test('refuses a release that was tampered with', async () => {
      served = Buffer.from(release);
      served[100] = 0;

      const log = await update();

      expect(log).toEqual(['available 2.0.0', 'rejected ERR_CHECKSUM_MISMATCH']);
    });

    test('downloads a good release through a redirect', async () => {
      served = release;

      const log = await update();

      expect(log).toEqual(['available 2.0.0', 'downloaded 2.0.0']);
    });

    test('installs the release and starts it', async () => {
      const exited = new Promise((resolve) => fixture.app.process().once('exit', resolve));

      await fixture.app.evaluate(
        (_electron, from) => {
          const require = process.getBuiltinModule('node:module').createRequire(from);
          const { autoUpdater }: typeof import('electron-updater') = require('electron-updater');
          autoUpdater.quitAndInstall(false, true);
        },
        import.meta.filename,
      );
      await exited;

      await expect.poll(() => existsSync(`${installed}.ran`)).toBe(true);
      expect(readFileSync(installed).equals(release)).toBe(true);
    });
  },
);
