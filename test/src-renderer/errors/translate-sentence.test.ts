import { afterEach, expect, test } from 'vitest';
import { translateSentence } from '../../../src-renderer/errors/translate-sentence.ts';
import { showLanguage } from '../../../src-renderer/text/text.ts';

afterEach(() => showLanguage('en'));

const said = [
  'The search index is being built: 40% done. Try again in a moment.',
  'E-mail address or password is wrong. Check both and try again.',
  'Welcome credit',
  'Lighting workshop',
];

test('says in German what the server says often, and the rest as it is', async () => {
  await showLanguage('de');

  expect(said.map(translateSentence)).toEqual([
    'Der Suchindex wird aufgebaut: 40 % fertig.',
    'E-Mail-Adresse oder Passwort ist falsch. Beides prüfen und erneut versuchen.',
    'Startguthaben',
    'Lighting workshop',
  ]);
});

test('says it as the server does in English', () => {
  expect(said.slice(1).map(translateSentence)).toEqual(said.slice(1));
});
