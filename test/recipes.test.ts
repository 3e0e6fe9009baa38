import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { knownSchema, readMigrations } from '../server/base/db/migrate.ts';

// What CONTRIBUTING.md promises of how few files a change touches: a second list somewhere would break it unseen.
const root = path.resolve(import.meta.dirname, '..');
const sources = ['server', 'src-main', 'src-renderer'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|css)$/.test(name) && !name.includes('.generated.'))
    .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`),
);
const texts = new Map(sources.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
const listWith = (pattern: RegExp) => sources.filter((file) => pattern.test(texts.get(file) ?? '')).sort();

test('the migration of a field is called as CONTRIBUTING says, with the next number and no other', () => {
  const recipe = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const [, name = ''] = /`NNN(-catalogue-[\w-]+\.sql)`/.exec(recipe) ?? [];
  const readWith = (number: number) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-recipe-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(path.join(root, 'server/base/db/migrations'), folder, { recursive: true });
    writeFileSync(path.join(folder, `${String(number).padStart(3, '0')}${name}`), '');
    return readMigrations(folder);
  };

  expect(readWith(knownSchema + 1).at(-1)).toMatchObject({ part: 'catalogue', number: knownSchema + 1 });
  expect(() => readWith(knownSchema)).toThrow('would not run on every database');
  expect(() => readWith(knownSchema + 2)).toThrow('would not run on every database');
});

test('a format is named in its row and where it is read', () => {
  const row = 'server/contract/catalogue/formats.ts';
  const readers = [
    'server/derive/make/read/read-three.ts',
    'server/inspect/create-parser.ts',
    'server/inspect/sketch/read-scene-file.ts',
    'src-renderer/studio/read-mesh-file.ts',
  ];

  expect(listWith(/'dae'|\bdae:/)).toEqual([row, ...readers].sort());
  expect(listWith(/'usdc'|\busdc:/)).toEqual([row, ...readers].sort());
  expect(listWith(/'c4d'|\bc4d:/)).toEqual([row]);
});

test('a tool for agents is named in its file, and its file in the list', () => {
  expect(listWith(/'list_categories'/)).toEqual(['server/mcp/tools/list-categories.ts']);
  expect(listWith(/tools\/list-categories\.ts'/)).toEqual(['server/mcp/register-mcp.ts']);
});

test('a setting of the app is named in its row, by its control, its label and its only reader', () => {
  expect(listWith(/\bpauseOnMetered\b/)).toEqual([
    'src-main/downloads/queue/hold.ts',
    'src-main/platform/ipc/settings-fields.ts',
    'src-renderer/features/settings/download-settings.tsx',
    'src-renderer/text/de/settings.ts',
    'src-renderer/text/en/settings.ts',
  ]);
});

test('a colour of the interface is written among the tokens', () => {
  const css = listWith(/#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(/i).filter((file) => file.endsWith('.css'));

  expect(css).toEqual(['src-renderer/styles/tokens.css']);
});
