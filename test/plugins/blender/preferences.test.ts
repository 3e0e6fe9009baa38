import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Stage, startStage } from '../3dsmax/stage.ts';
import { nobody } from '../desktop-assets.ts';
import { hasBlender } from './blender-program.ts';
import { answerFeed, makeFolder } from './parts.ts';
import { runBlender } from './run-blender.ts';

const reason = hasBlender ? '' : ' (skipped: Blender is not installed)';
let stage: Stage;
beforeAll(async () => {
  if (hasBlender) stage = await startStage();
});
afterAll(() => stage?.close());

test.skipIf(!hasBlender)(`connects to the server of the preferences${reason}`, async () => {
  const { folder: home, remove } = makeFolder();
  onTestFinished(remove);
  answerFeed(stage, Buffer.from('x'));

  const found = await runBlender({
    wish: { do: 'preferences', server: stage.address, next: nobody, folder: '' },
    onLine: () => {},
    home,
  });

  expect(found).toMatchObject({
    first: {
      server: stage.address,
      written: stage.address,
      titles: expect.arrayContaining(['Oak chair', 'Robot']),
    },
    next: nobody,
    stillOffered: false,
    error: expect.stringContaining('is unreachable'),
  });
});
