import { expect, test } from 'vitest';
import { type FakeHost, fakeProduct, sendJson, startFakeHost, syncKey } from '../../helpers/fake-host.ts';
import { startTestSite, until } from '../../helpers/test-site.ts';

const valid = { ok: true, epoch: 'first', since: 0, next: 1, head: 1, hasMore: false };
const change = { offset: 1, guid: 'a', version: 1, op: 'upsert', at: '' };

test.each<[string, string, Parameters<FakeHost['reply']>[1], RegExp]>([
  ['broken JSON', 'changes', (_request, response) => void response.end('{"ok":'), /not answer with JSON/],
  ['another form', 'status.json', sendJson({ ok: true, hostId: 7 }), /wrong status/],
  [
    'a redirect',
    'changes',
    (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    /sends elsewhere/,
  ],
  ['a refused key', 'status.json', (_request, response) => void response.writeHead(401).end(), /sync key/],
  ['an error', 'changes', (_request, response) => void response.writeHead(503).end(), /answered 503/],
  [
    'an endless answer',
    'changes',
    (_request, response) => {
      const chunk = Buffer.alloc(256 * 1024, ' ');
      const more = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', more);
      };
      response.writeHead(200);
      more();
    },
    /more than \d+ bytes/,
  ],
  [
    'a cut answer',
    'changes',
    (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{');
      response.socket?.destroySoon();
    },
    /is not responding/,
  ],
  ['endless more', 'changes', sendJson({ ...valid, next: 0, hasMore: true, changes: [] }), /never sends it/],
  [
    'more past the end',
    'changes',
    sendJson({ ...valid, hasMore: true, changes: [change] }),
    /after its last/,
  ],
  [
    'offsets that shrink',
    'changes',
    sendJson({ ...valid, next: 9, head: 9, changes: [{ ...change, offset: 5 }, change] }),
    /do not grow/,
  ],
  [
    'changes after the last one',
    'changes',
    sendJson({ ...valid, next: 7, changes: [{ ...change, offset: 7 }] }),
    /after its last/,
  ],
  ['a next before the last', 'changes', sendJson({ ...valid, next: 0, changes: [change] }), /next offset/],
  ['other changes than asked', 'changes', sendJson({ ...valid, since: 3, changes: [change] }), /since 3/],
  ['another epoch', 'changes', sendJson({ ...valid, epoch: 'other', changes: [change] }), /epoch/],
  [
    'a guid that is none',
    'changes',
    sendJson({ ...valid, changes: [{ ...change, guid: '../x' }] }),
    /wrong list/,
  ],
])('lists %s and goes on once it is cured', async (_name, path, reply, reason) => {
  const [bad, good] = [await startFakeHost(), await startFakeHost()];
  bad.put(fakeProduct('a', 1));
  good.put(fakeProduct('b', 1));
  bad.reply(path, reply);

  const site = await startTestSite([bad, good]);
  await until(() => site.problems().length > 0 && site.models().b === 1);
  const listed = site.problems();
  const before = site.models();
  bad.reply(path, null);
  await until(() => site.models().a === 1 && site.problems().length === 0);

  expect(listed).toMatchObject([{ path: bad.url, kind: 'host' }]);
  expect(listed[0]?.reason).toMatch(reason);
  expect(before).toEqual({ b: 1 });
});

test('reads a host that grows for ever to no end', async () => {
  const [endless, good] = [await startFakeHost(), await startFakeHost()];
  endless.reply('changes', (request, response) => {
    const since = Number(new URL(request.url ?? '', 'http://host').searchParams.get('since'));
    const next = since + 1;
    endless.state.head = since + 1000;
    const changes = [{ offset: next, guid: `g${next}`, version: 1, op: 'delete' }];
    const page = { epoch: 'first', since, next, head: endless.state.head, hasMore: true, changes };
    sendJson(page)(request, response);
  });

  const site = await startTestSite([endless, good]);
  await until(() => site.problems().length > 0);
  good.put(fakeProduct('b', 1));
  await until(() => site.models().b === 1);

  expect(site.problems()[0]?.reason).toContain('cannot be read completely');
});

test('is stopped by no host that changes its epoch each time', async () => {
  const [fickle, good] = [await startFakeHost(), await startFakeHost()];
  for (let index = 0; index < 150; index += 1) fickle.put(fakeProduct(`f${index}`, 1));
  good.put(fakeProduct('b', 1));
  fickle.reply('status.json', (request, response) => {
    fickle.state.epoch = `epoch ${Math.random()}`;
    sendJson({ ok: true, ...fickle.state })(request, response);
  });

  const site = await startTestSite([fickle, good]);
  await until(() => site.problems().length > 0 && site.models().b === 1);

  expect(site.problems()[0]?.reason).toContain('keeps starting over');
});

test('sends the key to nobody but its hosts', async () => {
  const [host, thief] = [await startFakeHost(), await startFakeHost()];
  host.reply(
    'status.json',
    (_request, response) =>
      void response.writeHead(307, { location: `${thief.url}/api-sync/status.json` }).end(),
  );

  const site = await startTestSite([host]);
  await until(() => site.problems().length > 0);

  expect(thief.asked).toEqual([]);
  expect(site.logged.join('')).not.toContain(syncKey);
});
