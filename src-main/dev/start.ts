import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { isGrave, toReadable } from '../../server/contract/readable-log.ts';
import { readListeningLine } from '../server-connection/server-child.ts';
import { buildIfStale } from './build-if-stale.ts';
import { hasElectronBinary, installElectron, spawnElectron } from './electron-binary.ts';
import { openInBrowser } from './open-in-browser.ts';

/** Opens the app and passes it the arguments; --browser opens the app's server in the browser instead. */
const root = path.resolve(import.meta.dirname, '../..');
const args = process.argv.slice(2).filter((argument) => argument !== '--browser');
const wantsBrowser = process.argv.includes('--browser');
/** An app that fails within this many milliseconds counts as not opened. */
const opening = 10_000;

function startServer(): ChildProcess {
  const { env } = process;
  const server = spawn(process.execPath, [path.join(root, 'server/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...(!env.LODESTOCK_LIBRARY_DIR && { LODESTOCK_DEMO: 'true' }),
      ...env,
    },
  });
  const lines = createInterface({ input: server.stdout });
  lines.on('line', (line) => {
    const url = readListeningLine(line);
    if (url !== null) {
      console.log(`Lodestock is at ${url.href} until you press Ctrl+C here.`);
      openInBrowser(url.href);
    } else if (env.LODESTOCK_LOG_LEVEL || isGrave(line)) console.log(toReadable(line));
  });
  return server;
}

/** Runs a process until it exits, and forwards signals. Resolves with its exit code and whether a signal came. */
async function run(child: ChildProcess): Promise<{ readonly code: number; readonly isAsked: boolean }> {
  let isAsked = false;
  const forward = (signal: NodeJS.Signals) => {
    isAsked = true;
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, forward);
  const [code] = await once(child, 'exit');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, forward);
  return { code: typeof code === 'number' ? code : 1, isAsked };
}

/** Returns the app's exit code; null if it could not open, after printing why. */
async function runApp(): Promise<number | null> {
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    console.log(
      'Electron refuses to run as root, so the same app opens from its server in your browser; start it as an ordinary user to get a window.',
    );
    return null;
  }
  if (!hasElectronBinary()) {
    console.log('Downloading Electron, on which the app runs (about 120 MB, once) …');
    const reason = await installElectron();
    if (reason !== null) {
      console.log(
        `Electron could not be downloaded (${reason}), so the same app opens from its server in your browser; the next npm start tries again.`,
      );
      return null;
    }
  }
  const start = performance.now();
  const { code, isAsked } = await run(spawnElectron(args));
  if (code === 0 || isAsked || performance.now() - start > opening) return code;
  console.log(
    `Electron could not open a window (its own words stand above), so the same app opens from its server in your browser.`,
  );
  return null;
}

await buildIfStale();
const code = wantsBrowser ? null : await runApp();
process.exitCode = code ?? (await run(startServer())).code;
