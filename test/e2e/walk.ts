import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, ElectronApplication, Page } from 'playwright';
import { rootName } from '../../src-main/library/roots.ts';
import { launchElectron, launchOptions } from './driver.ts';

/** A person's computer for one test: a home folder, the app's data and the library. */
export type Desk = {
  readonly home: string;
  readonly userData: string;
  readonly libraryFolder: string;
  readonly remove: () => void;
};

/** Processes of a browser write into its folder a little longer than the app lives. */
const removal = { recursive: true, force: true, maxRetries: 50, retryDelay: 100 };

type DeskSettings = {
  readonly serverUrl?: string;
  readonly libraryFolder?: string;
  readonly lookAhead?: boolean;
};

export function makeDesk({ serverUrl, libraryFolder: chosen, ...more }: DeskSettings = {}): Desk {
  const home = mkdtempSync(path.join(tmpdir(), 'lodestock-desk-'));
  const userData = path.join(home, 'user-data');
  const libraryFolder = chosen ?? path.join(home, 'My models');
  mkdirSync(userData);
  const file = { version: 1, libraryFolder, serverUrl: serverUrl ?? null, theme: 'light', ...more };
  writeFileSync(path.join(userData, 'settings.json'), JSON.stringify(file));
  return { home, userData, libraryFolder, remove: () => rmSync(home, removal) };
}

/** Milliseconds that a page of a slow machine may take for one step, as vitest.config.ts has it for tests. */
export const patience = 60_000 * Number(process.env.LODESTOCK_TEST_PATIENCE || (process.env.CI ? 4 : 1));

/** What a person sees of the app. */
type Sight = {
  readonly page: Page;
  /** The link that the app opened in the browser, or the next that it opens. */
  readonly findOpenedLink: () => Promise<string>;
};
export type Walk = Sight & { readonly app: ElectronApplication; readonly faults: string[] };

/** Starts the app as it is built, with the browser that it opens noted instead of opened. */
export async function openApp(
  desk: Desk,
  env: Readonly<Record<string, string>> = {},
  executablePath?: string,
): Promise<Walk> {
  const app = await launchElectron({
    ...launchOptions(desk.userData, { env: { HOME: desk.home, ...env } }),
    ...(executablePath !== undefined && { executablePath }),
  });
  await noteLinks(app);
  const page = await app.firstWindow({ timeout: patience });
  page.setDefaultTimeout(patience);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  return { app, page, faults, findOpenedLink: () => findOpenedLink(app) };
}

/** While the app starts, V8 may collect the promise of an answer as garbage: then it is asked again. */
async function noteLinks(app: ElectronApplication): Promise<void> {
  const asked = app.evaluate(({ shell }) => {
    Object.assign(globalThis, { openedLinks: [] });
    shell.openExternal = async (url: string) => {
      Reflect.get(globalThis, 'openedLinks').push(url);
      Reflect.get(globalThis, 'onOpenedLink')?.();
    };
  });
  await asked.catch((error: unknown) => {
    if (String(error).includes('garbage collected')) return noteLinks(app);
    throw error;
  });
}

function findOpenedLink(app: ElectronApplication): Promise<string> {
  return app.evaluate(async () => {
    const links: string[] = Reflect.get(globalThis, 'openedLinks');
    if (links.length === 0)
      await new Promise<void>((resolve) => Object.assign(globalThis, { onOpenedLink: resolve }));
    return links.splice(0)[0] ?? '';
  });
}

export const person = { name: 'Ada Artist', email: 'ada@example.org', password: 'a long password' };

type Approval = {
  readonly browser: Browser;
  readonly isNew: boolean;
  readonly decision: 'Approve' | 'Deny';
  /** What the first person of a server with a public name is asked for. */
  readonly setupCode?: string;
};

/** The button that has the account's menu, once a person is signed in. */
export const accountButton = (page: Page) => page.getByRole('banner').locator('button[aria-haspopup="menu"]');

/** Signs the app out as a person does. */
export async function signOut(page: Page): Promise<void> {
  await accountButton(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** Signs the app in as a person does: the app's button, the browser's page, the same code on both, a decision. */
export async function signIn({ page, findOpenedLink }: Sight, approval: Approval): Promise<void> {
  const { browser, isNew, decision, setupCode } = approval;
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  const shown = await page
    .getByRole('dialog')
    .getByText(/[A-Z0-9]{4}-[A-Z0-9]{4}/)
    .textContent();
  const code = (shown ?? '').slice(-9);
  const tab = await browser.newPage();
  tab.setDefaultTimeout(patience);
  await tab.goto(await findOpenedLink());
  if (isNew) {
    await tab.getByRole('button', { name: 'Create an account' }).click();
    await tab.getByLabel('Name').fill(person.name);
  }
  await tab.getByLabel('E-mail').fill(person.email);
  await tab.getByLabel('Password').fill(person.password);
  const send = tab.getByRole('button', { name: isNew ? 'Create account' : 'Sign in', exact: true });
  await send.click();
  if (setupCode !== undefined) {
    await tab.getByLabel('Setup code').fill(setupCode);
    await send.click();
  }
  await tab.getByText(code).waitFor();
  await tab.getByRole('button', { name: decision, exact: true }).click();
  await tab.getByRole('heading', { name: decision === 'Approve' ? 'Approved' : 'Denied' }).waitFor();
  await tab.close();
}

export type Wanted = {
  readonly search: string;
  readonly title: string;
  readonly lod: string;
  readonly format: string;
  readonly fileName: string;
  readonly sha256: string;
};

/** The cell of the model's page with one topology and format; a press on it asks for the file. */
export const fileCell = ({ page }: Pick<Walk, 'page'>, { lod, format }: Pick<Wanted, 'lod' | 'format'>) =>
  page.locator(`[data-cell="${lod} ${format.toLowerCase()}"]`);

/** Presses that cell once the app knows that the person is signed in. */
export const takeFile = (walk: Pick<Walk, 'page'>, wanted: Pick<Wanted, 'lod' | 'format'>) =>
  fileCell(walk, wanted)
    .filter({ hasText: /^(Download|Unlock for .* and download)/ })
    .click();

/** Searches a model and opens its page with the focus on the wanted topology and format. */
export async function openModel({ page }: Pick<Walk, 'page'>, wanted: Wanted): Promise<void> {
  const { search, title } = wanted;
  await page.getByRole('link', { name: 'Browse' }).click();
  const field = page.getByRole('combobox', { name: 'Search models' });
  await field.fill(search);
  // Between the press and the release of a button, another model may otherwise come under the pointer.
  await page.locator('[data-refreshing="true"]').waitFor({ state: 'detached' });
  await page.getByRole('grid').getByText(title, { exact: true }).first().click();
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  await fileCell({ page }, wanted).focus();
}

/** What the model's page says of the one exact file that is chosen. */
export const fileRow = ({ page }: Pick<Walk, 'page'>, { lod, fileName }: { lod: string; fileName: string }) =>
  page.getByRole('listitem').filter({ has: page.getByText(`${lod}/${fileName}`, { exact: true }) });

/** Every file below a folder, with slashes, relative to it. */
export function listTree(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== rootName)
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}

export const sha256Of = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
