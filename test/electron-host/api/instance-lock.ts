import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type SecondInstance = {
  readonly argv: readonly string[];
  readonly workingDirectory: string;
  readonly data: unknown;
};

const longestSocketPath = 107;
const sendScript = `
  const socket = require('node:net').connect(process.argv[1], () => socket.end(process.argv[2]));
  socket.resume();
  socket.on('error', () => process.exit(1));
  socket.on('close', () => process.exit(0));`;

/** Where the first instance listens: in userData, or by its hash in the temp folder when that is too long. */
export function toSocketPath(userDataFolder: string): string {
  const inUserData = path.join(userDataFolder, 'electron-host.sock');
  if (Buffer.byteLength(inUserData) <= longestSocketPath) return inUserData;
  const hash = createHash('sha256').update(userDataFolder).digest('hex').slice(0, 32);
  return path.join(tmpdir(), `electron-host-${hash}.sock`);
}

function reachFirstInstance(socketPath: string, message: SecondInstance): boolean {
  const args = ['-e', sendScript, socketPath, JSON.stringify(message)];
  const { status } = spawnSync(process.execPath, args, { timeout: 10_000, stdio: 'ignore' });
  return status === 0;
}

function listen(socketPath: string, onSecond: (message: SecondInstance) => void): Server {
  rmSync(socketPath, { force: true });
  const server = createServer((socket) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.on('end', () => onSecond(JSON.parse(text)));
  });
  server.on('error', (error) => console.error('electron-host: the single-instance socket failed', error));
  server.listen(socketPath).unref();
  return server;
}

/** A Unix socket plays Chromium's process singleton, so that two processes really meet. */
export function createInstanceLock(
  getUserDataFolder: () => string,
  onSecond: (message: SecondInstance) => void,
) {
  let server: Server | null = null;
  return {
    request: (data: unknown): boolean => {
      if (server) return true;
      const folder = getUserDataFolder();
      mkdirSync(folder, { recursive: true });
      const socketPath = toSocketPath(folder);
      const message = { argv: process.argv, workingDirectory: process.cwd(), data };
      if (reachFirstInstance(socketPath, message)) return false;
      server = listen(socketPath, onSecond);
      return true;
    },
    release: (): void => {
      server?.close();
      server = null;
    },
  };
}
