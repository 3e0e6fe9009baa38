import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findRoom, makeMemoryFolder, staysOnDisk } from './memory-folder.ts';

test('leaves the folder for temporary files to who chose one', () => {
  expect(makeMemoryFolder({ TMPDIR: '/somewhere' })).toBeNull();
});

test('finds no room where there is no folder', () => {
  expect(findRoom(path.join(tmpdir(), 'lodestock-nowhere'))).toBe(0);
});

test.each([
  ['test/server/base/storage/faults.test.ts', true],
  ['test/server/billing/crash.test.ts', true],
  ['test/server/publish/killed-publish.test.ts', true],
  ['test/src-main/downloads/full-disk.test.ts', true],
  ['test/src-main/library/move/move-library.test.ts', true],
  ['test/server/accounts/sessions.test.ts', false],
])('decides where the files of %s lie', (file, isOnDisk) => {
  expect(staysOnDisk(file)).toBe(isOnDisk);
});
