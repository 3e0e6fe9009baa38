import { expect, test } from 'vitest';
import { createProblems } from '../../../server/catalogue/write/problems.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { requireJob, reusePosterServers } from '../../helpers/poster-renderer.ts';
import { samplePng } from '../../helpers/sample-files.ts';

const startPosterServer = reusePosterServers();
const vase = simpleModel('vase', { guid: 'vase' });
test("leaves models with people's own posters alone", async () => {
  const files = {
    ...simpleModel('vase', { guid: 'vase' }),
    'vase/previewMedium.png': samplePng({ side: 8 }),
  };
  const { claim, keepOwn, model } = await startPosterServer({ files });
  const look = requireJob(await claim());

  await keepOwn(look.token, false);

  expect(look.candidates).toEqual([]);
  expect(await claim()).toBeNull();
  const poster = await fetch((await model('vase')).previewMediumUrl ?? '');
  expect(poster.headers.get('content-type')).toBe('image/png');
  expect(poster.headers.get('cache-control')).toContain('immutable');
});

test('renders instead of a poster that is a texture', async () => {
  const files = { ...vase, 'vase/previewMedium.png': samplePng({ side: 8 }) };
  const { server, claim, keepOwn, deliver, model } = await startPosterServer({ files });
  const before = (await model('vase')).previewMediumUrl;
  await keepOwn(requireJob(await claim()).token, true);
  const between = (await model('vase')).previewMediumUrl;

  await deliver(requireJob(await claim()).token);

  expect([before === null, between === null]).toEqual([false, true]);
  const poster = await fetch((await model('vase')).previewMediumUrl ?? '');
  expect(poster.headers.get('content-type')).toBe('image/webp');
  expect(createProblems(server.db).list()).toEqual([
    {
      path: 'vase/previewMedium.png',
      kind: 'poster',
      reason:
        "It is not used as poster: It looks like one of the model's textures, not like a rendered picture.",
    },
  ]);
});

test("prefers people's own poster to a rendered one", async () => {
  const { server, library, claim, renderAll, keepOwn, model } = await startPosterServer({ files: vase });
  await renderAll();
  library.write({ 'vase/previewSmall.png': samplePng({ side: 8 }) });
  await server.scan();

  await keepOwn(requireJob(await claim()).token, false);

  const poster = await fetch((await model('vase')).previewLargeUrl ?? '');
  expect(poster.headers.get('content-type')).toBe('image/png');
});
