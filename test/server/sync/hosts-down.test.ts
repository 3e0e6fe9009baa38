import { expect, test } from 'vitest';
import { fakeProduct } from '../../helpers/fake-host.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { waitUntilReady } from '../../helpers/server-child.ts';
import { registerPerson } from '../../helpers/test-server.ts';
import { startTestHost, startTestSite, until, wish } from '../../helpers/test-site.ts';

test('follows others while one host only drips', async () => {
  const [slow, good] = [await startTestHost(), await startTestHost()];
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
  const host = await startTestHost();
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

test('starts without its hosts and follows them later', async () => {
  const host = await startTestHost();
  host.put(fakeProduct('a', 1));
  await host.stop();

  const site = await startTestSite([host]);
  await waitUntilReady(site.baseUrl);
  await until(() => site.problems().length > 0);
  await host.restart();
  await until(() => site.models().a === 1 && site.problems().length === 0);

  expect(site.models()).toEqual({ a: 1 });
});

test('tells plugins whether the host of a model answers', async () => {
  const host = await startTestHost();
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
