import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { oak, startHandover } from './handover-under-test.ts';

const jobs = '/dcc/jobs?host=3dsmax&session=1&label=House.max';

test.each([
  ['no secret', { authorization: '' }],
  ['another secret', { authorization: 'Bearer 0000000000000000000000000000000000000000000' }],
  ['a shorter secret', { authorization: 'Bearer 0' }],
])('refuses a plugin with %s', async (_name, headers) => {
  const app = await startHandover();

  const { status, body } = await app.ask(jobs, { headers });

  expect([status, body.code]).toEqual([401, 'UNAUTHENTICATED']);
  expect((await app.call['dcc.read'](undefined)).apps).toEqual([]);
});

test.each([
  ['a page of another site', { origin: 'https://example.org' }],
  ['a page of a file', { origin: 'null' }],
  ['a name bound to this address', { host: 'rebound.example.org' }],
  ['another name of this computer', { host: 'localhost' }],
])('refuses %s, even with the secret', async (_name, headers) => {
  const app = await startHandover();

  const { status, body } = await app.ask(jobs, { headers });

  expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
  expect((await app.call['dcc.read'](undefined)).apps).toEqual([]);
});

test('answers no preflight of a page', async () => {
  const app = await startHandover();

  const { status } = await app.ask(jobs, { method: 'OPTIONS', headers: { origin: 'https://example.org' } });

  expect(status).toBe(403);
});

test.each([
  ['/dcc/jobs?host=Maya%202&session=1&label=a', 400, 'INVALID_INPUT'],
  ['/dcc/jobs?host=unity&session=../1&label=a', 400, 'INVALID_INPUT'],
  [`/dcc/jobs?host=unity&session=${'1'.repeat(65)}&label=a`, 400, 'INVALID_INPUT'],
  ['/dcc/jobs?host=unity', 400, 'INVALID_INPUT'],
  ['/dcc', 404, 'NOT_FOUND'],
  ['/dcc/jobs/1/result', 404, 'NOT_FOUND'],
])('refuses %s', async (place, status, code) => {
  const app = await startHandover();

  const answer = await app.ask(place);

  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

test('takes no result larger than 64 KiB', async () => {
  const app = await startHandover();
  await app.takeJobs();
  const { id } = await app.call['dcc.send'](oak);
  await app.takeJobs();

  const { status, body } = await app.report(id, { ok: true, message: 'x'.repeat(70_000) });

  expect([status, body.code]).toEqual([413, 'TOO_LARGE']);
  expect((await app.call['dcc.read'](undefined)).jobs[0]?.status).toBe('importing');
});

test.each(['', '{', '[]', '{"ok":"yes"}'])('takes no result like “%s”', async (body) => {
  const app = await startHandover();
  await app.takeJobs();
  const { id } = await app.call['dcc.send'](oak);
  await app.takeJobs();

  const answer = await app.ask(`/dcc/jobs/${id}/result`, { method: 'POST', body });

  expect(answer.status).toBe(400);
});

test('takes a result once', async () => {
  const app = await startHandover();
  await app.takeJobs();
  const { id } = await app.call['dcc.send'](oak);
  await app.takeJobs();
  await app.report(id, { ok: true, message: 'Done' });

  const { status } = await app.report(id, { ok: false, message: 'No' });

  expect(status).toBe(404);
  expect((await app.call['dcc.read'](undefined)).jobs[0]).toMatchObject({ status: 'done', message: 'Done' });
});

test('takes no result of a job that nobody took', async () => {
  const app = await startHandover();
  await app.takeJobs();
  const { id } = await app.call['dcc.send'](oak);

  const { status } = await app.report(id, { ok: true, message: 'Done' });

  expect(status).toBe(404);
});

test('shows labels without marks that deceive', async () => {
  const app = await startHandover();

  await app.takeJobs('unity', '7', 'Game\u202e\n<b>dev</b>');

  expect((await app.call['dcc.read'](undefined)).apps).toEqual([
    { family: 'unity', session: '7', label: 'Game <b>dev</b>', isBusy: false },
  ]);
});

test('lives on after a request that is not HTTP', async () => {
  const app = await startHandover();

  await new Promise<void>((resolve) => {
    const socket = connect(app.note.port, '127.0.0.1', () => socket.end('nonsense\r\n\r\n'));
    socket.on('close', () => resolve());
    socket.resume();
  });

  expect((await app.ask(jobs)).status).toBe(200);
});
