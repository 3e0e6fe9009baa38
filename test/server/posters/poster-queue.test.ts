import { expect, test } from 'vitest';
import { createProblems } from '../../../server/catalogue/write/problems.ts';
import { sentence } from '../../../server/contract/sentence.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { requireJob, reusePosterServers } from '../../helpers/poster-renderer.ts';
import { registerPerson } from '../../helpers/test-server.ts';

const startPosterServer = reusePosterServers();
const vase = simpleModel('vase', { guid: 'vase' });
test('gives one job at a time', async () => {
  const files = { ...vase, ...simpleModel('table', { guid: 'table' }) };
  const { claim, deliver } = await startPosterServer({ files });
  const first = requireJob(await claim());

  const meanwhile = await claim();

  expect(meanwhile).toBeNull();
  await deliver(first.token);
  expect((await claim())?.guid).not.toBe(first.guid);
});

test('gives as many jobs as are allowed', async () => {
  const files = {
    ...vase,
    ...simpleModel('table', { guid: 'table' }),
    ...simpleModel('lamp', { guid: 'lamp' }),
  };
  const { claim } = await startPosterServer({ files, environment: { LODESTOCK_POSTERS_PARALLEL: '2' } });

  const jobs = [await claim(), await claim(), await claim()];

  expect(jobs.map((job) => job === null)).toEqual([false, false, true]);
});

test('renders first what somebody is looking at', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const files = Object.assign(
    {},
    ...names.map((name) => simpleModel(name, { guid: name, title: `Thing ${name}` })),
  );
  const { server, renderAll } = await startPosterServer({ files });
  await server.call('search', { q: 'Thing b' });
  server.db.exec("UPDATE model SET popularity = 9 WHERE guid = 'c'");

  const order = await renderAll();

  expect(order).toHaveLength(4);
  expect(order[0]).toBe('b');
});

test('renders the cards of a page in their order, and before them what a model page shows', async () => {
  const names = ['d', 'b', 'c', 'a', 'e'];
  const files = Object.assign({}, ...names.map((name) => simpleModel(name, { guid: name })));
  const { server, renderAll } = await startPosterServer({ files });
  await server.call('browse', { sort: 'title', limit: 4 });
  await server.call('model', { guid: 'c' });

  expect(await renderAll()).toEqual(['c', 'a', 'b', 'd', 'e']);
});

test('tries what failed again when nothing untried waits, even if somebody looks at it', async () => {
  const files = Object.assign({}, ...['a', 'b', 'c'].map((name) => simpleModel(name, { guid: name })));
  const { server, claim, fail, renderAll } = await startPosterServer({ files });
  await server.call('model', { guid: 'a' });
  await fail(requireJob(await claim()).token);
  server.advance(61_000);
  await server.call('model', { guid: 'a' });

  expect((await renderAll()).at(-1)).toBe('a');
});

test('renders again when the drawn files change', async () => {
  const { server, library, claim, renderAll, model } = await startPosterServer({ files: vase });
  await renderAll();
  const before = (await model('vase')).previewSmallUrl;
  library.write({ 'vase/1k/thing.obj': '# other\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' });
  await server.scan();

  const again = await claim();

  expect(again?.guid).toBe('vase');
  expect((await model('vase')).previewSmallUrl).toBe(before);
});

test('renders nothing again for a change of what is not drawn', async () => {
  const { server, library, claim, renderAll, model } = await startPosterServer({ files: vase });
  await renderAll();
  for (const change of [
    { 'vase/product.json': JSON.stringify({ guid: 'vase', description: 'Blue' }) },
    { 'vase/source/vase.blend': 'BLENDER-v300' },
  ]) {
    library.write(change);
    await server.scan();

    expect(await claim()).toBeNull();
    expect((await model('vase')).previewSmallUrl).not.toBeNull();
  }
});

test('drops pictures of a model that changed meanwhile', async () => {
  const { server, library, claim, deliver, model } = await startPosterServer({ files: vase });
  const { token } = requireJob(await claim());
  library.write({ 'vase/1k/thing.obj': '# other\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' });
  await server.scan();

  const { body } = await deliver(token);

  expect(body.isUsed).toBe(false);
  expect((await model('vase')).previewSmallUrl).toBeNull();
  expect((await claim())?.guid).toBe('vase');
});

test('tries a model three times, with pauses, then lists the problem until an admin retries it', async () => {
  const { server, claim, fail, progress } = await startPosterServer({ files: vase });
  const { token } = await registerPerson(server);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await fail(requireJob(await claim()).token, 'its mesh is empty');
    expect(await claim()).toBeNull();
    server.advance(attempt === 0 ? 61_000 : 10 * 60_000);
  }

  const { waiting, failed } = await progress();
  expect({ waiting, failed, job: await claim() }).toEqual({ waiting: 0, failed: 1, job: null });
  expect(createProblems(server.db).list()).toEqual([
    {
      ...{ path: 'vase', kind: 'poster', reason: 'No poster was rendered: its mesh is empty' },
      sentence: sentence`No poster was rendered: ${{ reason: 'its mesh is empty' }}`,
    },
  ]);
  const status = await server.call('posterStatus', {}, { token });
  const retried = await server.call('retryPosters', {}, { token });
  expect(status.body.failures).toEqual([{ guid: 'vase', title: 'vase', reason: 'its mesh is empty' }]);
  expect(retried.body.retried).toBe(1);
  expect((await claim())?.guid).toBe('vase');
});

test('costs a hanging model its own turn only', async () => {
  const files = { ...vase, ...simpleModel('table', { guid: 'table' }) };
  const tuning = { posters: { timeout: 50, grace: 10 } };
  const { claim, progress } = await startPosterServer({ files, tuning });
  const hanging = requireJob(await claim());

  await expect.poll(async () => (await progress()).hung).toBe(1);

  const next = requireJob(await claim());
  expect(next.guid).not.toBe(hanging.guid);
});

test('costs a crash only the model that was drawn', async () => {
  const files = { ...vase, ...simpleModel('table', { guid: 'table' }) };
  const { server, claim, lose } = await startPosterServer({ files });
  const crashing = requireJob(await claim());

  const { body } = await lose('The browser crashed.');

  expect(body.lost).toBe(1);
  expect((await claim())?.guid).not.toBe(crashing.guid);
  const reason = server.db
    .prepare("SELECT reason FROM job WHERE kind = 'poster' AND reason IS NOT NULL")
    .pluck()
    .get();
  expect(reason).toBe('The browser crashed.');
});

test('has nothing to draw of formats it cannot read', async () => {
  const files = { 'scene/product.json': '{"guid":"scene"}', 'scene/source/scene.max': 'some bytes' };
  const { claim, progress } = await startPosterServer({ files });

  const job = await claim();

  const { withoutSource, failed } = await progress();
  expect({ job, withoutSource, failed }).toEqual({ job: null, withoutSource: 1, failed: 0 });
});

test('gives addresses that open without any sign-in', async () => {
  const { server, claim } = await startPosterServer({ files: vase });
  const [candidate] = requireJob(await claim()).candidates;

  const addresses = [candidate?.url, ...(candidate?.support ?? []).map(({ url }) => url)];
  const answers = await Promise.all(addresses.map((url) => fetch(`${server.baseUrl}${url}`)));

  expect(candidate?.relativePath).toBe('1k/thing.obj');
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('says how to get posters without a browser', async () => {
  const environment = { LODESTOCK_POSTERS_KEY: '', LODESTOCK_CHROMIUM: '/nowhere/chromium' };
  const { server } = await startPosterServer({ files: vase, environment });
  const { token } = await registerPerson(server);

  const { body } = await server.call('posterStatus', {}, { token });

  expect({ mode: body.mode, waiting: body.waiting }).toEqual({ mode: 'waiting', waiting: 1 });
  expect(body.message).toContain('/posters-render');
  expect(server.logged.filter((line) => line.includes('Posters wait'))).toHaveLength(1);
});
