import { expect, test } from 'vitest';
import { readPictureSize } from '../../../src-renderer/viewer/reading/picture-size.ts';
import { claimPng } from '../../helpers/hostile-glb.ts';

const toBuffer = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;

function claimWebp(kind: 'VP8X' | 'VP8L' | 'VP8 ', width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF', 0, 'latin1');
  bytes.write('WEBP', 8, 'latin1');
  bytes.write(kind, 12, 'latin1');
  if (kind === 'VP8X') {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  } else if (kind === 'VP8L') bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  else {
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  }
  return bytes;
}

function claimJpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc2, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const comment = Buffer.from([0xff, 0xfe, 0, 6, 0xff, 0xc0, 0, 1]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), comment, Buffer.from([0xff]), frame]);
}

function claimKtx2(width: number, height: number, layers: number): Buffer {
  const bytes = Buffer.alloc(80);
  bytes.write('\xabKTX 20\xbb\r\n\x1a\n', 0, 'latin1');
  bytes.writeUInt32LE(width, 20);
  bytes.writeUInt32LE(height, 24);
  bytes.writeUInt32LE(layers, 32);
  bytes.writeUInt32LE(1, 36);
  return bytes;
}

function claimAvif(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write('ftypavif', 4, 'latin1');
  bytes.write('ispe', 30, 'latin1');
  bytes.writeUInt32BE(width, 38);
  bytes.writeUInt32BE(height, 42);
  return bytes;
}

test.each([
  ['PNG', claimPng(50_000, 40_000), 50_000, 40_000],
  ['JPEG', claimJpeg(60_000, 50_000), 60_000, 50_000],
  ['WebP', claimWebp('VP8 ', 12_000, 9_000), 12_000, 9_000],
  ['lossless WebP', claimWebp('VP8L', 16_000, 12_000), 16_000, 12_000],
  ['extended WebP', claimWebp('VP8X', 90_000, 70_000), 90_000, 70_000],
  ['AVIF', claimAvif(65_000, 64_000), 65_000, 64_000],
  ['KTX2', claimKtx2(4_096, 2_048, 6), 4_096, 6 * 2_048],
])('reads what a %s claims to be', (_kind, bytes, width, height) => {
  expect(readPictureSize(toBuffer(bytes))).toEqual({ width, height });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('not a picture at all, but long enough to be one')],
  ['a PNG cut off', claimPng(10, 10).subarray(0, 18)],
  ['a JPEG without its frame', Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2, 0, 0])],
])('knows no size of %s', (_kind, bytes) => {
  expect(readPictureSize(toBuffer(bytes))).toBeNull();
});
