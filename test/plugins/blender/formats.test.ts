import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findCached } from '../../helpers/cached-programs.ts';
import { startPluginStage } from '../plugin-stage.ts';
import { blenderProgram, hasBlender } from './blender-program.ts';
import { makeModels } from './make-models.ts';
import { makeFolder } from './parts.ts';
import { runBlender } from './run-blender.ts';

const newest = findCached('blender') ?? undefined;
const textured = { error: '', meshes: 1, images: { used: 1, lost: [], decoded: 1 } };
const plain = { error: '', meshes: 1, images: { used: 0, lost: [], decoded: 0 } };

async function expectEveryFormat(newer?: string) {
  const models = makeModels(newer ?? blenderProgram);
  const stage = await startPluginStage(models);
  onTestFinished(stage.close);
  const { folder: home, remove } = makeFolder();
  onTestFinished(remove);

  const { formats } = await runBlender({
    wish: { do: 'formats', server: stage.address, folder: path.join(home, 'models'), model: 'oak' },
    onLine: async ({ approveUrl }) => {
      if (typeof approveUrl === 'string') await stage.approve(approveUrl);
    },
    ...{ home, newer },
  });

  const expected = {
    ...{ glb: textured, gltf: textured, fbx: textured, obj: textured, blend: textured },
    ...('Oak chair/1k/chair.dae' in models && { dae: textured }),
    ...{ stl: plain, ply: plain },
  };
  for (const lod of ['1k', '10k', '100k'])
    for (const [format, facts] of Object.entries(expected))
      expect({ what: `${lod} ${format}`, ...Object(Object(formats)[`${lod} ${format}`]) }).toMatchObject({
        what: `${lod} ${format}`,
        ...facts,
      });
}

test.skipIf(!hasBlender)(
  `opens every format with every texture${hasBlender ? '' : ' (skipped: Blender is not installed)'}`,
  () => expectEveryFormat(),
);

test.skipIf(newest === undefined)(
  `opens them in the newest Blender${newest === undefined ? ' (skipped: npm run judges gets it)' : ''}`,
  () => expectEveryFormat(newest),
);
