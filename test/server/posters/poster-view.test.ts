import { expect, test } from 'vitest';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { requireJob, startPosterServer } from '../../helpers/poster-renderer.ts';
import { samplePictures, sampleWebp } from '../../helpers/sample-webp.ts';
import { registerPerson, type TestServer } from '../../helpers/test-server.ts';

const vase = simpleModel('vase', { guid: 'vase' });
const view = { azimuth: -120, elevation: 15 };
const turn = sampleWebp(24 * 192, { height: 192, seed: 3 });

async function signIn(server: TestServer) {
  return (await signInBrowser(server, await registerPerson(server))).headers;
}

test('draws a poster again from the chosen side, and drops pictures of the side before', async () => {
  const { server, claim, deliver, renderAll } = await startPosterServer({ files: vase });
  const headers = await signIn(server);
  const first = requireJob(await claim());

  const answer = await server.call('setPosterView', { guid: 'vase', view }, { headers });

  expect((await deliver(first.token)).body.isUsed).toBe(false);
  const job = requireJob(await claim());
  expect(answer.status).toBe(200);
  expect([first.view, job.view]).toEqual([null, view]);
  expect((await deliver(job.token)).body.isUsed).toBe(true);
  expect(await renderAll()).toEqual([]);
});

test('chooses no side where people show pictures', async () => {
  const files = { ...vase, 'vase/previewMedium.webp': sampleWebp(512) };
  const { server } = await startPosterServer({ files });
  const headers = await signIn(server);

  const { error } = await server.call('setPosterView', { guid: 'vase', view }, { headers });

  expect(error.message).toContain('its own picture');
});

test('shows a model from all around, until its poster is drawn without', async () => {
  const { server, claim, deliver, headers, model } = await startPosterServer({ files: vase });
  const admin = await signIn(server);
  const { token, isTurned } = requireJob(await claim());

  const pictures = { ...samplePictures(), turn: turn.toString('base64') };
  await server.call('deliverPosters', { token, ...pictures }, { headers });

  const { previewTurnUrl, previewMediumUrl } = await model('vase');
  const shown = await fetch(previewTurnUrl ?? '');
  const poster = await fetch(previewMediumUrl ?? '');
  expect(isTurned).toBe(true);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(turn);
  expect([shown, poster].map(({ headers: of }) => of.get('cache-control'))).toEqual([
    'public, max-age=31536000, immutable',
    'public, max-age=31536000, immutable',
  ]);

  await server.call('setPosterView', { guid: 'vase', view }, { headers: admin });
  await deliver(requireJob(await claim()).token, 5);
  expect((await model('vase')).previewTurnUrl).toBeNull();
  expect((await fetch(`${server.baseUrl}/posters/vase/turn`)).status).toBe(404);
});

test('refuses a turn of another size', async () => {
  const { server, claim, headers } = await startPosterServer({ files: vase });
  const { token } = requireJob(await claim());

  const wrong = { ...samplePictures(), turn: sampleWebp(192).toString('base64') };
  const answer = await server.call('deliverPosters', { token, ...wrong }, { headers });

  expect(answer.error.message).toContain('it has to be 4608 × 192');
});

test('draws no turns where a setting says so', async () => {
  const environment = { LODESTOCK_POSTERS_TURN: 'off' };
  const { claim } = await startPosterServer({ files: vase, environment });

  expect(requireJob(await claim()).isTurned).toBe(false);
});
