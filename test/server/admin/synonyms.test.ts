import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { reuseCorrectedLibraries } from '../../helpers/corrected-library.ts';
import { simpleModel } from '../../helpers/library-folder.ts';

const openLibrary = reuseCorrectedLibraries();
const files = { ...simpleModel('Chest', { guid: 'chest' }), ...simpleModel('Zorb', { guid: 'zorb' }) };

async function open() {
  const { server, token } = await openLibrary(files);
  const read = async () => (await server.call('adminSynonyms', {}, { token })).body;
  const tryOut = async (text: string, query: string) =>
    (await server.call('adminTrySynonyms', { text, query }, { token })).body;
  const save = async (text: string | null, basedOn: string) =>
    (await server.call('adminSetSynonyms', { text, basedOn }, { token })).body;
  const find = async (q: string) =>
    (await server.call('browse', { q })).body.results.map(({ title }) => title);
  const file = path.join(server.dataDir, 'synonyms.txt');
  return { server, token, read, tryOut, save, find, file };
}

test('tries synonyms without saving them', async () => {
  const { tryOut, find, file } = await open();

  const tried = await tryOut('# ours\nquaxil, zorb\nsofa', 'quaxil');

  expect(tried).toMatchObject({
    expansions: [{ words: 'quaxil', means: ['zorb'], line: 2 }],
    before: { total: 0, results: [] },
    after: { total: 1, results: [{ guid: 'zorb' }] },
    idle: [{ line: 3, text: 'sofa' }],
  });
  expect([await find('quaxil'), existsSync(file)]).toEqual([[], false]);
});

test('says what phrases and one-way lines mean', async () => {
  const { tryOut } = await open();

  const { expansions } = await tryOut('easy chair, sofa\nstool => zorb', 'Easy chairs');
  const back = await tryOut('easy chair, sofa\nstool => zorb', 'zorb');

  expect([expansions, back.expansions]).toEqual([[{ words: 'easy chair', means: ['sofa'], line: 1 }], []]);
});

test('saves synonyms, which search uses at once, with a record; and goes back to those it came with', async () => {
  const { server, token, read, save, find } = await open();
  const shipped = await read();

  const saved = await save('quaxil, zorb\n', shipped.tag);
  const found = [await find('quaxil'), await find('truhe')];
  const back = await save(null, saved.tag);

  expect([shipped.isOwn, saved.isOwn, back.isOwn]).toEqual([false, true, false]);
  expect(found).toEqual([['Zorb'], []]);
  expect([await find('truhe'), back.text]).toEqual([['Chest'], shipped.text]);
  const { actions } = (await server.call('adminActions', {}, { token })).body;
  expect(actions.map(({ action }) => action)).toEqual(['search.synonyms', 'search.synonyms']);
});

test('saves nothing over what somebody else saved meanwhile', async () => {
  const { read, save, file } = await open();
  const { tag } = await read();
  writeFileSync(file, 'theirs, zorb\n');

  const answer = await save('ours, zorb\n', tag);

  expect(answer).toMatchObject({ isSaved: false, text: 'theirs, zorb\n' });
  expect((await read()).text).toBe('theirs, zorb\n');
});
