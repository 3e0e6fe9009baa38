import { afterEach, beforeEach, expect, test } from 'vitest';
import { sentence, type Words } from '../../../server/contract/sentence.ts';
import { translateSentence } from '../../../src-renderer/errors/translate-sentence.ts';
import { fetchSaid, showLanguage } from '../../../src-renderer/text/text.ts';

beforeEach(async () => {
  await showLanguage('de');
  await fetchSaid('de');
});
afterEach(() => showLanguage('en'));

test.each<[string, Words, string]>([
  [
    'a sentence and what to do',
    'E-mail address or password is wrong. Check both and try again.',
    'E-Mail-Adresse oder Passwort ist falsch. Beides prüfen und erneut versuchen.',
  ],
  [
    'a value',
    sentence`${{ file: 'tyre.obj' }} contains no vertices. Export it again.`,
    'tyre.obj enthält keine Punkte. Erneut exportieren.',
  ],
  ['a number as servers write it', sentence`${{ name: '5,000' }}`, '5.000'],
  [
    'a name with the end of a sentence in it',
    sentence`${{ file: 'St. Anna. Old.obj' }} is empty.`,
    'St. Anna. Old.obj ist leer.',
  ],
  ['a reason without a full stop', 'Welcome credit', 'Startguthaben'],
  ['only what it knows', 'Lighting workshop. Try again.', 'Lighting workshop. Erneut versuchen.'],
  ['nothing of what it does not know', 'tyre.obj is empty.', 'tyre.obj is empty.'],
  ['signs as they are', sentence`${{ file: 'a{b}$&.obj' }} is empty.`, 'a{b}$&.obj ist leer.'],
])('translates %s', (_, english, german) => {
  expect(translateSentence(english)).toBe(german);
});

test('says it as the server does in English', async () => {
  await showLanguage('en');

  expect(translateSentence('tyre.obj contains no vertices.')).toBe('tyre.obj contains no vertices.');
});
