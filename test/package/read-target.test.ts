import { expect, test } from 'vitest';
import { readTarget } from '../../.ci/package/read-target.ts';

function startOf(write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(512);
  write(bytes);
  return bytes;
}

const elf = (machine: number) =>
  startOf((bytes) => {
    bytes.writeUInt32BE(0x7f454c46);
    bytes.writeUInt16LE(machine, 18);
  });
const pe = (machine: number) =>
  startOf((bytes) => {
    bytes.write('MZ');
    bytes.writeUInt32LE(0x80, 0x3c);
    bytes.write('PE\0\0', 0x80, 'latin1');
    bytes.writeUInt16LE(machine, 0x84);
  });
const machO = (cpu: number) =>
  startOf((bytes) => {
    bytes.writeUInt32BE(0xcffaedfe);
    bytes.writeUInt32LE(cpu, 4);
  });

test.each([
  [elf(0x3e), 'linux', 'x64'],
  [elf(0xb7), 'linux', 'arm64'],
  [elf(0x28), 'linux', 'unknown'],
  [pe(0x8664), 'win32', 'x64'],
  [pe(0xaa64), 'win32', 'arm64'],
  [machO(0x01000007), 'darwin', 'x64'],
  [machO(0x0100000c), 'darwin', 'arm64'],
  [startOf((bytes) => bytes.writeUInt32BE(0xcafebabe)), 'darwin', 'universal'],
])('knows what a binary is for (%#: %s, %s)', (bytes, platform, arch) => {
  expect(readTarget(bytes)).toEqual({ platform, arch });
});

test.each([
  ['text', Buffer.from('module.exports = {};'.repeat(10))],
  ['nothing', Buffer.alloc(0)],
  ['a program of DOS', startOf((bytes) => bytes.write('MZ'))],
  [
    'an address behind the end',
    startOf((bytes) => bytes.write('MZ') && bytes.writeUInt32LE(0xffffffff, 0x3c)),
  ],
])('takes %s for no binary', (_case, bytes) => {
  expect(readTarget(bytes)).toBeNull();
});
