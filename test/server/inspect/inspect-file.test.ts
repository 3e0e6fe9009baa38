import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { textOf } from '../../../server/contract/sentence.ts';
import { inspectFile } from '../../helpers/inspect-file.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { sampleZip } from '../../helpers/sample-archives.ts';
import { sampleFbxBinary } from '../../helpers/sample-fbx.ts';
import { sampleGlb, sampleGltf, sampleObj, samplePly } from '../../helpers/sample-files.ts';
import { soundSamples } from './sound-samples.ts';

const folder = makeFolder();

function write(name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

const sumsOf = (content: string | Uint8Array) => ({
  sizeBytes: Buffer.byteLength(Buffer.from(content)),
  sha256: createHash('sha256').update(content).digest('hex'),
  crc32: crc32(content),
});

test.each(soundSamples)('inspects a small $title from the disk', async ({ format, bytes, title }) => {
  const inspection = await inspectFile(write(`${title}.${format}`, bytes), format);

  expect(inspection).toMatchObject({ ...sumsOf(bytes), problem: null });
});

test('tells how a text begins whose comments may be read', async () => {
  const text = `# by Ada\n${sampleObj({ triangles: 200 })}`;

  const { head } = await inspectFile(write('commented.obj', text), 'obj');
  const other = await inspectFile(write('silent.glb', sampleGlb({ triangles: 1 })), 'glb');

  expect(head).toBe(text.slice(0, 4096));
  expect(other).not.toHaveProperty('head');
});

const large = [
  ['glb', sampleGlb({ triangles: 100_000 })],
  ['obj', sampleObj({ triangles: 100_000, material: 'a.mtl' })],
  ['ply', samplePly({ triangles: 100_000 })],
  ['fbx', sampleFbxBinary({ triangles: 100_000 }, { isPacked: false })],
] as const;

test.each(large)('inspects a %s of several megabytes', async (format, content) => {
  const inspection = await inspectFile(write(`large.${format}`, content), format);

  expect(inspection).toMatchObject({ ...sumsOf(content), triangles: 100_000, problem: null });
});

test('finds a fault at the end of a large file', async () => {
  const glb = sampleGlb({ triangles: 100_000 });
  glb.writeFloatLE(Number.NaN, glb.length - 4);

  const inspection = await inspectFile(write('nan.glb', glb), 'glb');

  expect(textOf(inspection.problem ?? '')).toBe(
    'nan.glb has a vertex at infinity in mesh 0. Export it again.',
  );
});

test('hashes a broken file all the same', async () => {
  const glb = sampleGlb({ triangles: 10 }).subarray(0, 600);

  const inspection = await inspectFile(write('cut.glb', glb), 'glb');

  expect(inspection).toMatchObject({ ...sumsOf(glb), triangles: null });
  expect(textOf(inspection.problem ?? '')).toBe(
    'cut.glb is truncated: its header promises 996 bytes and the file has 600. Export it again.',
  );
});

test('only hashes a file of an unknown format', async () => {
  const text = await inspectFile(write('notes.txt', 'hello'), 'txt');
  const empty = await inspectFile(write('empty.txt', ''), 'txt');

  expect(text).toMatchObject({ ...sumsOf('hello'), triangles: null, problem: null });
  expect(empty).toMatchObject({ ...sumsOf(''), problem: null });
});

test('says that a file is empty', async () => {
  const inspection = await inspectFile(write('empty.obj', ''), 'obj');

  expect(textOf(inspection.problem ?? '')).toBe('empty.obj is empty. Export it again.');
});

test('reads the buffer beside a glTF', async () => {
  const { content, beside } = sampleGltf({ triangles: 10, uri: 'parts/box.bin' });
  const file = write('beside/box.gltf', content);

  const missing = await inspectFile(file, 'gltf');
  write('beside/parts/box.bin', beside['parts/box.bin'] ?? '');
  const present = await inspectFile(file, 'gltf');

  expect(textOf(missing.problem ?? '')).toMatch('needs "parts/box.bin", which is missing');
  expect(present).toMatchObject({ triangles: 10, references: ['parts/box.bin'], problem: null });
});

test('reads no buffer outside the model', async () => {
  const { content, beside } = sampleGltf({ triangles: 10, uri: '../../box.bin' });
  write('box.bin', beside['../../box.bin'] ?? '');

  const inspection = await inspectFile(write('model/1k/box.gltf', content), 'gltf');

  expect(textOf(inspection.problem ?? '')).toMatch('needs "../../box.bin", which is missing');
});

test('takes a folder for a missing buffer', async () => {
  mkdirSync(path.join(folder, 'odd/sample.bin'), { recursive: true });

  const inspection = await inspectFile(write('odd/box.gltf', sampleGltf({ triangles: 1 }).content), 'gltf');

  expect(textOf(inspection.problem ?? '')).toMatch('needs "sample.bin", which is missing');
});

test('refuses a sparse file that promises gigabytes', async () => {
  const file = write('hole.3mf', sampleZip([{ name: '3D/3dmodel.model', content: '<model/>' }]));
  truncateSync(file, 64 * 1024 * 1024);

  const inspection = await inspectFile(file, '3mf');

  expect(textOf(inspection.problem ?? '')).toMatch('the directory at its end is missing');
});

test('rejects with the code of the file system', async () => {
  symlinkSync(path.join(folder, 'loop'), path.join(folder, 'loop'));

  const results = await Promise.allSettled(
    ['absent.glb', '.', 'loop', 'empty.obj/x.glb'].map((name) => inspectFile(path.join(folder, name), 'glb')),
  );

  const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'read'));
  expect(codes).toEqual(['ENOENT', 'EISDIR', 'ELOOP', 'ENOTDIR']);
});
