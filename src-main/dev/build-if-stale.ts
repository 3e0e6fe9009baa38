import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '../..');
const sources = ['server', 'src-main', 'src-renderer', 'plugins', '.ci', 'package.json', 'vite.config.ts'];
const outputs = [
  'main/main.js',
  'preload/preload.cjs',
  'server/main.js',
  'renderer/index.html',
  'renderer/web.html',
  'renderer/pages.json',
  'renderer/trouble.html',
  'starters/3dsmax/update-feed.beta.json',
  'demo/made-from',
];
const lockFile = path.join(root, 'node_modules/.lodestock-build.lock');
const vite = path.join(root, 'node_modules/vite/bin/vite.js');

async function findNewest(file: string): Promise<number> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const names = await readdir(file);
  const times = await Promise.all(names.map((name) => findNewest(path.join(file, name))));
  return Math.max(found.mtimeMs, ...times); // the folder's own time changes when files are deleted
}

const toBuilt = (folder: string) => outputs.map((output) => path.join(folder, 'dist', output));

/** Returns true if an output is missing or older than any source. */
export async function isBuildStale(folder = root): Promise<boolean> {
  const built = toBuilt(folder);
  if (!built.every((output) => existsSync(output))) return true;
  const oldest = Math.min(...built.map((output) => statSync(output).mtimeMs));
  const newest = await Promise.all(sources.map((source) => findNewest(path.join(folder, source))));
  return Math.max(...newest) > oldest;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function takeLock(): boolean {
  mkdirSync(path.dirname(lockFile), { recursive: true });
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const owner = existsSync(lockFile) ? Number(readFileSync(lockFile, 'utf8')) : 0;
    if (owner > 0 && !isAlive(owner)) rmSync(lockFile, { force: true });
    return false;
  }
}

async function build(): Promise<void> {
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    // Set even in tests, whose `NODE_ENV` would select React's development build.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The build failed with exit code ${code}; what is wrong stands above.`);
}

/** Builds every process of the app if a source is newer than its output. Concurrent callers share one build. */
export async function buildIfStale(): Promise<void> {
  if (!existsSync(vite) || !(await isBuildStale())) return; // a packaged copy has no builder
  while (!takeLock()) await delay(200);
  try {
    if (!(await isBuildStale())) return;
    console.error('Building the app, as its sources have changed …');
    await build();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

/** Builds everything if an output is missing. */
export async function buildIfMissing(): Promise<void> {
  if (!toBuilt(root).every((output) => existsSync(output))) await buildIfStale();
}

if (import.meta.main) await buildIfStale();
