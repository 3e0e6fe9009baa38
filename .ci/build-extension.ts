import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeZip } from '../server/files/archive/write-zip.ts';

const pluginDir = path.resolve(import.meta.dirname, '../plugins/blender');
const folder = path.join(pluginDir, 'lodestock');

type BuiltExtension = {
  readonly name: string;
  readonly version: string;
  readonly bytes: Buffer;
  readonly sha256: string;
};

/** The one place that names the version. */
const readVersion = () =>
  /^version = "([^"]+)"/m.exec(readFileSync(path.join(folder, 'blender_manifest.toml'), 'utf8'))?.[1] ?? '';

/** The extension as Blender installs it; written to `outDir` where one is given. */
export function buildBlenderExtension(outDir?: string): BuiltExtension {
  const names = readdirSync(folder)
    .filter((name) => /\.(py|toml)$/.test(name))
    .sort();
  const license = { name: 'LICENSE', content: readFileSync(path.join(pluginDir, 'LICENSE')) };
  const files = names.map((name) => ({ name, content: readFileSync(path.join(folder, name)) }));
  const bytes = writeZip([license, ...files]);
  const version = readVersion();
  const name = `lodestock-${version}.zip`;
  if (outDir !== undefined) {
    mkdirSync(outDir, { recursive: true });
    writeFileSync(path.join(outDir, name), bytes);
  }
  return { name, version, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}
