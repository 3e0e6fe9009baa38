import { expect, test } from 'vitest';
import { createCatalogue, describeScene, hashOf, scenePath } from '../catalogue.ts';
import { createQueue, toRequest } from './queue-under-test.ts';

const scene = Buffer.from('the scene '.repeat(500));
const files = { [scenePath]: scene, 'knight_1k/colour.png': Buffer.from('the texture') };

test('keeps to server, account and library confirmed', async () => {
  let library = '/first';
  const { add, open } = await createQueue({
    server: () => 'https://a.example',
    account: () => 'Ada',
    library: () => library,
    parallel: 1,
  });
  await add(toRequest('a'));
  await add(toRequest('b'));
  await expect.poll(() => open.length).toBe(1);

  library = '/second';
  open[0]?.end();

  await expect.poll(() => open.length).toBe(2);
  expect(open[1]?.job).toMatchObject({ server: 'https://a.example', account: 'Ada', library: '/first' });
});

test('leaves a download with its account', async () => {
  let account: string | null = 'Ada';
  const { queue, add, open, jobs } = await createQueue({ account: () => account, parallel: 1 });
  await add(toRequest('a'));
  await add(toRequest('b'));
  await expect.poll(() => open.length).toBe(1);
  account = 'Grace';
  open[0]?.end();
  await expect.poll(() => jobs()[1]?.status).toBe('waiting');
  expect(jobs()[1]?.error?.message).toContain('sign in as Ada');
  expect(open.length).toBe(1);

  account = 'Ada';
  queue.wake();

  await expect.poll(() => open.length).toBe(2);
});

test('another account has downloads of its own', async () => {
  let account = 'Ada';
  const { add, jobs } = await createQueue({ account: () => account, canRun: () => false });
  await add(toRequest('a'));

  account = 'Grace';
  await add(toRequest('a'));

  expect(jobs().map((job) => job.account)).toEqual(['Ada', 'Grace']);
});

test.each([
  ['another scene file', { sha256: 'b'.repeat(64), version: 3 }],
  ['another version', { sha256: hashOf(scene), version: 2 }],
])('charges nothing for %s than confirmed', async (_what, confirmed) => {
  const { start, directBodies } = await createCatalogue({ files, inventory: [describeScene(files)] });

  await expect(start(confirmed)).rejects.toMatchObject({
    code: 'VERSION_CHANGED',
    message: expect.stringContaining('Open the model'),
  });

  expect(directBodies).toEqual([]);
});

test('takes the same files under a new version number', async () => {
  const { start, reports } = await createCatalogue({ files });
  await start();
  const contentSha256 = reports.find((report) => report.contentSha256)?.contentSha256 ?? null;

  const { filePath } = await start({ contentSha256, sha256: hashOf(scene), version: 2 });

  expect(filePath).toContain('knight.glb');
});

test('refuses other support files than at the start', async () => {
  const { start, fileRequests } = await createCatalogue({ files });

  await expect(start({ contentSha256: 'c'.repeat(64) })).rejects.toMatchObject({ code: 'VERSION_CHANGED' });

  expect(fileRequests()).toEqual([]);
});
