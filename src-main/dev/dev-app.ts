import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createBuilder } from 'vite';
import { spawnElectron } from './electron-binary.ts';

const rebuilt = ['main', 'preload'] as const;
const settleTime = 50;

type Options = {
  readonly configFile: string;
  readonly args: readonly string[];
  /** The window's page on the development server, and the server that the app connects to first. */
  readonly pageUrl: string;
  readonly serverUrl: string;
  readonly userData: string;
  readonly onClosed: (code: number) => unknown;
};

/** Builds the main process and the preload, again after each change. */
async function watchBuilds(configFile: string, onBuilt: () => void): Promise<() => Promise<void>> {
  const watched = Object.fromEntries(rebuilt.map((name) => [name, { build: { watch: {} } }]));
  const builder = await createBuilder({ configFile, environments: watched, logLevel: 'warn' });
  const pending = new Set<string>(rebuilt);
  const closers: (() => Promise<void>)[] = [];
  for (const name of rebuilt) {
    const environment = builder.environments[name];
    const watcher = environment && (await builder.build(environment));
    if (!watcher || !('on' in watcher)) throw new Error(`Vite does not watch ${name}.`);
    closers.push(() => watcher.close());
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') console.error(event.error.message);
      if (event.code !== 'END') return;
      pending.delete(name);
      if (pending.size === 0) onBuilt();
    });
  }
  return async () => {
    await Promise.all(closers.map((close) => close()));
  };
}

async function endApp(app: ChildProcess | null): Promise<void> {
  if (!app || app.exitCode !== null || app.signalCode !== null) return;
  app.removeAllListeners('exit');
  const exited = once(app, 'exit');
  app.kill();
  await exited;
}

/** Starts the app next to the pages. The window hot-reloads; a change of main process or preload restarts the app. */
export async function startDevApp(options: Options): Promise<() => Promise<void>> {
  const { configFile, args, pageUrl, serverUrl, userData, onClosed } = options;
  const settings = path.join(userData, 'settings.json');
  if (!existsSync(settings)) {
    mkdirSync(userData, { recursive: true });
    writeFileSync(settings, JSON.stringify({ version: 1, serverUrl }));
  }
  let app: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isEnding = false;

  async function restart(): Promise<void> {
    const previous = app;
    app = null;
    await endApp(previous);
    if (isEnding) return;
    const next = spawnElectron([`--user-data-dir=${userData}`, ...args], {
      ...process.env,
      VITE_DEV_SERVER_URL: pageUrl,
    });
    app = next;
    next.once('exit', (code) => onClosed(code ?? 0));
  }

  const closeBuilds = await watchBuilds(configFile, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void restart(), settleTime);
  });
  return async () => {
    isEnding = true;
    clearTimeout(timer);
    await Promise.all([endApp(app), closeBuilds()]);
  };
}
