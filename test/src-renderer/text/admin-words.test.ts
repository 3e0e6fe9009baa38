import { expect, onTestFinished, test } from 'vitest';
import { actionNames, problemKinds } from '../../../server/contract/admin/admin-words.ts';
import { nameAction, nameProblem } from '../../../src-renderer/features/admin/name-kinds.ts';
import { languages, listTexts, showLanguage } from '../../../src-renderer/text/text.ts';

test.each(languages)('has words for every kind of problem and every action in %s', async (language) => {
  onTestFinished(() => showLanguage('en'));
  await showLanguage(language);

  const keys = [
    ...problemKinds.map((kind) => `admin.problems.kinds.${kind}`),
    ...actionNames.map((action) => `admin.audit.actions.${action}`),
  ];
  const read = (key: string) =>
    key.split('.').reduce<unknown>((at, step) => Reflect.get(Object(at), step), listTexts(language));
  expect(keys.filter((key) => typeof read(key) !== 'string')).toEqual([]);
  expect(problemKinds.filter((kind) => nameProblem(kind) === kind)).toEqual([]);
  expect(actionNames.map(nameAction).filter((words) => words.includes('admin.'))).toEqual([]);
});

test('shows what a newer server says as it is', () => {
  expect([nameProblem('odd'), nameAction('library.odd')]).toEqual(['odd', 'library.odd']);
});
