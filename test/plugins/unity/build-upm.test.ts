import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildUpm } from '../../../plugins/unity/build-upm.ts';
import { plugin } from './compiled-plugin.ts';

function build() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-upm-'));
  const built = buildUpm(folder);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  return { folder, built, names, read };
}

test('lays the package out as Unity wants it', () => {
  const { folder, names } = build();

  const assets = names.filter((name) => !name.endsWith('.meta'));

  expect(assets).toEqual([
    'CHANGELOG.md',
    'Editor',
    'Editor/Lodestock.Unity.Editor.asmdef',
    'Editor/free3d_online.cs',
    'LICENSE.md',
    'README.md',
    'package.json',
  ]);
  expect(names.filter((name) => name.endsWith('.meta'))).toEqual(assets.map((name) => `${name}.meta`).sort());
  rmSync(folder, { recursive: true });
});

test('gives every asset the same GUID in each build', () => {
  const [one, other] = [build(), build()];
  const guids = ({ names, read }: ReturnType<typeof build>) =>
    names
      .filter((name) => name.endsWith('.meta'))
      .map((name) => /^guid: ([0-9a-f]{32})$/m.exec(read(name))?.[1]);

  const found = guids(one);

  expect(found).toEqual(guids(other));
  expect(found).not.toContain(undefined);
  expect(new Set(found).size).toBe(found.length);
  for (const { folder } of [one, other]) rmSync(folder, { recursive: true });
});

test('names the version of the starter, and its changes', () => {
  const { folder, built, read } = build();
  const version = /Version = "([^"]+)"/.exec(readFileSync(plugin, 'utf8'))?.[1];

  const manifest: unknown = JSON.parse(read('package.json'));

  expect(manifest).toMatchObject({ name: 'com.lodestock.unity', version, unity: '2019.4' });
  expect(built).toEqual({ name: 'com.lodestock.unity', version });
  expect(read('CHANGELOG.md')).toContain(`## ${version}`);
  rmSync(folder, { recursive: true });
});

test('keeps the package out of built games', () => {
  const { folder, read } = build();

  const assembly: unknown = JSON.parse(read('Editor/Lodestock.Unity.Editor.asmdef'));

  expect(assembly).toMatchObject({ includePlatforms: ['Editor'], overrideReferences: false });
  rmSync(folder, { recursive: true });
});

test('finds the version once, in double quotes', () => {
  const source = readFileSync(plugin, 'utf8');
  const version = /Version = "([^"]+)"/.exec(source)?.[1];

  const found = source.split(`"${version}"`);

  expect(found).toHaveLength(2);
});
