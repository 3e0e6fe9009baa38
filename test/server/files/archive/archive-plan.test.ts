import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  openSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { markOf } from '../../../../server/base/storage/file-mark.ts';
import {
  type ArchivedFile,
  type ArchivePlan,
  createArchivePlanner,
} from '../../../../server/files/archive/archive-plan.ts';
import { createArchiveFiller } from '../../../../server/files/archive/fill-archive.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';
import { complaintsOf, judgesNote, readEntry } from '../../../helpers/zip-judges.ts';

function put(folder: string, name: string, content: Uint8Array): ArchivedFile {
  const place = path.join(folder, createHash('sha1').update(name).digest('hex'));
  writeFileSync(place, content);
  const mark = markOf(statSync(place, { bigint: true }), place);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { name, place, sizeBytes: content.length, crc32: crc32(content), sha256, mark };
}

function planOf(files: readonly ArchivedFile[]): ArchivePlan {
  const planner = createArchivePlanner();
  for (const file of files) planner.add(file);
  return planner.finish();
}

function readWhole(plan: ArchivePlan, pieceBytes = plan.sizeBytes): Buffer {
  const filler = createArchiveFiller();
  const whole = Buffer.alloc(plan.sizeBytes);
  for (let start = 0; start < whole.length; start += pieceBytes)
    filler.fill(plan, whole.subarray(start, start + pieceBytes), start);
  filler.close();
  return whole;
}

const contents = [
  Buffer.alloc(0),
  Buffer.from('short'),
  randomBytes(70_000),
  randomBytes(1),
  Buffer.alloc(0),
];
const names = ['10k/empty.bin', '10k/größe/Stück 1.txt', '10k/texture.png', '10k/\u{1F600}.txt', '10k/z'];
const sampleFiles = (folder: string) =>
  names.map((name, index) => put(folder, name, contents[index] ?? Buffer.alloc(0)));

test(`makes a ZIP that every judge accepts${judgesNote}`, () => {
  const folder = makeFolder();
  const zip = path.join(folder, 'sample.zip');

  writeFileSync(zip, readWhole(planOf(sampleFiles(folder))));

  expect(complaintsOf(zip)).toEqual([]);
});

test.each([1, 29, 30, 31, 977, 65_536])('reads the same bytes in pieces of %i', (pieceBytes) => {
  const plan = planOf(sampleFiles(makeFolder()));

  const inPieces = readWhole(plan, pieceBytes);

  expect(inPieces.equals(readWhole(plan))).toBe(true);
});

test('makes the same bytes at any time', () => {
  const folder = makeFolder();
  const files = sampleFiles(folder);
  const before = planOf(files);
  const touched = files.map((file) => {
    utimesSync(file.place, 1, 1);
    return { ...file, mark: markOf(statSync(file.place, { bigint: true }), file.place) };
  });

  const after = planOf(touched);

  expect(after.sha256).toBe(before.sha256);
  expect(Buffer.from(after.heads).equals(Buffer.from(before.heads))).toBe(true);
});

test('names other contents by another hash', () => {
  const folder = makeFolder();
  const first = planOf([put(folder, 'a', Buffer.from('one'))]);

  const second = planOf([put(folder, 'a', Buffer.from('two'))]);

  expect(second.sizeBytes).toBe(first.sizeBytes);
  expect(second.sha256).not.toBe(first.sha256);
});

test(`holds more than 65,535 files${judgesNote}`, () => {
  const folder = makeFolder();
  const nothing = put(folder, 'none', Buffer.alloc(0));
  const last = put(folder, 'z last', Buffer.from('the last one'));
  const many = Array.from({ length: 65_600 }, (_, index) => ({
    ...nothing,
    name: `f${String(index).padStart(6, '0')}`,
  }));
  const zip = path.join(folder, 'many.zip');

  writeFileSync(zip, readWhole(planOf([...many, last])));

  expect(complaintsOf(zip)).toEqual([]);
});

test(`holds files and offsets beyond 4 GiB${judgesNote}`, () => {
  const folder = makeFolder();
  const huge = { ...put(folder, 'a huge', Buffer.alloc(0)), sizeBytes: 2 ** 32 + 5 };
  truncateSync(huge.place, huge.sizeBytes);
  const zeros = Buffer.alloc(2 ** 24);
  let checksum = 0;
  for (let count = 0; count < 256; count += 1) checksum = crc32(zeros, checksum);
  const files = [
    {
      ...huge,
      crc32: crc32(zeros.subarray(0, 5), checksum),
      mark: markOf(statSync(huge.place, { bigint: true }), huge.place),
    },
    put(folder, 'b behind it', Buffer.from('found beyond 4 GiB')),
  ];
  const plan = planOf(files);
  const zip = path.join(folder, 'huge.zip');
  writeFileSync(zip, '');
  truncateSync(zip, plan.sizeBytes);

  writeEnds(zip, plan);

  expect(readEntry(zip, 'b behind it')).toEqual(['found beyond 4 GiB']);
});

/** Writes all but the zeros of the huge file, which a hole in the file stands for. */
function writeEnds(zip: string, plan: ArchivePlan) {
  const filler = createArchiveFiller();
  const tailStart = 2 ** 32;
  const pieces = [
    [0, 1000],
    [tailStart, plan.sizeBytes - tailStart],
  ] as const;
  for (const [start, length] of pieces) {
    const bytes = Buffer.alloc(length);
    filler.fill(plan, bytes, start);
    const descriptor = openSync(zip, 'r+');
    writeSync(descriptor, bytes, 0, length, start);
    closeSync(descriptor);
  }
  filler.close();
}

test('refuses a file that was written after planning', () => {
  const folder = makeFolder();
  const file = put(folder, 'a', randomBytes(1000));
  const plan = planOf([file]);
  writeFileSync(file.place, randomBytes(1000));
  utimesSync(file.place, 5, 5);

  expect(() => readWhole(plan)).toThrow('was changed after the archive was planned');
});

test('refuses a file that became shorter', () => {
  const folder = makeFolder();
  const file = put(folder, 'a', randomBytes(1000));
  const plan = planOf([file]);
  truncateSync(file.place, 10);

  expect(() => readWhole(plan)).toThrow('became shorter');
});

test('follows no link in place of a file', () => {
  const folder = makeFolder();
  const file = put(folder, 'a', Buffer.from('secret'));
  const other = put(folder, 'b', Buffer.from('secret'));
  const plan = planOf([file]);
  rmSync(file.place);
  symlinkSync(other.place, file.place);

  expect(() => readWhole(plan)).toThrow('ELOOP');
});
