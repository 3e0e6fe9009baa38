import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeLibraryFolder, objText, simpleModel } from '../../helpers/library-folder.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const prices = { cheap: 1, fair: 40, dear: 75, gift: 0 } as const;
type Guid = keyof typeof prices;
const guids: readonly Guid[] = ['cheap', 'fair', 'dear', 'gift'];

const library = makeLibraryFolder(
  Object.assign(
    { ...simpleModel('leaving', { guid: 'leaving', priceUsd: 1 }) },
    ...guids.map((guid) => ({
      ...simpleModel(guid, { guid, priceUsd: prices[guid] }),
      [`${guid}/10k/other.obj`]: objText(5, `${guid} other`),
      [`${guid}/100k/thing.obj`]: objText(50, `${guid} large`),
    })),
  ),
);
const server = await startTestServer({ libraryDir: library.folder });

/** The inventory of each of the models, without textures and materials. */
const scenes = [
  { format: 'obj', lod: '1k', relativePath: '1k/thing.obj' },
  { format: 'obj', lod: '10k', relativePath: '10k/other.obj' },
  { format: 'obj', lod: '10k', relativePath: '10k/thing.obj' },
  { format: 'obj', lod: '100k', relativePath: '100k/thing.obj' },
] as const;
const others = ['1k', '10k'].flatMap((lod) => [
  { format: 'png', lod, relativePath: `${lod}/textures/wood.png` },
  { format: 'mtl', lod, relativePath: `${lod}/thing.mtl` },
]);
const inventory = [...scenes, ...others];

const part = <T extends string>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const wishes = fc.record({
  format: part('obj', 'png', 'mtl', 'glb', 'OBJ'),
  lod: part('1k', '10k', '100k', 'source', '10K'),
  relativePath: part(
    ...inventory.map(({ relativePath }) => relativePath),
    'thing.obj',
    '10k/../1k/thing.obj',
  ),
});
type Wish = { format?: string | undefined; lod?: string | undefined; relativePath?: string | undefined };
const matchesOf = (wish: Wish) =>
  inventory.filter(
    (file) =>
      (wish.format === undefined || file.format === wish.format) &&
      (wish.lod === undefined || file.lod === wish.lod) &&
      (wish.relativePath === undefined || file.relativePath === wish.relativePath),
  );
const pathsOf = (files: unknown) =>
  (Array.isArray(files) ? files : []).map((file: { relativePath: string }) => file.relativePath).sort();
const numRuns = Number(process.env.LODESTOCK_FUZZ_RUNS ?? 60);

test('gives exactly what was wished, or every candidate', async () => {
  const { token } = await registerPerson(server);
  await server.call('agentDirect', { guid: 'cheap', relativePath: '10k/thing.obj' }, { token });

  await fc.assert(
    fc.asyncProperty(wishes, async (wish) => {
      const answer = await server.call('agentDirect', { guid: 'cheap', ...wish }, { token });
      const matching = matchesOf(wish);

      if (matching.length === 1) {
        expect(answer.body).toMatchObject({ ...matching[0], chargedUsd: 0 });
        return;
      }
      const [status, code] = matching.length === 0 ? [404, 'FILE_NOT_FOUND'] : [409, 'AMBIGUOUS_FILE'];
      expect([answer.status, answer.error.code]).toEqual([status, code]);
      const candidates = matching.length === 0 ? inventory : matching;
      expect(pathsOf(answer.error.details?.candidates)).toEqual(pathsOf(candidates));
    }),
    { numRuns },
  );
});

test('charges two people as a simple account book would', async () => {
  const people = [await registerPerson(server), await registerPerson(server)] as const;
  const books = people.map(() => ({ cents: 10_000, owned: new Set<string>() }));
  const steps = fc.array(
    fc.record({
      who: fc.constantFrom(0, 1),
      guid: fc.constantFrom(...guids),
      file: fc.constantFrom(...scenes),
    }),
    { minLength: 20, maxLength: 40 },
  );

  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      for (const { who, guid, file } of plan) {
        const book = books[who];
        const token = people[who]?.token ?? '';
        if (!book) throw new Error('nobody');
        const price = file.lod === '1k' || book.owned.has(guid) ? 0 : prices[guid] * 100;
        const answer = await server.call('agentDirect', { guid, ...file }, { token });
        if (price > book.cents) {
          expect([answer.status, answer.error.code, answer.error.details]).toEqual([
            402,
            'INSUFFICIENT_BALANCE',
            { priceUsd: price / 100, balanceUsd: book.cents / 100 },
          ]);
          continue;
        }
        book.cents -= price;
        if (file.lod !== '1k') book.owned.add(guid);
        const { chargedUsd, balanceRemainingUsd } = answer.body;
        expect([chargedUsd, balanceRemainingUsd]).toEqual([price / 100, book.cents / 100]);
      }
    }),
    { numRuns: 3 },
  );

  for (const [index, { token }] of people.entries()) {
    const { entitlements, total } = (await server.call('entitlements', {}, { token })).body;
    expect(entitlements.map(({ guid }) => guid).sort()).toEqual([...(books[index]?.owned ?? [])].sort());
    expect(total).toBe(entitlements.length);
  }
});

test('keeps what was unlocked when the model is gone', async () => {
  const { token } = await registerPerson(server);
  const wish = { guid: 'leaving', format: 'obj', lod: '10k', relativePath: '10k/thing.obj' };
  await server.call('agentDirect', wish, { token });

  library.remove('leaving');
  await server.scan();
  const gone = await server.call('agentDirect', wish, { token });
  const { entitlements } = (await server.call('entitlements', {}, { token })).body;
  library.write(simpleModel('leaving', { guid: 'leaving', priceUsd: 9 }));
  await server.scan();
  const back = await server.call('agentDirect', wish, { token });

  expect([gone.status, gone.error.code]).toEqual([404, 'MODEL_NOT_FOUND']);
  expect(entitlements).toMatchObject([{ guid: 'leaving', title: 'leaving' }]);
  expect(back.body).toMatchObject({ chargedUsd: 0, balanceRemainingUsd: 99 });
});

test("gives one person's unlock and address to nobody else", async () => {
  const [owner, other] = [await registerPerson(server), await registerPerson(server)];
  const wish = { guid: 'dear', ...scenes[2] };
  await server.call('agentDirect', wish, { token: owner.token });

  const formats = await server.call('agentFormats', { guid: 'dear' }, { token: other.token });
  const charged = await server.call('agentDirect', wish, { token: other.token });
  const { transactions } = (await server.call('transactions', {}, { token: owner.token })).body;

  expect(formats.body.pricing).toEqual({ priceUsd: 75, unlocked: false, balanceUsd: 100 });
  expect(charged.body.chargedUsd).toBe(75);
  expect(transactions.map(({ kind }) => kind)).toEqual(['unlock', 'credit']);
});
