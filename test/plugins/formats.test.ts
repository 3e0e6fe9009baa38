import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { joinSources } from '../../plugins/unity/join-sources.ts';
import { type DccApp, formats, isImportedBy, roleOf } from '../../server/contract/catalogue/formats.ts';

const read = (file: string) => readFileSync(new URL(`../../plugins/${file}`, import.meta.url), 'utf8');
const quoted = (list: string | undefined) =>
  [...(list ?? '').matchAll(/"([^"]+)"/g)].map(([, format = '']) => format).sort();
const names = Object.keys(formats);
const importedBy = (app: DccApp) => names.filter((format) => isImportedBy(app, format)).sort();
const textures = names.filter((format) => roleOf(format) === 'texture').sort();

const max = read('3dsmax/free3d_installer.ms');
const unity = joinSources();
const blender = read('blender/lodestock/importing.py');
const godot = read('godot/addons/lodestock/client.gd');
const godotPaths = read('godot/addons/lodestock/safe_paths.gd');
const pythonDownload = read('python/lodestock_client/download.py');

test.each<[DccApp, string[]]>([
  ['3dsmax', quoted(/\bformats = #\(([^)]*)\)/.exec(max)?.[1])],
  ['unity', quoted(/string\[\] SceneKinds = \{([^}]*)\}/.exec(unity)?.[1])],
  ['godot', quoted(/^const FORMATS: Array\[String\] = \[([^\]]*)\]/m.exec(godot)?.[1])],
  ['blender', quoted(/^FORMATS = \(([^)]*)\)/m.exec(blender)?.[1])],
])('names what the plugin of %s imports', (app, listed) => {
  expect(importedBy(app)).toEqual(listed);
});

test("lets Unity's plugin take every texture", () => {
  const listed = /SupportKinds = \(\s*"([^"]*)"\)/.exec(unity)?.[1]?.split(' ') ?? [];

  expect(listed.filter((kind) => roleOf(kind) === 'texture').sort()).toEqual(textures);
  expect(listed.filter((kind) => roleOf(kind) !== 'texture').sort()).toEqual(['bin', 'mtl']);
});

test.each([
  ['Python client', pythonDownload],
  ['Godot plugin', godotPaths],
])('lets the receipt of the %s know every texture', (_name, source) => {
  const listed = /(?:images =|PICTURES :=) "([^"]*)"/.exec(source)?.[1]?.split(' ') ?? [];

  expect(listed.sort()).toEqual(textures);
});

test('lets Godot write scenes, their data and every texture, and nothing else', () => {
  const listed = /KINDS := "([^"]*) " \+ PICTURES/.exec(godotPaths)?.[1]?.split(' ') ?? [];

  expect(listed.sort()).toEqual([...importedBy('godot'), 'bin'].sort());
});
