import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findCached } from '../../helpers/cached-programs.ts';
import { startPluginStage } from '../plugin-stage.ts';
import { listEveryFormat } from './every-format.ts';
import { makeModels } from './make-models.ts';
import { makeFolder } from './parts.ts';
import { runBlender } from './run-blender.ts';

const newest = findCached('blender') ?? '';

test.skipIf(newest === '')(
  `opens every format in the newest Blender${newest === '' ? ' (skipped: npm run judges gets it)' : ''}`,
  async () => {
    const models = makeModels(newest);
    const stage = await startPluginStage(models);
    onTestFinished(stage.close);
    const { folder: home, remove } = makeFolder();
    onTestFinished(remove);

    const { formats } = await runBlender({
      wish: { do: 'formats', server: stage.address, folder: path.join(home, 'models'), model: 'oak' },
      onLine: async ({ approveUrl }) => {
        if (typeof approveUrl === 'string') await stage.approve(approveUrl);
      },
      ...{ home, newer: newest },
    });

    expect(formats).toMatchObject(listEveryFormat(models));
  },
);
