import type { Library } from '../../src-main/platform/ipc/contract.ts';

const file = {
  variant: null,
  sizeBytes: 2_400_000,
  sha256: 'a'.repeat(64),
  role: 'scene',
  isPresent: true,
  isEdited: false,
} as const;
const model = {
  version: 2,
  attribution: null,
  serverUrl: 'http://127.0.0.1:8787',
  downloadedAt: '2026-05-04T10:00:00Z',
  sizeBytes: 4_800_000,
} as const;

/** Two models, one of which has lost a file, and a folder that cannot be read. */
export const sampleLibrary: Library = {
  absence: null,
  places: [],
  folder: '/home/ada/Models',
  models: [
    {
      ...model,
      guid: 'g-1',
      title: 'Oak Chair',
      license: 'CC0-1.0',
      folder: '/home/ada/Models/oak-chair',
      files: [
        { ...file, format: 'fbx', lod: '10k', relativePath: '10k/oak-chair.fbx' },
        { ...file, format: 'png', lod: '10k', relativePath: '10k/wood.png', role: 'texture' },
      ],
    },
    {
      ...model,
      guid: 'g-2',
      title: 'Brick Tower',
      license: 'CC-BY-4.0',
      folder: '/home/ada/Models/brick-tower',
      files: [{ ...file, format: 'glb', lod: '1k', relativePath: '1k/brick-tower.glb', isPresent: false }],
    },
  ],
  problems: [
    { path: '/home/ada/Models/broken', message: 'Its record cannot be read. Download the model again.' },
  ],
};
