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
/** A package and its folder, as an absolute path. */
export type Part = { readonly manifest: Manifest; readonly folder: string };

export const readManifest = (folder: string): Manifest =>
  Manifest.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));

/** Only there to be compiled against, which nobody does. */
const left = 'node-addon-api';

/** The packages that no bundle holds and what they need in turn, as far as it is installed: binaries of this system only. */
export function listOutside(modules: string, without: readonly string[] = []): readonly Part[] {
  const parts = new Map<string, Part>();
  const follow = (name: string) => {
    const folder = path.join(modules, name);
    if (name === left || without.includes(name) || parts.has(folder) || !existsSync(folder)) return;
    const manifest = readManifest(folder);
    parts.set(folder, { manifest, folder });
    for (const next of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }))
      follow(next);
  };
  outsideBundles.forEach(follow);
  return [...parts.values()];
}
