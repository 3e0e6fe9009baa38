import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// What CONTRIBUTING.md promises of how few files a change touches: a second list somewhere would break it unseen.
const root = path.resolve(import.meta.dirname, '..');
const sources = ['server', 'src-main', 'src-renderer'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|css)$/.test(name) && !name.includes('.generated.'))
    .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`),
);
const texts = new Map(sources.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
const listWith = (pattern: RegExp) => sources.filter((file) => pattern.test(texts.get(file) ?? '')).sort();

test('a format is named in its row and where it is read', () => {
  const row = 'server/contract/formats.ts';
  const readers = [
    'server/derive/make/read/read-three.ts',
    'server/inspect/create-parser.ts',
    'src-renderer/studio/read-mesh-file.ts',
  ];

  expect(listWith(/'dae'|\bdae:/)).toEqual([row, ...readers].sort());
  expect(listWith(/'usdc'|\busdc:/)).toEqual([row, 'server/inspect/create-parser.ts'].sort());
  expect(listWith(/'c4d'|\bc4d:/)).toEqual([row]);
});

test('a tool for agents is named in its file, and its file in the list', () => {
  expect(listWith(/'list_categories'/)).toEqual(['server/mcp/tools/list-categories.ts']);
  expect(listWith(/tools\/list-categories\.ts'/)).toEqual(['server/mcp/register-mcp.ts']);
});

test('a setting of the app is named in its row, by its control and by its only reader', () => {
  expect(listWith(/\bpauseOnMetered\b/)).toEqual([
    'src-main/downloads/hold.ts',
    'src-main/settings/fields.ts',
    'src-renderer/features/settings/download-settings.tsx',
  ]);
});

test('a colour of the interface is written among the tokens', () => {
  const css = listWith(/#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(/i).filter((file) => file.endsWith('.css'));

  expect(css).toEqual(['src-renderer/styles/tokens.css']);
});
