import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { formatBytes } from '../../../src-renderer/lib/format-bytes.ts';
import { formatUsd } from '../../../src-renderer/lib/format-price.ts';
import { findLanguage } from '../../../src-renderer/lib/language.ts';
import { german } from '../../../src-renderer/text/de/german.ts';
import { english } from '../../../src-renderer/text/en/english.ts';
import { showLanguage, t } from '../../../src-renderer/text/text.ts';
import { findLiteralTexts } from './literal-texts.ts';

const root = path.resolve(import.meta.dirname, '../../../src-renderer');
/** The page of posters has its few words in its own HTML and is not part of the app. */
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
  onTestFinished(() => showLanguage('en'));

  await showLanguage('de');

  const counted = [1, 12_000].map((count) => t('browse.models', { count }));
  const written = [t('common.cancel'), ...counted, formatBytes(2_400_000), formatUsd(1.5)];
  expect(written).toEqual(['Abbrechen', '1 Modell', '12.000 Modelle', '2,4 MB', '1,50\u00a0$']);
});

type Tree = { readonly [key: string]: string | Tree };

/** Every text with what it holds places for, and the tags around words. */
function listHoles(tree: Tree, above = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const name = `${above}${key}`;
    if (typeof value !== 'string') return listHoles(value, `${name}.`);
    const holes = value.match(/\{\{\w+|<\/?\w+\/?>/g) ?? [];
    // One thing may be told without its number.
    const wanted = holes.filter((hole) => !(name.endsWith('_one') && hole === '{{count'));
    return [`${name}: ${wanted.sort().join(' ')}`];
  });
}

test('fills the same values into German texts', () => {
  expect(listHoles(german).toSorted()).toEqual(listHoles(english).toSorted());
});

test('writes German texts, not English ones', () => {
  const flat = (tree: Tree): string[] =>
    Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : flat(value)));
  const isEnglish = (text: string) => /\b(the|of|with|this|your|is|are)\b/.test(text);

  expect(flat(german).filter(isEnglish)).toEqual([]);
});

test.each([
  ['system', ['de-CH', 'en'], 'de'],
  ['system', ['fr', 'en-GB', 'de'], 'en'],
  ['system', ['fr'], 'en'],
  ['de', ['en-US'], 'de'],
] as const)('shows %s to who reads %j in %s', (choice, wanted, language) => {
  expect(findLanguage(choice, wanted)).toBe(language);
});

test('writes values as they are, whatever they hold', () => {
  const query = '<b>{{count}}</b> & $t(common.back)';

  expect(t('browse.noneMatches', { query })).toBe(`Nothing matches “${query}”`);
});
