import type { KeyObject } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildStarter } from '../../.ci/starters/build-starters.ts';
import { type StarterSource, starterSources } from '../../.ci/starters/families.ts';

function findMax(): StarterSource {
  const found = starterSources.find(({ family }) => family === '3dsmax');
  if (!found) throw new Error('There is no starter for 3ds Max.');
  return found;
}

/** Builds the 3ds Max starter into `folder`, as if it were of another version. */
export function buildRelease(
  folder: string,
  version: string,
  changelog?: string,
  key: KeyObject | null = null,
) {
  const source = findMax();
  const file = path.join(folder, 'CHANGELOG.md');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, changelog ?? `## ${version} — 2026-01-02\n\n- News of\n  ${version}.\n`);
  const writeFiles = (place: string) => {
    source.writeFiles(place);
    writeFileSync(path.join(place, 'free3d_installer.ms'), `-- version = "${version}"\n`);
  };
  const built = { ...source, readVersion: () => version, changelog: file, writeFiles };
  return buildStarter(built, path.join(folder, '3dsmax'), key);
}
