import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { type Cdp, connectCdp } from './connect-cdp.ts';
import { findChromium } from './find-chromium.ts';

export type Chromium = {
  readonly cdp: Cdp;
  readonly endpoint: string;
  readonly close: () => Promise<void>;
  readonly kill: () => void;
};

const hint =
  'Install it (Debian and Ubuntu: apt-get install chromium) or set ELECTRON_HOST_CHROMIUM to its path.';
const ownSwitches = new Set([
  'inspect',
  'remote-debugging-port',
  'user-data-dir',
  'no-sandbox',
  'disable-features',
]);
/** Pages of the address bar, which would be loaded next to each window. */
const unseenFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

const fixedArguments = [
  '--no-sandbox',
  '--no-startup-window',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-breakpad',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-gpu',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-popup-blocking',
  '--password-store=basic',
  '--force-device-scale-factor=1',
  '--remote-debugging-port=0',
  '--remote-debugging-pipe',
];

function toArguments(profileFolder: string, switches: ReadonlyMap<string, string>): string[] {
  const fromApp = Array.from(switches)
    .filter(([name]) => !ownSwitches.has(name))
    .map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`));
  const mode = process.env.ELECTRON_HOST_HEADED ? [] : ['--headless=new'];
  // One list for what both turn off, as Chromium follows only the last.
  const off = [...unseenFeatures, switches.get('disable-features') ?? []].flat().join(',');
  const own = [`--disable-features=${off}`, `--user-data-dir=${profileFolder}`];
  return [...mode, ...fixedArguments, ...own, ...fromApp];
}

function readEndpoint(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let log = '';
    child.once('error', (error) =>
      reject(new Error(`electron-host: Chromium cannot be started (${error.message}). ${hint}`)),
    );
    child.once('exit', (code) => reject(new Error(`electron-host: Chromium ended with ${code}.\n${log}`)));
    child.stderr?.on('data', (chunk: Buffer) => {
      log = `${log}${chunk.toString()}`.slice(-20_000);
      const endpoint = /^DevTools listening on (ws:\S+)/m.exec(log)?.[1];
      if (endpoint !== undefined) resolve(endpoint);
    });
  });
}

/** Runs a Chromium without a window; it ends on its own when this process dies, however it dies. */
export async function startChromium(
  profileFolder: string,
  switches: ReadonlyMap<string, string>,
): Promise<Chromium> {
  const executable = findChromium();
  if (executable === null) throw new Error(`electron-host: no Chromium was found on PATH. ${hint}`);
  mkdirSync(profileFolder, { recursive: true });
  // Chromium quits when the DevTools pipes on descriptors 3 and 4 close, even after a SIGKILL of this process.
  const child = spawn(executable, toArguments(profileFolder, switches), {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // Else its crash reporter keeps a database in the home folder.
    env: { ...process.env, BREAKPAD_DUMP_LOCATION: profileFolder },
  });
  const hasExited = once(child, 'exit');
  hasExited.catch(() => {});
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', kill);
  const endpoint = await readEndpoint(child);
  const cdp = await connectCdp(endpoint);
  const close = async (): Promise<void> => {
    const giveUp = setTimeout(kill, 3000);
    await cdp.root.send('Browser.close').catch(() => {});
    await hasExited;
    clearTimeout(giveUp);
  };
  return { cdp, endpoint, close, kill };
}
