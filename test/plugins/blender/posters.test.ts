import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Stage, startStage } from '../3dsmax/stage.ts';
import { hasBlender } from './blender-program.ts';
import { makeFolder } from './parts.ts';
import { runBlender } from './run-blender.ts';

const needsBlender = test.skipIf(!hasBlender);
const reason = hasBlender ? '' : ' (skipped: Blender is not installed)';
let stage: Stage;

beforeAll(async () => {
  if (hasBlender) stage = await startStage();
});
afterEach(() => stage?.overlay.clear());
afterAll(() => stage?.close());

async function seePoster() {
  const { folder, remove } = makeFolder();
  const wish = { do: 'poster', server: stage.address, words: 'oak chair', folder: '' };
  return runBlender({ wish, onLine: () => {}, home: folder }).finally(remove);
}

needsBlender(`shows a poster as JPEG${reason}`, async () => {
  const found = await seePoster();

  expect(found).toMatchObject({ error: '', poster: [256, 256] });
  const asked = stage.overlay.seen.find(({ path }) => path.startsWith('/posters/'));
  expect(asked?.headers.accept).toBe('image/jpeg, image/png');
});

needsBlender(`shows its cube for a picture it cannot read${reason}`, async () => {
  stage.overlay.answer(/^\/posters\//, () => ({ type: 'image/webp', body: 'RIFF....WEBPVP8 and more' }));

  const found = await seePoster();

  expect(found).toMatchObject({ error: '', poster: null });
});
