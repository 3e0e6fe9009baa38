import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { textOf } from '../../../server/contract/sentence.ts';
import {
  createInspectionPool,
  type InspectionPool,
  type InspectionPoolOptions,
} from '../../../server/inspect/inspection-pool.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { sampleGlb, sampleGltf, sampleObj } from '../../helpers/sample-files.ts';

const folder = makeFolder();
const entry = path.join(import.meta.dirname, 'faulty-worker.ts');
let pools: InspectionPool[] = [];

afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  pools = [];
});

function createPool(options: InspectionPoolOptions = {}): InspectionPool {
  const pool = createInspectionPool({ size: 2, ...options });
  pools.push(pool);
  return pool;
}

function write(name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

function writeFaulty(fault: string): { readonly file: string; readonly sha256: string } {
  const { content } = sampleGltf({ triangles: 1 });
  const text = content.replace('{', `{"extras":"${fault}",`);
  return { file: write(`${fault}.gltf`, text), sha256: createHash('sha256').update(text).digest('hex') };
}

const objFiles = (count: number) =>
  Array.from({ length: count }, (_, index) => write(`${index}.obj`, sampleObj({ triangles: index + 1 })));

test('inspects many files in several threads', async () => {
  const pool = createPool();
  const files = objFiles(300);

  const inspections = await Promise.all(files.map((file) => pool.inspect(file, 'obj')));

  expect(inspections.map(({ triangles }) => triangles)).toEqual(files.map((_, index) => index + 1));
});

test('inspects with threads that wait for work', async () => {
  const pool = createPool();
  const files = objFiles(20);
  pool.warmUp();

  const inspections = await Promise.all(files.map((file) => pool.inspect(file, 'obj')));

  expect(inspections.map(({ triangles }) => triangles)).toEqual(files.map((_, index) => index + 1));
});

test('starts no thread once it is closed', async () => {
  const pool = createPool();
  await pool.close();

  pool.warmUp();

  await expect(pool.inspect(write('late.obj', ''), 'obj')).rejects.toThrow('the pool is closed');
});

test('inspects again after a rest', async () => {
  const pool = createPool({ size: 1 });
  const file = write('rest.glb', sampleGlb({ triangles: 9 }));

  const first = await pool.inspect(file, 'glb');
  const second = await pool.inspect(file, 'glb');

  expect(second).toEqual(first);
});

test('ends threads that have nothing to do, and starts them with the next file', async () => {
  const pool = createPool({ restMs: 0 });
  const [file = ''] = objFiles(1);
  await pool.inspect(file, 'obj');

  await expect.poll(pool.threads).toBe(0);

  expect(await pool.inspect(file, 'obj')).toMatchObject({ triangles: 1 });
});

test('rejects with the code of the file system', async () => {
  const pool = createPool();
  const absent = path.join(folder, 'absent.obj');

  const results = await Promise.allSettled([
    pool.inspect(absent, 'obj'),
    pool.inspect(folder, 'obj'),
    pool.inspect(write('present.obj', sampleObj({ triangles: 2 })), 'obj'),
  ]);

  expect(results[0]).toMatchObject({ reason: { code: 'ENOENT', path: absent } });
  expect(results[1]).toMatchObject({ reason: { code: 'EISDIR' } });
  expect(results[2]).toMatchObject({ value: { triangles: 2 } });
});

test.each([
  ['parser-exits', 'its reader crashed'],
  ['parser-hangs', 'its reader made no progress for 1 s'],
  ['parser-computes', 'its reader made no progress for 1 s'],
  ['parser-fills-memory', 'it needs more memory than one file may use'],
])('loses only the file at which a %s', async (fault, reason) => {
  const stallMs = /hangs|computes/.test(fault) ? 1000 : 60_000;
  const pool = createPool({ entry, stallMs, memoryMb: 64 });
  const { file, sha256 } = writeFaulty(fault);
  const files = objFiles(100);

  const [lost, ...others] = await Promise.all([
    pool.inspect(file, 'gltf'),
    ...files.map((other) => pool.inspect(other, 'obj')),
  ]);

  expect({ ...lost, problem: textOf(lost?.problem ?? '') }).toMatchObject({
    sha256,
    triangles: null,
    problem: `${fault}.gltf could not be checked: ${reason}. Export it again with less detail.`,
  });
  expect(others.map(({ triangles, problem }) => [triangles, problem])).toEqual(
    files.map((_, index) => [index + 1, null]),
  );
});

test('gives what a lost thread had at hand to another', async () => {
  const pool = createPool({ entry, size: 1 });
  const { file } = writeFaulty('parser-exits');
  const files = objFiles(400);
  const wanted = [...files.slice(0, 100), file, ...files.slice(100)];

  const found = await Promise.all(wanted.map((name) => pool.inspect(name, path.extname(name).slice(1))));

  const broken = found.flatMap(({ problem }, index) => (problem === null ? [] : [wanted[index]]));
  expect(broken).toEqual([file]);
  expect(found.flatMap(({ triangles }) => triangles ?? [])).toEqual(files.map((_, index) => index + 1));
});

test('survives more faulty files than it has threads', async () => {
  const pool = createPool({ entry });
  const { file } = writeFaulty('parser-exits');

  const inspections = await Promise.all(Array.from({ length: 6 }, () => pool.inspect(file, 'gltf')));

  expect(new Set(inspections.map(({ problem }) => textOf(problem ?? ''))).size).toBe(1);
  expect(textOf(inspections[5]?.problem ?? '')).toMatch('could not be checked');
});

test('rejects a file whose disk never answers', async () => {
  const pool = createPool({ entry, stallMs: 1000 });
  const file = write('disk-hangs.obj', sampleObj({ triangles: 1 }));

  const [stuck, sound] = await Promise.allSettled([
    pool.inspect(file, 'obj'),
    pool.inspect(write('sound.obj', sampleObj({ triangles: 3 })), 'obj'),
  ]);

  expect(stuck).toMatchObject({ reason: { code: 'ETIMEDOUT', path: file } });
  expect(sound).toMatchObject({ value: { triangles: 3, problem: null } });
});

test('rejects when its threads cannot start', async () => {
  const pool = createPool({ entry: path.join(folder, 'no-worker.ts') });

  const result = await pool
    .inspect(write('any.obj', sampleObj({ triangles: 1 })), 'obj')
    .catch((error) => error);

  expect(result).toMatchObject({ code: 'EIO' });
});

test('blames no file when its threads may open none', async () => {
  const text = 'Cannot read package config x/package.json: too many open files.';
  const exhausted = write('no-files.mjs', `throw new Error('${text}');`);
  const pool = createPool({ entry: exhausted });

  const result = await pool
    .inspect(write('any.obj', sampleObj({ triangles: 1 })), 'obj')
    .catch((error) => error);

  expect(result).toMatchObject({
    code: 'EMFILE',
    message: expect.stringContaining('as many files open as its system allows'),
  });
});

test('rejects what is open when it closes', async () => {
  const pool = createPool({ entry });
  const { file } = writeFaulty('parser-hangs');
  const open = [file, ...objFiles(50)].map((name) => pool.inspect(name, path.extname(name).slice(1)));
  const settled = Promise.allSettled(open);

  await pool.close();

  const results = await settled;
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
  await expect(pool.inspect(file, 'gltf')).rejects.toThrow('the pool is closed');
});

test.skipIf(process.platform !== 'linux')('reads files in threads that give way', async () => {
  const pool = createPool({ size: 1, entry: path.join(import.meta.dirname, 'priority-worker.ts') });

  expect(await pool.work('priority', folder, {})).toBe(Math.min(19, getPriority() + 5));
});

// Node aborts the process when a thread is cut off while it inflates.
test('lets a thread stop at its next read when it closes', async () => {
  const pool = createPool({ entry: path.join(import.meta.dirname, 'endless-worker.ts') });
  const said = write('said.txt', '');
  const work = expect(pool.work('endless', said, said)).rejects.toThrow('the pool was closed');
  await expect.poll(() => readFileSync(said, 'utf8')).toBe('begun');

  await pool.close();

  expect(readFileSync(said, 'utf8')).toBe('stopped');
  await work;
});
