import { expect, test } from 'vitest';
import type { Right } from '../../../server/contract/admin/admin-rights.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { registerPerson, startTestServer, type TestServer } from '../../helpers/test-server.ts';

const file = { guid: 'crate', format: 'obj', lod: '1k', relativePath: '1k/thing.obj' };

async function setRights({ call }: TestServer, token: string, rights: readonly Right[]) {
  const { body } = await call('adminRights', {}, { token });
  return call('adminSetRights', { rights: [...rights], basedOn: body.tag }, { token });
}
async function setCrew({ call }: TestServer, token: string, members: readonly string[]) {
  const { body } = await call('adminGroups', {}, { token });
  return call(
    'adminSetGroups',
    { groups: [{ name: 'crew', members: [...members] }], basedOn: body.tag },
    { token },
  );
}

async function open() {
  const server = await startTestServer({
    files: {
      ...simpleModel('vault/crate', { guid: 'crate', title: 'Iron crate', category: 'Boxes' }),
      ...simpleModel('hall/chair', { guid: 'chair', title: 'Oak chair', category: 'Chairs' }),
    },
  });
  const admin = await registerPerson(server);
  const member = await registerPerson(server);
  await setCrew(server, admin.token, [member.email]);
  const close = (rights: readonly Right[]) => setRights(server, admin.token, rights);
  return { server, admin, member, close };
}
const vault = { root: 'vault', group: 'crew' } as const;

test('ends at once what was given before', async () => {
  const { server, admin, member, close } = await open();
  await close([{ ...vault, may: 'download' }]);
  const { body: direct } = await server.call('agentDirect', file, { token: member.token });
  const shared = await server.call(
    'share',
    { guid: 'crate', days: 1, withFiles: true },
    { token: member.token },
  );
  const status = async (url: string) =>
    (await fetch(url.replace(server.app.addresses.base(), server.baseUrl), { redirect: 'manual' })).status;
  const viewer = `${shared.body.url}/viewer-asset/crate/files/1k/thing.obj`;
  const before = [await status(direct.downloadUrl), await status(viewer)];

  await setCrew(server, admin.token, []);
  const after = [await status(direct.downloadUrl), await status(viewer)];

  expect([before, after]).toEqual([
    [200, 302],
    [404, 404],
  ]);
});

test('keeps what it closes when groups and collections change', async () => {
  const { server, admin, member, close } = await open();
  const { token } = admin;
  const { body: list } = await server.call('makeCollection', { name: 'Closed', add: ['crate'] }, { token });
  const { body: own } = await server.call('makeCollection', { name: 'Mine' }, { token: member.token });
  await close([{ collection: list.id, group: 'crew', may: 'see' }]);

  const { body: groups } = await server.call('adminGroups', {}, { token });
  const without = await server.call('adminSetGroups', { groups: [], basedOn: groups.tag }, { token });
  const gone = await server.call('deleteCollection', { collectionId: list.id }, { token });
  const foreign = await close([{ collection: own.id, group: 'crew', may: 'see' }]);
  const stale = await server.call('adminSetRights', { rights: [], basedOn: 'another' }, { token });
  const stranger = await server.call('model', { guid: 'crate' });

  expect([without, gone, foreign].map(({ status }) => status)).toEqual([400, 403, 400]);
  expect(stale.body.isSaved).toBe(false);
  expect(stranger.error.code).toBe('MODEL_NOT_FOUND');
});

test('lets a person into a model only where all its places do', async () => {
  const { server, admin, member, close } = await open();
  const { token } = admin;
  const total = async () => (await server.call('browse', {}, { token: member.token })).body.total;
  const { body } = await server.call('adminGroups', {}, { token });
  const groups = [
    { name: 'crew', members: [member.email] },
    { name: 'leads', members: [] },
  ];
  await server.call('adminSetGroups', { groups, basedOn: body.tag }, { token });

  await close([{ ...vault, may: 'see' }]);
  const inside = await total();
  await close([
    { ...vault, may: 'see' },
    { category: 'boxes', group: 'leads', may: 'edit' },
  ]);

  expect([inside, await total()]).toEqual([2, 1]);
});
