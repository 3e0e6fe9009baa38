import { expect, test } from 'vitest';
import { type FakeHost, fakeProduct, sendJson, startFakeHost } from '../../helpers/fake-host.ts';
import { startTestSite, until } from '../../helpers/test-site.ts';

const file = { ...Object(fakeProduct('bad', 1).files)[0] };
const withFile = (more: object) =>
  sendJson({ ok: true, product: { ...fakeProduct('bad', 1), files: [{ ...file, ...more }] } });

test.each<[string, Parameters<FakeHost['reply']>[1], RegExp]>([
  ['is another one', sendJson({ ok: true, product: fakeProduct('other', 1) }), /with the product other/],
  ['is gone', (_request, response) => void response.writeHead(404).end('{}'), /not there/],
  ['is older than announced', sendJson({ ok: true, product: fakeProduct('bad', 0.5) }), /described wrongly/],
  ['has no files', sendJson({ ok: true, product: { ...fakeProduct('bad', 1), files: [] } }), /files/],
  ['has a path that leads out', withFile({ relativePath: '10k/../../etc/passwd' }), /leads out/],
  ['has a path of a device', withFile({ relativePath: '10k/nul.obj' }), /reserved name/],
  ['has a file beside its folders', withFile({ relativePath: 'thing.obj' }), /in no topology folder/],
  ['has a file in another topology', withFile({ lod: '1k' }), /belongs to 1k/],
  ['has no sha256', withFile({ sha256: 'ABC' }), /sha256/],
  ['has a negative size', withFile({ sizeBytes: -1 }), /sizeBytes/],
  ['has a signed crc32', withFile({ crc32: -5 }), /crc32/],
  ['needs files that are not there', withFile({ needs: ['10k/none.mtl'] }), /that 10k\/thing.obj needs/],
  [
    'sends elsewhere',
    (_request, response) => void response.writeHead(301, { location: '/x' }).end(),
    /elsewhere/,
  ],
  ['fails again and again', (_request, response) => void response.writeHead(500).end(), /answered 500/],
])('leaves out a product that %s, and takes all others', async (_name, reply, reason) => {
  const host = await startFakeHost();
  host.put(fakeProduct('bad', 1));
  host.put(fakeProduct('good', 1));
  host.reply('product/bad', reply);

  const site = await startTestSite([host]);
  await until(() => site.models().good === 1 && site.problems().some(({ kind }) => kind === 'host-model'));
  const listed = site.problems().filter(({ kind }) => kind === 'host-model');
  const before = site.models();
  host.reply('product/bad', null);
  await until(() => site.models().bad === 1 && site.problems().length === 0);

  expect(listed).toMatchObject([{ path: `${host.url}/bad` }]);
  expect(listed[0]?.reason).toMatch(reason);
  expect(before).toEqual({ good: 1 });
});
