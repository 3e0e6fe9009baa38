import type { ByteSource } from '../byte-source.ts';

export const imageFormats = {
  ...{ PNG: 'png', JPEG: 'jpg', WebP: 'webp', GIF: 'gif' },
  ...{ BMP: 'bmp', 'KTX 2': 'ktx2', TIFF: 'tif', DDS: 'dds' },
} as const;
export type ImageKind = keyof typeof imageFormats;

const sniffedBytes = 16;
const magics: readonly (readonly [ImageKind, readonly string[]])[] = [
  ['PNG', ['\x89PNG\r\n\x1a\n']],
  ['JPEG', ['\xff\xd8\xff']],
  ['GIF', ['GIF87a', 'GIF89a']],
  ['KTX 2', ['\xabKTX 20\xbb\r\n\x1a\n']],
  ['TIFF', ['II*\0', 'MM\0*']],
  ['DDS', ['DDS \x7c']],
  ['BMP', ['BM']],
];

export function sniffImage(source: ByteSource): ImageKind | null {
  const head = Buffer.from(source.read(0, sniffedBytes)).toString('latin1');
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'WebP';
  return magics.find(([, starts]) => starts.some((start) => head.startsWith(start)))?.[0] ?? null;
}
