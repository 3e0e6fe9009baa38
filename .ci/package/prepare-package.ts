import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { listOutsideApp, type Part, readManifest } from './list-outside.ts';
import { renderNews } from './render-news.ts';

/**
 * Writes what a package needs besides the build to dist/package: the icon, the notices of everything inside, the bill
 * of materials (CycloneDX), and the release notes for the update feed. Covers bundled packages and those outside the
 * bundles.
 */
const root = path.resolve(import.meta.dirname, '../..');
const from = (...parts: string[]) => path.join(root, ...parts);
const out = from('dist/package');

const Bundled = z.array(z.object({ name: z.string(), version: z.string(), folder: z.string() }));
function listParts(): readonly Part[] {
  const parts = new Map<string, Part>();
  const lists = globSync(from('dist/packages/*.json'));
  if (lists.length === 0) throw new Error('dist/packages is missing. Run npm run build first.');
  for (const list of lists)
    for (const { folder } of Bundled.parse(JSON.parse(readFileSync(list, 'utf8'))))
      parts.set(from(folder), { manifest: readManifest(from(folder)), folder: from(folder) });
  for (const part of listOutsideApp(from('node_modules'))) parts.set(part.folder, part);
  return [...parts.values()].sort((a, b) => a.manifest.name.localeCompare(b.manifest.name, 'en'));
}

const isLegal = (name: string) => /^(licen[cs]e|copying|notice|third[-_]party)/i.test(name);

/** Reads every text of a package that its licence requires to be passed on. */
function readTexts(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => isLegal(name) && !/\.(js|ts|json)$/.test(name));
  return names.sort().map((name) => readFileSync(path.join(folder, name), 'utf8').trim());
}

/** The licence texts for packages that name a licence without including it. */
const words: Readonly<Record<string, readonly string[]>> = {
  MIT: ['LICENSE'],
  'MIT OR Apache': ['LICENSE'],
  'Apache-2.0': ['.ci/package/licences/Apache-2.0.txt'],
  Unlicense: ['.ci/package/licences/Unlicense.txt'],
  'LGPL-3.0-or-later': ['.ci/package/licences/LGPL-3.0.txt', 'plugins/blender/LICENSE'],
};

function readWords(license: string, name: string): string {
  const files = words[license];
  if (files === undefined)
    throw new Error(`${name} brings no text of its licence, ${license || 'which it does not name'}.`);
  const texts = files.map((file) => readFileSync(from(file), 'utf8').trim());
  return texts
    .join('\n\n')
    .replace(/^Copyright \(c\) .* Lodestock .*$/m, `Copyright (c) the authors of ${name}`);
}

const lgpl = 'LGPL-3.0-or-later';

function readLicences({ manifest: { name, license = '' }, folder }: Part): string {
  const texts = readTexts(folder);
  if (texts.length === 0) return readWords(license, name);
  // The packages of sharp include their own licence, but not that of the libvips inside.
  const lacks = license.includes(` AND ${lgpl}`) && !texts.some((text) => text.includes('LESSER GENERAL'));
  return [...texts, ...(lacks ? [readWords(lgpl, name)] : [])].join('\n\n');
}

/** Third-party data inside our own files. */
const data = `${'='.repeat(78)}\nWordNet 3.1: its nouns, in concepts.txt.gz\n${'='.repeat(78)}\n\n${readFileSync(from('.ci/package/licences/WordNet.txt'), 'utf8')}`;

function renderNotices(parts: readonly Part[]): string {
  const entries = parts.map(({ manifest, folder }) => {
    const { name, version, license = 'see below' } = manifest;
    return `${'='.repeat(78)}\n${name} ${version} (${license})\n${'='.repeat(78)}\n\n${readLicences({ manifest, folder })}\n`;
  });
  return [
    'Lodestock contains the following software of others. Electron and Chromium have notices of their own,',
    'LICENSE.electron.txt and LICENSES.chromium.html, next to the program. The plugin for Blender, which the',
    'app hands on as a file of its own, is licensed as GPL-3.0-or-later; its text is in that file.',
    '',
    ...entries,
    data,
  ].join('\n');
}

const Component = z.looseObject({ 'bom-ref': z.string(), purl: z.string() });
const Materials = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({}) }),
  components: z.array(Component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
});

/** Returns npm's own list for the lockfile, without what only development needs. */
function renderMaterials(parts: readonly Part[]): string {
  const npm = process.env.npm_execpath;
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const said =
    npm === undefined
      ? execFileSync('npm', args, {
          cwd: root,
          encoding: 'utf8',
          maxBuffer: 1e9,
          stdio: ['ignore', 'pipe', 'ignore'],
        })
      : execFileSync(process.execPath, [npm, ...args], { cwd: root, encoding: 'utf8', maxBuffer: 1e9 });
  const all = Materials.parse(JSON.parse(said));
  const purlOf = ({ name, version }: Part['manifest']) => `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const electron = readManifest(from('node_modules/electron'));
  const wanted = new Set([...parts.map(({ manifest }) => purlOf(manifest)), purlOf(electron)]);
  const components = all.components.filter(({ purl }) => wanted.has(purl));
  const missing = [...wanted].filter((purl) => !components.some((component) => component.purl === purl));
  if (missing.length > 0) throw new Error(`npm sbom does not know ${missing.join(', ')}.`);
  const refs = new Set(components.map((component) => component['bom-ref']));
  const dependencies = all.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map((entry) => ({ ...entry, dependsOn: entry.dependsOn.filter((ref) => refs.has(ref)) }));
  // npm uses the folder's name and the type library.
  const component = { ...all.metadata.component, name: 'lodestock', type: 'application' };
  const metadata = { ...all.metadata, component };
  return `${JSON.stringify({ ...all, metadata, components, dependencies }, null, 1)}\n`;
}

const parts = listParts();
rmSync(out, { recursive: true, force: true });
mkdirSync(path.join(out, 'legal'), { recursive: true });
writeFileSync(path.join(out, 'legal/THIRD-PARTY-NOTICES.txt'), renderNotices(parts));
writeFileSync(path.join(out, 'legal/sbom.cdx.json'), renderMaterials(parts));
writeFileSync(
  path.join(out, 'release-notes.md'),
  renderNews(readFileSync(from('CHANGELOG.md'), 'utf8'), readManifest(root).version),
);
// electron-builder derives other formats and sizes for the systems that need them.
await sharp(from('src-renderer/icon.svg'), { density: 1024 })
  .resize(1024, 1024)
  .png()
  .toFile(path.join(out, 'icon.png'));
console.log(`dist/package has the icon, the notices and the bill of materials of ${parts.length} packages.`);
