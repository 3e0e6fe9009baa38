import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { fakeProduct, startFakeHost } from '../../helpers/fake-host.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { registerPerson } from '../../helpers/test-server.ts';
import { startTestSite, until, wish } from '../../helpers/test-site.ts';

test('follows others while one host only drips', async () => {
  const [slow, good] = [await startFakeHost(), await startFakeHost()];
  slow.reply('status.json', (_request, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(drip));
  });
  good.put(fakeProduct('b', 1));

  const site = await startTestSite([slow, good]);
  await until(() => site.models().b === 1);
  good.put(fakeProduct('b', 2));
  await until(() => site.models().b === 2);
  await until(() => site.problems().length > 0);

  expect(site.problems()[0]?.reason).toContain('did not finish an answer within');
});

test('charges nothing while the host is down', async () => {
  const host = await startFakeHost();
  host.put(fakeProduct('a', 1));
  const site = await startTestSite([host]);
  await until(() => site.models().a === 1);
  await until(async () => (await site.call('browse', {})).body.total === 1); // the index is behind the database for a moment
  const { token } = await registerPerson(site);

  await host.stop();
  const refused = await site.call('agentDirect', wish('a'), { token });
  await until(() => site.problems().length > 0);
  const { body: found } = await site.call('browse', {});
  await host.restart();
  await until(() => site.problems().length === 0);
  const given = await site.call('agentDirect', wish('a'), { token });

  expect([refused.status, refused.error.code]).toEqual([502, 'FILE_HOST_UNAVAILABLE']);
  expect(found.total).toBe(1);
  expect(given.body).toMatchObject({ chargedUsd: 1, balanceRemainingUsd: 99 });
});

/** A site with one model of a host, and an account that asks for its file. */
async function openShop() {
  const host = await startFakeHost();
  host.put(fakeProduct('a', 1));
  const site = await startTestSite([host]);
  await until(() => site.models().a === 1);
  const { token } = await registerPerson(site);
  const buy = () => site.call('agentDirect', wish('a'), { token });
  return { host, buy };
}

test.each([
  ['404', (response: ServerResponse) => response.writeHead(404).end()],
  ['410', (response: ServerResponse) => response.writeHead(410).end()],
  ['503', (response: ServerResponse) => response.writeHead(503).end()],
  ['nothing', (response: ServerResponse) => response.destroy()],
])('charges nothing for a file to which its host answers %s', async (_what, answer) => {
  const { host, buy } = await openShop();
  host.reply('data', (_request, response) => answer(response));

  const refused = await buy();
  host.reply('data', (_request, response) => response.writeHead(200).end());
  const given = await buy();

  expect([refused.status, refused.error.code]).toEqual([503, 'UNAVAILABLE']);
  expect(refused.error.message).toContain('Nothing was charged');
  expect(given.body).toMatchObject({ chargedUsd: 1, balanceRemainingUsd: 99 });
});

test.each([
  ['knows no HEAD', (response: ServerResponse) => response.writeHead(405).end()],
  ['leads on', (response: ServerResponse) => response.writeHead(302, { location: '/elsewhere' }).end()],
])('trusts what a host has told when it %s', async (_what, answer) => {
  const { host, buy } = await openShop();
  host.reply('data', (_request, response) => answer(response));

  expect((await buy()).body).toMatchObject({ chargedUsd: 1 });
});

test('asks the host of an owned model for no file', async () => {
  const { host, buy } = await openShop();
  await buy();
  host.reply('data', (_request, response) => response.writeHead(404).end());

  expect((await buy()).body).toMatchObject({ chargedUsd: 0 });
});

test('tells plugins whether the host of a model answers', async () => {
  const host = await startFakeHost();
  host.put(fakeProduct('a', 1));
  const site = await startTestSite([host]);
  await until(() => site.models().a === 1);
  const { appToken: token } = await signInPlugin(site);
  const isAvailable = async () =>
    (await site.call('pluginFormats', { guid: 'a' }, { token })).body.fileHost.available;

  const before = await isAvailable();
  await host.stop();
  const during = await isAvailable();
  await host.restart();
  await until(isAvailable);

  expect([before, during]).toEqual([true, false]);
});
