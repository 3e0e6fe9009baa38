import { expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { callTool, connectMcp } from '../../helpers/mcp-client.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const titles = ['chair', 'table', 'lamp', 'rug'];
const server = await startTestServer({
  files: Object.assign(
    {},
    ...titles.map((title) => simpleModel(title, { guid: title, priceUsd: 2, license: 'CC0' })),
  ),
});

async function makeAgent(person: Awaited<ReturnType<typeof registerPerson>> | null = null) {
  person ??= await registerPerson(server);
  const { token } = person;
  const { body } = await server.call('createApiKey', { name: 'careful agent', asksFirst: true }, { token });
  const take = async (guid: string, lod = '10k') => {
    const client = await connectMcp(server.baseUrl);
    const answer = await callTool(client, 'download_model', {
      model_id_string: guid,
      format_string: 'obj',
      lod_string: lod,
      api_key_string: body.apiKey,
      target_string: 'the garden scene',
    });
    return answer;
  };
  const browser = await signInBrowser(server, person);
  const plans = async () => (await server.call('agentPlans', {}, { token })).body.plans;
  const decide = (planId: string, decision: 'approve' | 'deny') =>
    server.call('decideAgentPlan', { planId, decision }, browser);
  return { person, browser, key: body.apiKey, take, plans, decide };
}

test('asks a person before it spends', async () => {
  const { take, plans } = await makeAgent();

  const first = await take('chair');
  const again = await take('chair');

  expect(first.refusal).toMatchObject({ code: 'FORBIDDEN', details: { approval: 'pending' } });
  expect(again.refusal?.details).toEqual(first.refusal?.details);
  expect(await plans()).toMatchObject([
    {
      keyName: 'careful agent',
      title: 'chair',
      license: 'CC0',
      lod: '10k',
      relativePath: '10k/thing.obj',
      filesCount: 3,
      priceUsd: 2,
      target: 'the garden scene',
      status: 'pending',
    },
  ]);
});

test('spends once what a person approved', async () => {
  const { take, plans, decide } = await makeAgent();
  await take('chair');
  const [plan] = await plans();

  await decide(plan?.id ?? '', 'approve');
  const paid = await take('chair');
  const owned = await take('chair');
  const other = await take('table');

  expect(paid.content).toMatchObject({ charged_usd_number: 2, balance_remaining_usd_number: 98 });
  expect(owned.content).toMatchObject({ charged_usd_number: 0 });
  expect(other.refusal).toMatchObject({ details: { approval: 'pending' } });
  expect((await plans()).map(({ title, status }) => `${title} ${status}`).sort()).toEqual([
    'chair used',
    'table pending',
  ]);
});

test('takes no for an answer', async () => {
  const { take, plans, decide } = await makeAgent();
  await take('chair');
  const [plan] = await plans();

  await decide(plan?.id ?? '', 'deny');
  const { refusal } = await take('chair');

  expect(refusal).toMatchObject({ code: 'FORBIDDEN', details: { approval: 'denied' } });
});

test('needs no approval for free or owned', async () => {
  const { person, take } = await makeAgent();
  const rug = { guid: 'rug', format: 'obj', lod: '10k' };
  await server.call('agentDirect', rug, { token: person.token });

  const free = await take('lamp', '1k');
  const owned = await take('rug');

  expect([free.refusal, owned.refusal]).toEqual([null, null]);
});

test('holds the HTTP route to the same rule', async () => {
  const { key, plans } = await makeAgent();
  const lamp = { guid: 'lamp', format: 'obj', lod: '10k' };

  const { error, status } = await server.call('agentDirect', lamp, { token: key });

  expect(status).toBe(403);
  expect(error.details).toMatchObject({ approval: 'pending' });
  expect(await plans()).toHaveLength(1);
});

test('an approval is for one file, and ends', async () => {
  const { take, plans, decide, key } = await makeAgent();
  await take('chair');
  const [plan] = await plans();
  await decide(plan?.id ?? '', 'approve');
  const texture = { guid: 'chair', format: 'png', lod: '10k' };

  const other = await server.call('agentDirect', texture, { token: key });
  server.advance(limits.agentPlans.lifetime + 1);
  const late = await take('chair');

  expect(other.error.details).toMatchObject({ approval: 'pending' });
  expect(late.refusal).toMatchObject({ details: { approval: 'pending' } });
});

test('lets nobody but the owner in a browser decide', async () => {
  const owner = await signInPlugin(server, ['download:direct', 'account:read']);
  const { take, plans, key, browser } = await makeAgent(owner);
  await take('chair');
  const planId = (await plans())[0]?.id ?? '';
  const stranger = await signInBrowser(server, await registerPerson(server));
  const { cookie } = browser.headers;
  const callers = {
    apiKey: { token: key },
    plugin: { token: owner.appToken },
    program: { token: owner.token },
    browserWithoutCsrf: { headers: { cookie } },
    stranger,
  };

  const refused = Object.entries(callers).map(async ([name, caller]) => {
    const { status } = await server.call('decideAgentPlan', { planId, decision: 'approve' }, caller);
    return [name, status];
  });

  expect(Object.fromEntries(await Promise.all(refused))).toEqual({
    apiKey: 403,
    plugin: 403,
    program: 403,
    browserWithoutCsrf: 403,
    stranger: 404,
  });
  expect((await take('chair')).refusal).not.toBeNull();
});

test('lets an app show what waits', async () => {
  const owner = await signInPlugin(server, ['download:direct']);
  const { take } = await makeAgent(owner);
  await take('chair');

  const { body } = await server.call('agentPlans', {}, { token: owner.appToken });

  expect(body.plans).toMatchObject([{ title: 'chair', status: 'pending' }]);
});

test('refuses a decision nobody waits for', async () => {
  const { take, plans, decide } = await makeAgent();
  await take('chair');
  const [plan] = await plans();
  await decide(plan?.id ?? '', 'deny');

  const { error } = await decide(plan?.id ?? '', 'approve');

  expect(error.code).toBe('SESSION_EXPIRED');
});
