import { open } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '../../server/contract/errors.ts';
import { toReadable } from '../../server/contract/readable-log.ts';
import type { OwnServer, Settings } from '../platform/ipc/contract.ts';
import type { FeatureHandlers } from '../platform/ipc/handlers.ts';
import { Restored } from '../platform/ipc/server-contract.ts';
import type { Desktop } from '../platform/kernel.ts';
import type { SettingsStore } from '../platform/settings/settings.ts';
import { messageOf } from '../platform/storage/disk-errors.ts';
import { type Log, toShareable } from '../platform/storage/log.ts';
import type { Places } from '../platform/storage/places.ts';
import type { ServerConnection } from '../server-connection/connection.ts';
import { type CommandResult, type RunCommand, readCheck } from '../server-connection/run-command.ts';
import type { Share } from '../server-connection/server-environment.ts';
import { type ListAddresses, pickAddress, refuseInternet } from './addresses.ts';
import { createBackups } from './backups.ts';
import { measureStorage } from './storage-use.ts';

const mostLogBytes = 256 * 1024;
const mostLogLines = 300;

/** Reads the last lines of a log, oldest first; empty without a file. */
async function readLogEnd(file: string): Promise<string[]> {
  const handle = await open(file).catch(() => null);
  if (handle === null) return [];
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - mostLogBytes);
    const buffer = Buffer.alloc(size - from);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    // The first line may be incomplete.
    return lines
      .slice(from > 0 ? 1 : 0)
      .filter((line) => line !== '')
      .slice(-mostLogLines);
  } finally {
    await handle.close();
  }
}

type OwnServerOptions = {
  readonly settings: SettingsStore;
  readonly connection: Pick<ServerConnection, 'read' | 'restart' | 'whileStopped'>;
  readonly places: Pick<Places, 'serverData' | 'serverLog'>;
  readonly listAddresses: ListAddresses;
  readonly run: RunCommand;
  readonly desktop: Pick<Desktop, 'chooseFolder' | 'chooseFile' | 'showItemInFolder' | 'notify'>;
  readonly home: string;
  readonly now: () => number;
  readonly log: Log;
};

/** Milliseconds between checks of addresses and schedule. */
const tick = 15_000;

const Accounts = z.object({ accounts: z.array(z.object({ role: z.string(), isDisabled: z.boolean() })) });

function parseOutput<T>(schema: z.ZodType<T>, { code, output, errors }: CommandResult): T {
  if (code !== 0)
    throw new AppError('UNAVAILABLE', errors || 'The bundled server did not answer. Try again.');
  return schema.parse(JSON.parse(output));
}

/** Returns how others may use the bundled server; null if they may not. */
function readShare(settings: Settings, listAddresses: ListAddresses): Share | null {
  if (!settings.shareServer) return null;
  const address = pickAddress(listAddresses(), settings.shareAddress);
  return { address, isPrivate: settings.sharePrivately };
}

/** Manages the bundled server for others: sharing, backups, storage, health and log. */
export function createOwnServer(options: OwnServerOptions) {
  const { settings, connection, places, listAddresses, run, desktop, home, now, log } = options;
  const backups = createBackups({
    ...{ run, now, log },
    plan: () => ({ every: settings.read().backupEvery, folder: settings.read().backupFolder }),
    onFailure: (message) => desktop.notify('Lodestock could not back up its server', message),
  });
  /** The address that the server was started with. */
  let told: string | null = null;
  /** A different address, seen by the last check. */
  let seen: string | null = null;
  let timer: NodeJS.Timeout | null = null;

  async function hasAdmin(): Promise<boolean> {
    const { accounts } = parseOutput(Accounts, await run(['accounts', 'list', '--json']));
    return accounts.some(({ role, isDisabled }) => role === 'admin' && !isDisabled);
  }

  /** Throws unless the app uses its bundled server. */
  function requireOwn(): void {
    if (settings.read().serverUrl !== null || settings.read().ownServer === null)
      throw new AppError(
        'INVALID_INPUT',
        'The app uses another server. Choose the bundled one in Settings first.',
      );
  }

  function findObstacle(addresses: readonly string[]): string | null {
    try {
      refuseInternet(addresses);
      return addresses.length > 0 ? null : 'This computer is not on a network. Connect it to one first.';
    } catch (error) {
      return messageOf(error);
    }
  }

  /** The port is that of the local address. */
  function toPublicUrl(): string | null {
    const share = readShare(settings.read(), listAddresses);
    const { url, kind } = connection.read();
    if (share?.address == null || url === null || kind !== 'bundled') return null;
    return `http://${share.address}:${new URL(url).port}`;
  }

  async function read(): Promise<OwnServer> {
    const addresses = [...listAddresses()];
    const { last, problem } = await backups.read();
    return {
      url: toPublicUrl(),
      addresses,
      obstacle: findObstacle(addresses),
      hasAdmin: await hasAdmin().catch((error: unknown) => {
        log.warn('own-server.no-accounts', { error });
        return false;
      }),
      dataFolder: places.serverData,
      lastBackup: last,
      backupProblem: problem,
    };
  }

  async function share(isShared: boolean): Promise<OwnServer> {
    requireOwn();
    if (isShared) {
      refuseInternet(listAddresses());
      if (!(await hasAdmin()))
        throw new AppError(
          'INVALID_INPUT',
          'Create your account on this server first. It becomes the admin account, which decides who else can join.',
        );
    }
    await settings.update({ shareServer: isShared });
    return read();
  }

  /** Restarts with a new address once two checks have seen it, as networks come and go while a computer wakes up. */
  async function followAddress(): Promise<void> {
    const { serverUrl } = settings.read();
    const current = readShare(settings.read(), listAddresses);
    if (serverUrl !== null || current === null || current.address === told) {
      seen = null;
      return;
    }
    if (current.address !== seen) {
      seen = current.address;
      return;
    }
    log.info('share.moved', { from: told, to: current.address });
    await connection.restart();
  }

  async function look(): Promise<void> {
    await followAddress();
    if (settings.read().serverUrl === null && settings.read().ownServer !== null) await backups.tend();
  }

  async function restore(): Promise<Restored | null> {
    requireOwn();
    const file = await desktop.chooseFile('Choose the backup to restore', 'Backups', ['backup']);
    if (file === null) return null;
    const { code, output, errors } = await connection.whileStopped(() => run(['restore', file, '--json']));
    if (code !== 0) throw new AppError('INVALID_INPUT', errors || 'The backup could not be restored.');
    return Restored.parse(JSON.parse(output));
  }

  const handlers: FeatureHandlers<'ownServer'> = {
    'ownServer.read': read,
    'ownServer.share': ({ isShared }) => share(isShared),
    'ownServer.measure': () => measureStorage(places.serverData),
    async 'ownServer.check'() {
      return readCheck(await run(['check', '--json']), (text) => toShareable(text, home));
    },
    'ownServer.readLog': async () =>
      (await readLogEnd(places.serverLog)).map((line) => toReadable(toShareable(line, home))),
    'ownServer.showLog': () => desktop.showItemInFolder(places.serverLog),
    async 'ownServer.chooseBackupFolder'() {
      const folder = await desktop.chooseFolder(settings.read().backupFolder, 'Choose a folder for backups');
      if (folder !== null && isInside(folder, places.serverData))
        throw new AppError(
          'INVALID_INPUT',
          'This folder is inside the data folder and would be lost with it. Choose one on another disk.',
        );
      if (folder !== null) await settings.update({ backupFolder: folder });
      return read();
    },
    async 'ownServer.backUp'() {
      requireOwn();
      await backups.make();
      return read();
    },
    'ownServer.restore': restore,
  };

  return {
    handlers,
    /** Called when the server starts, with the address for others. */
    readShare(): Share | null {
      const current = readShare(settings.read(), listAddresses);
      told = current?.address ?? null;
      return current;
    },
    staysWithoutWindow(): boolean {
      const { shareServer, serverUrl } = settings.read();
      if (!shareServer || serverUrl !== null) return false;
      desktop.notify(
        'Lodestock is still running',
        'Others may be using its server. Open Lodestock again to see it; choose Quit in its menu to stop it.',
      );
      return true;
    },
    start() {
      const again = () => look().catch((error: unknown) => log.error('own-server.look-failed', { error }));
      timer = setInterval(again, tick);
      timer.unref();
    },
    stop() {
      if (timer !== null) clearInterval(timer);
    },
    look,
  };
}

function isInside(place: string, folder: string): boolean {
  const relative = path.relative(folder, place);
  return relative === '' || !(relative.startsWith('..') || path.isAbsolute(relative));
}
