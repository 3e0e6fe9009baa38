import { expect, test } from 'vitest';
import { AppError } from '../../../server/contract/errors.ts';
import { createComparison } from '../../../src-main/library/compare-versions.ts';
import type { LibraryModel } from '../../../src-main/platform/ipc/contract.ts';

const here = 'http://127.0.0.1:8787';
const model = (guid: string, version: number, serverUrl = here): LibraryModel => ({
  ...{ guid, title: guid, version, license: 'CC0-1.0', attribution: null, serverUrl },
  ...{ downloadedAt: '2026-01-01T00:00:00Z', folder: `/library/${guid}`, files: [], sizeBytes: 0 },
});

/** A library, and a server that has these versions. */
function createSetup(models: LibraryModel[], offered: Record<string, number>) {
  const calls: string[] = [];
  let time = 0;
  const compare = createComparison({
    baseUrl: () => here,
    readLibrary: async () => ({ folder: '/library', absence: null, places: [], models, problems: [] }),
    now: () => time,
    client: {
      call: async (_name: string, input: { guid: string }) => {
        calls.push(input.guid);
        const version = offered[input.guid];
        if (version === undefined) throw new AppError('MODEL_NOT_FOUND', 'No such model.');
        return { guid: input.guid, version };
      },
      forward: async (_name: string, input: { limit: number; offset: number }) => {
        calls.push(`page ${input.offset}`);
        const all = Object.entries(offered).map(([guid, version]) => ({ guid, version }));
        return { total: all.length, results: all.slice(input.offset, input.offset + input.limit) };
      },
    } as never,
  });
  return { compare, calls, pass: (milliseconds: number) => (time += milliseconds) };
}

test('names the models that have a later version', async () => {
  const models = [model('old', 1), model('new', 2), model('gone', 1), model('ahead', 5)];
  const { compare } = createSetup(models, { old: 2, new: 2, ahead: 4 });

  expect(await compare()).toEqual({ outdated: ['old'], current: ['new'] });
});

test('does not compare with versions of another server', async () => {
  const { compare, calls } = createSetup(
    [model('old', 1, 'http://elsewhere'), model('old', 1, `${here}/below`)],
    { old: 2 },
  );

  expect(await compare()).toEqual({ outdated: [], current: [] });
  expect(calls).toEqual([]);
});

test('reads whole pages where they are fewer', async () => {
  const models = Array.from({ length: 300 }, (_, index) => model(`m${index}`, 1));
  const offered = Object.fromEntries(models.map(({ guid }, index) => [guid, index < 3 ? 2 : 1]));
  const { compare, calls } = createSetup(models, offered);

  const { outdated, current } = await compare();
  expect(outdated).toEqual(['m0', 'm1', 'm2']);
  expect(current.length).toBe(297);
  expect(calls).toEqual(['page 0', 'page 200']);
});

test('asks again only after a while', async () => {
  const { compare, calls, pass } = createSetup([model('old', 1)], { old: 2 });

  await compare();
  pass(60_000);
  await compare();
  expect(calls).toEqual(['old']);

  pass(600_000);
  await compare();
  expect(calls).toEqual(['old', 'old']);
});
