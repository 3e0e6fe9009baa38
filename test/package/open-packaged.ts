import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright';

/** Where a started app listens for a debugger. */
async function findDebugger(stderr: NodeJS.ReadableStream): Promise<string> {
  const said: string[] = [];
  for await (const line of createInterface({ input: stderr })) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
    said.push(line);
  }
  throw new Error(`The app ended before it listened for a debugger. ${said.slice(-5).join(' ')}`);
}

/**
 * Starts a packaged app as people get it, by the door that its fuses leave open, a port for debugging, and resolves with its
 * window's page.
 */
export async function openPackaged(
  executable: string,
  data: string,
  env: Readonly<Record<string, string>>,
  user: { readonly uid?: number; readonly gid?: number } = {},
  args: readonly string[] = [],
) {
  const app = spawn(executable, [...args, `--user-data-dir=${data}`, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
    detached: true,
    ...user,
  });
  const exited = once(app, 'exit');
  /** The program may be a script around the app. */
  const signal = (name: NodeJS.Signals) => {
    if (app.pid !== undefined && app.exitCode === null && app.signalCode === null)
      process.kill(-app.pid, name);
  };
  const kill = async () => {
    signal('SIGKILL');
    await exited;
  };
  try {
    const address = await findDebugger(app.stderr);
    app.stderr.resume();
    const browser = await chromium.connectOverCDP(address);
    const [context] = browser.contexts();
    if (context === undefined) throw new Error('The app has no window.');
    const page = context.pages()[0] ?? (await context.waitForEvent('page', { timeout: 240_000 }));
    return {
      ...{ page, kill, pid: app.pid ?? 0 },
      /** Ends it as a person does. */
      async quit() {
        const session = await browser.newBrowserCDPSession();
        await session.send('Browser.close').catch(() => {});
        // Electron 33 may crash as it ends. Its handler then waits for a process of the sandbox that waits for the handler.
        const handler = `chrome_crashpad_handler .*${data}`;
        const stuck = setTimeout(() => spawn('pkill', ['-KILL', '-f', handler]), 30_000);
        await exited;
        clearTimeout(stuck);
      },
      exited,
    };
  } catch (error) {
    await kill();
    throw error;
  }
}
