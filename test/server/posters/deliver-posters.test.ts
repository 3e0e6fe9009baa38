import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { requireJob, startPosterServer } from '../../helpers/poster-renderer.ts';
import { samplePictures, sampleWebp } from '../../helpers/sample-webp.ts';
import { registerPerson } from '../../helpers/test-server.ts';

const vase = simpleModel('vase', { guid: 'vase' });
test('shows posters in listings as soon as delivered', async () => {
  const { server, claim, deliver, model } = await startPosterServer({ files: vase });
  const before = await server.call('browse', {});
  const job = requireJob(await claim());

  await deliver(job.token);

  const after = await server.call(
    'browse',
    {},
    { headers: { 'if-none-match': before.headers.get('etag') ?? '' } },
  );
  expect(before.body.results[0]?.previewMediumUrl).toBeNull();
  expect(after.body.results[0]?.previewMediumUrl).toMatch(/\/posters\/vase\/medium\?v=[0-9a-f]{24}$/);
  expect((await model('vase')).posters.map(({ size }) => size)).toEqual(['small', 'medium', 'large']);
});

test('serves each size for good under its address', async () => {
  const { claim, deliver, model } = await startPosterServer({ files: vase });
  await deliver(requireJob(await claim()).token, 7);
  const { previewLargeUrl } = await model('vase');

  const answer = await fetch(previewLargeUrl ?? '');

  expect(Buffer.from(await answer.arrayBuffer())).toEqual(sampleWebp(1024, { seed: 7 }));
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(answer.headers.get('cache-control')).toContain('immutable');
  const again = await fetch(previewLargeUrl ?? '', {
    headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
});

test('keeps an address without its tag short-lived', async () => {
  const { server, claim, deliver } = await startPosterServer({ files: vase });
  await deliver(requireJob(await claim()).token);

  const answer = await fetch(`${server.baseUrl}/posters/vase/small`);

  expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
});

test('leaves the version and tells following sites', async () => {
  const { server, claim, deliver, model } = await startPosterServer({ files: vase });
  const head = server.db.prepare<[], number>('SELECT max(seq) FROM sync_change').pluck();
  const [before, { version }] = [head.get() ?? 0, await model('vase')];

  await deliver(requireJob(await claim()).token);

  expect((await model('vase')).version).toBe(version);
  expect(head.get()).toBe(before + 1);
});

test('takes a job token only once', async () => {
  const { claim, deliver } = await startPosterServer({ files: vase });
  const { token } = requireJob(await claim());
  await deliver(token);

  const second = await deliver(token, 2);

  expect(second.error.code).toBe('NOT_FOUND');
});

test.each([
  ['of another size', { small: sampleWebp(255).toString('base64') }],
  [
    'that is no WebP',
    { medium: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') },
  ],
  ['that is cut', { large: sampleWebp(1024).subarray(0, 39).toString('base64') }],
])('refuses a picture %s', async (_what, wrong) => {
  const { server, claim, headers, model } = await startPosterServer({ files: vase });
  const { token } = requireJob(await claim());

  const answer = await server.call('deliverPosters', { token, ...samplePictures(), ...wrong }, { headers });

  expect(answer.error.code).toBe('CORRUPT_FILE');
  expect((await model('vase')).previewSmallUrl).toBeNull();
});

test('refuses a picture larger than a poster may be', async () => {
  const { server, claim, headers } = await startPosterServer({ files: vase });
  const { token } = requireJob(await claim());
  const huge = Buffer.alloc(2 * 1024 * 1024 + 3).toString('base64');

  const answer = await server.call(
    'deliverPosters',
    { token, ...samplePictures(), large: huge },
    { headers },
  );

  expect(answer.error.code).toBe('INVALID_INPUT');
});

test("refuses one of the model's textures as its poster", async () => {
  const texture = sampleWebp(512, { seed: 9 });
  const { server, claim, headers, model } = await startPosterServer({ files: vase });
  server.db
    .prepare('UPDATE file SET sha256 = ? WHERE relative_path = ?')
    .run(createHash('sha256').update(texture).digest('hex'), '1k/textures/wood.png');
  const { token } = requireJob(await claim());
  const pictures = { ...samplePictures(), medium: texture.toString('base64') };

  const answer = await server.call('deliverPosters', { token, ...pictures }, { headers });

  expect(answer.error.code).toBe('CORRUPT_FILE');
  expect((await model('vase')).previewMediumUrl).toBeNull();
});

test('gives jobs to nobody without key or admin', async () => {
  const { server } = await startPosterServer({ files: vase });
  const admin = await signInBrowser(server, await registerPerson(server));
  const member = await signInBrowser(server, await registerPerson(server));
  const claim = (headers: Record<string, string>) => server.call('claimPoster', {}, { headers });

  const [nobody, wrongKey, asMember, asAdmin] = [
    await claim({}),
    await claim({ authorization: 'Bearer wrong' }),
    await claim(member.headers),
    await claim(admin.headers),
  ];

  expect([nobody.status, wrongKey.status, asMember.status, asAdmin.status]).toEqual([401, 401, 403, 200]);
  expect(asAdmin.body.job?.guid).toBe('vase');
});

test("takes no delivery on another renderer's token", async () => {
  const { server, claim } = await startPosterServer({ files: vase });
  const admin = await signInBrowser(server, await registerPerson(server));
  const { token } = requireJob(await claim());

  const answer = await server.call(
    'deliverPosters',
    { token, ...samplePictures() },
    { headers: admin.headers },
  );

  expect(answer.error.code).toBe('NOT_FOUND');
});

test('refuses a foreign page in an admin browser', async () => {
  const { server } = await startPosterServer({ files: vase });
  const admin = await signInBrowser(server, await registerPerson(server));

  const answer = await server.call(
    'claimPoster',
    {},
    { headers: { ...admin.headers, 'x-csrf-token': 'guessed' } },
  );

  expect(answer.error.code).toBe('FORBIDDEN');
});

test('forgets files of posters that nothing shows', async () => {
  const { server, claim, deliver, library } = await startPosterServer({ files: vase });
  await deliver(requireJob(await claim()).token);
  library.write({ 'vase/1k/thing.obj': '# changed\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' });
  await server.scan();

  await deliver(requireJob(await claim()).token, 2);

  const { createPosterStore } = await import('../../../server/posters/poster-store.ts');
  const folder = path.join(server.dataDir, 'posters');
  createPosterStore(server.db, folder).sweep();
  const left = readdirSync(folder, { recursive: true }).filter((name) => /\.\w+$/.test(String(name)));
  expect(left.map((name) => path.extname(String(name))).toSorted()).toEqual([
    ...['.jpg', '.jpg', '.webp', '.webp', '.webp'],
  ]);
});
