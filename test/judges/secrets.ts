import { z } from 'zod';
import { connectMcp } from '../helpers/mcp-client.ts';
import { ask, bearer, makePerson } from './people.ts';

type Place = { readonly baseUrl: string; readonly wish: object };

const Answer = z.looseObject({ downloadUrl: z.string() });
const Started = z.looseObject({ device_code: z.string() });

/** Requests that are wrong in ways that make servers write down what they were sent. */
async function sendWrongly(baseUrl: string, secret: string) {
  const json = { 'content-type': 'application/json' };
  await Promise.all([
    fetch(`${baseUrl}/api/account?access_token=${secret}`),
    fetch(`${baseUrl}/api/account?api_key=${secret}`),
    fetch(`${baseUrl}/no-such-page/${secret}`),
    fetch(`${baseUrl}/data/${secret}/table/10k/thing.obj`),
    fetch(`${baseUrl}/api/account`, { headers: bearer(`${secret}x`) }),
    fetch(`${baseUrl}/api/account`, { headers: { cookie: `lodestock=${secret}` } }),
    fetch(`${baseUrl}/api/auth/login`, { method: 'POST', headers: json, body: `{"password":"${secret}"` }),
    fetch(`${baseUrl}/api/auth/login`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: secret, password: secret }),
    }),
    fetch(`${baseUrl}/api/posters/lease`, {
      method: 'POST',
      headers: { ...json, ...bearer(secret) },
      body: '{}',
    }),
    fetch(`${baseUrl}/api-sync/status.json`, { headers: bearer(secret) }),
    fetch(`${baseUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams({ device_code: secret }) }),
    fetch(`${baseUrl}/mcp/`, { method: 'POST', headers: { ...json, ...bearer(secret) }, body: '{' }),
  ]);
}

/** Downloads as a program, a plugin, a browser and an agent do; the capabilities that they were given. */
async function downloadInEveryWay({ baseUrl, wish }: Place, person: Awaited<ReturnType<typeof makePerson>>) {
  const capabilities: string[] = [];
  const take = async (path: string, headers: Readonly<Record<string, string>>) => {
    const { body } = await ask(baseUrl, path, { headers, body: wish });
    const { downloadUrl } = Answer.parse(body);
    await (await fetch(downloadUrl)).arrayBuffer();
    capabilities.push(new URL(downloadUrl).pathname.split('/')[2] ?? '');
  };
  await take('/api/download/direct', person.callers.user);
  await take('/api/download/direct', person.callers.apiKey);
  await take('/api/plugin/download/direct', person.callers.plugin);
  for (const end of ['format/obj?lod=10k', 'all?ext=obj&lod=10k', 'textures?ext=obj&lod=10k']) {
    const headers = person.callers.session;
    const response = await fetch(`${baseUrl}/download/table/${end}`, { headers });
    await response.arrayBuffer();
    capabilities.push(new URL(response.url).pathname.split('/')[2] ?? '');
  }
  const key = String(person.callers.apiKey.authorization).slice('Bearer '.length);
  const client = await connectMcp(baseUrl);
  await client.callTool({
    name: 'download_model',
    arguments: { model_id_string: 'table', format_string: 'obj', lod_string: '10k', api_key_string: key },
  });
  await client.close();
  return capabilities;
}

/** Signs people in, charges them and makes every kind of mistake at a server; the secrets that passed through it. */
export async function passSecrets(place: Place): Promise<readonly string[]> {
  const { baseUrl } = place;
  const person = await makePerson(baseUrl, 'Keeper', place.wish);
  const capabilities = await downloadInEveryWay(place, person);
  const form = new URLSearchParams({ client_id: 'judge', scope: 'account:read' });
  const started = await fetch(`${baseUrl}/oauth/device_authorization`, { method: 'POST', body: form });
  const { device_code } = Started.parse(await started.json());
  const made = `wrong-secret-${crypto.randomUUID()}`;
  for (const secret of [...person.secrets, made]) await sendWrongly(baseUrl, encodeURIComponent(secret));
  const [, pollToken = ''] = device_code.split('.');
  return [...person.secrets, ...capabilities, pollToken, made];
}

/** Which of the secrets stand in a text, each by how it begins. */
export function findSecrets(text: string, secrets: readonly string[]): readonly string[] {
  return secrets
    .filter((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)))
    .map((secret) => `${secret.slice(0, 8)}…`);
}
