import { expect, onTestFinished, test } from 'vitest';
import { actionNames, problemKinds } from '../../../server/contract/admin/admin-words.ts';
import { nameAction, nameProblem } from '../../../src-renderer/features/admin/name-kinds.ts';
import { languages, showLanguage, texts } from '../../../src-renderer/text/text.ts';

test.each(languages)('has words for every kind of problem and every action in %s', async (language) => {
  onTestFinished(() => showLanguage('en'));
  await showLanguage(language);

  const keys = [
    ...problemKinds.map((kind) => `admin.problems.kinds.${kind}`),
    ...actionNames.map((action) => `admin.audit.actions.${action}`),
  ];
  expect(keys.filter((key) => texts.getResource(language, 'translation', key) === undefined)).toEqual([]);
  expect(problemKinds.filter((kind) => nameProblem(kind) === kind)).toEqual([]);
  expect(actionNames.map(nameAction).filter((words) => words.includes('admin.'))).toEqual([]);
});

test('shows what a newer server says as it is', () => {
  expect([nameProblem('odd'), nameAction('library.odd')]).toEqual(['odd', 'library.odd']);
});
