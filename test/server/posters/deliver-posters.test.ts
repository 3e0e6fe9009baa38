import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { requireJob, reusePosterServers } from '../../helpers/poster-renderer.ts';
import { sampleJpeg } from '../../helpers/sample-jpeg.ts';
import { samplePictures, sampleWebp } from '../../helpers/sample-webp.ts';
import { registerPerson } from '../../helpers/test-server.ts';

const startPosterServer = reusePosterServers();
const vase = simpleModel('vase', { guid: 'vase' });
test('shows posters as soon as delivered, and each size for good', async () => {
  const { server, claim, deliver, model } = await startPosterServer({ files: vase });
  const head = server.db.prepare<[], number>('SELECT max(seq) FROM sync_change').pluck();
  const [heard, { version }] = [head.get() ?? 0, await model('vase')];
  const before = await server.call('browse', {});
  const { token } = requireJob(await claim());

  await deliver(token, 7);

  const known = { 'if-none-match': before.headers.get('etag') ?? '' };
  const after = await server.call('browse', {}, { headers: known });
  expect(before.body.results[0]?.previewMediumUrl).toBeNull();
  expect(after.body.results[0]?.previewMediumUrl).toMatch(/\/posters\/vase\/medium\?v=[0-9a-f]{24}$/);
  const shown = await model('vase');
  expect(shown.posters.map(({ size }) => size)).toEqual(['small', 'medium', 'large']);
  // The version stays, and sites that follow are told.
  expect([shown.version, head.get()]).toEqual([version, heard + 1]);
  const address = shown.previewLargeUrl ?? '';
  const answer = await fetch(address);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(sampleWebp(1024, { seed: 7 }));
  expect(answer.headers.get('content-type')).toBe('image/webp');
  // Other sites show pictures; parts are read of files alone.
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-expose-headers')).toBeNull();
  expect(answer.headers.get('cache-control')).toContain('immutable');
  const again = await fetch(address, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  const untagged = await fetch(`${server.baseUrl}/posters/vase/small`);
  expect(untagged.headers.get('cache-control')).toBe('public, max-age=300');
  expect((await deliver(token, 2)).error.code).toBe('NOT_FOUND'); // a token is good once
});

const { jpeg } = samplePictures();
const [webpTexture, jpegTexture] = [sampleWebp(512, { seed: 9 }), sampleJpeg(512, { seed: 9 })];
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
const wrongPictures = Object.entries({
  'of another size': { small: sampleWebp(255).toString('base64') },
  'that is no WebP': { medium: svg.toString('base64') },
  'that is cut': { large: sampleWebp(1024).subarray(0, 39).toString('base64') },
  "that is one of the model's textures": { medium: webpTexture.toString('base64') },
  'as JPEG of another size': { jpeg: { ...jpeg, small: sampleJpeg(255).toString('base64') } },
  'as JPEG that is none': { jpeg: { ...jpeg, medium: sampleWebp(512).toString('base64') } },
  "as JPEG that is one of the model's textures": {
    jpeg: { ...jpeg, medium: jpegTexture.toString('base64') },
  },
  'larger than a poster may be': { large: Buffer.alloc(2 * 1024 * 1024 + 3).toString('base64') },
});

test('refuses pictures that are no posters', async () => {
  const files = wrongPictures.map(([what], at) => ({
    ...simpleModel(what, { guid: `vase-${at}` }),
    [`${what}/1k/textures/own.webp`]: webpTexture,
    [`${what}/1k/textures/own.jpg`]: jpegTexture,
  }));
  const { server, claim, headers, model } = await startPosterServer({ files: Object.assign({}, ...files) });
  for (const [what, wrong] of wrongPictures) {
    const { token, guid } = requireJob(await claim());

    const { error } = await server.call(
      'deliverPosters',
      { token, ...samplePictures(), ...wrong },
      { headers },
    );

    expect([what, error.code]).toEqual([what, what.startsWith('larger') ? 'INVALID_INPUT' : 'CORRUPT_FILE']);
    expect((await model(guid)).previewSmallUrl).toBeNull();
  }
});

test('gives jobs to nobody without key or admin', async () => {
  const { server, claim } = await startPosterServer({ files: vase });
  const admin = await signInBrowser(server, await registerPerson(server));
  const member = await signInBrowser(server, await registerPerson(server));
  const ask = (headers: Record<string, string>) => server.call('claimPoster', {}, { headers });
  const { token } = requireJob(await claim());

  const [nobody, wrongKey, asMember, foreignPage, asAdmin] = [
    await ask({}),
    await ask({ authorization: 'Bearer wrong' }),
    await ask(member.headers),
    await ask({ ...admin.headers, 'x-csrf-token': 'guessed' }),
    await ask(admin.headers),
  ];
  const pictures = { token, ...samplePictures() };
  const { error } = await server.call('deliverPosters', pictures, { headers: admin.headers });

  expect([nobody.status, wrongKey.status, asMember.status, asAdmin.status]).toEqual([401, 401, 403, 200]);
  expect(foreignPage.error.code).toBe('FORBIDDEN');
  expect(error.code).toBe('NOT_FOUND'); // it is another renderer's token
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
