import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createLookAhead } from '../../../src-main/media/look-ahead.ts';
import { createModelLoad } from '../../../src-main/media/own-media.ts';
import type { LookedAt } from '../../../src-main/platform/ipc/library-contract.ts';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { sha256Of } from '../../helpers/publishing.ts';
import { listen } from '../listen.ts';
import { createMemoryLog } from '../memory-log.ts';
import { createScratch } from '../scratch.ts';

const settings = {
  lookAhead: true,
  bandwidthLimit: null as number | null,
  serverUrl: 'http://studio' as string | null,
};
type Options = {
  readonly settings?: Partial<typeof settings>;
  readonly isMetered?: boolean | null;
  readonly isHeld?: boolean;
  readonly mostBytes?: number;
  readonly folder?: string;
  /** What the server gives for its own model instead content. */
  readonly contents?: ReadonlyMap<string, string>;
};

const contentOf = (guid: string) => `glTF of ${guid}`;
const wish = (guid: string): LookedAt => ({
  ...{
    guid,
    relativePath: '1k/a chair.glb',
    sizeBytes: contentOf(guid).length,
    sha256: sha256Of(contentOf(guid)),
  },
});
const placeOf = (guid: string) => `/viewer-asset/${guid}/files/1k/a%20chair.glb`;

/** The app on a server that counts what it is asked for. */
async function open(options: Options = {}) {
  const asked: string[] = [];
  const server = await listen((request, response) => {
    asked.push(request.url ?? '');
    const [, , guid = ''] = (request.url ?? '').split('/');
    response.end(options.contents?.get(guid) ?? contentOf(guid));
  });
  const folder = options.folder ?? path.join(await createScratch(), 'ahead');
  const baseUrl = () => server.origin;
  const { log } = createMemoryLog();
  const ahead = createLookAhead({
    ...{ folder, log, baseUrl, isHeld: () => options.isHeld ?? false },
    load: createModelLoad({ http: createHttp('test'), baseUrl, token: () => null }),
    settings: () => ({ ...settings, ...options.settings }),
    isMetered: async () => options.isMetered ?? null,
    ...(options.mostBytes !== undefined && { mostBytes: options.mostBytes }),
  });
  return {
    ...{ ahead, asked, folder },
    look: async (guid: string) => {
      ahead.handlers['ahead.look'](wish(guid));
      await ahead.settled();
    },
    view: async (guid: string) => (await ahead.load(placeOf(guid), new AbortController().signal)).text(),
  };
}

test('shows what was fetched ahead without asking again', async () => {
  const { look, view, asked } = await open();

  await look('oak');

  expect(await view('oak')).toBe(contentOf('oak'));
  expect(asked).toEqual(['/viewer-asset/oak/glb1k']);
});

test('a view waits for what is on its way', async () => {
  const { ahead, view, asked } = await open();

  ahead.handlers['ahead.look'](wish('oak'));

  expect(await view('oak')).toBe(contentOf('oak'));
  expect(asked.length).toBe(1);
});

test('asks the server for what nobody has looked at', async () => {
  const { view, asked } = await open();

  expect(await view('oak')).toBe(contentOf('oak'));
  expect(asked).toEqual([placeOf('oak')]);
});

test('lends a download what it has', async () => {
  const { ahead, look } = await open();
  await look('oak');

  const [file = '', ...others] = ahead.findContent(wish('oak').sha256);

  expect([await readFile(file, 'utf8'), others]).toEqual([contentOf('oak'), []]);
  expect(ahead.findContent(wish('pine').sha256)).toEqual([]);
});

test.each<[string, Options]>([
  ['in a metered network', { isMetered: true }],
  ['under a limit of bandwidth', { settings: { bandwidthLimit: 1000 } }],
  ['while downloads are held', { isHeld: true }],
  ['from the server in the app', { settings: { serverUrl: null } }],
  ['where the person wants none', { settings: { lookAhead: false } }],
])('fetches nothing %s', async (_where, options) => {
  const { look, asked, folder } = await open(options);

  await look('oak');

  expect(asked).toEqual([]);
  await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' });
});

test.each([
  ['other bytes', 'glTF of OAK'],
  ['too many bytes', `${contentOf('oak')} and more`],
])('keeps nothing of %s', async (_what, content) => {
  const { ahead, look } = await open({ contents: new Map([['oak', content]]) });

  await look('oak');

  expect(ahead.findContent(wish('oak').sha256)).toEqual([]);
});

test('forgets what was not used for the longest time', async () => {
  const { ahead, look, view } = await open({ mostBytes: 2 * contentOf('oak').length });
  await look('oak');
  await look('elm');
  await view('oak');

  await look('ash');

  const kept = ['oak', 'elm', 'ash'].filter((guid) => ahead.findContent(wish(guid).sha256).length > 0);
  expect(kept).toEqual(['oak', 'ash']);
});

test('shows the server’s file where the kept one was changed', async () => {
  const { ahead, look, view, asked } = await open();
  await look('oak');
  const [file = ''] = ahead.findContent(wish('oak').sha256);
  await writeFile(file, 'something else');

  expect(await view('oak')).toBe(contentOf('oak'));
  expect(asked.at(-1)).toBe(placeOf('oak'));
  expect(ahead.findContent(wish('oak').sha256)).toEqual([]);
});

test('goes on after a restart with what is whole', async () => {
  const { look, folder } = await open();
  await look('oak');
  await writeFile(path.join(folder, `${wish('elm').sha256}.glb.part`), 'gl');

  const later = await open({ folder });
  await later.look('oak');

  expect(later.asked).toEqual([]);
  expect(await later.view('oak')).toBe(contentOf('oak'));
  expect(await readdir(folder)).toEqual([`${wish('oak').sha256}.glb`]);
});

test('another model ends what is fetched of the one before', async () => {
  const { ahead, look } = await open();

  ahead.handlers['ahead.look'](wish('oak'));
  await look('elm');

  expect(ahead.findContent(wish('elm').sha256).length).toBe(1);
});
