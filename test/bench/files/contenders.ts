import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { findQuietPort } from '../../helpers/find-quiet-port.ts';
import { startServerChild, waitUntilReady } from '../../helpers/server-child.ts';
import { readDeployedProxy, startNginx } from '../../helpers/web-server.ts';

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const person = { email: 'files@example.org', password: 'bench password', name: 'Files' };

/** The address of everything in a topology, as a browser gets it that is signed in. */
async function askForZip(baseUrl: string, guid: string): Promise<string> {
  const { email, password } = person;
  const session = await post(`${baseUrl}/api/session`, { email, password }, { origin: baseUrl });
  const cookie = session.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const answer = await fetch(`${baseUrl}/download/${guid}/all?lod=1k`, {
    headers: { cookie },
    redirect: 'manual',
  });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`${guid} has no ZIP: ${answer.status} ${await answer.text()}`);
  return new URL(location, baseUrl).href;
}

async function createAsker(baseUrl: string) {
  const { token } = await (await post(`${baseUrl}/api/auth/register`, person)).json();
  return async (guid: string, relativePath: string): Promise<string> => {
    const authorization = `Bearer ${token}`;
    const answer = await post(`${baseUrl}/api/download/direct`, { guid, relativePath }, { authorization });
    return (await answer.json()).downloadUrl;
  };
}

/** All servers over the same folder: ours, nginx with the documented lines and next to them the files, and Node's usual ones. */
export async function startContenders(folder: string) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-contenders-'));
  const ready = path.join(scratch, 'ready');
  mkdirSync(ready);
  const ours = await startServerChild('test/bench/our-server.ts', {
    env: {
      LODESTOCK_DATA_DIR: path.join(scratch, 'data'),
      LODESTOCK_LIBRARY_DIR: folder,
      LODESTOCK_PORT: '0',
      LODESTOCK_ACCEL: 'nginx',
      LODESTOCK_LOG_LEVEL: 'warn',
    },
  });
  await waitUntilReady(ours.baseUrl);
  const anchors = await startServerChild('test/bench/files/anchor-server.ts', { args: [folder] });
  const port = await findQuietPort();
  const lines = readDeployedProxy('nginx-files.conf')
    .replace('127.0.0.1:8787', new URL(ours.baseUrl).host)
    .replace('/path/to/models', folder);
  const more = `location /plain/ { alias ${folder}/; } location /ready/ { alias ${ready}/; }`;
  const nginx = await startNginx(port, `${lines}\n${more}`);
  const directUrl = await createAsker(ours.baseUrl);
  const zipUrl = (guid: string) => askForZip(ours.baseUrl, guid);
  for (const guid of ['big', 'small']) {
    const zip = Buffer.from(await (await fetch(await zipUrl(guid))).arrayBuffer());
    writeFileSync(path.join(ready, `${guid}.zip`), zip);
  }
  const lineReader = createInterface({ input: ours.child.stdout ?? process.stdin });
  return {
    ...{ ours: ours.baseUrl, anchors: anchors.baseUrl, nginx: `http://127.0.0.1:${port}`, directUrl, zipUrl },
    pids: { ours: ours.child.pid ?? 0, anchors: anchors.child.pid ?? 0, nginx: nginx.child.pid ?? 0 },
    watchDelay: () => ours.child.kill('SIGUSR2'),
    /** The 99th percentile of our event loop's delay since the watch began, milliseconds. */
    readDelay: () =>
      new Promise<number>((resolve) => {
        lineReader.once('line', (line) => resolve(JSON.parse(line).delayP99));
        ours.child.kill('SIGUSR2');
      }),
    async stop() {
      lineReader.close();
      await Promise.all([ours.stop(), anchors.stop(), nginx.stop()]);
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
export type Contenders = Awaited<ReturnType<typeof startContenders>>;
