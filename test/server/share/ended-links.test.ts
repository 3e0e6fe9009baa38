import path from 'node:path';
import { expect, test } from 'vitest';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { drawPosters, posterEnvironment } from '../../helpers/poster-renderer.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({
  libraryDir: makeLibraryFolder(simpleModel('vase', { guid: 'vase', title: 'Vase', priceUsd: 0 })).folder,
  rendererDir: path.resolve(import.meta.dirname, '../../../src-renderer'),
  environment: { ...posterEnvironment, LODESTOCK_CATALOGUE: 'private' },
});
const admin = await registerPerson(server);
await drawPosters(server);

/** Lets these people, and no others, see or download everything. */
async function allow(members: readonly string[], may: 'see' | 'download' = 'download') {
  const { tag } = (await server.call('adminGroups', {}, admin)).body;
  const groups = [{ name: 'crew', members: [...members] }];
  await server.call('adminSetGroups', { groups, basedOn: tag }, admin);
  const { tag: basedOn } = (await server.call('adminRights', {}, admin)).body;
  await server.call('adminSetRights', { rights: [{ root: '/', group: 'crew', may }], basedOn }, admin);
}
type Maker = Awaited<ReturnType<typeof registerPerson>> & { readonly shareId: string };
const remove = async (maker: Maker) =>
  server.call('deleteAccount', { password: maker.password }, await signInBrowser(server, maker));

const open = { page: 200, embed: 200, oembed: 200, asked: 302, file: 200, poster: 200 };
const ended = { page: 410, embed: 410, oembed: 410, asked: 410, file: 404, poster: 401 };
const forgotten = { ...ended, page: 404, embed: 404, oembed: 404, asked: 404 };

test.each([
  ['ends it', ended, ({ shareId, token }: Maker) => server.call('endShare', { shareId }, { token })],
  ['may see the model no more', { ...ended, asked: 404 }, () => allow([])],
  ['may only see it', { ...open, asked: 404, file: 404 }, ({ email }: Maker) => allow([email], 'see')],
  ['is disabled', ended, ({ user }: Maker) => server.call('adminDisable', { accountId: user.id }, admin)],
  ['deletes the account', forgotten, remove],
] as const)('a link gives no more than it should once its maker %s', async (_, after, change) => {
  const maker = await registerPerson(server);
  await allow([maker.email]);
  const wish = { guid: 'vase', days: 7, withFiles: true };
  const { id: shareId, url } = (await server.call('share', wish, maker)).body;
  const ask = (address: string) => fetch(address.replaceAll('&amp;', '&'), { redirect: 'manual' });
  const [, poster = ''] = /og:image" content="([^"]+)"/.exec(await (await ask(url)).text()) ?? [];
  const asked = `${url}/viewer-asset/vase/files/10k/thing.obj`;
  const file = (await ask(asked)).headers.get('location') ?? '';
  const addresses = { page: url, embed: url.replace('/s/', '/embed/'), oembed: `${url}/oembed` };
  const answer = async ([name, address]: [string, string]) => [name, (await ask(address)).status] as const;
  const answers = async () =>
    Object.fromEntries(await Promise.all(Object.entries({ ...addresses, asked, file, poster }).map(answer)));
  const before = await answers();

  await change({ ...maker, shareId });

  expect(before).toEqual(open);
  expect(await answers()).toEqual(after);
});
