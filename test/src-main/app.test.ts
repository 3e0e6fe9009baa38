import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whyNoElectron } from '../e2e/driver.ts';
import { buildTestApp, type LaunchedApp, launchApp } from './launch-app.ts';

const reason = whyNoElectron;

describe.skipIf(reason !== null)(`the app under Electron${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let folder = '';
  let app: LaunchedApp;

  beforeAll(async () => {
    folder = buildTestApp();
    app = await launchApp(folder);
  });
  afterAll(async () => {
    await app?.electron.close();
    app?.remove();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  test('answers a call of its own page', async () => {
    expect(await app.call('app.info')).toEqual({
      ok: true,
      value: { version: '9.8.7', platform: process.platform, isPackaged: false, managed: [] },
    });
  });

  test('starts its server and passes calls on', async () => {
    await app.waitForServer();

    const outcome = await app.call('browse', { limit: 3 });

    expect(outcome).toEqual({
      ok: true,
      value: { ok: true, results: [{ url: '/api-embeddings/browse?limit=3' }] },
    });
  });

  test('gives the server no environment but its own', async () => {
    await app.waitForServer();

    const readLog = () => readFileSync(path.join(app.userData, 'logs/server.log'), 'utf8');
    await expect.poll(readLog).toContain('LODESTOCK_DATA_DIR');
    expect(readLog()).not.toContain('NODE_OPTIONS');
  });

  test('tells the page of events without an event object', async () => {
    await app.electron.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()?.getMenuItemById('go.library')?.click(),
    );

    await expect
      .poll(() => app.window.evaluate(() => Reflect.get(window, 'heard')))
      .toContainEqual({ name: 'action.requested', args: ['go.library'] });
  });

  test('hears many events without a warning', async () => {
    const said: string[] = [];
    app.window.on('console', (message) => said.push(message.text()));
    await app.window.evaluate(() => {
      for (let count = 0; count < 20; count += 1)
        Object(Reflect.get(window, 'lodestock')).on('server.changed', () => undefined);
      console.log('subscribed');
    });
    await app.call('app.info');

    await expect.poll(() => said).toEqual(['subscribed']);
  });

  test('has menus and dialogs in the language of the pages', async () => {
    const readItem = () =>
      app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('go.library')?.label);
    expect(await readItem()).toBe('Library');

    await app.call('app.speak', { language: 'de' });

    expect(await readItem()).toBe('Bibliothek');
    await app.electron.evaluate(({ dialog }) => {
      dialog.showOpenDialog = async (...given: readonly unknown[]) => {
        Object.assign(globalThis, { asked: given.at(-1) });
        return { canceled: true, filePaths: [] };
      };
    });
    await app.call('settings.chooseModelsFolder');
    const asked = await app.electron.evaluate(() => Reflect.get(globalThis, 'asked'));
    expect(asked).toMatchObject({ title: 'Den Ordner mit den Modellen wählen' });
    await app.call('app.speak', { language: 'en' });
  });

  test('gives the page neither Node nor Electron', async () => {
    const names = ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'];

    const found = await app.window.evaluate((all) => all.filter((name) => name in window), names);

    expect(found).toEqual([]);
    const keys = await app.window.evaluate(() => Object.keys(Object(Reflect.get(window, 'lodestock'))));
    expect(keys.toSorted()).toEqual(['call', 'on']);
  });

  test('the window is sandboxed and isolated', async () => {
    const preferences = await app.electron.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return contents && Reflect.apply(Reflect.get(contents, 'getLastWebPreferences'), contents, []);
    });

    expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
  });

  test('goes to no other page', async () => {
    await app.window.evaluate(() => {
      window.location.href = 'https://evil.example/';
    });

    await app.call('app.info');
    const url = await app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getURL(),
    );
    expect(url).toBe('app://bundle/index.html');
  });

  test('opens no other window', async () => {
    const opened = await app.window.evaluate(() => window.open('https://evil.example/'));

    expect(opened).toBeNull();
    expect(app.electron.windows().length).toBe(1);
  });

  test('denies every permission, and webviews', async () => {
    const permissions = await app.window.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone'] as const;
      const states = names.map(async (name) => (await navigator.permissions.query({ name })).state);
      return [await Notification.requestPermission(), ...(await Promise.all(states))];
    });
    const isPrevented = await app.electron.evaluate(({ BrowserWindow }) => {
      const event = {
        defaultPrevented: false,
        preventDefault: () => Object.assign(event, { defaultPrevented: true }),
      };
      BrowserWindow.getAllWindows()[0]?.webContents.emit('will-attach-webview', event, {}, {});
      return event.defaultPrevented;
    });

    expect(new Set(permissions)).toEqual(new Set(['denied']));
    expect(isPrevented).toBe(true);
  });

  test.each(['file:///etc/passwd', 'https://evil.example/', 'ms-msdt:/id'])(
    'does not open the link %s',
    async (url) => {
      await app.electron.evaluate(({ shell }) => {
        Object.assign(globalThis, { opened: [] });
        shell.openExternal = async (link: string) => Reflect.get(globalThis, 'opened').push(link);
      });

      const outcome = await app.call('app.openLink', { url });

      expect(outcome).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
      expect(await app.electron.evaluate(() => Reflect.get(globalThis, 'opened'))).toEqual([]);
    },
  );

  test('keeps the theme and tells the page', async () => {
    await app.call('settings.update', { theme: 'dark' });

    expect(await app.electron.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
    await expect
      .poll(() => app.window.evaluate(() => JSON.stringify(Reflect.get(window, 'heard'))))
      .toContain('"theme":"dark"');
  });

  test('holds downloads up while the computer sleeps', async () => {
    const emit = (event: 'suspend' | 'resume') =>
      app.electron.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event);

    await emit('suspend');
    const asleep = await app.call('downloads.readHold');
    await emit('resume');

    expect(asleep).toEqual({ ok: true, value: { reason: 'asleep', until: null } });
    expect(await app.call('downloads.readHold')).toEqual({ ok: true, value: null });
  });

  test('runs no script that is not its own', async () => {
    const isRun = await app.window.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'window.wasRun = true';
      document.body.append(script);
      return 'wasRun' in window;
    });

    expect(isRun).toBe(false);
  });

  test('passes a model on as it comes, and hangs up where the page does', async () => {
    await app.waitForServer();

    const begin = await app.window.evaluate(async () => {
      const leaving = new AbortController();
      const { body } = await fetch('/viewer-asset/endless/glb1k', { signal: leaving.signal });
      const { value } = (await body?.getReader().read()) ?? {};
      leaving.abort();
      return new TextDecoder().decode(value);
    });

    expect(begin).toBe('glTF');
    await expect
      .poll(() => readFileSync(path.join(app.userData, 'logs/server.log'), 'utf8'))
      .toContain('"hung up"');
  });

  test('starts its server again when that is aborted', async () => {
    const url = await app.waitForServer();
    const serverLog = () => readFileSync(path.join(app.userData, 'logs/server.log'), 'utf8');
    const before = serverLog().match(/"listening"/g)?.length ?? 0;

    await fetch(`${url}/abort`).catch(() => undefined);

    await expect.poll(() => serverLog().match(/"listening"/g)?.length).toBe(before + 1);
    expect(await app.waitForServer()).toBe(url);
    expect(readFileSync(path.join(app.userData, 'logs/main.log'), 'utf8')).toContain('"code":6');
  });

  test('ends its server and keeps its place', async () => {
    const second = await launchApp(folder);
    await second.waitForServer();
    await second.electron.evaluate(({ BrowserWindow, nativeTheme }) => {
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 30, width: 1000, height: 700 });
      nativeTheme.themeSource = 'dark';
    });

    await second.electron.close();

    const read = (file: string) => readFileSync(path.join(second.userData, file), 'utf8');
    expect(read('logs/server.log').trim().split('\n').at(-1)).toBe('{"event":"stopped"}');
    expect(JSON.parse(read('window.json'))).toMatchObject({
      bounds: { x: 40, y: 30, width: 1000, height: 700 },
      theme: 'dark',
    });
    expect(existsSync(path.join(second.userData, 'logs/main.log'))).toBe(true);
    second.remove();
  });
});
