import { expect, test } from 'vitest';
import { startAssetFetch } from '../../helpers/fake-source.ts';
import {
  endLater,
  kinds,
  open,
  perMinute,
  type Spoil,
  search,
  searches,
  spoilAt,
  startOther,
} from './spoiled.ts';

startOther();

const json = (body: unknown) => ({ body });
const tooMuch = `["${'x'.repeat(9_000_000)}"]`;
const faults: Readonly<
  Record<string, readonly [how: (usual: string) => ReturnType<Spoil>, message: string]>
> = {
  'HTML instead of JSON': [() => json('<html>Hello</html>'), 'The source did not answer with JSON.'],
  'half an answer': [(usual) => json(usual.slice(0, 20)), 'The source did not answer with JSON.'],
  'another form': [() => json([1, 2]), 'The source answered in another form'],
  nothing: [() => json('null'), 'The source answered in another form'],
  '9 MB of JSON': [() => json(tooMuch), 'The source answered more than 8388608 bytes.'],
  'a redirect': [
    () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } }),
    'The source sends its questions to another address.',
  ],
  'a fault of its own': [() => ({ status: 500 }), 'The source answered 500.'],
  'no such address': [() => ({ status: 404 }), 'The source has no such model or file.'],
};

test.each(kinds.flatMap((kind) => Object.keys(faults).map((fault) => [kind, fault] as const)))(
  'names a source (%s) that answers with %s',
  async (kind, fault) => {
    const { fake, room } = await open(kind);
    const [how, message] = faults[fault] ?? [() => null, ''];
    fake.spoil(spoilAt(searches[kind], how));

    const { results, state } = await search(room, fake);

    expect(results).toEqual([]);
    expect(state?.state).toBe('failed');
    expect(state?.message).toContain(message);
  },
);

test.each(kinds)('names a source (%s) that refuses its key', async (kind) => {
  const { fake, room } = await open(kind);
  fake.spoil(spoilAt(searches[kind], () => ({ status: 401 })));

  const { state } = await search(room, fake);

  expect(state?.message).toBe(
    kind === 'polyhaven' ? 'The source asks for a key.' : 'The source refuses its key.',
  );
  expect((await room.list())[0]?.trouble).toBe(state?.message);
});

test.each(kinds)('waits as long as a source (%s) asks', async (kind) => {
  const { fake, room } = await open(kind);
  fake.spoil(spoilAt(searches[kind], () => ({ status: 429, headers: { 'retry-after': '120' } })));
  const { state } = await search(room, fake);
  const { length } = fake.asked;

  const again = await search(room, fake, 'oak');
  room.advance(119_000);
  await search(room, fake, 'oak chair');

  expect([state?.state, state?.retryAfterSeconds, again.state?.state]).toEqual(['waiting', 120, 'waiting']);
  expect(fake.asked.length).toBe(length);
  fake.spoil(() => null);
  room.advance(2000);
  expect((await search(room, fake)).state?.state).toBe('answered');
});

test.each(kinds)('asks a source (%s) no more than its limit in a minute', async (kind) => {
  const { fake, room } = await open(kind);
  const guids = (await search(room, fake)).results.map(({ guid }) => guid);

  for (let time = 0; time < perMinute; time += 1) await room.model(guids[0] ?? '').catch(() => null);

  expect(fake.asked.length).toBeLessThanOrEqual(perMinute);
  expect((await room.list())[0]?.requestsLeft).toBeLessThan(2);
  room.advance(61_000);
  expect((await room.list())[0]?.requestsLeft).toBe(perMinute);
});

test.each(kinds)('says that a source (%s) is late, and has its answer the next time', async (kind) => {
  const { fake, room } = await open(kind, 0);
  const gate = Promise.withResolvers<null>();
  fake.spoil((path) => (path === searches[kind] ? gate.promise : null));

  const { state } = await search(room, fake);

  expect(state?.state).toBe('late');
  gate.resolve(null);
  while ((await search(room, fake)).state?.state === 'late')
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await search(room, fake)).results.length).toBe(1);
});

test.each(kinds)('ends a body of a source (%s) that never ends', async (kind) => {
  const { fake, room } = await open(kind);
  fake.spoil((path, _usual, { response }) => {
    if (path !== searches[kind]) return null;
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(1_000_000)));
    };
    response.on('drain', pour).on('error', () => {});
    pour();
    return 'taken';
  });

  expect((await search(room, fake)).state?.message).toContain('more than 8388608 bytes');
});

test.each(kinds)('names a source (%s) that hangs up', async (kind) => {
  const { fake, room } = await open(kind);
  fake.spoil((path, _usual, { request }) => {
    if (path !== searches[kind]) return null;
    request.socket.destroy();
    return 'taken';
  });

  expect((await search(room, fake)).state?.message).toBe('The source cannot be reached.');
});

const lists = { lodestock: 'results', assetfetch: 'assets', polyhaven: null };

test.each(kinds)('takes the good models of a source (%s), each once', async (kind) => {
  const { fake, room } = await open(kind);
  fake.spoil(
    spoilAt(searches[kind], (usual) => {
      const answer = JSON.parse(usual);
      const name = lists[kind];
      if (name === null) return json({ ...answer, 'no id!': answer.oak_chair, broken: { name: 7 } });
      return json({ ...answer, [name]: [{ id: 7 }, ...answer[name], ...answer[name], 'text'] });
    }),
  );

  expect((await search(room, fake)).results.map(({ title }) => title)).toEqual(['Oak Chair']);
});

test('asks no host to which an AssetFetch provider leads unless the settings name it', async () => {
  const { fake, room } = await open('assetfetch');
  const elsewhere = await startAssetFetch();
  endLater(elsewhere);
  fake.spoil(spoilAt('/start', (usual) => json(usual.replaceAll(fake.address, elsewhere.address))));

  const { state } = await search(room, fake);

  expect(state?.message).toContain('which is not in its settings');
  expect(elsewhere.asked).toEqual([]);
});

test('finds no model under an id that it did not make', async () => {
  const { fake, room } = await open('polyhaven');

  for (const guid of ['src_source_', 'src_other_YQ', 'src_source_YR', 'src_source_Li4vLi4', 'oak'])
    await expect(room.model(guid)).rejects.toThrow();
  expect(fake.asked.every(({ path }) => !path.includes('..'))).toBe(true);
});
