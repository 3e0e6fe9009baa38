import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTurn, sentence } from '../../../server/contract/sentence.ts';
import { createMenuTemplate } from '../../../src-main/app/menu.ts';
import { translateSentence } from '../../../src-renderer/errors/translate-sentence.ts';
import { said } from '../../../src-renderer/text/de/said/said.ts';
import { system } from '../../../src-renderer/text/de/said/system.ts';
import { fetchSaid, showLanguage } from '../../../src-renderer/text/text.ts';
import { findGiven, findKeys, findSaidSentences, hole } from './said-sentences.ts';
import { findUntranslated } from './untranslated.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Whose sentences no page shows: they are for the command line, for logs, for programs, or for windows of the system. */
const unshown = [
  /^server\/(?:base\/db\/(?!check-database)|blender-library|commands|config|mcp|updates)/,
  /^server\/(?:main|running-server|start-server)\.ts$/,
  /^server\/accounts\/sign-in\/oauth\//,
  /^server\/admin\/metrics\//,
  /^server\/base\/http\/(?:admission\/(?!refusals)|docs\.ts|sync-key\.ts)/,
  /^server\/base\/(?:postgres\/(?!open-link)|data-folder|storage\/(?!storage-fault))/,
  /^server\/catalogue\/search\/embeddings\//,
  /^server\/sync\/copy\/fetch-catalogue\.ts$/,
  /^server\/starters\/starter-files\.ts$/,
  /^src-main\/(?:agents|dev)\//,
  /^src-main\/platform\/settings\/(?:policy-fields|read-policy)\.ts$/,
  /^src-main\/dcc\/handover\/(?:loopback-server|send-asset)\.ts$/,
  /^src-main\/dcc\/plugins\/public-assets\.ts$/,
  /^src-main\/app\/window-trouble\.ts$/,
];

const listFiles = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`)
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !unshown.some((pattern) => pattern.test(file)));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const texts: Readonly<Record<string, string>> = { ...said, ...system };

const namesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
const withHoles = (text: string) => text.replaceAll(/\{\w+\}/g, hole);
const fill = (text: string) => text.replaceAll(hole, 'x');

beforeEach(async () => {
  await showLanguage('de');
  await fetchSaid('de');
});
afterEach(() => showLanguage('en'));

const listTextsOfViews = () =>
  read('server/base/db/migrations/001-catalogue.sql')
    .replaceAll(/--.*$/gm, '')
    .matchAll(/'((?:''|[^'])*)'/g)
    .map(([, text = '']) => text.replaceAll("''", "'"))
    .toArray();

test('has German for every sentence that pages show', () => {
  const found = [...listFiles('server'), ...listFiles('src-main')].map((file) =>
    findSaidSentences(file, read(file)),
  );
  const rows = new Set(Object.keys(texts).map(withHoles));
  const missing = found
    .flatMap(({ shown }) => [...shown])
    .filter((sentence) => !sentence.includes('node server/main.ts')) // the window gives advice of its own
    .filter((sentence) => !rows.has(sentence));
  const all = new Set([
    ...found.flatMap(({ all }) => [...all].map(fill)),
    ...listTextsOfViews().map((text) => fill(withHoles(text))),
  ]);
  const unsaid = Object.keys(said).filter((english) => !isSaid(english, all));

  expect({ missing, unsaid }).toEqual({ missing: [], unsaid: [] });
});

const hasWords = (key: string) => /\p{L}/u.test(key.replaceAll(/\{\w+\}/g, ''));

test('has German under each key of a sentence with values', () => {
  const files = [...listFiles('server'), ...listFiles('src-main')];
  const ofLedger = read('server/billing/check-ledger.ts').matchAll(/what: '([^']+)'/g);
  const tagged = files.flatMap((file) => findKeys(file, read(file))).filter(hasWords);
  const ofViews = listTextsOfViews().filter((text) => text.includes('{') && hasWords(text));
  const keys = [...tagged, ...ofViews, ...ofLedger.map(([, key = '']) => key)];

  expect(keys.length).toBeGreaterThan(100);
  // What is wrong with a thing is said without its name, which goes before it.
  const withoutName = (key: string) => key.replace(/^\{(?:file|host|path|picture|place)\} /, '');
  const known = Object.keys(texts).flatMap((key) => [key, withoutName(key)]);
  expect(keys.filter((key) => !known.includes(key))).toEqual([]);
  const isSaidByKey = (key: string) =>
    !withoutName(key).includes('{') || keys.includes(key) || keys.includes(withoutName(key));
  expect(Object.keys(texts).filter((key) => !isSaidByKey(key))).toEqual([]);
});

test('looks a sentence up by its key, and each sentence in its values by theirs', () => {
  const names = sentence`${{ file: 'The disk is full. a.glb' }} and ${{ count: 2 }} other files`;
  const changed = sentence`${{ names }} of “${{ title: 'A.' }}” changed after the download, so nothing was replaced.`;

  expect(translateSentence(inTurn(changed, 'Refresh the list.'))).toBe(
    'Nach dem Herunterladen geändert: The disk is full. a.glb und 2 weitere Dateien von „A.“. Daher wurde nichts ersetzt. Die Liste aktualisieren.',
  );
});

/** Whether a text of the server or of the app is this one, be it that other texts fill its holes. */
function isSaid(english: string, all: ReadonlySet<string>): boolean {
  if (all.has(fill(withHoles(english)))) return true;
  const parts = english.split(/\{\w+\}/);
  const words = parts.toSorted((a, b) => b.length - a.length)[0] ?? '';
  const pattern = new RegExp(`^${parts.map((part) => part.replaceAll(/\W/g, '\\$&')).join('.+?')}$`, 's');
  return all.values().some((text) => text.includes(words) && pattern.test(text));
}

/** All labels of the menus. */
function listLabels(): readonly string[] {
  const labels: string[] = [];
  for (const isMac of [true, false])
    createMenuTemplate({
      ...{ isMac, isPackaged: false, request: () => undefined },
      say: (label) => `${labels.push(label)}`,
    });
  return labels;
}

test('has German for menus, dialogs and notifications', () => {
  const files = readdirSync(path.join(root, 'src-main'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `src-main/${file}`);
  const ways = ['say', 'notify', 'chooseFile', 'chooseFolder', 'inTurn'];
  const given = files.flatMap((file) => findGiven(file, read(file), ways));
  const shown = [...listLabels(), ...given].filter((text) => text.replaceAll(hole, '').trim() !== '');
  const all = new Set(shown.map(fill));

  const rows = new Set(Object.keys(texts).map(withHoles));
  expect(shown.filter((text) => !rows.has(text))).toEqual([]);
  expect(Object.keys(system).filter((english) => !isSaid(english, all))).toEqual([]);
});

/** Texts of the pages themselves, and what is copied for a report, which is read in English. */
const own = [
  /^components\/error-(?:notice|panel)\.tsx:\d+: message$/,
  /^features\/account\/sign-in-page\.tsx:\d+: reason$/,
  /^features\/downloads\/job-row\.tsx:\d+: message$/,
  /^features\/first-run\/first-run-page\.tsx:\d+: problem$/,
  /^features\/self-host\/server-notice\.tsx:\d+: message$/,
  /^features\/starters\/describe-job\.ts:\d+: message$/,
];

test('shows no sentence of a server as it came', () => {
  const found = listFiles('src-renderer')
    .filter((file) => !/^src-renderer\/(?:text|posters)\//.test(file))
    .flatMap((file) => findUntranslated(file.slice('src-renderer/'.length), read(file)));

  expect(found.filter((place) => !own.some((pattern) => pattern.test(place)))).toEqual([]);
});

test.each([
  ['a child', '<p>{error.message}</p>'],
  ['a choice', "<p>{reason ?? t('common.missing')}</p>"],
  ['a condition', '<p>{isOpen && advice}</p>'],
  ['a value of a text', "t('publish.failed', { title, reason: state.reason })"],
])('finds an untranslated sentence as %s', (_, code) => {
  expect(findUntranslated('file.tsx', `export const found = ${code};`)).toHaveLength(1);
});

test.each([
  ['what is translated', '<p><Said>{error.message}</Said></p>'],
  ['a value that is translated', "t('publish.failed', { reason: translateSentence(reason) })"],
  ['a condition', '<p>{reason === null && title}</p>'],
])('takes %s for translated', (_, code) => {
  expect(findUntranslated('file.tsx', `export const found = ${code};`)).toEqual([]);
});

test('fills the same values into both languages', () => {
  const differing = Object.entries(texts).filter(
    ([english, german]) => namesOf(english).join() !== namesOf(german).join(),
  );

  expect(differing).toEqual([]);
});

test('writes German sentences, not English ones', () => {
  const isEnglish = (text: string) => /\b(the|of|with|this|your|is|are)\b/.test(text);

  expect(Object.values(texts).filter(isEnglish)).toEqual([]);
});

const find = (source: string) => [...findSaidSentences('file.ts', source).shown];

test.each([
  ['a literal', "f('The disk is full.')", ['The disk is full.']],
  ['two sentences', "f('The disk is full. Try again.')", ['The disk is full.', 'Try again.']],
  ['values', `f(\`The folder \${place} is full.\`)`, ['The folder {} is full.']],
  [
    'a choice',
    `f(\`The folder is \${isFull ? 'full' : 'gone'}.\`)`,
    ['The folder is full.', 'The folder is gone.'],
  ],
  [
    'a constant',
    `const cure = 'Free some space.'; f(\`The disk is full. \${cure}\`)`,
    ['Free some space.', 'The disk is full.'],
  ],
  ['a predicate', "f('is full. Try again.')", ['{} is full.', 'Try again.']],
])('finds the sentences of %s', (_, code, sentences) => {
  expect(find(code)).toEqual(sentences);
});

test.each([
  ['the log', "log.warn('The disk is full.')"],
  ['an error that code catches', "class Asked extends Error { constructor() { super('It was asked.'); } }"],
  ['a description of the API', "z.string().describe('The disk is full.')"],
  ['SQL', "db.prepare('SELECT guid FROM model WHERE guid = ?')"],
  ['names', "f('The disk', 'full.txt')"],
])('leaves %s alone', (_, code) => {
  expect(find(code)).toEqual([]);
});
