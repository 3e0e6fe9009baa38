import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeZip } from '../server/files/archive/write-zip.ts';

const pluginDir = path.resolve(import.meta.dirname, '../plugins/blender');
const folder = path.join(pluginDir, 'lodestock');
/** Its modules are copied next to those of the add-on, which import them by name. */
const client = path.resolve(pluginDir, '../python/lodestock_client');

type BuiltExtension = {
  readonly name: string;
  readonly version: string;
  readonly bytes: Buffer;
  readonly sha256: string;
};

/** Reads the version from the only place that contains it. */
const readVersion = () =>
  /^version = "([^"]+)"/m.exec(readFileSync(path.join(folder, 'blender_manifest.toml'), 'utf8'))?.[1] ?? '';

/** Builds the extension that Blender installs, and writes it to `outDir` if given. */
export function buildBlenderExtension(outDir?: string): BuiltExtension {
  const files = [folder, client]
    .flatMap((from) => readdirSync(from).map((name) => ({ name, file: path.join(from, name) })))
    .filter(
      ({ name, file }) => /\.(py|toml)$/.test(name) && (!name.startsWith('__') || file.startsWith(folder)),
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, file }) => ({ name, content: readFileSync(file) }));
  const license = { name: 'LICENSE', content: readFileSync(path.join(pluginDir, 'LICENSE')) };
  const bytes = writeZip([license, ...files]);
  const version = readVersion();
  const name = `lodestock-${version}.zip`;
  if (outDir !== undefined) {
    mkdirSync(outDir, { recursive: true });
    writeFileSync(path.join(outDir, name), bytes);
  }
  return { name, version, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}
