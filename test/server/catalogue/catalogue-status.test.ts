import { expect, test } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const library = makeLibraryFolder({ ...simpleModel('Chair'), ...simpleModel('Table') });
const server = await startTestServer({ libraryDir: library.folder });

const readStatus = async () => (await server.call('catalogueStatus', {})).body;

test('changes its revision with the models, and only then', async () => {
  const [first, again] = [await readStatus(), await readStatus()];
  library.write(simpleModel('Lamp'));
  await server.scan();
  const after = await readStatus();

  expect(first).toMatchObject({ total: 2, reading: null });
  expect(again).toEqual(first);
  expect(after.total).toBe(3);
  expect(after.revision).not.toBe(first.revision);
});

test('tells how far the first reading is', async () => {
  const unread = await startTestServer();

  const { body } = await unread.call('catalogueStatus', {});
  await unread.close();

  expect(body).toMatchObject({ total: 0, reading: { done: 0, total: 0 } });
});

test.each(['zstd', 'br', 'gzip'])('sends listings as %s to those who understand it', async (encoding) => {
  const ask = (headers: Record<string, string>) =>
    fetch(`${server.baseUrl}/api-embeddings/browse?for=${encoding}`, { headers });
  const plain = await ask({ 'accept-encoding': 'identity' });
  const answers = [];
  for (const _ of [1, 2]) answers.push(await ask({ 'accept-encoding': `${encoding}, identity;q=0.5` }));

  const { results } = await plain.json();

  expect(plain.headers.get('content-encoding')).toBeNull();
  for (const answer of answers) {
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect((await answer.json()).results).toEqual(results);
  }
});

test('takes a tag back in whatever encoding it was sent', async () => {
  const address = `${server.baseUrl}/api-embeddings/browse?limit=3`;
  const tag = (await fetch(address, { headers: { 'accept-encoding': 'br' } })).headers.get('etag') ?? '';

  const { status } = await fetch(address, { headers: { 'accept-encoding': 'gzip', 'if-none-match': tag } });

  expect(status).toBe(304);
});

test('compresses nothing for who refuses it', async () => {
  const { headers } = await fetch(`${server.baseUrl}/api-embeddings/browse?limit=4`, {
    headers: { 'accept-encoding': 'br;q=0, gzip; q=0' },
  });

  expect(headers.get('content-encoding')).toBeNull();
});
