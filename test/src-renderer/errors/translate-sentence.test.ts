import { afterEach, beforeEach, expect, test } from 'vitest';
import { translateSentence } from '../../../src-renderer/errors/translate-sentence.ts';
import { fetchSaid, showLanguage } from '../../../src-renderer/text/text.ts';

beforeEach(async () => {
  await showLanguage('de');
  await fetchSaid('de');
});
afterEach(() => showLanguage('en'));

test.each([
  [
    'a sentence and what to do',
    'E-mail address or password is wrong. Check both and try again.',
    'E-Mail-Adresse oder Passwort ist falsch. Beides prüfen und erneut versuchen.',
  ],
  [
    'a value',
    'tyre.obj contains no vertices. Export it again.',
    'tyre.obj enthält keine Punkte. Erneut exportieren.',
  ],
  [
    'a value that is a part of a sentence itself',
    'chair.glb is truncated: its header promises 5,000 bytes and the file has 12. Export it again.',
    'chair.glb ist abgeschnitten: Ihr Kopf nennt 5.000 Bytes, und die Datei hat 12. Erneut exportieren.',
  ],
  ['a name with the end of a sentence in it', 'St. Anna. Old.obj is empty.', 'St. Anna. Old.obj ist leer.'],
  ['a reason without a full stop', 'Welcome credit', 'Startguthaben'],
  ['only what it knows', 'Lighting workshop. Try again.', 'Lighting workshop. Erneut versuchen.'],
  ['nothing of what it does not know', 'Lighting workshop', 'Lighting workshop'],
  ['signs as they are', 'a{b}$&.obj is empty.', 'a{b}$&.obj ist leer.'],
])('translates %s', (_, english, german) => {
  expect(translateSentence(english)).toBe(german);
});

test('says it as the server does in English', async () => {
  await showLanguage('en');

  expect(translateSentence('tyre.obj contains no vertices.')).toBe('tyre.obj contains no vertices.');
});

test('takes no long time over a long text', () => {
  const text = `${'a is '.repeat(20_000)}b`;

  expect(translateSentence(text)).toBe(text);
});
