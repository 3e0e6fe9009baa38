import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

export type Keyring = { readonly env: Record<string, string>; readonly stop: () => Promise<void> };

const run = promisify(execFile);
const programs = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'];

// No service folders: a bus that starts nothing on its own cannot start a second, locked keyring.
const busConfiguration = (folder: string): string => `<!DOCTYPE busconfig PUBLIC
  "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${folder}/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/>
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

function isOnPath(program: string): boolean {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Windows and macOS have a keychain of their own, which is open where somebody is signed in. */
const hasOwnKeychain = process.platform === 'win32' || process.platform === 'darwin';

/** Why startKeyring would give null, as words for the name of a skipped test; null when it can start. */
export function whyNoKeyring(): string | null {
  if (hasOwnKeychain) return null;
  const missing = programs.filter((program) => !isOnPath(program));
  return missing.length === 0 ? null : `${missing.join(' and ')} not installed`;
}

async function startBus(folder: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const configuration = path.join(folder, 'bus.conf');
  writeFileSync(configuration, busConfiguration(folder));
  const bus = spawn('dbus-daemon', [`--config-file=${configuration}`, '--print-address', '--nofork'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const isListening = once(createInterface(bus.stdout), 'line');
  const isOver = once(bus, 'exit').then(([code]) => {
    throw new Error(`dbus-daemon ended with ${code} before it listened.`);
  });
  isOver.catch(() => {});
  await Promise.race([isListening, isOver]);
  return bus;
}

function startDaemon(env: NodeJS.ProcessEnv): ChildProcess {
  const args = ['--unlock', '--components=secrets', '--foreground'];
  const daemon = spawn('gnome-keyring-daemon', args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
  daemon.stdin?.end('a password for tests only');
  return daemon;
}

async function hasUnlockedCollection(env: NodeJS.ProcessEnv): Promise<boolean> {
  const secrets = ['--dest=org.freedesktop.secrets', '/org/freedesktop/secrets'];
  const ask = ['org.freedesktop.Secret.Service.ReadAlias', 'string:default'];
  const answer = await run('dbus-send', ['--session', '--print-reply', ...secrets, ...ask], { env }).catch(
    () => null,
  );
  return answer?.stdout.includes('/org/freedesktop/secrets/collection/') ?? false;
}

async function waitForCollection(daemon: ChildProcess, env: NodeJS.ProcessEnv): Promise<void> {
  const deadline = Date.now() + 600_000;
  while (!(await hasUnlockedCollection(env))) {
    if (daemon.exitCode !== null) throw new Error(`gnome-keyring-daemon ended with ${daemon.exitCode}.`);
    if (Date.now() > deadline) throw new Error('gnome-keyring-daemon offers no unlocked collection.');
    await wait(25);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const hasExited = once(child, 'exit');
  child.kill('SIGTERM');
  await hasExited;
}

function createPrivateFolders(): { readonly folder: string; readonly env: Record<string, string> } {
  const folder = mkdtempSync(path.join(tmpdir(), 'keyring-'));
  const env = {
    XDG_DATA_HOME: path.join(folder, 'data'),
    XDG_RUNTIME_DIR: path.join(folder, 'run'),
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/bus`,
  };
  mkdirSync(env.XDG_DATA_HOME, { mode: 0o700 });
  mkdirSync(env.XDG_RUNTIME_DIR, { mode: 0o700 });
  return { folder, env };
}

/**
 * Starts a private session bus with an unlocked, empty gnome-keyring; `env` leads a process to it.
 * Null when the programs are not installed: whyNoKeyring names them.
 */
export async function startKeyring(): Promise<Keyring | null> {
  if (whyNoKeyring() !== null) return null;
  if (hasOwnKeychain) return { env: {}, stop: async () => {} };
  const { folder, env } = createPrivateFolders();
  const children: ChildProcess[] = [];
  const killAll = (): void => children.forEach((child) => void child.kill('SIGKILL'));
  process.once('exit', killAll);
  const stop = async (): Promise<void> => {
    for (const child of children.toReversed()) await end(child);
    process.off('exit', killAll);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const fullEnv = { ...process.env, ...env };
    children.push(await startBus(folder, fullEnv));
    const daemon = startDaemon(fullEnv);
    children.push(daemon);
    await waitForCollection(daemon, fullEnv);
  } catch (error) {
    await stop();
    throw error;
  }
  return { env, stop };
}
