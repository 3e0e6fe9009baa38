import { expect, test } from 'vitest';
import { checkArchive } from '../../../src-renderer/viewer/reading/check-archive.ts';
import { sampleZip } from '../../helpers/sample-archives.ts';

const toBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
const zip = sampleZip([{ name: '3D/3dmodel.model', content: '<model/>' }]);

test('lets an ordinary archive pass', () => {
  expect(() => checkArchive(toBuffer(zip))).not.toThrow();
});

test('refuses an archive that claims to be huge inside', () => {
  const bytes = Buffer.from(zip);
  const entry = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  bytes.writeUInt32LE(0xfffffff0, entry + 24);

  expect(() => checkArchive(toBuffer(bytes))).toThrow('tooLarge');
});

test.each([0, 10, 60])('refuses %i bytes of something else', (length) => {
  expect(() => checkArchive(new ArrayBuffer(length))).toThrow('damaged');
});
