/// <reference path="../../server/inspect/archive/three-usd.d.ts" />
import { unzipSync } from 'three/addons/libs/fflate.module.js';
import { USDComposer } from 'three/addons/loaders/usd/USDComposer.js';
import { USDCParser } from 'three/addons/loaders/usd/USDCParser.js';
import { toLooseKey, toLooseName } from '../../server/shared/loose-names.ts';
import { createEntryFilter, openUsd } from '../../server/shared/usd/open-usd.ts';
import { toSpecs } from '../../server/shared/usd/to-specs.ts';
import type { LoadedModel } from './loaded-model.ts';
import type { MeshFile } from './mesh-file.ts';

const tools = {
  createCrateParser: () => new USDCParser(),
  unzip: (bytes: Uint8Array) => unzipSync(bytes, { filter: createEntryFilter(bytes) }),
};

/** Reads a USD composed of the files next to it, found by path, else by name. */
export async function readUsd({ bytes, manager, siblings, readSibling }: MeshFile): Promise<LoadedModel> {
  const byKey = new Map([
    ...siblings.map((path) => [toLooseName(path), path] as const),
    ...siblings.map((path) => [toLooseKey(path), path] as const),
  ]);
  const scene = await openUsd(new Uint8Array(bytes), tools, async (path) => {
    const found = byKey.get(toLooseKey(path)) ?? byKey.get(toLooseName(path));
    return found === undefined ? null : new Uint8Array(await readSibling(found));
  });
  const composer = new USDComposer(manager);
  const root = composer.compose(toSpecs(scene), scene.pictures);
  await Promise.all(composer.texturePromises);
  return { root, clips: root.animations, isBare: () => false, metresPerUnit: 1 };
}
