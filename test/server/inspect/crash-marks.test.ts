import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openCrashMarks } from '../../../server/inspect/crash-marks.ts';
import { createInspectionPool } from '../../../server/inspect/inspection-pool.ts';
import { stampOf } from '../../../server/inspect/mark-names.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { sampleGltfBuffer, sampleGltfDocument } from '../../helpers/sample-files.ts';

const root = makeFolder();
const deadlyPool = path.join(import.meta.dirname, 'deadly-pool.ts');
const deadly = /^\w+\.gltf ended the server twice while it was being read\. Replace the file,/;

function makeMarks(name: string): string {
  const folder = path.join(root, name);
  mkdirSync(folder);
  return folder;
}

/** A glTF larger than what is read at once. */
function writeLarge(name: string, word: string): string {
  const file = path.join(root, `${name}.gltf`);
  const uri = `data:application/octet-stream;base64,${sampleGltfBuffer({ triangles: 2 }).toString('base64')}`;
  const extras = word + ' '.repeat(4_300_000);
  writeFileSync(file, JSON.stringify({ ...sampleGltfDocument({ triangles: 2 }, uri), extras }));
  return file;
}

function run(folder: string, ...files: string[]) {
  return new Promise<{ signal: string | null; problems: (string | null)[] }>((resolve) => {
    execFile(process.execPath, [deadlyPool, folder, ...files], (error, stdout) =>
      resolve({ signal: error?.signal ?? null, problems: stdout === '' ? [] : JSON.parse(stdout) }),
    );
  });
}

test('opens a file no more that killed two processes', async () => {
  const folder = makeMarks('twice');
  const file = writeLarge('killer', 'parser-kills');

  const runs = [await run(folder, file), await run(folder, file), await run(folder, file)];
  writeLarge('killer', 'harmless');
  const mended = await run(folder, file);

  expect(runs.map(({ signal }) => signal)).toEqual(['SIGKILL', 'SIGKILL', null]);
  expect(runs[2]?.problems).toEqual([expect.stringMatching(deadly)]);
  expect(mended.problems).toEqual([null]);
});

test('blames no file that was only read beside it', async () => {
  const folder = makeMarks('beside');
  const files = [writeLarge('innocent', 'harmless'), writeLarge('guilty', 'parser-kills')];
  const started = files.map((file) => ({ file, stamp: stampOf(statSync(file)) }));
  for (const [number, mark] of started.entries())
    writeFileSync(path.join(folder, `${process.pid}-${number}.mark`), JSON.stringify(mark));
  openCrashMarks(folder);

  const second = await run(folder, ...files);
  const third = await run(folder, ...files);

  expect(second.signal).toBe('SIGKILL');
  expect(third.problems).toEqual([null, expect.stringMatching(deadly)]);
});

test('forgets a death once the file was read', async () => {
  const folder = makeMarks('once');
  const file = writeLarge('large', 'harmless');
  const mark = { file, stamp: stampOf(statSync(file)) };
  writeFileSync(path.join(folder, `${process.pid}-0.mark`), JSON.stringify(mark));
  const marks = openCrashMarks(folder);
  const pool = createInspectionPool({ size: 1, marks });

  const { problem } = await pool.inspect(file, 'gltf');
  await pool.close();

  expect(Object.keys(marks.feared)).toEqual([file]);
  expect([problem, readdirSync(folder)]).toEqual([null, []]);
});

test('leaves the marks of a living process alone', () => {
  const folder = makeMarks('living');
  const name = `${process.ppid}-0.mark`;
  writeFileSync(path.join(folder, name), JSON.stringify({ file: folder, stamp: '1:1' }));

  const { feared } = openCrashMarks(folder);

  expect([Object.keys(feared), readdirSync(folder)]).toEqual([[], [name]]);
});

test('passes over marks that are empty or torn', () => {
  const folder = makeMarks('torn');
  writeFileSync(path.join(folder, `${process.pid}-0.mark`), '');
  writeFileSync(path.join(folder, `${process.pid}-1.mark`), '{"file":"/a');
  writeFileSync(path.join(folder, 'ab.ended'), '[]');

  const { feared } = openCrashMarks(folder);

  expect([Object.keys(feared), readdirSync(folder)]).toEqual([[], []]);
});
