import { sampleJpeg } from './sample-jpeg.ts';

/** A WebP header of this size and some bytes; `seed` makes them unlike those of others. */
export function sampleWebp(width: number, { height = width, seed = 1 } = {}): Buffer {
  const bytes = Buffer.alloc(40, seed);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(32, 4);
  bytes.write('WEBPVP8L', 8, 'latin1');
  bytes.writeUInt32LE(20, 16);
  bytes.writeUInt8(0x2f, 20);
  bytes.writeUInt32LE(((height - 1) << 14) | (width - 1), 21);
  return bytes;
}

/** The pictures of a delivery, as the renderer sends them. */
export const samplePictures = (seed = 1) => ({
  small: sampleWebp(256, { seed }).toString('base64'),
  medium: sampleWebp(512, { seed }).toString('base64'),
  large: sampleWebp(1024, { seed }).toString('base64'),
  jpeg: {
    small: sampleJpeg(256, { seed }).toString('base64'),
    medium: sampleJpeg(512, { seed }).toString('base64'),
  },
});
