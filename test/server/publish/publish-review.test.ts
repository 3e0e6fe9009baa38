import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { objText } from '../../helpers/library-folder.ts';
import { openPublishing, product } from '../../helpers/publishing.ts';
import { waitUntil } from '../../helpers/watched-library.ts';

async function open(environment: Record<string, string>) {
  const studio = await openPublishing({}, environment);
  const token = studio.admin.token;
  const list = async () => (await studio.server.call('adminPublishing', {}, { token })).body;
  return {
    ...studio,
    list,
    decide: async (publishId: string, isApproved: boolean) => {
      await studio.server.call('adminDecidePublish', { publishId, isApproved }, { token });
      await waitUntil(async () => (await studio.state(publishId)).state !== 'working');
      return studio.state(publishId);
    },
    titleOf: async (guid: string) => (await studio.server.call('model', { guid })).body.title,
  };
}
const table = { 'table.obj': objText(6, 'table') };
const other = { 'table.obj': objText(8, 'other table') };

test('shows no version before an admin has approved it', async () => {
  const { publish, decide, list, titleOf, server } = await open({ LODESTOCK_PUBLISH_REVIEW: 'all' });
  const first = await publish(table, { title: 'Table' });
  const unseen = await server.call('model', { guid: first.guid });
  await decide(first.publishId, true);

  const second = await publish(other, { title: 'Other', guid: first.guid });
  const before = await titleOf(first.guid);
  const { waiting } = await list();
  const done = await decide(second.publishId, true);

  expect([first.state, unseen.status, second.state, before]).toEqual(['waiting', 404, 'waiting', 'Table']);
  expect(waiting).toMatchObject([
    { isVersion: true, title: 'Other', files: [{ relativePath: 'table.obj' }] },
  ]);
  expect([done.state, await titleOf(first.guid)]).toEqual(['published', 'Other']);
});

test('deletes what an admin refuses', async () => {
  const { publish, decide, list, server, titleOf } = await open({ LODESTOCK_PUBLISH_REVIEW: 'all' });
  const first = await publish(table, { title: 'Table' });
  await decide(first.publishId, true);
  const second = await publish(other, { title: 'Other', guid: first.guid });

  const refused = await decide(second.publishId, false);

  expect([refused.state, refused.reason]).toEqual(['failed', 'An admin did not approve it.']);
  expect([await titleOf(first.guid), (await list()).waiting]).toEqual(['Table', []]);
  expect(readdirSync(path.join(server.dataDir, 'uploads'))).toEqual([]);
});

test('puts a later version in the place of one that waits', async () => {
  const { publish, decide, list, state } = await open({ LODESTOCK_PUBLISH_REVIEW: 'all' });
  const first = await publish(table);
  await decide(first.publishId, true);
  const second = await publish(other, { guid: first.guid });

  const third = await publish(table, { guid: first.guid });

  expect((await list()).waiting.map(({ publishId }) => publishId)).toEqual([third.publishId]);
  expect(await state(second.publishId)).toMatchObject({
    state: 'failed',
    reason: 'A later version was sent.',
  });
});

test.each([
  ['all', 'waiting', 'waiting'],
  ['new', 'waiting', 'published'],
  ['off', 'published', 'published'],
])('with %s, a new model is %s and a version is %s', async (mode, model, version) => {
  const { publish, decide } = await open({ LODESTOCK_PUBLISH_REVIEW: mode, LODESTOCK_RECOGNISE: 'review' });

  const first = await publish(table);
  if (first.state === 'waiting') await decide(first.publishId, true);
  const second = await publish(other, { guid: first.guid });

  expect([first.state, second.state]).toEqual([model, version]);
});

test('lets versions wait while new models of the library do', async () => {
  const { publish, server, admin } = await open({ LODESTOCK_RECOGNISE: 'review' });
  const first = await publish(table);
  await server.call('adminPublishModels', { guids: [first.guid] }, { token: admin.token });

  const second = await publish(other, { guid: first.guid });

  expect([first.state, second.state]).toEqual(['waiting', 'waiting']);
});

test('publishes what an admin sends at once', async () => {
  const { server, admin, publisher, sendAll, state } = await open({ LODESTOCK_PUBLISH_REVIEW: 'all' });
  await server.call('adminSetRole', { accountId: publisher.user.id, role: 'admin' }, { token: admin.token });
  const uploads = await sendAll(table);

  const { publishId } = (await server.call('publish', { uploads, product }, { token: publisher.token })).body;
  await waitUntil(async () => (await state(publishId)).state !== 'working');

  expect((await state(publishId)).state).toBe('published');
});

test('lets an admin see and end the upload of another', async () => {
  const { server, tus, list, admin, member, publisher } = await open({});
  const uploadId = tus.idOf(await tus.create('huge.glb', Buffer.alloc(1000)));
  const token = admin.token;

  const { uploads } = await list();
  const denied = await server.call('adminEndUpload', { uploadId }, { token: member.token });
  const ended = await server.call('adminEndUpload', { uploadId }, { token });

  expect(uploads).toMatchObject([{ uploadId, relativePath: 'huge.glb', email: publisher.email, offset: 0 }]);
  expect([denied.status, ended.status, (await tus.head(uploadId)).status]).toEqual([403, 204, 404]);
  const { actions } = (await server.call('adminActions', {}, { token })).body;
  expect(actions[0]).toMatchObject({ action: 'upload.end', details: { relativePath: 'huge.glb' } });
});
