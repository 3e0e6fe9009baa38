import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from './site/axe.ts';
import { describeServerPages } from './site/server-pages.ts';

/** Where the agent listens for the answer, on the computer of the person. */
const agent = createServer((_request, response) => response.end('You can close this tab.'));
let returnAddress = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => agent.listen(0, '127.0.0.1', resolve));
  const bound = agent.address();
  returnAddress = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/callback`;
});
afterAll(() => void agent.close());

describeServerPages('an agent that signs in, on a real server', ({ share }) => {
  const openShared = share();
  async function openRequest() {
    const { server, page } = await openShared();
    await server.change('DELETE FROM sign_in');
    const registered = await fetch(`${server.baseUrl}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Scene builder', redirect_uris: [returnAddress] }),
    });
    const { client_id } = await registered.json();
    const query = new URLSearchParams({
      ...{ client_id, response_type: 'code', redirect_uri: returnAddress, state: 'abc' },
      ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' },
    });
    await page.goto(`${server.baseUrl}/oauth/authorize?${query}`);
    await page.getByRole('heading', { name: 'Allow Scene builder to use your account?' }).waitFor();
    const readTerms = async () => {
      const [row] = await server.rows<{ terms: string }>('SELECT terms FROM sign_in');
      return JSON.parse(row?.terms ?? 'null');
    };
    return { page, readTerms };
  }

  test('gets what the person chose, at its own address', async () => {
    const { page, readTerms } = await openRequest();
    const text = await page.getByRole('main').innerText();
    const faults = await findViolations(page);

    await page.getByLabel('Spending cap in US dollars').fill('2.50');
    await page.getByLabel('Ask me before each charge').uncheck();
    await page.getByLabel('Signed in for').selectOption('7 days');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL(/callback\?code=.+&state=abc/);

    expect(text).toContain(new URL(returnAddress).host);
    expect(text).toContain('itself only');
    expect(faults).toEqual([]);
    expect(await readTerms()).toEqual({ spendingCapUsd: 2.5, asksFirst: false, days: 7 });
  });

  test('is told of a denial', async () => {
    const { page } = await openRequest();

    await page.getByRole('button', { name: 'Deny' }).click();

    await page.waitForURL(/callback\?error=access_denied/);
  });

  test('gets nothing for a cap that is no amount', async () => {
    const { page, readTerms } = await openRequest();

    await page.getByLabel('Spending cap in US dollars').fill('lots');
    await page.getByRole('button', { name: 'Approve' }).click();

    await page.getByText('The spending cap is not an amount.').waitFor();
    expect(await readTerms()).toBeNull();
  });
});
