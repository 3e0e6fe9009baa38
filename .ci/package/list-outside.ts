import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { outsideBundles } from './outside.ts';

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)]).optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});
type Manifest = z.infer<typeof Manifest>;
export type Part = { readonly manifest: Manifest; readonly folder: string };

export const readManifest = (folder: string): Manifest =>
  Manifest.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));

/** Never loaded: one is only compiled against, the other is for an older module format. */
const left = ['node-addon-api', 'tslib'];
const nativeOnLinux = /^@img\/sharp-(linux|libvips)/;

/** Returns the packages outside the bundles and their installed dependencies: binaries of this system only. */
function listParts(modules: string, names: readonly string[], isLeft: (name: string) => boolean) {
  const parts = new Map<string, Part>();
  const follow = (name: string, parent: string) => {
    const folder = [path.join(parent, 'node_modules', name), path.join(modules, name)].find(existsSync);
    if (folder === undefined || parts.has(folder) || left.includes(name) || isLeft(name)) return;
    const manifest = readManifest(folder);
    parts.set(folder, { manifest, folder });
    for (const next of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }))
      follow(next, folder);
  };
  for (const name of names) follow(name, modules);
  return [...parts.values()];
}

/** Returns the packages that the server needs without the app. */
export const listOutsideServer = (modules: string): readonly Part[] =>
  listParts(modules, outsideBundles, () => false);

/** Returns the packages of the app: no driver for another browser, and on Linux sharp as WebAssembly. */
export function listOutsideApp(modules: string, platform = process.platform): readonly Part[] {
  const isLinux = platform === 'linux';
  const names = outsideBundles.filter((name) => name !== 'playwright-core');
  return listParts(
    modules,
    isLinux ? [...names, '@img/sharp-wasm32'] : names,
    (name) => isLinux && nativeOnLinux.test(name),
  );
}
