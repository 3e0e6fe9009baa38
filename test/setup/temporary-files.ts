import { expect } from 'vitest';
import { findRoom, memoryVariable, staysOnDisk } from './memory-folder.ts';

/** Bytes that the tests of one file need at most, with some to spare for those next to it. */
const enough = 2 ** 30;

const memory = process.env[memoryVariable];
if (memory !== undefined) {
  const isOnDisk = staysOnDisk(expect.getState().testPath ?? '') || findRoom(memory) < enough;
  if (isOnDisk) delete process.env.TMPDIR;
  else process.env.TMPDIR = memory;
}
