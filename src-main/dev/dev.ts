import { createServer as createNetServer } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createServer, loadConfigFromFile, mergeConfig, type Plugin } from 'vite';
import { findDataFolder } from '../../server/contract/data-folder.ts';
import { toReadable } from '../../server/contract/readable-log.ts';
import { buildIfMissing } from './build-if-stale.ts';
import { startDevApp } from './dev-app.ts';
import { devPages, moduleBase } from './dev-pages.ts';
import { hasElectronBinary, installElectron } from './electron-binary.ts';
import { hotTexts } from './hot-texts.ts';
import { openInBrowser } from './open-in-browser.ts';
import { startRestartingServer } from './restarting-server.ts';

/**
 * Serves the pages from source with hot reload, runs the server from source with restarts, and opens the app if an
 * Electron binary is installed. Arguments: --port, --no-open, --no-app, and after -- those of the app.
 */
const root = path.resolve(import.meta.dirname, '../..');
const configFile = path.join(root, 'vite.config.ts');
const serverFolder = path.join(root, 'server');
/** Milliseconds in which several saved files count as one change. */
const settleTime = 50;

const { values, positionals } = parseArgs({
  options: {
    port: { type: 'string', default: '5173' },
    'no-open': { type: 'boolean', default: false },
    'no-app': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createNetServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const bound = probe.address();
      probe.close(() => resolve(typeof bound === 'object' && bound ? bound.port : 0));
    });
  });
}

await buildIfMissing(); // posters and plugins are served as last built
const { env, platform } = process;
const serverPort = Number(env.LODESTOCK_PORT) || (await findFreePort());
const started = Promise.withResolvers<ReturnType<typeof startRestartingServer>>();

let changed: NodeJS.Timeout | undefined;
const restartServer: Plugin = {
  name: 'restart-server',
  configureServer({ watcher }) {
    watcher.add(serverFolder);
    watcher.on('all', (event, file) => {
      if (!file.startsWith(serverFolder + path.sep) || event === 'addDir') return;
      clearTimeout(changed);
      changed = setTimeout(async () => {
        console.log(`${path.relative(root, file)} changed; the server restarts.`);
        await (await started.promise).restart();
      }, settleTime);
    });
  },
};

// An object, because Vite restarts when a file that its config file imports changes, and it imports the contract.
const shared = await loadConfigFromFile({ command: 'serve', mode: 'development' }, configFile);
const vite = await createServer(
  mergeConfig(shared?.config ?? {}, {
    configFile: false,
    base: moduleBase,
    plugins: [devPages(async () => (await started.promise).settled()), hotTexts, restartServer],
    server: {
      host: '127.0.0.1',
      port: Number(values.port),
      cors: false,
      proxy: { [`^/(?!${moduleBase.slice(1)})`]: `http://127.0.0.1:${serverPort}` },
    },
  }),
);
await vite.listen();
const { port } = Object(vite.httpServer?.address());
const url = env.LODESTOCK_BASE_URL || `http://127.0.0.1:${port}`;
const dataFolder = env.LODESTOCK_DATA_DIR || findDataFolder({ platform, env, home: homedir() });

let isFirst = true;
const server = startRestartingServer({
  script: path.join(serverFolder, 'main.ts'),
  env: {
    ...(!env.LODESTOCK_LIBRARY_DIR && { LODESTOCK_DEMO: 'true' }),
    ...env,
    LODESTOCK_HOST: '127.0.0.1',
    LODESTOCK_PORT: String(serverPort),
    LODESTOCK_BASE_URL: url,
    LODESTOCK_DATA_DIR: dataFolder,
  },
  onLine: (line) => console.log(toReadable(line)),
  onUp() {
    if (!isFirst) vite.ws.send({ type: 'full-reload' });
    isFirst = false;
  },
});
started.resolve(server);

let endApp = async () => {};
let isEnding = false;
async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  clearTimeout(changed);
  await Promise.all([endApp(), server.stop(), vite.close()]);
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));

console.log(`Lodestock is at ${url}. Pages change in place; the server restarts when a file of it changes.`);
/** Returns why the app does not start; null if it can. */
async function findFault(): Promise<string | null> {
  if (values['no-app']) return 'not wanted';
  if (hasElectronBinary()) return null;
  console.log('Downloading Electron, on which the app runs (about 120 MB, once) …');
  const reason = await installElectron();
  if (reason !== null) console.log(`Electron could not be downloaded (${reason}); here are the pages alone.`);
  return reason;
}
if ((await findFault()) !== null) {
  if (!values['no-open']) openInBrowser(url);
} else {
  endApp = await startDevApp({
    ...{ configFile, serverUrl: url, args: positionals, onClosed: end },
    pageUrl: `http://127.0.0.1:${port}${moduleBase}index.html`,
    userData: path.join(dataFolder, 'dev-app'),
  });
}
