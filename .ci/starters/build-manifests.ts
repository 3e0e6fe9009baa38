import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { renderOpenApi } from '../../server/base/http/docs.ts';
import { serverPlaceholder } from '../../server/contract/starters.ts';
import { guides, manifests } from '../../server/starters/manifest-list.ts';

const guidesDir = path.join(import.meta.dirname, '../../server/starters/guides');

/** Writes the manifests and guides for an app that serves them without its own server. */
export function buildManifests(outDir: string): void {
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  for (const [name, manifest] of Object.entries(manifests))
    writeFileSync(path.join(outDir, name), renderOpenApi(serverPlaceholder, manifest));
  for (const name of guides) cpSync(path.join(guidesDir, name), path.join(outDir, name));
}
