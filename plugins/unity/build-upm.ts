import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { joinSources } from './join-sources.ts';

const here = import.meta.dirname;
const packageName = 'com.lodestock.unity';
const assembly = 'Editor/Lodestock.Unity.Editor.asmdef';

const importers: Readonly<Record<string, readonly [importer: string, ...lines: readonly string[]]>> = {
  '': ['DefaultImporter', 'externalObjects: {}'],
  '.cs': ['MonoImporter', 'externalObjects: {}', 'serializedVersion: 2', 'executionOrder: 0'],
  '.asmdef': ['AssemblyDefinitionImporter', 'externalObjects: {}'],
  '.md': ['TextScriptImporter', 'externalObjects: {}'],
  '.json': ['PackageManifestImporter', 'externalObjects: {}'],
};

/** Returns the .meta file of an asset. The GUID is derived from the path, so every build and version has the same. */
function metaOf(name: string): string {
  const guid = createHash('sha256').update(`${packageName}/${name}`).digest('hex').slice(0, 32);
  const extension = path.extname(name);
  const [importer, ...lines] = importers[extension] ?? ['DefaultImporter'];
  const folder = extension === '' ? ['folderAsset: yes'] : [];
  const settings = [...lines, 'userData:', 'assetBundleName:', 'assetBundleVariant:'];
  const text = ['fileFormatVersion: 2', `guid: ${guid}`, ...folder, `${importer}:`];
  return `${[...text, ...settings.map((line) => `  ${line}`)].join('\n')}\n`;
}

/** Reads the version, which the starter contains once. */
function readVersion(source: string): string {
  const version = /Version = "([^"]+)"/.exec(source)?.[1];
  if (version === undefined) throw new Error('about.cs names no version: write Version = "1.2.3" in it.');
  return version;
}

const toJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

const describePackage = (version: string) => ({
  name: packageName,
  version,
  displayName: 'Lodestock',
  description:
    'Finds models in a Lodestock catalogue and brings exactly the file you choose into the project.',
  unity: '2019.4',
  keywords: ['3d', 'models', 'catalogue', 'import'],
  author: { name: 'Lodestock' },
  license: 'MIT',
});

const describeAssembly = {
  name: 'Lodestock.Unity.Editor',
  references: [],
  includePlatforms: ['Editor'],
  excludePlatforms: [],
  allowUnsafeCode: false,
  overrideReferences: false,
  autoReferenced: true,
};

/** Writes the starter as a Unity Package Manager package to a folder; returns its name and version. */
export function buildUpm(outDir: string): { readonly name: string; readonly version: string } {
  const script = joinSources();
  const version = readVersion(script);
  mkdirSync(path.join(outDir, 'Editor'), { recursive: true });
  const put = (name: string, from: string) => copyFileSync(from, path.join(outDir, name));
  const write = (name: string, text: string) => writeFileSync(path.join(outDir, name), text);

  put('README.md', path.join(here, 'README.md'));
  put('CHANGELOG.md', path.join(here, 'CHANGELOG.md'));
  put('LICENSE.md', path.join(here, '../../LICENSE'));
  write('Editor/free3d_online.cs', script);
  write('package.json', toJson(describePackage(version)));
  write(assembly, toJson(describeAssembly));
  const names = [
    'Editor',
    'Editor/free3d_online.cs',
    'README.md',
    'CHANGELOG.md',
    'LICENSE.md',
    'package.json',
  ];
  for (const name of [...names, assembly]) write(`${name}.meta`, metaOf(name));
  return { name: packageName, version };
}
