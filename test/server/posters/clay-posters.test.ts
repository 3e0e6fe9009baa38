import sharp from 'sharp';
import { expect, test } from 'vitest';
import { simpleModel } from '../../helpers/library-folder.ts';
import { requireJob, startPosterServer } from '../../helpers/poster-renderer.ts';
import { until } from '../../helpers/test-site.ts';
// Pictures are read by a process of their own.
import 'node:child_process';

const thing = (pixels: number) =>
  sharp({ create: { width: pixels, height: pixels, channels: 4, background: '#00000000' } }).composite([
    { input: { create: { width: pixels / 2, height: pixels / 2, channels: 3, background: '#8a5a34' } } },
  ]);
async function drawThing() {
  const [small = '', medium = '', large = ''] = await Promise.all(
    [256, 512, 1024].map(async (pixels) => (await thing(pixels).webp().toBuffer()).toString('base64')),
  );
  const [smallJpeg = '', mediumJpeg = ''] = await Promise.all(
    [256, 512].map(async (pixels) => (await thing(pixels).jpeg().toBuffer()).toString('base64')),
  );
  return { small, medium, large, jpeg: { small: smallJpeg, medium: mediumJpeg } };
}

test('takes the clay of a poster for no colour of the model', async () => {
  const { server, claim, model, headers } = await startPosterServer({
    files: { ...simpleModel('bare', { guid: 'bare' }), ...simpleModel('brown', { guid: 'brown' }) },
  });
  const drawn = await drawThing();
  const waiting = server.db
    .prepare("SELECT count(*) FROM job WHERE kind = 'colour' AND state = 'waiting'")
    .pluck();

  for (const _ of [0, 1]) {
    const { token, guid } = requireJob(await claim());
    await server.call('deliverPosters', { token, isClay: guid === 'bare', ...drawn }, { headers });
  }
  await until(async () => (await model('brown')).colour !== null && waiting.get() === 0);

  expect([(await model('bare')).colour, (await model('brown')).colour]).toEqual([null, 'brown']);
});
