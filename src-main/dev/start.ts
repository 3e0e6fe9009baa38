import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { readListeningLine } from '../server-connection/server-child.ts';
import { buildIfStale } from './build-if-stale.ts';
import { findDataFolder } from './data-folder.ts';
import { hasElectronBinary, spawnElectron } from './electron-binary.ts';
import { openInBrowser } from './open-in-browser.ts';

const root = path.resolve(import.meta.dirname, '../..');

function startServer(): ChildProcess {
  const { env, platform } = process;
  const server = spawn(process.execPath, [path.join(root, 'server/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      LODESTOCK_DATA_DIR: findDataFolder({ platform, env }),
      ...(!env.LODESTOCK_LIBRARY_DIR && { LODESTOCK_DEMO: 'true' }),
      ...env,
    },
  });
  const lines = createInterface({ input: server.stdout });
  lines.on('line', (line) => {
    console.log(line);
    const url = readListeningLine(line);
    if (!url) return;
    console.log(`Lodestock is at ${url.href}`);
    openInBrowser(url.href);
  });
  return server;
}

await buildIfStale();
const hasBinary = hasElectronBinary();
if (!hasBinary)
  console.log(
    'No Electron binary is installed (npx install-electron gets it), so the same app opens from its server in your browser.',
  );
const child = hasBinary ? spawnElectron(process.argv.slice(2)) : startServer();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const [code] = await once(child, 'exit');
process.exitCode = typeof code === 'number' ? code : 1;
