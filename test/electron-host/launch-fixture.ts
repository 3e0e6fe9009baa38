import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { launchOptions } from '../e2e/driver.ts';
import { findChromium } from './chromium/find-chromium.ts';

export const fixtureFolder: string = path.join(import.meta.dirname, 'fixtures/app');

/** Why the fixture cannot run here, as words for the name of a skipped test; null when it can. */
export function whyNoHost(): string | null {
  if (process.platform === 'win32') return 'the host needs Linux or macOS';
  return findChromium() === null ? 'chromium not installed' : null;
}

/** The command lines of all running processes that mention the text, such as a folder of their data. */
export function findProcesses(text: string): string[] {
  const read = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(read)
    .filter((line) => line.includes(text));
}

export type Fixture = {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly userDataFolder: string;
  readonly close: () => Promise<void>;
};

/** Runs the fixture app as Playwright runs any Electron app, with fresh data that close removes. */
export async function launchFixture(env: Readonly<Record<string, string>> = {}): Promise<Fixture> {
  const userDataFolder = mkdtempSync(path.join(tmpdir(), 'host-fixture-'));
  const app = await _electron.launch(launchOptions(userDataFolder, { app: fixtureFolder, env }));
  const page = await app.firstWindow();
  await page.getByRole('heading', { name: 'Fixture' }).waitFor();
  const close = async (): Promise<void> => {
    await app.close();
    rmSync(userDataFolder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  };
  return { app, page, userDataFolder, close };
}
