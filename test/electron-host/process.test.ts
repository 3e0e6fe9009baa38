import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { electronPath, launchOptions } from '../e2e/driver.ts';
import { type Fixture, findProcesses, fixtureFolder, launchFixture, whyNoHost } from './launch-fixture.ts';

const reason = whyNoHost() ?? (existsSync('/proc/self/cmdline') ? null : 'processes cannot be listed here');
const skipped = reason === null ? '' : ` (skipped: ${reason})`;
const childPath = path.join(fixtureFolder, 'child.ts');

describe.skipIf(reason !== null)(`a running host${skipped}`, () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await launchFixture();
  });
  afterAll(async () => {
    await fixture.close();
  });

  test('hands its arguments to the first instance', async () => {
    const { args, env } = launchOptions(fixture.userDataFolder, { app: fixtureFolder });

    const second = spawnSync(electronPath, [...args, 'fixture://open?id=1'], { env, timeout: 120_000 });

    expect(second.status).toBe(0);
    await expect
      .poll(() => fixture.app.evaluate(() => globalThis.fixtureLog))
      .toContain('second fixture://open?id=1');
  });

  test('loads no page that its window does not show', () => {
    const lines = findProcesses(fixture.userDataFolder);

    const browser = lines.find((line) => line.includes('--remote-debugging-pipe')) ?? '';
    const lists = [...browser.matchAll(/--disable-features=(\S+)/g)].map(([, list]) => list?.split(','));
    expect(lists).toEqual([expect.arrayContaining(['WebUIOmniboxPopup', 'PaintHolding'])]);
    expect(lines.filter((line) => line.includes('--top-chrome-webui'))).toEqual([]);
  });

  test('runs a utility process and reports its end', async () => {
    const result = await fixture.app.evaluate(async ({ utilityProcess }, modulePath) => {
      const env = { ...process.env, GREETING: 'hello' };
      const child = utilityProcess.fork(modulePath, ['fail'], { stdio: 'pipe', env });
      const pidAtFirst = child.pid;
      let output = '';
      child.stdout?.on('data', (chunk) => {
        output += String(chunk);
      });
      const code = await new Promise<number>((resolve) => child.once('exit', resolve));
      while (!output.includes('\n')) await new Promise((resolve) => child.stdout?.once('data', resolve));
      return { code, output, pidAtFirst, pidAtLast: child.pid };
    }, childPath);

    expect(JSON.parse(result.output)).toEqual({
      mode: 'fail',
      hasPort: true,
      type: 'utility',
      greeting: 'hello',
    });
    expect(result).toMatchObject({ code: 3, pidAtFirst: undefined, pidAtLast: undefined });
  });

  test('ends a utility process when it is asked to', async () => {
    const result = await fixture.app.evaluate(async ({ utilityProcess }, modulePath) => {
      const child = utilityProcess.fork(modulePath, ['stay'], { stdio: 'pipe' });
      await new Promise((resolve) => child.stdout?.once('data', resolve));
      const hadPid = typeof child.pid === 'number';
      const wasKilled = child.kill();
      const code = await new Promise<number>((resolve) => child.once('exit', resolve));
      return { hadPid, wasKilled, code };
    }, childPath);

    expect(result).toEqual({ hadPid: true, wasKilled: true, code: 15 });
  });

  test('cannot end a utility process that is not up', async () => {
    const wasKilled = await fixture.app.evaluate(({ utilityProcess }, modulePath) => {
      const child = utilityProcess.fork(modulePath, ['fail'], { stdio: 'ignore' });
      return child.kill();
    }, childPath);

    expect(wasKilled).toBe(false);
  });

  test('passes messages on to a utility process', async () => {
    const output = await fixture.app.evaluate(async ({ utilityProcess }, modulePath) => {
      const child = utilityProcess.fork(modulePath, ['listen'], { stdio: 'pipe' });
      await new Promise((resolve) => child.stdout?.once('data', resolve));
      child.postMessage({ stop: 'now' });
      const said = await new Promise<string>((resolve) =>
        child.stdout?.once('data', (data) => resolve(String(data))),
      );
      child.kill();
      return said;
    }, childPath);

    expect(output.trim()).toBe('{"stop":"now"}');
  });

  test('tells of a fatal error before the end', async () => {
    const events = await fixture.app.evaluate(async ({ utilityProcess }, modulePath) => {
      const child = utilityProcess.fork(modulePath, ['abort'], { stdio: 'ignore' });
      const heard: string[] = [];
      child.on('error', (type) => heard.push(type));
      await new Promise((resolve) => child.once('exit', resolve));
      return [...heard, 'exit'];
    }, childPath);

    expect(events).toEqual(['FatalError', 'exit']);
  });

  test('names the interfaces that it lacks', async () => {
    const messages = await fixture.app.evaluate(
      ({ app, BrowserWindow, safeStorage, Tray, utilityProcess }, child) => {
        const window = BrowserWindow.getAllWindows()[0];
        const attempts = [
          () => app.getGPUInfo('basic'),
          () => app.on('accessibility-support-changed', () => {}),
          () => safeStorage.isEncryptionAvailable(),
          () => new Tray('icon.png'),
          () => window?.setOpacity(0.5),
          () => window?.webContents.executeJavaScript('1'),
          () => utilityProcess.fork(child, ['fail'], { stdio: 'ignore' }).on('message', () => {}),
          () => new BrowserWindow({ webPreferences: { nodeIntegration: true } }),
        ];
        return attempts.map((attempt) => {
          try {
            return String(attempt());
          } catch (error) {
            return error instanceof Error ? error.message : String(error);
          }
        });
      },
      childPath,
    );

    expect(messages).toEqual([
      'electron-host: app.getGPUInfo is not implemented',
      "electron-host: the event 'accessibility-support-changed' of app is not implemented",
      'electron-host: safeStorage.isEncryptionAvailable is not implemented',
      'electron-host: new Tray is not implemented',
      'electron-host: BrowserWindow.setOpacity is not implemented',
      'electron-host: webContents.executeJavaScript is not implemented',
      "electron-host: the event 'message' of UtilityProcess is not implemented",
      'electron-host: only sandboxed, context-isolated windows without Node are implemented',
    ]);
  });
});

describe.skipIf(reason !== null)(`an ending host${skipped}`, () => {
  const opened: Fixture[] = [];
  const open = async (): Promise<Fixture> => {
    const fixture = await launchFixture();
    opened.push(fixture);
    return fixture;
  };
  const startChild = ({ app, userDataFolder }: Fixture): Promise<number | undefined> =>
    app.evaluate(
      async ({ utilityProcess }, { modulePath, folder }) => {
        const child = utilityProcess.fork(modulePath, ['stay', folder], { stdio: 'pipe' });
        await new Promise((resolve) => child.stdout?.once('data', resolve));
        return child.pid;
      },
      { modulePath: childPath, folder: userDataFolder },
    );
  const hasExited = ({ app }: Fixture): Promise<unknown> =>
    new Promise((resolve) => app.process().once('exit', resolve));

  afterEach(async () => {
    for (const fixture of opened.splice(0)) await fixture.close();
  });

  test('lets nobody use a destroyed window', async () => {
    const { app } = await open();

    const outcome = await app.evaluate(({ app, BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0];
      app.removeAllListeners('window-all-closed');
      app.on('window-all-closed', () => {});
      window?.destroy();
      const isGone = window?.isDestroyed();
      try {
        return { isGone, shown: window?.show() };
      } catch (error) {
        return { isGone, error: String(error), left: BrowserWindow.getAllWindows().length };
      }
    });

    expect(outcome).toEqual({ isGone: true, error: 'TypeError: Object has been destroyed', left: 0 });
  });

  test('keeps a window whose close is refused', async () => {
    const { app } = await open();

    const log = await app.evaluate(async ({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0];
      window?.once('close', (event) => event.preventDefault());
      window?.close();
      const wasKept = window?.isDestroyed() === false;
      const isClosed = new Promise<void>((resolve) => window?.once('closed', () => resolve()));
      window?.close();
      await isClosed;
      return { wasKept, log: globalThis.fixtureLog.slice(-2) };
    });

    expect(log).toEqual({ wasKept: true, log: ['closed', 'window-all-closed'] });
  });

  test('quits in order when it is told to end', async () => {
    const fixture = await open();
    const exited = hasExited(fixture);
    const host = fixture.app.process();
    let output = '';
    host.stdout?.on('data', (chunk) => {
      output += String(chunk);
    });

    host.kill('SIGTERM');
    await exited;

    await expect.poll(() => output).toContain('fixture quit');
    expect(host.exitCode).toBe(0);
    await expect.poll(() => findProcesses(fixture.userDataFolder)).toEqual([]);
  });

  test('leaves nothing running when it is killed', async () => {
    const fixture = await open();
    await startChild(fixture);
    const before = findProcesses(fixture.userDataFolder);
    const exited = hasExited(fixture);

    process.kill(fixture.app.process().pid ?? 0, 'SIGKILL');
    await exited;

    expect(before.length).toBeGreaterThan(2);
    await expect.poll(() => findProcesses(fixture.userDataFolder)).toEqual([]);
  });
});
