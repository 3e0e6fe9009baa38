import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { electronPath, launchOptions, whyNoElectron } from '../e2e/driver.ts';
import { patience } from '../e2e/walk.ts';
import { buildTestApp, type LaunchedApp, launchApp, startElectron } from './launch-app.ts';

const reason = whyNoElectron;

/** As on Windows, which has no signal that a process could hear. */
const killsAtOnce = `
import { utilityProcess } from 'electron';
const fork = utilityProcess.fork;
utilityProcess.fork = (...given) => {
  const child = fork(...given);
  child.kill = () => process.kill(child.pid, 'SIGKILL');
  return child;
};
`;
/** As on a Windows whose folders have moved away. */
const knowsNoDocuments = `
import { app } from 'electron';
const getPath = app.getPath.bind(app);
app.getPath = (name) => {
  if (name === 'documents') throw new Error("Failed to get 'documents' path");
  return getPath(name);
};
`;
/** As from a disk that takes its time: reading the settings waits until they are written. */
const waitsForSettings = `
import { execFileSync } from 'node:child_process';
import { app } from 'electron';
execFileSync('mkfifo', [app.getPath('userData') + '/settings.json']);
`;

const quitsWhileLoading = `
import { app } from 'electron';
app.on('browser-window-created', (_event, window) => {
  window.webContents.once('did-start-loading', () => app.quit());
});
`;

/** A folder for the app's data that goes with the test. */
function createUserData(): string {
  const userData = mkdtempSync(path.join(tmpdir(), 'lodestock-data-'));
  onTestFinished(() => rmSync(userData, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }));
  return userData;
}

describe.skipIf(reason !== null)(`the app on other computers${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let folder = '';
  const built: string[] = [];
  function build(before = '') {
    const made = buildTestApp(before);
    built.push(made);
    return made;
  }

  beforeAll(() => {
    folder = build();
  });
  afterAll(() => {
    for (const made of built) rmSync(made, { recursive: true, force: true });
  });

  test.each([
    ['where killing leaves no time, when the person signs out', killsAtOnce, {}, true],
    ['that needs longer than killing leaves, without a folder for documents', '', { TZ: 'slow' }, false],
  ])('lets a server finish %s', async (_case, before, env, isSignOut) => {
    const other = await launchApp(build(before || knowsNoDocuments), env);
    await other.waitForServer();
    const isVisible = () =>
      other.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
    await expect.poll(isVisible).toBe(true);

    const ended = once(other.electron.process(), 'exit');
    if (isSignOut)
      await other.electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.emit('session-end'),
      );
    else await other.electron.close();
    await ended;

    const lines = readFileSync(path.join(other.userData, 'logs/server.log'), 'utf8').trim().split('\n');
    expect(lines.at(-1)).toBe('{"event":"stopped"}');
    other.remove();
  });

  test.skipIf(process.platform === 'win32')(
    'shows its window first, a server once it is chosen',
    async () => {
      const other = await launchApp(build(waitsForSettings), {}, 'Ready', [], null);
      let isAnswered = false;
      const answer = other.call('settings.read').finally(() => {
        isAnswered = true;
      });
      await other.window.evaluate(() => document.title);
      expect(isAnswered).toBe(false);

      await writeFile(path.join(other.userData, 'settings.json'), '{"version":1,"theme":"dark"}');

      expect(await answer).toMatchObject({ ok: true, value: { theme: 'dark' } });
      await other.call('server.read');
      expect(existsSync(path.join(other.userData, 'server'))).toBe(false);
      await other.call('settings.update', { ownServer: 'demo' });
      await other.waitForServer();
      expect(readFileSync(path.join(other.userData, 'logs/server.log'), 'utf8')).toContain('"listening"');
      await other.electron.close();
      other.remove();
    },
  );

  test('ends when its features are broken', async () => {
    const broken = build();
    writeFileSync(path.join(broken, 'dist/main/open-features.js'), 'throw new Error("broken file");');
    const userData = createUserData();
    const { args, env } = launchOptions(userData, { app: broken });
    const child = spawn(electronPath, args, { env });
    onTestFinished(() => void child.kill('SIGKILL'));

    const [code] = await once(child, 'exit');

    expect(code).toBe(1);
    expect(readFileSync(path.join(userData, 'logs/main.log'), 'utf8')).toContain('broken file');
  });

  test('ends while its page is still loading', async () => {
    const { args, env } = launchOptions(createUserData(), { app: build(quitsWhileLoading) });
    const child = spawn(electronPath, args, { env });
    onTestFinished(() => void child.kill('SIGKILL'));

    const [code] = await once(child, 'exit');

    expect(code).toBe(0);
  });

  test('shows no window at login, and serves others without one', async () => {
    const userData = createUserData();
    const settings = { version: 1, ownServer: 'demo', shareServer: true };
    writeFileSync(path.join(userData, 'settings.json'), JSON.stringify(settings));
    const env = { NODE_OPTIONS: '--no-deprecation' };
    const { electron } = await startElectron(
      launchOptions(userData, { app: folder, args: ['--hidden'], env }),
    );
    const serverLog = path.join(userData, 'logs/server.log');
    const readLog = () => (existsSync(serverLog) ? readFileSync(serverLog, 'utf8') : '');
    const countWindows = () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
    const startAgain = async () => {
      const opened = electron.waitForEvent('window', { timeout: patience });
      await electron.evaluate(({ app }) => void app.emit('second-instance', {}, ['/opt/lodestock'], '/'));
      await (await opened).getByRole('heading', { name: 'Ready' }).waitFor();
    };
    await expect.poll(readLog).toContain('"listening"');
    const atLogin = await countWindows();
    await startAgain();

    await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await expect.poll(countWindows).toBe(0);
    await startAgain();

    expect(atLogin).toBe(0);
    expect(readLog().match(/"listening"/g)).toHaveLength(1);
    expect(readLog()).not.toContain('"stopped"');
    await electron.close();
  });

  describe('started with a link', () => {
    let other: LaunchedApp;
    beforeAll(async () => {
      other = await launchApp(folder, {}, 'Ready', ['lodestock://model/first']);
    });
    afterAll(async () => {
      await other.electron.close();
      other.remove();
    });

    test('takes that link, and those that follow', async () => {
      const first = await other.call('app.takeLink');

      await other.electron.evaluate(({ app }) => {
        app.emit('second-instance', {}, ['/opt/lodestock', 'lodestock://model/second'], '/');
      });
      const second = await other.call('app.takeLink');
      await other.electron.evaluate(({ app }) => {
        app.emit('open-url', { preventDefault: () => undefined }, 'lodestock://model/third');
      });

      expect(first).toEqual({ ok: true, value: { kind: 'model', guid: 'first' } });
      expect(second).toEqual({ ok: true, value: { kind: 'model', guid: 'second' } });
      expect(await other.call('app.takeLink')).toEqual({ ok: true, value: { kind: 'model', guid: 'third' } });
      expect(await other.call('app.takeLink')).toEqual({ ok: true, value: null });
    });

    test('asks what to do about a page that hangs', async () => {
      const asked = await other.electron.evaluate(({ BrowserWindow, dialog }) => {
        const given: unknown[] = [];
        dialog.showMessageBox = async (...words: readonly unknown[]) => {
          given.push(words.at(-1));
          return { response: 0, checkboxChecked: false };
        };
        BrowserWindow.getAllWindows()[0]?.emit('unresponsive');
        return given;
      });

      expect(asked).toMatchObject([{ buttons: ['Wait', 'Reload'], cancelId: 0 }]);
    });

    test('offers to reload, and gives details to copy', async () => {
      const { window: page } = other;
      await other.electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.loadURL('app://bundle/trouble.html?kind=gone&details=code+5'),
      );
      await page.getByRole('heading', { name: 'This window crashed' }).waitFor();

      await page.getByRole('button', { name: 'Copy details' }).click();

      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await other.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe('code 5');
      await page.getByRole('button', { name: 'Reload' }).click();
      await page.getByRole('heading', { name: 'Ready' }).waitFor();
    });

    test('puts another page in the place of one that crashed', async () => {
      await other.electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
      );

      const readUrl = () =>
        other.electron.evaluate(({ BrowserWindow }) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents;
          return contents?.isCrashed() ? null : (contents?.getURL() ?? null);
        });
      await expect
        .poll(readUrl)
        .toMatch(/^app:\/\/bundle\/trouble\.html\?kind=gone&details=Lodestock\+9\.8\.7/);
    });
  });

  test('says that its page could not be opened', async () => {
    const without = buildTestApp();
    onTestFinished(() => rmSync(without, { recursive: true, force: true }));
    rmSync(path.join(without, 'dist/renderer/index.html'));

    const other = await launchApp(without, {}, 'This window could not load');

    expect(readFileSync(path.join(other.userData, 'logs/main.log'), 'utf8')).toContain('"window.not-loaded"');
    await other.electron.close();
    other.remove();
  });
});
