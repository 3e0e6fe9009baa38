import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cookie, Page } from 'playwright';
import type { OutputOf } from '../../server/contract/index.ts';
import { builtPages } from '../helpers/built.ts';
import { startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import { copySharedModels, hasSharedModels, readSharedModels } from '../helpers/shared-models.ts';
import { makeCatalogue } from '../src-renderer/site/catalogue.ts';
import { installFakeDesktop } from '../src-renderer/site/fake-desktop.ts';
import { usualDesktop } from '../src-renderer/site/fake-desktop-state.ts';
import { openSite } from '../src-renderer/site/open-site.ts';
import type { Shot } from './shot.ts';

type Records = OutputOf<'browse'>['results'];

export type Places = {
  /** What the real server lists first. */
  readonly records: Records;
  baseUrlOf(shot: Shot): string;
  cookiesOf(shot: Shot): readonly Cookie[];
  /** Makes the page the desktop's window, where the shot is of that. */
  prepare(page: Page, shot: Shot): Promise<void>;
  close(): Promise<void>;
};

/** Kept between runs, so that posters are drawn once. */
const kept = path.resolve(import.meta.dirname, '../../node_modules/.cache/screenshots');
const person = { name: 'Ada Artist', email: 'ada@example.org', password: 'a long password' };

/** Until the first release, the schema changes in its own files: data of another one cannot be opened. */
function nameSchema(): string {
  const folder = path.resolve(import.meta.dirname, '../../server/base/db/migrations');
  const files = readdirSync(folder).toSorted();
  return hash('sha256', files.map((name) => readFileSync(path.join(folder, name), 'utf8')).join()).slice(
    0,
    8,
  );
}

function findLibrary(): string | null {
  if (process.env.LODESTOCK_LIBRARY_DIR !== undefined) return process.env.LODESTOCK_LIBRARY_DIR;
  if (!hasSharedModels) return null;
  const library = path.join(kept, 'library');
  copySharedModels(library, readSharedModels());
  return library;
}

/** The models of the first page, once no poster is on its way. */
async function waitForPosters(baseUrl: string, cookies: readonly Cookie[]): Promise<Records> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  for (let told = -1; ; ) {
    const progress = await fetch(`${baseUrl}/api/admin/posters`, { headers: { cookie } });
    const { waiting, running }: OutputOf<'posterStatus'> = await progress.json();
    const answer = await fetch(`${baseUrl}/api-embeddings/browse?limit=100`);
    const { results }: OutputOf<'browse'> = await answer.json();
    const left = waiting + running.length;
    if (results.length > 0 && left === 0) return results;
    if (left !== told) console.error(`Waiting for ${left} posters; they are kept for the next run …`);
    told = left;
    await wait(2000);
  }
}

async function signIn(baseUrl: string): Promise<readonly Cookie[]> {
  const send = (route: string, body: object) =>
    fetch(`${baseUrl}${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: baseUrl },
      body: JSON.stringify(body),
    });
  await send('/api/auth/register', person); // refused where an earlier run has done it
  const answer = await send('/api/session', person);
  if (!answer.ok) throw new Error(`Nobody could sign in: ${await answer.text()}`);
  return answer.headers.getSetCookie().map((line) => {
    const [pair = ''] = line.split(';');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return {
      ...{ name, value, domain: new URL(baseUrl).hostname, path: '/', expires: -1 },
      ...{ httpOnly: true, secure: false, sameSite: 'Lax' as const },
    };
  });
}

/** Two saved searches with news; two collections and some favourites, unless an earlier run has made them. */
async function collect(baseUrl: string, records: Records) {
  const send = async (route: string, body?: object, token = '') => {
    const answer = await fetch(`${baseUrl}${route}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  const { token } = await send('/api/auth/login', person);
  const nothingSeen = { seen: [], total: 0 };
  await send('/api/account/searches', { query: 'q=chest', ...nothingSeen }, token);
  await send('/api/account/searches', { query: 'lod=10k&format=glb&animated=true', ...nothingSeen }, token);
  const { collections }: OutputOf<'collections'> = await send('/api/account/collections', undefined, token);
  if (collections.length > 0) return;
  const guids = records.map(({ guid }) => guid);
  await send('/api/account/favourites', { add: guids.slice(0, 9) }, token);
  await send('/api/account/collections', { name: 'Tavern, ground floor', add: guids.slice(8, 20) }, token);
  await send('/api/account/collections', { name: 'Ideas', add: guids.slice(20, 22) }, token);
}

function makeModels({ models }: Shot) {
  if (models === 'none') return [];
  if (models !== 'uncategorised') return makeCatalogue(models === 'thousands' ? 10_000 : 300);
  const named = (index: number) => `SM_prop-${String(index + 1).padStart(3, '0')}_final_v${(index % 4) + 1}`;
  const bare = { category: 'Uncategorised', subcategory: '', tags: [], description: '' };
  return makeCatalogue(400).map((model, index) => ({ ...model, ...bare, title: named(index) }));
}

/** A real server with models, and a site that answers as each state wants. */
export async function openPlaces(): Promise<Places> {
  mkdirSync(kept, { recursive: true });
  const library = findLibrary();
  const server = await startServerChild('dist/server/main.js', {
    env: {
      LODESTOCK_DATA_DIR: path.join(kept, `${library === null ? 'demo' : 'data'}-${nameSchema()}`),
      LODESTOCK_POSTERS: 'auto',
      LODESTOCK_PORT: '0',
      ...(library !== null && { LODESTOCK_LIBRARY_DIR: library }),
    },
  });
  await waitUntilReady(server.baseUrl);
  const cookies = await signIn(server.baseUrl);
  const records = await waitForPosters(server.baseUrl, cookies);
  await collect(server.baseUrl, records);
  const site = await openSite(builtPages, makeCatalogue(300));
  const isOfSite = (shot: Shot) => shot.site !== undefined;
  return {
    records,
    baseUrlOf: (shot) => (isOfSite(shot) ? site.url : server.baseUrl),
    cookiesOf: (shot) => (shot.isSignedIn === true && !isOfSite(shot) ? cookies : []),
    prepare: async (page, shot) => {
      site.mode = shot.site ?? 'answers';
      site.records = makeModels(shot);
      site.account.isSignedIn = shot.isSignedIn === true;
      if (shot.desktop === undefined) return;
      await page.addInitScript(installFakeDesktop, { ...usualDesktop, ...shot.desktop(records) });
      await page.route('**/index.html', async (route) => {
        const body = await readFile(path.join(builtPages, 'index.html'), 'utf8');
        await route.fulfill({ contentType: 'text/html; charset=utf-8', body });
      });
    },
    close: async () => {
      await server.stop();
      await site.close();
    },
  };
}
