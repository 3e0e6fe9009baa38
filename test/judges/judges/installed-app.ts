import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { signFeed } from '../../../.ci/package/release.ts';
import { prepareElectron } from '../../electron/prepare-electron.ts';
import { startDisplay } from '../../electron/start-display.ts';
import { isOnPath } from '../../helpers/is-on-path.ts';
import { type ServerChild, startServerChild, waitUntilReady } from '../../helpers/server-child.ts';
import { startFaultyFeed } from '../../package/installed/faulty-feed.ts';
import { makeRelease } from '../../package/installed/make-release.ts';
import { openPackaged } from '../../package/open-packaged.ts';
import { type Judge, root, sha256OfFile } from '../judge.ts';

const person = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }));

/** Ends the apps that a scenario left open: the next one could not start beside them. */
const leftOpen = new Set<() => Promise<void>>();
async function killLeft() {
  for (const kill of leftOpen) await kill();
  leftOpen.clear();
}

/** A home folder of somebody who is not root, with the first version in it. */
function makeHome(folder: string, appImage: string, display: string) {
  const home = mkdtempSync(path.join(folder, 'home-'));
  const image = path.join(home, 'apps/Lodestock.AppImage');
  for (const name of ['apps', 'library', 'tmp']) {
    mkdirSync(path.join(home, name));
    chownSync(path.join(home, name), person, person);
  }
  chownSync(home, person, person);
  cpSync(appImage, image);
  const data = path.join(home, 'data');
  const env = {
    ...{ DISPLAY: display, HOME: home, TMPDIR: path.join(home, 'tmp'), XDG_RUNTIME_DIR: home },
    ...{ XDG_CONFIG_HOME: path.join(home, 'config'), XDG_CACHE_HOME: path.join(home, 'cache') },
    ...{ LODESTOCK_LIBRARY_DIR: path.join(home, 'library'), DBUS_SESSION_BUS_ADDRESS: 'unix:path=/none' },
  };
  const open = async (executable = image) => {
    const app = await openPackaged(executable, data, env, { uid: person, gid: person });
    leftOpen.add(app.kill);
    await app.page.getByRole('link', { name: 'Settings' }).click({ timeout: 240_000 });
    const updates = app.page.getByRole('region', { name: 'Updates' });
    const see = (text: string) => updates.getByText(text).first().waitFor({ timeout: 240_000 });
    return { ...app, see };
  };
  return { image, apps: path.join(home, 'apps'), open };
}

/** The AppImage of real Electron updates itself from a server of the project; as people have it, not as root. */
export const installedApp: Judge = {
  name: 'The installed app updates itself',
  async run() {
    const missing = ['mksquashfs', 'unsquashfs', 'desktop-file-validate'].filter((name) => !isOnPath(name));
    if (process.getuid?.() !== 0) return { absent: 'only root can start it as somebody else' };
    if (missing.length > 0) return { absent: `install squashfs-tools and desktop-file-utils for ${missing}` };
    const electron = await prepareElectron();
    if ('reason' in electron) return { absent: electron.reason };
    execFileSync(process.execPath, [path.join(root, '.ci/package/prepare-package.ts')], { cwd: root });

    const folder = mkdtempSync('/var/tmp/lodestock-installed-');
    execFileSync('chmod', ['755', folder]);
    let server: ServerChild | null = null;
    const feed = await startFaultyFeed(() => Number(new URL(server?.baseUrl ?? 'http://127.0.0.1:1').port));
    const display = await startDisplay();
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
    const make = (version: string) =>
      makeRelease({
        ...{ version, key, electron, feed: feed.url, targets: ['AppImage', 'deb'] },
        folder: path.join(folder, version),
      });
    const findings: string[] = [];
    const times: string[] = [];
    const scenario = async (name: string, run: () => Promise<void>) => {
      const start = performance.now();
      await run().catch((error: unknown) =>
        findings.push(`${name}: ${error instanceof Error ? error.message : error}`),
      );
      await killLeft();
      times.push(`${name} ${Math.round((performance.now() - start) / 1000)} s`);
      console.error(`  ${times.at(-1)}`);
    };
    try {
      const [first, second] = [await make('0.1.0'), await make('0.1.1')];
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      const env = {
        LODESTOCK_DATA_DIR: path.join(folder, 'data'),
        LODESTOCK_PORT: '0',
        LODESTOCK_LIBRARY_DIR: folder,
      };
      const main = path.join(second.project, 'dist/server/main.js');
      const command = (...words: readonly string[]) =>
        execFileSync(process.execPath, [main, ...words], { env: { ...process.env, ...env }, stdio: 'pipe' });
      for (const { out } of [first, second]) {
        signFeed(path.join(out, 'latest-linux.yml'), { RELEASE_KEY: pem }, [key]);
        command('updates', 'import', out);
      }
      const library = path.join(folder, 'library');
      mkdirSync(library);
      server = await startServerChild(path.relative(root, main), {
        env: { ...env, LODESTOCK_LIBRARY_DIR: library },
      });
      await waitUntilReady(server.baseUrl);
      const old = path.join(first.out, 'Lodestock-0.1.0.AppImage');
      const sums = [old, path.join(second.out, 'Lodestock-0.1.1.AppImage')].map(sha256OfFile);

      const shared = makeHome(folder, old, display.name);
      await scenario('folder of root', async () => {
        chownSync(shared.apps, 0, 0);
        const app = await shared.open();
        await app.see('You cannot write to the folder of this AppImage');
        await app.kill();
        if (feed.asked.some((url) => url.includes('.AppImage'))) throw new Error('it downloads first');
      });

      await scenario('.deb', async () => {
        const place = path.join(folder, 'deb');
        for (const name of ['updates', 'info'])
          mkdirSync(path.join(place, 'var/lib/dpkg', name), { recursive: true });
        writeFileSync(path.join(place, 'var/lib/dpkg/status'), '');
        const deb = path.join(first.out, 'lodestock_0.1.0_amd64.deb');
        // Not its script, which is for the computer itself; of that, only the sandbox matters here.
        execFileSync('dpkg', [`--root=${place}`, '--force-all', '--unpack', deb], { stdio: 'pipe' });
        chmodSync(path.join(place, 'opt/Lodestock/chrome-sandbox'), 0o4755);
        const app = await makeHome(folder, old, display.name).open(
          path.join(place, 'opt/Lodestock/lodestock'),
        );
        await app.see('Lodestock was installed for everyone on this computer');
        await app.see('This is Lodestock 0.1.0');
        await app.quit();
        if (feed.asked.some((url) => /\.(deb|AppImage)/.test(url))) throw new Error('it downloads');
      });

      const own = makeHome(folder, old, display.name);
      const requireVersion = (version: 0 | 1) => {
        if (sha256OfFile(own.image) !== sums[version]) throw new Error(`the file is not 0.1.${version}`);
      };
      for (const [fault, sentence] of [
        ['forged', 'because its signature is wrong'],
        ['wrong-hash', 'does not match the published version'],
      ] as const)
        await scenario(fault, async () => {
          feed.set(fault);
          const app = await own.open();
          await app.see(sentence);
          await app.quit();
          requireVersion(0);
        });

      await scenario('killed during the download', async () => {
        feed.set('stalled');
        const app = await own.open();
        await feed.stalled;
        await app.kill();
        feed.set('none');
        requireVersion(0);
      });

      await scenario('killed during the swap', async () => {
        const app = await own.open();
        await app.see('This is Lodestock 0.1.0');
        await app.see('Lodestock 0.1.1 is ready');
        const copying = Promise.withResolvers<void>();
        const watcher = watch(own.apps, (_event, name) => name?.endsWith('.part') && copying.resolve());
        const quitting = app.quit();
        await copying.promise;
        watcher.close();
        await app.kill();
        await quitting;
        requireVersion(0);
      });

      await scenario('0.1.0 to 0.1.1', async () => {
        const app = await own.open();
        await app.see('This is Lodestock 0.1.0');
        await app.see('Lodestock 0.1.1 is ready');
        if (readdirSync(own.apps).length > 1) throw new Error('a part of a copy was left');
        await app.quit();
        requireVersion(1);
        const next = await own.open();
        await next.see('This is Lodestock 0.1.1');
        await next.quit();
      });

      await scenario('0.1.1 back to 0.1.0', async () => {
        command('updates', 'pin', '0.1.0');
        const app = await own.open();
        await app.see('This is Lodestock 0.1.1');
        await app.see('Your studio went back to Lodestock 0.1.0. Lodestock 0.1.0 is ready');
        await app.quit();
        requireVersion(0);
        const back = await own.open();
        await back.see('This is Lodestock 0.1.0');
        await back.see('This is the latest version');
        await back.quit();
        requireVersion(0);
        command('updates', 'unpin');
        const onward = await own.open();
        await onward.see('Lodestock 0.1.1 is ready');
        await onward.kill();
      });
      return { figures: times.join(', '), findings };
    } finally {
      feed.stop();
      await server?.stop();
      await display.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
