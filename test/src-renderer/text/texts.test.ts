import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { formatBytes } from '../../../src-renderer/lib/format-bytes.ts';
import { formatUsd } from '../../../src-renderer/lib/format-price.ts';
import { t, texts } from '../../../src-renderer/text/text.ts';
import { findLiteralTexts } from './literal-texts.ts';

const root = path.resolve(import.meta.dirname, '../../../src-renderer');
/** The page of posters has its few words in its own HTML and is no part of the app. */
const exempt = /^(text|posters)\//;

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !exempt.test(file));

test('keeps every text of the pages in message files', () => {
  const found = files.flatMap((file) => findLiteralTexts(file, readFileSync(path.join(root, file), 'utf8')));

  expect(found).toEqual([]);
});

test.each([
  ['text between tags', '<p>Browse</p>'],
  ['an attribute that is read aloud', '<a aria-label="Browse" />'],
  ['a template in an attribute', '<a title={`Browse …`} />'],
  ['one of two texts', "<p>{isNew ? 'Browse' : null}</p>"],
  ['a label of a column', "<Table columns={[{ label: 'Name' }]} />"],
  ['a sentence in an error', "f(() => new AppError('INTERNAL', 'The server is gone.'))"],
  ['a text chosen too early', "t('common.back')"],
])('finds %s', (_, code) => {
  expect(findLiteralTexts('file.tsx', `export const found = ${code};`)).toHaveLength(1);
});

test.each([
  ['keys', "() => <p title={t('browse.models', { count })}>{t('common.back')}</p>"],
  ['class names', '<p className="input wide" />'],
  ['signs', '<p> · {size} –</p>'],
  ['words for the log', "() => { throw new Error('The canvas is gone.'); }"],
])('leaves %s alone', (_, code) => {
  expect(findLiteralTexts('file.tsx', `export const found = ${code};`)).toEqual([]);
});

test('chooses the plural by the count', () => {
  const sentences = [0, 1, 12_000].map((count) => t('browse.models', { count }));

  expect(sentences).toEqual(['0 models', '1 model', '12,000 models']);
});

test('follows another language in texts and numbers', async () => {
  onTestFinished(async () => void (await texts.changeLanguage('en')));
  texts.addResourceBundle('de', 'translation', { common: { back: 'Zurück' } });

  await texts.changeLanguage('de');

  const written = [t('common.back'), t('common.next'), formatBytes(2_400_000), formatUsd(1.5)];
  expect(written).toEqual(['Zurück', 'Next', '2,4 MB', '1,50\u00a0$']);
});

test('writes values as they are, whatever they hold', () => {
  const query = '<b>{{count}}</b> & $t(common.back)';

  expect(t('browse.noneMatches', { query })).toBe(`Nothing matches “${query}”`);
});
