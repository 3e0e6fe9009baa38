import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, launchFixture, whyNoHost } from './launch-fixture.ts';

const reason = whyNoHost();

describe.skipIf(reason !== null)(`a page of the host${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let fixture: Fixture;
  const readLog = (): Promise<string[]> => fixture.app.evaluate(() => globalThis.fixtureLog);

  beforeAll(async () => {
    fixture = await launchFixture();
  });
  afterAll(async () => {
    await fixture.close();
  });

  test('comes from the custom scheme with its policy enforced', async () => {
    const inline = await fixture.page.evaluate(() => document.documentElement.dataset.inline);
    const url = await fixture.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getURL(),
    );

    const readError = async () => (await readLog()).find((line) => line.startsWith('console error'));

    expect(inline).toBeUndefined();
    expect(url).toBe('app://fixture/index.html');
    await expect.poll(readLog).toContain('ready-to-show');
    await expect.poll(readError).toContain('Content Security Policy');
  });

  test('has the size of its window', async () => {
    const before = (await fixture.page.screenshot()).readUInt32BE(16);

    await fixture.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setBounds({ width: 700, height: 420 }),
    );
    await fixture.page.waitForFunction(() => innerWidth === 700 && innerHeight === 420);

    expect(before).toBe(640);
    expect((await fixture.page.screenshot()).readUInt32BE(16)).toBe(700);
  });

  test('gets answers whose types survive the way', async () => {
    const answer = await fixture.page.evaluate(() =>
      window.fixture.call('echo', { when: new Date(0), bytes: new Uint8Array([1, 2]), large: 1n }),
    );

    expect(answer).toEqual({
      input: { when: new Date(0), bytes: new Uint8Array([1, 2]), large: 1n },
      sender: 'app://fixture/index.html',
    });
  });

  test('hears pushed events until it unsubscribes', async () => {
    const heard = await fixture.page.evaluate(async () => {
      const payloads: unknown[] = [];
      const unsubscribe = window.fixture.onEvent((payload) => payloads.push(payload));
      await window.fixture.call('push');
      unsubscribe();
      await window.fixture.call('push');
      return payloads;
    });

    expect(heard).toEqual([{ step: 1 }, { step: 2 }]);
  });

  test('reads a failed call in the words of Electron', async () => {
    const failures = await fixture.page.evaluate(async () => {
      const read = (error: Error) => error.message;
      return [await window.fixture.call('fail').catch(read), await window.fixture.callUnknown().catch(read)];
    });

    expect(failures).toEqual([
      "Error invoking remote method 'call': TypeError: no such model",
      "Error invoking remote method 'unknown': Error: No handler registered for 'unknown'",
    ]);
  });

  test('reaches neither Node nor the host itself', async () => {
    const reachable = await fixture.page.evaluate(() => [
      typeof window.require,
      typeof window.process,
      typeof window.ipcRenderer,
      typeof window.__electronHostSend,
      typeof window.__electronHostReceive,
      Object.isFrozen(window.fixture),
    ]);

    expect(reachable).toEqual(['undefined', 'undefined', 'undefined', 'undefined', 'undefined', true]);
  });

  test('has a preload as poor as a sandboxed one', async () => {
    const refusals = await fixture.page.evaluate(() => {
      const refuse = (attempt: () => unknown): string => {
        try {
          return String(attempt());
        } catch (error) {
          return String(error);
        }
      };
      return [
        refuse(() => window.fixture.requireFs()),
        refuse(() => window.fixture.useSend()),
        refuse(() => window.fixture.call('echo', document.body)),
      ];
    });

    expect(refusals).toEqual([
      'Error: module not found: node:fs',
      'Error: electron-host: ipcRenderer.send is not implemented',
      'Error: An object could not be cloned.',
    ]);
  });

  test('sees the colour scheme of nativeTheme', async () => {
    const isDark = () => fixture.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    const setSource = (source: 'dark' | 'light') =>
      fixture.app.evaluate(({ nativeTheme }, themeSource) => {
        nativeTheme.themeSource = themeSource;
        return nativeTheme.shouldUseDarkColors;
      }, source);

    expect(await setSource('dark')).toBe(true);
    await expect.poll(isDark).toBe(true);
    await fixture.page.reload();
    await expect.poll(isDark).toBe(true);
    expect(await setSource('light')).toBe(false);
    await expect.poll(isDark).toBe(false);
  });

  test('can draw with WebGL in software', async () => {
    const version = await fixture.page.evaluate(() => {
      const gl = document.createElement('canvas').getContext('webgl2');
      return String(gl?.getParameter(gl.VERSION));
    });

    expect(version).toContain('WebGL 2.0');
  });
});
