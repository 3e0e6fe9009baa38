import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { builtApp, launchElectron, launchOptions } from '../e2e/driver.ts';
import { patience } from '../e2e/walk.ts';
import { builtPages } from '../helpers/built.ts';
import { findQuietPort } from '../helpers/find-quiet-port.ts';

const page = `<!doctype html><title>Test page</title><h1>Ready</h1><script src="ui.js"></script>`;
const pageScript = `
window.heard = [];
for (const name of ['server.changed', 'action.requested', 'settings.changed'])
  window.lodestock.on(name, (...args) => window.heard.push({ name, args }));
`;
const server = `
import { createServer } from 'node:http';
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.url === '/die') process.exit(9);
  if (request.url === '/abort') process.abort();
  if (request.url.startsWith('/readyz')) return response.end('{"ok":true}');
  if (request.url.startsWith('/api-embeddings/')) return response.end(JSON.stringify({ ok: true, results: [{ url: request.url }] }));
  if (request.url === '/viewer-asset/endless/glb1k') {
    response.on('close', () => console.log('{"event":"hung up"}'));
    response.setHeader('content-type', 'model/gltf-binary');
    return void response.write('glTF');
  }
  response.writeHead(404).end('{"ok":false,"code":"NOT_FOUND","message":"No such page.","requestId":"r"}');
});
server.listen(Number(process.env.LODESTOCK_PORT), process.env.LODESTOCK_HOST, () => {
  console.log(JSON.stringify({ event: 'environment', names: Object.keys(process.env) }));
  console.log(JSON.stringify({ event: 'listening', localUrl: 'http://127.0.0.1:' + server.address().port }));
});
// As long as the real one may take to finish what runs.
const stop = () => setTimeout(() => {
  console.log(JSON.stringify({ event: 'stopped' }));
  process.exit(0);
}, Number(process.env.TZ === 'slow' ? 2500 : 0));
process.parentPort.on('message', ({ data }) => data === 'stop' && stop());
process.on('SIGTERM', stop);
`;

/** The built main process and preload, with a small page and a small server in the place of the real ones; `before` runs first. */
export function buildTestApp(before = ''): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'lodestock-app-')));
  const dist = path.join(folder, 'dist');
  for (const name of ['renderer', 'server']) mkdirSync(path.join(dist, name), { recursive: true });
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'lodestock', version: '9.8.7', type: 'module', main: 'dist/main/first.js' }),
  );
  writeFileSync(path.join(dist, 'renderer/index.html'), page);
  writeFileSync(path.join(dist, 'renderer/ui.js'), pageScript);
  cpSync(path.join(builtPages, 'trouble.html'), path.join(dist, 'renderer/trouble.html'));
  symlinkSync(path.join(builtPages, 'ui'), path.join(dist, 'renderer/ui'));
  writeFileSync(path.join(dist, 'server/main.js'), server);
  symlinkSync(path.join(builtApp, 'node_modules'), path.join(folder, 'node_modules'));
  for (const name of ['main', 'preload'])
    cpSync(path.join(builtApp, 'dist', name), path.join(dist, name), { recursive: true, dereference: true });
  writeFileSync(path.join(dist, 'main/first.js'), `${before}\nawait import('./main.js');\n`);
  return folder;
}

/** Starts Electron, and waits for its windows as long as a busy machine may need. */
export async function startElectron(options: Parameters<typeof launchElectron>[0]) {
  const electron = await launchElectron(options);
  electron.context().setDefaultTimeout(patience);
  return { electron, firstWindow: () => electron.firstWindow({ timeout: patience }) };
}

export type LaunchedApp = Awaited<ReturnType<typeof launchApp>>;

/** Runs the app as a person would, with data of its own. */
export async function launchApp(
  app: string,
  env: Readonly<Record<string, string>> = {},
  heading = 'Ready',
  args: readonly string[] = [],
  ownServer: 'demo' | null = 'demo',
) {
  const userData = mkdtempSync(path.join(tmpdir(), 'lodestock-data-'));
  // As one who chose at the first start to look around.
  if (ownServer !== null)
    writeFileSync(path.join(userData, 'settings.json'), JSON.stringify({ version: 1, ownServer }));
  // Its port stays free while the server restarts.
  const port = { version: 1, port: await findQuietPort() };
  writeFileSync(path.join(userData, 'server-port.json'), JSON.stringify(port));
  const { electron, firstWindow } = await startElectron(
    launchOptions(userData, { app, args, env: { NODE_OPTIONS: '--no-deprecation', ...env } }),
  );
  const window = await firstWindow();
  await window.getByRole('heading', { name: heading }).waitFor();
  /** Runs a call of the window; the answer is the outcome. */
  const call = (name: string, input?: unknown): Promise<unknown> =>
    window.evaluate(([called, given]) => Reflect.get(window, 'lodestock').call(called, given), [
      name,
      input,
    ] as const);
  // The window is there before the rest: `evaluate` loses its answer where garbage of the start is collected.
  if (ownServer !== null) await call('app.info');
  /** Waits until the app's own server is ready, and gives its address. */
  const waitForServer = async (): Promise<string> => {
    let url = '';
    const read = async () => {
      const { value } = Object(await call('server.read'));
      url = value.url;
      return value.status;
    };
    await expect.poll(read).toBe('ready');
    return url;
  };
  return {
    ...{ electron, window, userData, call, waitForServer },
    remove: () => rmSync(userData, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }),
  };
}
