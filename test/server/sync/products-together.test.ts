import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type FakeHost, fakeProduct, startFakeHost } from '../../helpers/fake-host.ts';
import { startTestSite, until } from '../../helpers/test-site.ts';

const guids = Array.from({ length: 8 }, (_, index) => `m${index}`);

async function startFilledHost() {
  const host = await startFakeHost();
  for (const guid of guids) host.put(fakeProduct(guid, 1));
  return host;
}

type Answer = (wanted: readonly string[]) => readonly unknown[];

/** Lets a host answer for several products at once; what it was asked for each time. */
function answerTogether(host: FakeHost, answer: Answer) {
  const asked: string[][] = [];
  host.reply('products', async (request: IncomingMessage, response: ServerResponse) => {
    const { guids: wanted }: { guids: string[] } = JSON.parse(await text(request));
    asked.push(wanted);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok: true, products: answer(wanted) }));
  });
  return asked;
}
const asksAlone = (host: FakeHost) => host.asked.filter((path) => path.startsWith('product/'));
const takesAll = async (host: FakeHost) => {
  const site = await startTestSite([host]);
  await until(() => Object.keys(site.models()).length === guids.length);
  return site;
};

test('asks for the products of a page in one request', async () => {
  const host = await startFilledHost();
  const asked = answerTogether(host, (wanted) => wanted.map(host.describe));

  await takesAll(host);

  expect(asked).toEqual([guids]);
  expect(asksAlone(host)).toEqual([]);
});

test('asks again for those that a long answer left out', async () => {
  const host = await startFilledHost();
  const asked = answerTogether(host, (wanted) => wanted.slice(0, 3).map(host.describe));

  await takesAll(host);

  expect(asked).toEqual([guids, guids.slice(3), guids.slice(6)]);
});

test('asks for one after the other where a host answers no other way, and soon not in vain', async () => {
  const host = await startFilledHost();
  const site = await takesAll(host);
  const together = () => host.asked.filter((path) => path === 'products').length;

  for (const guid of guids) host.put(fakeProduct(guid, 2));
  await until(() => guids.every((guid) => site.models()[guid] === 2));

  expect(together()).toBe(1);
  expect(asksAlone(host)).toEqual(expect.arrayContaining(guids.map((guid) => `product/${guid}`)));
});

test.each<[string, Answer]>([
  ['nothing', () => []],
  ['more than asked for', (wanted) => [...wanted, 'more'].map(() => null)],
])('asks for each by itself where the answer about several is %s', async (_, answer) => {
  const host = await startFilledHost();
  answerTogether(host, answer);

  const site = await takesAll(host);

  expect(site.problems()).toEqual([]);
});

test('takes the others in where one of several is wrong', async () => {
  const host = await startFilledHost();
  answerTogether(host, (wanted) =>
    wanted.map((guid) =>
      guid === 'm3' ? { guid, version: 'none' } : guid === 'm4' ? null : host.describe(guid),
    ),
  );
  const site = await startTestSite([host]);

  await until(() => Object.keys(site.models()).length === guids.length - 2 && site.problems().length === 2);

  expect(site.problems().map(({ reason }) => reason)).toEqual([
    expect.stringContaining('The product m3 of the file host'),
    expect.stringContaining('is announced, and not there'),
  ]);
});
