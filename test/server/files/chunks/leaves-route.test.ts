import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../../../server/contract/limits.ts';
import { createChunkLists } from '../../../../server/files/chunks/chunk-lists.ts';
import { makeLibraryFolder, objText, simpleModel } from '../../../helpers/library-folder.ts';
import { signInPlugin } from '../../../helpers/plugin-session.ts';
import { registerPerson, startTestServer } from '../../../helpers/test-server.ts';

const { leafBytes } = limits;
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const big = randomBytes(leafBytes + 4321);
const large = { guid: 'table', relativePath: '10k/textures/large.psd' };
const library = makeLibraryFolder({
  ...simpleModel('table', { guid: 'table', priceUsd: 0 }),
  'table/10k/textures/large.psd': big,
  'exact/product.json': JSON.stringify({ guid: 'exact' }),
  'exact/1k/thing.obj': objText(3, 'exact'),
  'exact/1k/leaf.psd': randomBytes(leafBytes),
});
const expected = [hashOf(big.subarray(0, leafBytes)), hashOf(big.subarray(leafBytes))];
const server = await startTestServer({ libraryDir: library.folder });
const { token } = await registerPerson(server);

const askDirect = async () => (await server.call('agentDirect', large, { token })).body;
const leavesUrl = async () => (await askDirect()).leavesUrl ?? '';
const forgetLeaves = () => server.db.exec('DELETE FROM leaf_list');

test('binds the leaves to the file in direct answers', async () => {
  const { leavesSha256 } = await askDirect();

  expect(leavesSha256).toBe(hashOf(Buffer.from(expected.join(''), 'hex')));
});

test('names no leaves of files up to one', async () => {
  const wish = { guid: 'exact', relativePath: '1k/leaf.psd' };
  const { body } = await server.call('agentDirect', wish, { token });

  const asked = await fetch(body.downloadUrl.replace('/data/', '/leaves/'));

  expect([body.leavesUrl, asked.status]).toEqual([undefined, 404]);
});

test('gives plugins the leaves of support files', async () => {
  const wish = { guid: 'table', relativePath: '10k/thing.obj' };
  const { appToken } = await signInPlugin(server);
  const { body } = await server.call('pluginDirect', wish, { token: appToken });

  const found = body.supportFiles.find(({ relativePath }) => relativePath === large.relativePath);

  expect([body.leavesUrl, (await fetch(found?.leavesUrl ?? '')).status]).toEqual([undefined, 200]);
});

test('makes missing leaves once when first asked', async () => {
  const url = await leavesUrl();
  forgetLeaves();

  const answers = await Promise.all([fetch(url), fetch(url), fetch(url)]);
  const bodies = await Promise.all(answers.map((answer) => answer.json()));

  expect(bodies.map(({ leaves }) => leaves)).toEqual([expected, expected, expected]);
  expect(createChunkLists(server.db).find(hashOf(big))).toEqual(expected);
});

test('forgets leaves that belong to no file', async () => {
  const lists = createChunkLists(server.db);
  lists.keep(hashOf(Buffer.from('gone')), [hashOf(Buffer.from('a leaf'))]);

  lists.sweep();

  expect(lists.find(hashOf(Buffer.from('gone')))).toBeNull();
  expect(lists.find(hashOf(big))).toEqual(expected);
});

test('gives leaves to no changed capability', async () => {
  const url = await leavesUrl();

  const other = await fetch(url.replace('/10k/', '/1k/'));
  const none = await fetch(url.replace(/leaves\/\w/, 'leaves/0'));

  expect([other.status, none.status]).toEqual([404, 404]);
});

test('makes no leaves of a replaced file', async () => {
  const url = await leavesUrl();
  forgetLeaves();
  writeFileSync(path.join(library.folder, 'table', large.relativePath), randomBytes(big.length));

  const answer = await fetch(url);

  expect([answer.status, (await answer.json()).code]).toEqual([502, 'FILE_HOST_UNAVAILABLE']);
});
