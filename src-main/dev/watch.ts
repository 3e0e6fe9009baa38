import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createBuilder, createServer } from 'vite';
import { hasElectronBinary, spawnElectron } from './electron-binary.ts';

const root = path.resolve(import.meta.dirname, '../..');
const configFile = path.join(root, 'vite.config.ts');
const rebuilt = ['main', 'preload', 'server'] as const;
const settleTime = 100;

let app: ChildProcess | null = null;
let timer: NodeJS.Timeout | undefined;
let isEnding = false;

async function endApp(): Promise<void> {
  const previous = app;
  app = null;
  if (!previous || previous.exitCode !== null) return;
  previous.kill();
  await once(previous, 'exit');
}

/** The page comes from the development server, so that changes of it show without a restart. */
async function restartApp(pageUrl: string): Promise<void> {
  await endApp();
  if (isEnding) return;
  const next = spawnElectron(process.argv.slice(2), { ...process.env, VITE_DEV_SERVER_URL: pageUrl });
  app = next;
  next.once('exit', (code) => {
    if (app === next) process.exit(code ?? 0);
  });
}

async function watchBuilds(onBuilt: () => void): Promise<void> {
  const watched = Object.fromEntries(rebuilt.map((name) => [name, { build: { watch: {} } }]));
  const builder = await createBuilder({ configFile, environments: watched, logLevel: 'warn' });
  const pending = new Set<string>(rebuilt);
  for (const name of rebuilt) {
    const environment = builder.environments[name];
    const watcher = environment && (await builder.build(environment));
    if (!watcher || !('on' in watcher)) throw new Error(`Vite does not watch ${name}.`);
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') console.error(event.error.message);
      if (event.code !== 'END') return;
      pending.delete(name);
      if (pending.size === 0) onBuilt();
    });
  }
}

if (!hasElectronBinary()) {
  console.error(
    'npm run dev needs an Electron binary: npx install-electron gets it. npm start works without.',
  );
  process.exit(1);
}
const server = await (await createServer({ configFile })).listen();
const pageUrl = server.resolvedUrls?.local[0];
if (!pageUrl) throw new Error('The development server has no local address.');
await watchBuilds(() => {
  clearTimeout(timer);
  timer = setTimeout(() => void restartApp(pageUrl), settleTime);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isEnding = true;
    void endApp().then(() => process.exit(0));
  });
