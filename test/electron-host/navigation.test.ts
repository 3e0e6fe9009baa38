import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, launchFixture, whyNoHost } from './launch-fixture.ts';

const reason = whyNoHost();

describe.skipIf(reason !== null)(`a page that wants to leave${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let fixture: Fixture;
  const readLog = (): Promise<string[]> => fixture.app.evaluate(() => globalThis.fixtureLog);

  beforeAll(async () => {
    fixture = await launchFixture();
  });
  afterAll(async () => {
    await fixture.close();
  });

  test('cannot open windows, only ask for them', async () => {
    await fixture.app.evaluate(({ shell }) => {
      shell.openExternal = async (url) => {
        globalThis.fixtureLog.push(`external ${url}`);
      };
    });

    const opened = await fixture.page.evaluate(() => window.open('https://example.org/popup'));
    await fixture.page.getByRole('link', { name: 'Docs' }).click();

    await expect.poll(readLog).toContain('external https://example.org/docs');
    await expect.poll(readLog).toContain('external https://example.org/popup');
    expect(opened).toBeNull();
    expect(fixture.app.windows()).toHaveLength(1);
  });

  test('stays where it is when navigation is prevented', async () => {
    await fixture.page.getByRole('link', { name: 'Away' }).click({ noWaitAfter: true });
    await expect.poll(readLog).toContain('will-navigate https://example.org/away');

    await fixture.page.evaluate(() => {
      location.href = 'https://example.org/evil';
    });
    await expect.poll(readLog).toContain('will-navigate https://example.org/evil');

    await expect.poll(() => fixture.page.getByRole('heading').textContent()).toBe('Fixture');
  });

  test('comes back after its renderer crashed', async () => {
    await fixture.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    );
    await expect.poll(readLog).toContain('gone crashed');

    const answer = await fixture.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      await new Promise<void>((resolve) => {
        contents?.once('did-finish-load', () => resolve());
        contents?.reload();
      });
      return contents?.getURL();
    });

    expect(answer).toBe('app://fixture/index.html');
  });
});
