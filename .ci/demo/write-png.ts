import { crc32, deflateSync } from 'node:zlib';
import type { Painter } from './model.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns the painter's picture as an 8-bit RGB PNG of `pixels` x `pixels` (ISO/IEC 15948). */
export function writePng(paint: Painter, pixels: number): Buffer {
  const stride = 1 + pixels * 3;
  const raw = Buffer.alloc(stride * pixels);
  for (let row = 0; row < pixels; row += 1) paintRow(raw, { paint, pixels, row });
  return Buffer.concat([
    SIGNATURE,
    makeChunk('IHDR', makeHeader(pixels)),
    makeChunk('IDAT', deflateSync(raw, { level: 6 })),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

type Row = { readonly paint: Painter; readonly pixels: number; readonly row: number };

function paintRow(raw: Buffer, { paint, pixels, row }: Row): void {
  const start = row * (1 + pixels * 3);
  const before: [number, number, number] = [0, 0, 0];
  raw[start] = 1;
  for (let column = 0; column < pixels; column += 1) {
    const colour = paint((column + 0.5) / pixels, 1 - (row + 0.5) / pixels);
    for (const channel of [0, 1, 2] as const) {
      const value = Math.round(Math.min(1, Math.max(0, colour[channel])) * 127.5) * 2;
      const byte = Math.min(255, value);
      raw[start + 1 + column * 3 + channel] = (byte - before[channel]) & 255;
      before[channel] = byte;
    }
  }
}

function makeHeader(pixels: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels, 0);
  header.writeUInt32BE(pixels, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return header;
}

function makeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
