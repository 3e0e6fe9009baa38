import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeLibraryFolder } from '../helpers/library-folder.ts';
import { sampleFbxBinary, sampleGlb, sampleGltf } from '../helpers/sample-files.ts';
import {
  copySharedModels,
  hasSharedModels,
  readSharedModels,
  type SharedModel,
} from '../helpers/shared-models.ts';
import type { Wanted } from './walk.ts';

export type WantedModel = Wanted & {
  /** What must be in the topology folder afterwards. */
  readonly files: readonly string[];
};

type WantedLibrary = {
  readonly folder: string;
  readonly source: string;
  readonly wanted: readonly WantedModel[];
};

/** A library with a model to find by "knight", one with many support files, and an FBX: real ones where there are any. */
export function makeWantedLibrary(): WantedLibrary {
  return hasSharedModels ? fromSharedModels() : fromSamples();
}

function fromSharedModels(): WantedLibrary {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-real-'));
  const models = readSharedModels();
  copySharedModels(folder, models);
  const choices = [
    ['knight', 'knight'],
    ['flight helmet', 'flight-helmet'],
    ['table long decorated', 'fbx-table-long-decorated-c'],
  ] as const;
  const wanted = choices.flatMap(([search, id]) =>
    models.filter((model) => model.id === id).map((model) => toWanted(search, model)),
  );
  return { folder, source: 'real models', wanted };
}

function toWanted(search: string, model: SharedModel): WantedModel {
  const { title, format, main, files, sha256 = '', nearestLod = '1k' } = model;
  return { search, title, lod: nearestLod, format, fileName: main, sha256, files };
}

function fromSamples(): WantedLibrary {
  const gltf = sampleGltf({ triangles: 12 });
  const scenes = [
    {
      search: 'knight',
      title: 'Knight',
      lod: '10k',
      format: 'glb',
      fileName: 'knight.glb',
      content: sampleGlb({ triangles: 60 }),
      beside: {},
    },
    {
      search: 'helmet',
      title: 'Flight helmet',
      lod: '100k',
      format: 'gltf',
      fileName: 'helmet.gltf',
      content: gltf.content,
      beside: gltf.beside,
    },
    {
      search: 'table',
      title: 'Long table',
      lod: '10k',
      format: 'fbx',
      fileName: 'table.fbx',
      content: sampleFbxBinary({ triangles: 8 }),
      beside: {},
    },
  ];
  const library = makeLibraryFolder();
  const wanted = scenes.map(({ content, beside, ...scene }) => {
    const topology = `${scene.title}/${scene.lod}`;
    const contents = { [scene.fileName]: content, ...beside };
    library.write(
      Object.fromEntries(Object.entries(contents).map(([name, value]) => [`${topology}/${name}`, value])),
    );
    return {
      ...scene,
      sha256: createHash('sha256').update(content).digest('hex'),
      files: Object.keys(contents),
    };
  });
  return { folder: library.folder, source: 'generated models', wanted };
}
