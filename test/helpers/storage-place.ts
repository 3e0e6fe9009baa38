import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { person } from './data-place.ts';
import { makeLibraryFolder, simpleModel } from './library-folder.ts';
import { makeFolder } from './make-folder.ts';
import { withPrices } from './with-prices.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Whether this machine lets a test mount a small private file system. */
const asRoot = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--map-root-user'];
export const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', [...asRoot, 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;
export const mountNote = canMount ? '' : ' (skipped: no small file system can be mounted here)';

type LogLine = {
  readonly level: number;
  readonly event?: string;
  readonly reason?: string;
  readonly msg?: string;
};

type Options = {
  /** A separate file system and of so many bytes for the data folder; the usual one when absent. */
  readonly diskBytes?: number;
  /** Files that it may still open once it listens; SIGUSR2 gives it the others back. */
  readonly openFiles?: number;
  readonly environment?: Readonly<Record<string, string>>;
};

/** Put before a command, which then sees a file system of so many bytes at `folder`; `first` is done to it before. */
export const inOwnDisk = (folder: string, bytes: number, first = 'true'): readonly string[] => {
  const mount = `mount -t tmpfs -o size=${bytes},mode=700 tmpfs '${folder}' && ${first} && exec "$@"`;
  return ['unshare', ...asRoot, 'sh', '-c', mount, 'sh'];
};

/** The command that runs the server: in a namespace with its own disk, or with fewer open files. */
function toCommand(dataDir: string, { diskBytes, openFiles }: Options): readonly string[] {
  const server = [process.execPath, path.join(root, 'dist/server/main.js')];
  if (diskBytes !== undefined) return [...inOwnDisk(dataDir, diskBytes), ...server];
  if (openFiles === undefined) return server;
  return ['sh', '-c', 'ulimit -n 256 && exec "$@"', 'sh', ...server];
}

/** A data folder and a library, removed after the test, and a server on them whose log is read. */
export function makeStoragePlace(options: Options = {}) {
  const dataDir = makeFolder();
  const library = makeLibraryFolder(simpleModel('table', { guid: 'table', priceUsd: 2 }));
  return {
    dataDir,
    library,
    /** `more`: variables of its environment that are known only now. */
    serve: (more: Readonly<Record<string, string>> = {}) =>
      serve(dataDir, library.folder, { ...options, environment: { ...options.environment, ...more } }),
  };
}

async function serve(dataDir: string, libraryDir: string, options: Options) {
  const [program = '', ...args] = toCommand(dataDir, options);
  const child = spawn(program, args, {
    env: {
      ...process.env,
      ...withPrices,
      LODESTOCK_FIRST_REGISTRATION: 'open',
      LODESTOCK_DATA_DIR: dataDir,
      LODESTOCK_LIBRARY_DIR: libraryDir,
      LODESTOCK_PORT: '0',
      LODESTOCK_POSTERS: 'off',
      LODESTOCK_LEVELS: 'off',
      LODESTOCK_BLENDER: 'off',
      LODESTOCK_QUIET_SECONDS: '0',
      ...(options.openFiles !== undefined && {
        HOLD_ALL_BUT: String(options.openFiles),
        NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'hold-descriptors.mjs')}`,
      }),
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  const lines: LogLine[] = [];
  const listening = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text);
    lines.push(line);
    if (line.event === 'listening') listening.resolve(line.baseUrl);
  });
  child.once('exit', () => listening.reject(new Error('The server ended before it listened.')));
  const baseUrl = await listening.promise;
  return {
    child,
    baseUrl,
    lines,
    /** What the log says of storage: its level and the reason. */
    told: () => lines.flatMap(({ event, level, reason }) => (event === 'storage' ? [[level, reason]] : [])),
    /** The data folder as the server sees it, in its own namespace. */
    place: (name: string) => path.join(`/proc/${child.pid}/root`, dataDir, name),
    ...createCalls(baseUrl),
  };
}

type StorageAnswer = {
  readonly status: number;
  readonly retryAfter: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of a body, it also asserts
  readonly body: any;
};

function createCalls(baseUrl: string) {
  const ask = async (address: string, init: RequestInit = {}): Promise<StorageAnswer> => {
    const response = await fetch(`${baseUrl}${address}`, init);
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, retryAfter, body: await response.json() };
  };
  const send = (address: string, body: unknown, token = '') =>
    ask(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  return {
    ask,
    send,
    register: (email = person.email) => send('/api/auth/register', { ...person, email }),
    buy: (token: string, guid = 'table') =>
      send('/api/download/direct', { guid, format: 'obj', lod: '10k', relativePath: '10k/thing.obj' }, token),
    balance: async (token: string) =>
      (await ask('/api/account/balance', { headers: { authorization: `Bearer ${token}` } })).body.balanceUsd,
    /** Asks again until the answer has this status. */
    async until(address: string, status: number): Promise<StorageAnswer> {
      for (;;) {
        const answer = await ask(address);
        if (answer.status === status) return answer;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async untilModels(count: number): Promise<void> {
      for (;;) {
        const { body } = await ask('/api-embeddings/browse');
        if (body.total === count) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}

/** Another program that holds the write lock of a database until it is let go. */
export async function holdDatabase(file: string): Promise<() => Promise<void>> {
  const script = `
    const db = new (require('better-sqlite3'))(process.argv[1]);
    db.exec('BEGIN IMMEDIATE');
    console.log('held');
    process.stdin.on('end', () => { db.exec('ROLLBACK'); process.exit(0); }).resume();`;
  const child: ChildProcess = spawn(process.execPath, ['-e', script, file], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.stdout) await once(child.stdout, 'data');
  return async () => {
    child.stdin?.end();
    await exited;
  };
}

/** Writes until the disk of `folder` takes no more; removing the file it made frees the space. */
export function fillDisk(folder: string): { readonly free: () => void } {
  const file = path.join(folder, 'filling');
  for (const size of [1024 * 1024, 4096, 1]) {
    const bytes = Buffer.alloc(size);
    try {
      for (;;) writeFileSync(file, bytes, { flag: 'a' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
  return { free: () => rmSync(file) };
}

/** Copies a model of the library under other names. */
export function copyModels(libraryDir: string, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const name = `copied-${index}`;
    for (const [file, bytes] of Object.entries(simpleModel(name, { guid: name }))) {
      const target = path.join(libraryDir, file);
      if (!existsSync(path.dirname(target))) mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, bytes);
    }
  }
}
