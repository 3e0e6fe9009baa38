const startOfImage = [0xff, 0xd8];
const jfif = [0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0];
const quantization = [0xff, 0xdb, 0, 67, 0, ...Array.from({ length: 64 }, () => 1)];
/** One grey channel. */
const toFrame = (width: number, height: number) => [
  0xff,
  0xc0,
  0,
  11,
  8,
  height >> 8,
  height & 255,
  width >> 8,
  width & 255,
  1,
  1,
  0x11,
  0,
];
/** Codes 0 and 10 for brightness that stays and that changes by 7 bits; code 0 for the end of a block. */
const brightness = [0xff, 0xc4, 0, 21, 0x00, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7];
const details = [0xff, 0xc4, 0, 20, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const scan = [0xff, 0xda, 0, 8, 1, 1, 0x00, 0, 63, 0];
const endOfImage = [0xff, 0xd9];

/** A real JPEG of one grey, which every decoder reads; `seed` from 1 to 60 makes it another grey. */
export function sampleJpeg(width: number, { height = width, seed = 1 } = {}): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const first = `10${(64 + seed).toString(2).padStart(7, '0')}0`;
  const bits = first + '00'.repeat(blocks - 1);
  const pixels = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '1'), 2));
  const head = [startOfImage, jfif, quantization, toFrame(width, height), brightness, details, scan].flat();
  return Buffer.from([
    ...head,
    ...pixels.flatMap((byte) => (byte === 255 ? [255, 0] : [byte])),
    ...endOfImage,
  ]);
}
