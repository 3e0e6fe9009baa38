import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { callTool } from '../../helpers/mcp-client.ts';
import { until } from '../../helpers/test-site.ts';
import { externalFile, requireExternal } from '../external.ts';
import type { Judge } from '../judge.ts';
import { admin, ask, signInBrowser } from '../people.ts';
import { withServer } from '../server-on-trial.ts';

const terms = { spendingCapUsd: 3, asksFirst: false, days: 1 };
const wishFor = (guid: string) => ({
  ...{ model_id_string: `model_${guid}`, format_string: 'obj', lod_string: '10k' },
});
const Apps = z.object({ apps: z.array(z.object({ id: z.string() })) });
const Asked = z.object({ scopes: z.array(z.object({ scope: z.string() })) });

/** Follows the address that an app opens in a browser, approves it, and goes back to the app. */
async function approve(baseUrl: string, address: string, headers: Readonly<Record<string, string>>) {
  const { headers: answered } = await fetch(address, { redirect: 'manual' });
  const id = answered.get('location')?.split('/').at(-1);
  const session = `/api/apps/auth/session/${id}`;
  const scopes = Asked.parse((await ask(baseUrl, session, { headers })).body).scopes.map(
    ({ scope }) => scope,
  );
  const { body } = await ask(baseUrl, `${session}/approve`, { headers, body: { scopes, terms } });
  await fetch(String(body.continueTo));
}

/** The usual way of clients that speak stdio alone to a server elsewhere. */
export const mcpRemote: Judge = {
  name: 'mcp-remote',
  async run() {
    const missing = await requireExternal();
    if (missing) return missing;
    return withServer(async ({ baseUrl }) => {
      const home = mkdtempSync(path.join(tmpdir(), 'lodestock-mcp-remote-'));
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [externalFile('mcp-remote/dist/proxy.js'), `${baseUrl}/mcp/account`],
        env: { HOME: home, MCP_REMOTE_CONFIG_DIR: home },
        stderr: 'pipe',
      });
      let said = '';
      transport.stderr?.on('data', (data) => {
        said += data;
      });
      const addresses = () => said.match(/http:\/\/\S+\/oauth\/authorize\?\S+/g) ?? [];
      const agent = new Client({ name: 'judge', version: '1.0.0' });
      try {
        const connecting = agent.connect(transport);
        await until(() => addresses().length > 0);
        const { headers } = await signInBrowser(baseUrl, admin.email, admin.password);
        await approve(baseUrl, addresses()[0] ?? '', headers);
        await connecting;
        const paid = await callTool(agent, 'download_model', wishFor('table'));
        const over = await callTool(agent, 'download_model', wishFor('chair'));
        const { apps } = Apps.parse((await ask(baseUrl, '/api/account/apps', { headers })).body);
        const before = addresses().length;
        await ask(baseUrl, `/api/account/apps/${apps[0]?.id}`, { headers, method: 'DELETE' });
        const call = agent.listTools().then(
          () => 'answered',
          () => 'refused',
        );
        const ended = await Promise.race([
          call,
          until(() => addresses().length > before).then(() => 'asks again'),
        ]);
        const facts = {
          'It could not pay under its cap.': paid.content?.charged_usd_number === 3,
          'It paid above its cap.': over.refusal?.code === 'FORBIDDEN',
          'It goes on after it was revoked.': ended !== 'answered',
        };
        const findings = Object.entries(facts).flatMap(([finding, isFine]) => (isFine ? [] : [finding]));
        return { figures: 'sign-in, a purchase under the cap, one above it, revocation', findings };
      } finally {
        await agent.close();
        rmSync(home, { recursive: true, force: true, maxRetries: 20 });
      }
    });
  },
};
