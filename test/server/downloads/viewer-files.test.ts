import { expect, test } from 'vitest';
import { objText } from '../../helpers/library-folder.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const texture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const server = await startTestServer({
  files: {
    'chair/product.json': JSON.stringify({ guid: 'chair', title: 'Chair', priceUsd: 3 }),
    'chair/1k/chair.obj': objText(1000, 'chair', 'chair.mtl'),
    'chair/1k/chair.mtl': 'newmtl a\nmap_Kd textures/wood.png\n',
    'chair/1k/textures/wood.png': texture,
    'chair/10k/chair.obj': objText(9000, 'chair', 'chair.mtl'),
    'chair/10k/chair.mtl': 'newmtl a\n',
  },
});

/** What the 3D view gets at an address below the model's own. */
async function view(relativePath: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.baseUrl}/viewer-asset/chair/files/${relativePath}`, { headers });
  return { status: answer.status, url: new URL(answer.url), text: await answer.text() };
}
const asPerson = (token: string) => ({ authorization: `Bearer ${token}` });

test.each(['1k/chair.obj', '1k/chair.mtl', '1k/textures/wood.png'])(
  'gives the free %s to everyone',
  async (path) => {
    const { status, url } = await view(path);

    expect(status).toBe(200);
    expect(url.pathname).toMatch(new RegExp(`^/data/[^/]+/chair/${path}$`));
  },
);

test.each(['10k/chair.obj', '10k/chair.mtl'])('keeps %s from who could not pay for it', async (path) => {
  const { status, text } = await view(path);

  expect([status, JSON.parse(text).code]).toEqual([402, 'API_KEY_REQUIRED']);
});

test('never charges a person for a look', async () => {
  const { token } = await registerPerson(server);

  const { status, text } = await view('10k/chair.obj', asPerson(token));

  expect([status, JSON.parse(text).code]).toEqual([409, 'PRICE_CHANGED']);
  expect((await server.call('balance', {}, { token })).body.balanceUsd).toBe(100);
});

test('gives what a person has unlocked', async () => {
  const { token } = await registerPerson(server);
  const wanted = { guid: 'chair', format: 'obj', lod: '10k', relativePath: '10k/chair.obj' };
  await server.call('agentDirect', wanted, { token });

  const answers = await Promise.all(
    ['10k/chair.obj', '10k/chair.mtl'].map((path) => view(path, asPerson(token))),
  );

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test.each(['1k/other.obj', '1k/../product.json', 'product.json'])(
  'has nothing at %s, which is no file of the model',
  async (path) => {
    const { status } = await view(path.replaceAll('.', '%2e'));

    expect(status).toBe(404);
  },
);
