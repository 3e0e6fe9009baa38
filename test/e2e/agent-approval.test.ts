import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { callTool, connectMcp } from '../helpers/mcp-client.ts';
import { note, reason, type Stage, setStage } from './failure-stage.ts';
import { patience, person } from './walk.ts';

let stage: Stage;
beforeAll(async () => {
  if (reason === null) stage = await setStage();
});
afterEach(() => stage?.clear());
afterAll(() => stage?.close());

/** An agent whose key asks first, and what it wants. */
async function makeAgent() {
  const { server } = stage;
  const { token } = (await server.call('login', person)).body;
  const key = await server.call('createApiKey', { name: 'Scene builder', asksFirst: true }, { token });
  const { results } = (await server.call('search', { q: 'table' })).body;
  const take = async () => {
    const client = await connectMcp(server.baseUrl, 'http', key.body.apiKey);
    const answer = await callTool(client, 'download_model', {
      model_id_string: `model_${results[0]?.guid}`,
      format_string: 'obj',
      lod_string: '10k',
      target_string: 'the dining room',
    });
    await client.close();
    return answer;
  };
  return { take };
}

test.skipIf(reason !== null)(`leads from the app to a yes in the browser${note}`, async () => {
  const { walk, page } = await stage.openSignedIn();
  const { take } = await makeAgent();

  const first = await take();
  await page.getByText('asks to spend $1.00 on “Table”').waitFor();
  await page.getByRole('button', { name: 'Review in browser' }).click();
  const tab = await stage.browser.newPage();
  tab.setDefaultTimeout(patience);
  await tab.goto(await walk.findOpenedLink());
  await tab.getByLabel('E-mail').fill(person.email);
  await tab.getByLabel('Password').fill(person.password);
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
  await tab.getByRole('button', { name: 'Review' }).click();
  const facts = await tab.getByRole('dialog').innerText();
  await tab.getByRole('button', { name: 'Approve $1.00' }).click();
  await tab.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('asks to spend').waitFor({ state: 'detached' });
  const second = await take();
  await tab.close();

  expect(first.refusal).toMatchObject({ code: 'FORBIDDEN', details: { approval: 'pending' } });
  expect(facts).toContain('the dining room');
  expect(second.content).toMatchObject({ charged_usd_number: 1 });
});
